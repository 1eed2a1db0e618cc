import { expect, test } from 'vitest';
import { PLANS } from '../../money/plans/plans.rules.ts';
import { type Beyond, beyondPlan } from './beyond-plan.rules.ts';

const ALL: Beyond[] = ['pdf', 'comparison', 'suggestion'];

test('on the free plan a parent sees what a paid one adds, with a link to the plans', () => {
  expect(beyondPlan('pdf', PLANS.free, 'a Maria').text).toMatch(/O PDF, .* vem com um plano pago\.$/);
  expect(beyondPlan('comparison', PLANS.free, 'a Maria').text).toMatch(/valor fixo.*média da escola/);
  for (const what of ALL) expect(beyondPlan(what, PLANS.free, 'a Maria').way).toBe('Ver planos');
});

test('a paying parent reads that the plan does not cover this child, without a link to buy it', () => {
  for (const what of ALL) {
    const { text, way } = beyondPlan(what, PLANS.individual, 'a Maria');
    expect(text).toMatch(/^A Maria não está no plano Individual\. Para .+, escolha esta criança no plano/);
    expect(text).not.toContain('plano pago');
    expect(way).toBe('Ver assinatura');
  }
});
