import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SaveState } from '../../../web/device/queue.rules.ts';
import { Safety } from './SittingNotices.tsx';

const CASES: [state: SaveState, durable: boolean, prepared: boolean, words: string, safe: boolean][] = [
  ['saved', true, false, 'Guardado', true],
  // The server has it.
  ['saved', false, false, 'Guardado', true],
  ['saving', true, false, 'A guardar…', false],
  ['on-device', true, false, 'Sem ligação — guardado neste telemóvel', false],
  ['on-device', false, false, 'Sem internet: não feches esta página', false],
  ['signed-out', true, false, 'Guardado neste telemóvel', false],
  ['saved', true, true, 'Guardado neste telemóvel', true],
  ['on-device', true, true, 'Guardado neste telemóvel', true],
  ['saved', false, true, 'Não guardado: não feches esta página', false],
  ['on-device', false, true, 'Não guardado: não feches esta página', false],
];

test.each(CASES)('%s, durable %s, prepared %s: %s', (state, durable, prepared, words, safe) => {
  const html = renderToStaticMarkup(<Safety {...{ state, durable, prepared }} />);
  expect(
    html
      .match(/<span aria-hidden[^>]*>([^<]*)|<span>([^<]*)/)
      ?.slice(1)
      .join(''),
  ).toBe(words);
  expect(/class="[^"]*safe(?!ty)/.test(html)).toBe(safe);
});
