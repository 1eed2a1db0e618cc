import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Switch } from './Switch.tsx';

const drawn = (state?: 'saving' | 'failed') =>
  renderToStaticMarkup(
    <Switch label="E-mail" hint="Para o endereço da sua conta." checked state={state} onChange={() => {}} />,
  );

test('a hint is not read out again when a switch has been saved', () => {
  expect(drawn()).toMatch(/>Para o endereço da sua conta\.<span aria-live="polite"><\/span>/);
});

test.each([
  ['saving', 'A guardar…'],
  ['failed', 'Não foi guardado. Tente de novo.'],
] as const)('%s, a switch says it in place of the hint', (state, words) => {
  expect(drawn(state)).toContain(`<span aria-live="polite">${words}</span>`);
  expect(drawn(state)).not.toContain('Para o endereço');
});
