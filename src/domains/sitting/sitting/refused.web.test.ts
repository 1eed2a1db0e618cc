import { expect, test } from 'vitest';
import type { KindName } from '../../../web/device/waiting.rules.ts';
import { refusedInWords } from './refused.web.ts';

test.each<[KindName | undefined, number | 'all', string, string]>([
  [undefined, 'all', 'Fracções (Maria)', 'O teste de Fracções (Maria) não foi aceite.'],
  [undefined, 1, 'Fracções (Maria)', 'Uma resposta de Fracções (Maria) não foi aceite.'],
  ['answer', 2, 'Fracções (Maria)', '2 respostas de Fracções (Maria) não foram aceites.'],
  ['review', 1, 'treino (Maria)', 'Uma resposta de treino (Maria) não foi aceite.'],
  ['reading', 1, 'leitura (Maria)', 'Não foi aceite: uma leitura (Maria).'],
  ['reading', 2, 'leitura (Maria)', 'Não foi aceite: leitura (Maria), 2 vezes.'],
  ['calculation', 1, 'Maria', 'Não foi aceite: contas de cabeça (Maria).'],
  ['text', 1, 'texto (Maria)', 'Não foi aceite: um texto (Maria).'],
])('what was not accepted: %s, %s of %s', (kind, answers, words, said) =>
  expect(refusedInWords({ kind, answers, words })).toBe(said),
);
