import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bandWords,
  growthWords,
  headline,
  type Known,
  meaning,
  NEXT_WORDS,
  nextStepOf,
  predicate,
  reasonWords,
} from './reading-words.rules.ts';
import { aimOf } from './references.rules.ts';

const aKnown = (change: Partial<Known> = {}): Known => ({
  kind: 'class',
  textClass: 2,
  items: 110,
  attempted: 50,
  right: 48,
  perMinute: 48,
  accuracy: 0.96,
  comprehension: { total: 5, asked: 5, right: 5 },
  provisional: false,
  ...change,
});
const heard = { kind: 'listening', textClass: null, attempted: 0, right: 0, perMinute: 0, accuracy: null } as const;
const some = (right: number, asked = 5, total = 5) => ({ comprehension: { total, asked, right } });

describe('the sentence of a reading', () => {
  test.each<[Partial<Known>, string]>([
    [{}, 'lê 48 palavras certas por minuto e compreende o que lê.'],
    [{ textClass: 4 }, 'lê 48 palavras certas por minuto e compreende um texto da 4.ª classe.'],
    [some(3), 'lê 48 palavras certas por minuto. Acertou 3 de 5 perguntas sobre o texto.'],
    [some(2, 3), 'lê 48 palavras certas por minuto. Acertou 2 de 3 perguntas sobre o que leu até ali.'],
    [{ accuracy: 0.85 }, 'lê 48 palavras certas por minuto. Acertou 5 de 5 perguntas sobre o texto.'],
    [{ accuracy: null }, 'lê 48 palavras certas por minuto. Acertou 5 de 5 perguntas sobre o texto.'],
    [
      { kind: 'first', textClass: null, ...some(3, 3, 3) },
      'lê 48 palavras certas por minuto. Acertou 3 de 3 perguntas sobre o texto.',
    ],
    [some(0, 0), 'lê 48 palavras certas por minuto.'],
    [{ perMinute: null, items: 39, attempted: 17, right: 16, provisional: true }, 'leu 17 das 39 palavras, 1 errada.'],
    [{ perMinute: 1.2, ...some(0, 0) }, 'lê 1 palavra certa por minuto.'],
    [{ provisional: true }, 'lê perto de 48 palavras por minuto.'],
    [{ attempted: 0, right: 0, perMinute: 0, accuracy: null }, 'ainda não lê um texto.'],
    [{ right: 0, perMinute: 0, accuracy: 0 }, 'ainda não lê um texto.'],
    [{ kind: 'letters', attempted: 20, right: 16 }, 'conhece as letras.'],
    [{ kind: 'letters', attempted: 20, right: 15 }, 'conhece 15 das 20 letras que viu.'],
    [{ kind: 'letters', attempted: 10, right: 0 }, 'ainda não conhece as letras.'],
    [{ kind: 'words', attempted: 12, right: 10 }, 'lê palavras.'],
    [{ kind: 'words', attempted: 12, right: 12 }, 'lê palavras soltas, ainda não um texto.'],
    [{ kind: 'words', attempted: 5, right: 3 }, 'lê 3 das 5 palavras que viu.'],
    [{ kind: 'words', attempted: 5, right: 0 }, 'ainda não lê palavras.'],
    [{ ...heard, ...some(2, 3, 3), decodes: true }, 'já lê palavras, e compreende o que ouve.'],
    [{ ...heard, ...some(2, 3, 3), decodes: false }, 'ainda não lê palavras, mas compreende o que ouve.'],
    [{ ...heard, ...some(3, 3, 3), decodes: null }, 'compreende o que ouve.'],
    [
      { ...heard, ...some(1, 3, 3), decodes: false },
      'acertou 1 de 3 perguntas sobre a história: parece que ainda não compreende bem o português.',
    ],
    [{ ...heard, ...some(1, 2, 3), decodes: true }, 'ouviu uma história.'],
    [{ ...heard, ...some(2, 2, 3), decodes: true }, 'ouviu uma história.'],
  ])('%o', (change, sentence) => {
    expect(predicate(aKnown(change))).toBe(sentence);
  });

  test('has its subject', () => {
    expect(headline({ firstName: 'Maria', gender: 'feminino' }, aKnown())).toMatch(/^A Maria lê 48 /);
    expect(headline({ firstName: 'Weza', gender: null }, aKnown())).toMatch(/^Weza lê 48 /);
  });
});

test.each([
  [2, 50, 'Precisa de treino diário.'],
  [2, 74.6, 'Lê com fluência para a 2.ª classe.'],
  [2, 75, 'Lê com fluência para a 2.ª classe.'],
  [3, 80, 'Até ao fim da 3.ª classe, o alvo são 110 por minuto.'],
  [3, 109.4, 'Até ao fim da 3.ª classe, o alvo são 110 por minuto.'],
  // The headline says 110.
  [3, 109.6, 'Já lê ao ritmo do fim da 3.ª classe: 110 por minuto.'],
  [3, 110, 'Já lê ao ritmo do fim da 3.ª classe: 110 por minuto.'],
] as const)('class %d, %d words a minute in May: %s', (schoolClass, perMinute, sentence) => {
  expect(meaning(schoolClass, perMinute, aimOf(schoolClass, '2026-05-02'))).toBe(sentence);
});

