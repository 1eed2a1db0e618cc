import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FEWEST_FAMILIES } from '../../domains/knowing/norms/norms.rules.ts';
import { POLICY_VERSION } from '../../domains/people/accounts/accounts.rules.ts';
import { monthAndYear } from '../../shared/dates.ts';
import { PrivacyPolicy } from './PrivacyPolicy.tsx';

test('the policy names the version that is recorded with a consent, and counts families as the averages do', () => {
  const text = renderToStaticMarkup(<PrivacyPolicy />);
  expect(text).toContain(`registada com o seu consentimento é a ${POLICY_VERSION}.`);
  expect(text).toContain(`actualizada em ${monthAndYear(`${POLICY_VERSION}-01`)}`);
  expect(text).toContain(`crianças de pelo menos ${FEWEST_FAMILIES} famílias`);
});
