// Rules for the bank as a whole: whether there is enough of each class and discipline.

import { CATALOGUE_CLASSES, CATALOGUE_DISCIPLINES, DIFFICULTIES, EVALUATION_TYPES } from '../../src/shared/words.ts';
import { letterSpread } from './content.rules.ts';
import { keyed } from './one-file.ts';
import { counted, percent, problem } from './problems.ts';
import type { Bank } from './reading.ts';

const TESTS_PER_CELL = 12;
/** Minimum numbers. `figures` counts questions with a figure; `checks` counts those in Matemática only. */
const WHOLE_BANK = { tests: 561, questions: 5600, figures: 1000, checks: 600 };
/** Themes of the specification's filter, in Angolan spelling. */
const EXPECTED_THEMES = ['Fracções', 'Interpretação de Texto', 'Sistema Solar'];

interface Cell {
  discipline: string;
  schoolClass: string;
  tests: number;
  questions: number;
  figures: number;
  checks: number;
  letters: Record<string, number>;
}

const testsOf = (banks: readonly Bank[], discipline: string, schoolClass: string) =>
  banks
    .filter(({ bank }) => bank.discipline === discipline && bank.schoolClass === schoolClass)
    .flatMap(({ bank }) => bank.tests);

function cellOf(banks: readonly Bank[], discipline: string, schoolClass: string): Cell {
  const tests = testsOf(banks, discipline, schoolClass);
  const questions = tests.flatMap((test) => test.questions);
  return {
    discipline,
    schoolClass,
    tests: tests.length,
    questions: questions.length,
    figures: questions.filter((question) => question.figure).length,
    checks: questions.filter((question) => question.check).length,
    letters: letterSpread(questions.map(keyed)),
  };
}

const cellsOf = (banks: readonly Bank[]) =>
  CATALOGUE_DISCIPLINES.flatMap((discipline) =>
    CATALOGUE_CLASSES.map((schoolClass) => cellOf(banks, discipline, schoolClass)),
  );

const COUNTED = ['tests', 'questions', 'figures', 'checks'] as const;

function totalOf(rows: readonly Cell[]): Cell {
  const letters: Record<string, number> = {};
  for (const row of rows)
    for (const [letter, count] of Object.entries(row.letters)) letters[letter] = (letters[letter] ?? 0) + count;
  const sum = (name: (typeof COUNTED)[number]) => rows.reduce((total, row) => total + row[name], 0);
  return {
    discipline: 'Total',
    schoolClass: '',
    tests: sum('tests'),
    questions: sum('questions'),
    figures: sum('figures'),
    checks: sum('checks'),
    letters,
  };
}

export function checkWhole(banks: readonly Bank[]): void {
  const rows = cellsOf(banks);
  for (const { discipline, schoolClass, tests } of rows)
    if (tests < TESTS_PER_CELL)
      problem(
        'banco',
        'banco',
        `${discipline}, ${schoolClass}: ${counted(tests, 'teste')}; são precisos ${TESTS_PER_CELL}`,
      );
  for (const { discipline, schoolClass } of rows) {
    const tests = testsOf(banks, discipline, schoolClass);
    const missing = [
      ...DIFFICULTIES.filter((level) => !tests.some((test) => test.difficultyLevel === level)),
      ...EVALUATION_TYPES.filter((type) => !tests.some((test) => test.evaluationType === type)),
    ];
    for (const what of missing) problem('banco', 'banco', `${discipline}, ${schoolClass}: não há nenhum teste ${what}`);
  }
  const total = totalOf(rows);
  const { checks } = totalOf(rows.filter(({ discipline }) => discipline === 'Matemática'));
  const minimums: [number, number, string][] = [
    [total.tests, WHOLE_BANK.tests, 'testes'],
    [total.questions, WHOLE_BANK.questions, 'questões'],
    [total.figures, WHOLE_BANK.figures, 'questões com figura'],
    [checks, WHOLE_BANK.checks, 'questões de Matemática com conta'],
  ];
  for (const [there, least, what] of minimums)
    if (there < least) problem('banco', 'banco', `o banco tem ${there} ${what}; o mínimo são ${least}`);
  for (const theme of EXPECTED_THEMES)
    if (!banks.some(({ bank }) => bank.tests.some((test) => test.theme === theme)))
      problem('banco', 'banco', `nenhum teste tem o tema ${theme}`);
}

/** Prints the table of the bank. @param empty whether classes and disciplines without a test are printed too. */
export function printTable(banks: readonly Bank[], empty: boolean): void {
  const rows = cellsOf(banks).filter((row) => row.tests > 0 || empty);
  const line = (row: Cell) => {
    const share = (letter: string) =>
      row.questions === 0
        ? '–'
        : `${row.letters[letter] ?? 0} (${percent((row.letters[letter] ?? 0) / row.questions)})`;
    return [
      row.discipline,
      row.schoolClass,
      ...COUNTED.map((name) => String(row[name])),
      ...['A', 'B', 'C', 'D'].map(share),
    ];
  };
  const table = [
    ['Disciplina', 'Classe', 'Testes', 'Questões', 'Figuras', 'Contas', 'A', 'B', 'C', 'D'],
    ...rows.map(line),
    line(totalOf(rows)),
  ];
  const widths = (table[0] as string[]).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.log(
      row
        .map((text, column) => (column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    );
}