describe('meaning and next step never contradict each other', () => {
  const classes = [1, 2, 3, 4, 5, 6] as const;
  const days = ['2026-02-01', '2026-05-02'];
  const speeds = [51, 55, 75, 90, 110, 125, 140, 150].flatMap((words) => [
    words - 0.6,
    words - 0.4,
    words,
    words + 0.4,
  ]);
  test.each(classes.flatMap((schoolClass) => days.map((day) => [schoolClass, day] as const)))(
    'class %d on %s',
    (schoolClass, day) => {
      const aim = aimOf(schoolClass, day);
      for (const perMinute of speeds) {
        const said = meaning(schoolClass, perMinute, aim);
        const next = nextStepOf(aKnown({ perMinute }), { reasons: [], schoolClass, aim });
        const isReached = said === null || /^(Já lê|Lê com fluência)/.test(said);
        expect([perMinute, next]).toEqual([perMinute, isReached ? 'another-text' : 'three-times']);
      }
    },
  );
});

test('no step says how a child reads: it may follow a text of which only the speed, or only the first one, is known', () => {
  for (const { sentence } of Object.values(NEXT_WORDS)) expect(sentence).not.toMatch(/devagar|certo/);
});

test('the band of a speed is said to hold the speed of the child, on every screen, not what another text would give', () => {
  expect(bandWords({ from: 38, to: 58 })).toBe('provavelmente lê entre 38 e 58.');
  const screens = fs.readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tsx'));
  const saying = screens.filter((name) =>
    /Outr[oa] (texto|leitura) daria|[bB]and\.from\} e /.test(
      fs.readFileSync(path.join(import.meta.dirname, name), 'utf8'),
    ),
  );
  expect(saying).toEqual([]);
});

test('a class without a reference has no sentence', () => {
  expect(meaning(1, 20, aimOf(1, '2026-02-01'))).toBeNull();
});

describe('growth in words', () => {
  const from = { day: '2025-10-12', perMinute: 60, readings: [] };
  const at = (perMinute: number) => ({ day: '2026-04-12', perMinute, readings: [] });
  const who = (gender: 'feminino' | 'masculino' | null) => ({ firstName: 'Maria', gender });
  test.each([
    ['grew', 17.4, 'feminino', 'Cresceu 17 palavras por minuto.'],
    ['grew', 1.2, 'feminino', 'Cresceu 1 palavra por minuto.'],
    ['unknown', 3, 'feminino', 'Ainda não se sabe se cresceu.'],
    ['fell', -13.4, 'feminino', 'Leu 13 palavras a menos do que em Outubro. Ouça-a outra vez esta semana.'],
    ['fell', -13.4, 'masculino', 'Leu 13 palavras a menos do que em Outubro. Ouça-o outra vez esta semana.'],
    ['fell', -13.4, null, 'Leu 13 palavras a menos do que em Outubro. Ouça outra leitura esta semana.'],
  ] as const)('%s by %d', (kind, words, gender, sentence) => {
    expect(growthWords(who(gender), { kind, words, from, to: at(from.perMinute + words) })).toBe(sentence);
  });
  test('is the difference of the speeds that are shown', () => {
    const speed = fc.double({ min: 0, max: 200, noNaN: true });
    fc.assert(
      fc.property(speed, fc.double({ min: 12, max: 100, noNaN: true }), (before, words) => {
        const growth = { kind: 'grew', words, from: { ...from, perMinute: before }, to: at(before + words) } as const;
        const shown = Math.round(before + words) - Math.round(before);
        expect(growthWords(who(null), growth)).toBe(`Cresceu ${shown} palavras por minuto.`);
      }),
    );
  });
  test('nothing is said without growth', () => expect(growthWords(who(null), null)).toBeNull());
});

describe('the next step', () => {
  const step = (known: Partial<Known>, reasons: Parameters<typeof nextStepOf>[1]['reasons'] = []) =>
    nextStepOf(aKnown(known), { reasons, schoolClass: 2, aim: null });
  test.each<[string, string, ReturnType<typeof step>]>([
    ['without training', step({}, ['ear-not-trained', 'broken-off']), 'train-ear'],
    ['two listeners differ', step({}, ['listeners-differ']), 'read-again'],
    ['many wrong words', step({ accuracy: 0.89 }), 'families'],
    ['words only', step({ kind: 'words' }), 'families'],
    ['does not understand', step(some(3)), 'questions'],
    ['slow but well', step({ perMinute: 74.4 }), 'three-times'],
    ['fluent', step({ perMinute: 75 }), 'another-text'],
    ['the first text', step({ kind: 'first', perMinute: 90, ...some(3, 3, 3) }), 'three-times'],
  ])('%s', (_what, found, wanted) => {
    expect(found).toBe(wanted);
  });
});

test('reasons are sentences', () => {
  expect(reasonWords('broken-off', { seconds: 38.4 })).toBe(
    'A leitura parou ao fim de 38 segundos. A velocidade só se mede num minuto, ou no texto todo.',
  );
  expect(reasonWords('listeners-differ', { seconds: 60, differing: 1 })).toBe('Ouviram diferente em 1 palavra.');
  expect(reasonWords('ear-not-trained', { seconds: 60 })).toMatch(/^O seu ouvido ainda não está treinado\./);
});
