import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { letterAt } from '../../../../shared/questions/letters.ts';
import { TWO_WAY_FORMATS } from '../../../../shared/questions/question-formats.ts';
import { normalizeAnswering } from '../../answering/answering.rules.ts';
import { normalizeAlternative, questionProblems, withLetters } from '../../test-bank/question.rules.ts';
import { writtenQuestion } from '../draft.rules.ts';
import type { Draft } from '../files.rules.ts';
import { readFile } from '../reading.server.ts';
import { writeFile } from '../writing.server.ts';

// Questions that are answered in writing survive an export and an import in every format that can hold them.

const NUMBERS = ['850', '0', '0,5', '1500', '12,25', '-3', '1/2', '2 1/3', '3/4', '100000', '0,001', '-0,75', '12'];
const WORDS = [
  'gatos',
  'Luanda',
  'pôr do sol',
  'guarda-chuva',
  "d'água",
  'a|b',
  '*',
  'a*b',
  '\\*',
  '%50%x',
  '=1+1',
  '1/2',
  'a -> b',
  'TRUE',
  '[html]x',
  '#x',
  '{x}',
  '~x',
  'a:b',
  '<b>x</b>',
  '&amp;',
  '"x"y',
  'x;y',
  '42',
  'acção',
  'null',
];
const UNITS = ['Kz', 'cm²', '%', 'm', 'kg;x', '"', "'"];

const number = fc.record({
  way: fc.constant('number' as const),
  accepted: fc.uniqueArray(fc.constantFrom(...NUMBERS), { minLength: 1, maxLength: 3 }),
  unit: fc.option(fc.constantFrom(...UNITS), { nil: undefined }),
  tolerance: fc.option(fc.constantFrom('0,5', '1', '0,25'), { nil: undefined }),
  simplify: fc.boolean(),
  alternatives: fc.uniqueArray(fc.constantFrom('7', '8,5', '90 Kz', '$\\frac{5}{8}$', 'nenhum', '1 000'), {
    maxLength: 5,
  }),
});
const word = fc.record({
  way: fc.constant('word' as const),
  accepted: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  capitals: fc.boolean(),
  spelling: fc.boolean(),
  anyAccents: fc.boolean(),
  alternatives: fc.uniqueArray(fc.constantFrom('cão', 'A) b', '"aspas"', '= ~ {', 'x\ny', '$x^2$'), { maxLength: 5 }),
});

const question: fc.Arbitrary<Draft> = fc
  .record({ written: fc.oneof(number, word), place: fc.nat(5), weight: fc.integer({ min: 1, max: 10 }) })
  .map(({ written, place, weight }): Draft => {
    const { alternatives: given, ...loose } = written;
    const texts = given.length < 2 ? [] : given.map(normalizeAlternative);
    const correct = texts.length === 0 ? 0 : place % texts.length;
    const answering = normalizeAnswering(loose as Parameters<typeof normalizeAnswering>[0], {
      alternatives: withLetters(texts),
      correctAnswer: letterAt(correct),
    });
    return {
      statement: 'Quanto é 1 + 1?',
      passage: null,
      alternatives: texts,
      correct,
      explanation: 'Porque sim.',
      weight,
      skillCategory: 'Aplicação',
      objective: 'MA3.1.2',
      answering,
    };
  })
  .filter((draft) => questionProblems(writtenQuestion(draft)).length === 0);

const FORMATS = TWO_WAY_FORMATS.filter((format) => format !== 'aiken');
const RUNS = Number(process.env['ROUNDTRIPS'] ?? 300);

describe('a question that is answered in writing is imported as it was exported', () => {
  test.each(FORMATS)('%s', async (format) => {
    const many = fc.sample(question, { numRuns: RUNS, seed: 11 });
    for (const headers of [true, false]) {
      const { bytes, ending } = await writeFile(format, many, { headers, about: null });
      const { rows } = readFile(bytes, `x.${ending}`, headers);
      expect(rows.find(({ problems }) => problems.length > 0)?.problems ?? []).toEqual([]);
      expect(rows.map(({ draft }) => draft)).toEqual(many);
      expect(rows.flatMap(({ notes }) => notes)).toEqual([]);
    }
  });

  test.each(FORMATS)('%s, alone and among questions that are answered by choosing', async (format) => {
    const { answering: _, ...chosen } = { ...(fc.sample(question, { numRuns: 1, seed: 5 })[0] as Draft) };
    const choice: Draft = { ...chosen, alternatives: ['um', 'dois'], correct: 1, statement: 'Qual?' };
    await fc.assert(
      fc.asyncProperty(question, async (one) => {
        const { bytes, ending } = await writeFile(format, [choice, one], { headers: true, about: null });
        expect(readFile(bytes, `x.${ending}`, true).rows.map(({ draft }) => draft)).toEqual([choice, one]);
      }),
      { numRuns: 20, seed: 3 },
    );
  });
});
