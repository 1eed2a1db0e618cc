import { expect, test } from 'vitest';
import { servesUntil } from './prepared-here.web.ts';

const EXPIRES = '2026-11-27T10:00:00.000Z';
const BEGIN_BEFORE = '2026-11-27T09:45:00.000Z';

test.each([
  ['2026-11-25T09:44:00.000Z', 'Vale até 27 de Novembro', false, false],
  ['2026-11-26T09:44:00.000Z', 'Acaba amanhã', true, false],
  ['2026-11-27T09:44:00.000Z', 'Acaba hoje', true, false],
  ['2026-11-27T09:45:00.000Z', 'Acaba daqui a pouco: já não há tempo para o fazer.', true, true],
  ['2026-11-27T10:00:00.000Z', 'Acabou a 27 de Novembro. Com internet, prepare-o outra vez.', false, true],
])('at %s a prepared test says «%s»', (now, text, soon, over) => {
  const test = { expiresAt: EXPIRES, beginBefore: BEGIN_BEFORE };
  expect(servesUntil(test, Date.parse(now))).toEqual({ text, soon, over });
});

test('a test that an earlier version kept can be begun until it expires', () => {
  expect(servesUntil({ expiresAt: EXPIRES }, Date.parse(BEGIN_BEFORE)).over).toBe(false);
});
