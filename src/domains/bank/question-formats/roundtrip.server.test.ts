import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TWO_WAY_FORMATS, type TwoWayFormat } from '../../../shared/questions/question-formats.ts';
import { LONGEST } from '../../../shared/questions/question-limits.ts';
import { SKILL_CATEGORIES } from '../../../shared/words.ts';
import { normalizeAlternative, normalizeText } from '../test-bank/question.rules.ts';
import type { Draft } from './files.rules.ts';
import { readFile } from './reading.server.ts';
import { writeFile } from './writing.server.ts';

/** Fragments of text that are difficult for at least one format. */
const ODD = [
  'Quanto é',
  '2 + 2',
  '=SUM(A1)',
  '+1',
  '-1',
  '@x',
  "'=x",
  "''+",
  '＝1',
  ',',
  ';',
  '"',
  '""',
  "'",
  '\n',
  '\n\n',
  '\n  recuado',
  '\t',
  '  ',
  '|',
  'A) ',
  'b. ',
  'C: ',
  '(D) ',
  '{',
  '}',
  '~',
  '#',
  '####',
  '->',
  '=',
  ':',
  '::',
  '\\',
  '\\n',
  '\\\\',
  '\\=',
  ']]>',
  '<![CDATA[',
  '<b>',
  '</p>',
  '<img src=x>',
  '&amp;',
  '&nbsp;',
  '&',
  '<',
  '>',
  '%50%',
  '~%50%',
  '//',
  '// nota',
  '$CATEGORY:',
  '[html]',
  '[tag:x]',
  'ANSWER: A',
  'TRUE',
  '$\\frac{1}{2}$',
  '$x^2$',
  '$a<b$',
  '\\$',
  '$',
  '$$',
  '\\(x\\)',
  '\\[y\\]',
  '$ x $',
  '$\\{1\\}$',
  'ção',
  'Ângela',
  'é',
  'e\u0301',
  '🍊',
  '👩🏽‍🏫',
  'שלום',
  'مرحبا',
  '\u200f',
  '\u00a0',
  '\u202f',
  '1 000',
  '−5',
  '½',
  '_x000D_',
  '_x0041_',
  'null',
  'constructor',
  '__proto__',
  '1/2',
  '01',
  '0,5',
  '---',
  'passage',
  '?',
  '.',
  'sep=;',
  'sep=,',
  '"O gato" mia',
  ' "a;b" ',
  '15"',
  '|a',
  '%x',
  '#N/A',
  '31/12/2026',
  '50%',
  '1e5',
  'TRUE',
  'Verdadeiro',
  '=1+1',
  '__a__',
  '**b**',
  '<u>x</u>',
  '<ol><li>',
  '<li>',
  '<math>',
  '<script>',
  '<table><tr><td>',
  '<!--',
  '-->',
  '<?xml?>',
  '&#38;',
  '&shy;',
  '@@PLUGINFILE@@/a.png',
  '[markdown]',
  '\\{',
  '\\}',
  '\\:',
  '\\#',
  '\\~',
  '\\n',
  'I. ',
  '1. ',
  'A. ',
  'RESPOSTA: B',
  'http://a.ao/b?c=d&e',
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\u3000',
  '\u2060',
  'ﬁ',
  'A\u030a',
  'ñ',
  '‘aspas’',
  '“aspas”',
  '«aspas»',
  '…',
  '—',
  '∞',
  '𝑥',
  '₂',
  'x²',
];
const piece = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'grapheme', maxLength: 6 }));
const textOf = (most: number) =>
  fc
    .array(piece, { minLength: 1, maxLength: most })
    .map((parts) => normalizeText(parts.join('')))
    .filter((text) => text !== '' && !/[^\P{Cc}\n\t]|[\ufffd-\uffff\uf700-\uf709]/u.test(text) && text.isWellFormed());
/** Texts of the maximum length of a field. */
const longest = (most: number) =>
  fc.constantFrom('ã', '"', '=', '&', '\\').map((letter) => `a${letter.repeat(most - 2)}z`);
const optional = (most: number) => fc.option(textOf(most), { nil: null });

const question: fc.Arbitrary<Draft> = fc
  .record({
    statement: fc.oneof({ weight: 30, arbitrary: textOf(8) }, { weight: 1, arbitrary: longest(LONGEST.statement) }),
    passage: fc.oneof({ weight: 30, arbitrary: optional(8) }, { weight: 1, arbitrary: longest(LONGEST.passage) }),
    alternatives: fc.uniqueArray(textOf(4).map(normalizeAlternative), { minLength: 2, maxLength: 6 }),
    place: fc.nat(5),
    explanation: fc.oneof(
      { weight: 30, arbitrary: optional(8) },
      { weight: 1, arbitrary: longest(LONGEST.explanation) },
    ),
    weight: fc.integer({ min: 1, max: 10 }),
    skillCategory: fc.option(fc.constantFrom(...SKILL_CATEGORIES), { nil: null }),
    objective: optional(4),
  })
  .map(({ place, ...rest }) => ({ ...rest, correct: place % rest.alternatives.length }));

