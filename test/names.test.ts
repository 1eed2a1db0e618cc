import { describe, expect, test } from 'vitest';
import { growthInWords, levelSentence, tooEarly } from '../src/domains/knowing/diagnostic/diagnostic-words.rules.ts';
import { beyondPlan } from '../src/domains/knowing/family-files/beyond-plan.rules.ts';
import { mapLine } from '../src/domains/knowing/knowledge/map-words.rules.ts';
import { effortSentence } from '../src/domains/knowing/results/sentences.rules.ts';
import { PLANS } from '../src/domains/money/plans/plans.rules.ts';
import { called, inWords, ofChild } from '../src/domains/telling/notifications/kinds.rules.ts';
import { noTestReminder } from '../src/domains/telling/notifications/notifications.rules.ts';
import { firstName, inSentence, ofWhom, toWhom, withArticle } from '../src/shared/text.ts';
import type { Gender } from '../src/shared/words.ts';

interface Named {
  fullName: string;
  gender: Gender | null;
}
const MARIA: Named = { fullName: 'Maria Domingos', gender: 'feminino' };
const JOAO: Named = { fullName: 'João Domingos', gender: 'masculino' };
const WEZA: Named = { fullName: 'Weza Domingos', gender: null };
const OTHER: Named = { fullName: 'Weza Domingos', gender: 'outro' };

const LEVEL = {
  discipline: 'Matemática',
  level: '3º Ano',
  place: 3.5,
  low: 2.5,
  high: 4.5,
  sure: true,
  effort: 'full',
  classes: ['2º Ano', '5º Ano'],
} as const;
const MAP = { discipline: 'Matemática', known: 7, almost: 2, untried: 0, total: 12, answered: true, lacking: null };
const ability = (value: number) => ({ ability: value, standardError: 0.4 });
const NOW = new Date('2026-05-20T09:00:00Z');

/** Each sentence about a child, with what it says of a girl, of a boy, and of a child whose gender is unknown. */
const SENTENCES: readonly [of: (child: Named) => string, feminine: string, masculine: string, unknown: string][] = [
  [({ fullName, gender }) => withArticle(firstName(fullName), gender), 'A Maria', 'O João', 'Weza'],
  [({ fullName, gender }) => inSentence(firstName(fullName), gender), 'a Maria', 'o João', 'Weza'],
  [({ fullName, gender }) => ofWhom(firstName(fullName), gender), 'da Maria', 'do João', 'de Weza'],
  [({ fullName, gender }) => toWhom(firstName(fullName), gender), 'à Maria', 'ao João', 'a Weza'],
  [(child) => called({ childId: 1, ...child }), 'A Maria', 'O João', 'Weza'],
  [(child) => ofChild({ childId: 1, ...child }), 'da Maria', 'do João', 'de Weza'],
  [(child) => inWords({ childId: 1, ...child }), 'a Maria', 'o João', 'Weza'],
  [
    (child) => levelSentence(child, LEVEL),
    'Em Matemática, a Maria está ao nível da 3.ª classe',
    'Em Matemática, o João está ao nível da 3.ª classe',
    'Em Matemática, Weza está ao nível da 3.ª classe',
  ],
  [
    (child) => levelSentence(child, { ...LEVEL, effort: 'low' }),
    'Este resultado pode não mostrar o que a Maria sabe: respondeu muito depressa',
    'Este resultado pode não mostrar o que o João sabe: respondeu muito depressa',
    'Este resultado pode não mostrar o que Weza sabe: respondeu muito depressa',
  ],
  [
    (child) => growthInWords(child, 'Matemática', ability(0), ability(0.8), 5).title,
    'Tudo indica que a Maria avançou em Matemática',
    'Tudo indica que o João avançou em Matemática',
    'Tudo indica que Weza avançou em Matemática',
  ],
  [
    (child) => tooEarly(child, 'Matemática', new Date('2026-05-03'), new Date('2026-07-03')),
    'A Maria já fez o ponto de partida de Matemática a 3 de Maio. Pode repetir a partir de 3 de Julho.',
    'O João já fez o ponto de partida de Matemática a 3 de Maio. Pode repetir a partir de 3 de Julho.',
    'Weza já fez o ponto de partida de Matemática a 3 de Maio. Pode repetir a partir de 3 de Julho.',
  ],
  [
    ({ fullName, gender }) =>
      effortSentence(inSentence(firstName(fullName), gender), { level: 'some', quickAnswers: 2, seconds: 2 }),
    'A Maria respondeu a 2 perguntas muito depressa. Talvez saiba mais do que isto mostra.',
    'O João respondeu a 2 perguntas muito depressa. Talvez saiba mais do que isto mostra.',
    'Weza respondeu a 2 perguntas muito depressa. Talvez saiba mais do que isto mostra.',
  ],
  [
    ({ fullName, gender }) => beyondPlan('pdf', PLANS.individual, inSentence(firstName(fullName), gender)).text,
    'A Maria não está no plano Individual. Para guardar o PDF, escolha esta criança no plano ou mude de plano.',
    'O João não está no plano Individual. Para guardar o PDF, escolha esta criança no plano ou mude de plano.',
    'Weza não está no plano Individual. Para guardar o PDF, escolha esta criança no plano ou mude de plano.',
  ],
  [
    ({ fullName, gender }) => mapLine({ firstName: firstName(fullName), gender }, '4º Ano', MAP),
    'A Maria sabe 7 dos 12 temas da 4.ª classe em Matemática.',
    'O João sabe 7 dos 12 temas da 4.ª classe em Matemática.',
    'Weza sabe 7 dos 12 temas da 4.ª classe em Matemática.',
  ],
  [
    (child) =>
      noTestReminder(
        { childId: 1, ...child, since: new Date('2026-05-04T09:00:00Z'), tested: true, extendedTime: null },
        NOW,
      )?.title ?? '',
    'Há 16 dias que a Maria não faz um teste',
    'Há 16 dias que o João não faz um teste',
    'Há 16 dias que Weza não faz um teste',
  ],
];

describe('a sentence with a name', () => {
  test.each(SENTENCES)('%o', (of, feminine, masculine, unknown) => {
    expect(of(MARIA)).toBe(feminine);
    expect(of(JOAO)).toBe(masculine);
    expect(of(WEZA)).toBe(unknown);
    expect(of(OTHER)).toBe(unknown);
  });
});