const RUNS = Number(process.env['ROUNDTRIPS'] ?? 500);

async function comeBack(
  format: TwoWayFormat,
  questions: readonly Draft[],
  headers = true,
  about: Parameters<typeof writeFile>[2]['about'] = null,
): Promise<Draft[]> {
  const { bytes, ending } = await writeFile(format, questions, { headers, about });
  const { rows } = readFile(bytes, `x.${ending}`, headers);
  const wrong = rows.find(({ problems }) => problems.length > 0);
  expect(wrong?.problems ?? []).toEqual([]);
  return rows.map(({ draft }) => draft as Draft);
}

const ABOUT = {
  title: 'Matemática - Frações / 4º Ano',
  facts: {
    Disciplina: 'Matemática',
    Tema: '=Frações',
    Prova: 'B',
    'Ano escolar': '4º Ano',
    Dificuldade: 'Básico',
    'Tipo de avaliação': 'Diagnóstica',
    'Duração (minutos)': '15',
    Descrição: 'Um teste',
  },
};

/** Formats that store the whole question; Aiken has a separate test. */
const LOSSLESS = TWO_WAY_FORMATS.filter((format) => format !== 'aiken');

describe('an exported question is imported unchanged, to the letter', () => {
  test.each(LOSSLESS)('%s', async (format) => {
    await fc.assert(
      fc.asyncProperty(question, fc.boolean(), fc.boolean(), async (one, headers, metadata) => {
        expect(await comeBack(format, [one], headers, metadata ? ABOUT : null)).toEqual([one]);
      }),
      { numRuns: RUNS },
    );
  });

  test.each(LOSSLESS)('%s, all in one file', async (format) => {
    const many = fc.sample(question, { numRuns: RUNS, seed: 7 });
    expect(await comeBack(format, many, true, ABOUT)).toEqual(many);
  });

  test.each(LOSSLESS)('%s with the facts of the test, which are not reported as unread', async (format) => {
    const [one] = fc.sample(question, { numRuns: 1, seed: 3 }) as [Draft];
    const { bytes, ending } = await writeFile(format, [one], { headers: true, about: ABOUT });
    const notes = readFile(bytes, `x.${ending}`, true).rows.flatMap((row) => row.notes);
    // The title of the test is reported by the formats that store it as a category.
    const isUsual = (note: string) => /^(?:A categoria «Matemática|Fica escrito tal e qual)/.test(note);
    expect(notes.filter((note) => !isUsual(note))).toEqual([]);
  });

  test('csv whose first words look like a separator declaration', async () => {
    const [one] = fc.sample(question, { numRuns: 1, seed: 1 }) as [Draft];
    for (const statement of ['sep=,', 'sep=,\nmais', 'sep=;'])
      expect(await comeBack('csv', [{ ...one, statement }], false)).toEqual([{ ...one, statement }]);
  });

  test('aiken, which has one line of statement, the alternatives and the letter', async () => {
    const line = textOf(6).map((text) => text.replace(/\s*\n\s*/g, ' '));
    const plain = fc
      .record({
        statement: line,
        alternatives: fc.uniqueArray(line.map(normalizeAlternative), { minLength: 2, maxLength: 6 }),
        place: fc.nat(5),
      })
      .map(
        ({ statement, alternatives, place }): Draft => ({
          statement,
          alternatives,
          correct: place % alternatives.length,
          passage: null,
          explanation: null,
          weight: 1,
          skillCategory: null,
          objective: null,
        }),
      );
    await fc.assert(
      fc.asyncProperty(plain, async (one) => {
        expect(await comeBack('aiken', [one])).toEqual([one]);
      }),
      { numRuns: RUNS },
    );
  });

  test.each([
    'A. Agostinho Neto foi o quê?',
    'a) e b) são o quê?',
    'B) é o quê?',
    'ANSWER: é o quê?',
    'Resposta: qual é?',
    '\u200bA. é o quê?',
    '\u200b\u200bA. é o quê?',
    '\u200bÉ o quê?',
  ])('aiken whose statement begins like another line: %j', async (statement) => {
    const [one] = fc.sample(question, { numRuns: 1, seed: 1 }) as [Draft];
    const plain = { ...one, statement, passage: null, alternatives: ['x', 'y'], correct: 1 };
    const [first, second] = await comeBack('aiken', [plain, { ...plain, statement: 'Qual?' }]);
    expect([first?.statement, first?.alternatives, second?.statement]).toEqual([
      normalizeText(statement),
      ['x', 'y'],
      'Qual?',
    ]);
    const { bytes } = await writeFile('aiken', [plain], { headers: true, about: null });
    // Moodle trims ASCII whitespace only, and takes a line for an alternative or an answer by these beginnings.
    expect(new TextDecoder().decode(bytes)).not.toMatch(/^[ \t]*([A-Z][).]|ANSWER:)(?! ?[xyB]\n)/m);
  });
});
