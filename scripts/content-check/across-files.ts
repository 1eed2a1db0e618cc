// What the files of the bank must be together: no key twice, no question twice, no figure that nobody uses.
import {
  LARGEST_PATTERN,
  likeness,
  patternOf,
  senseOf,
  svgProblems,
  wordsOf,
} from '../../src/features/tests/content.rules.ts';
import { type Problem, problem } from './problems.ts';
import type { Bank, Placed } from './reading.ts';

/** Statements at least this alike are pointed out. */
const ALIKE = 0.85;

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

export function checkKeys(banks: readonly Bank[]): void {
  const tests = banks.flatMap(({ file, bank }) => bank.tests.map((test) => ({ file, key: test.key })));
  for (const group of grouped(tests, ({ key }) => key)) {
    const files = group.map(({ file }) => file).join(', ');
    if (group.length > 1)
      for (const { file, key } of group) problem('erro', file, `a chave de teste está repetida (${files})`, key);
  }
}

/** Says once per file that a group of questions repeats something, at the first of its questions there. */
function aboutGroup(severity: Problem['severity'], group: readonly Placed[], message: string): void {
  for (const inFile of grouped(group, ({ file }) => file)) {
    const [first] = inFile;
    if (first) problem(severity, first.file, message, first.test, first.question.key);
  }
}

function listed(group: readonly Placed[]): string {
  const shown = group.slice(0, 10).map(({ place }) => place.replace('.yaml', ''));
  return shown.join('; ') + (group.length > shown.length ? `; e mais ${group.length - shown.length}` : '');
}

export function checkRepetition(questions: readonly Placed[]): void {
  // The text or drawing that a question is about is part of it: "Onde se passa a história?" may be asked of two stories.
  const about = ({ question }: Placed) => `${senseOf(question.passage ?? '')}|${question.figure ?? ''}`;
  for (const group of grouped(questions, (one) => `${senseOf(one.question.statement)}|${about(one)}`))
    if (group.length > 1) aboutGroup('erro', group, `o mesmo enunciado repete-se: ${listed(group)}`);

  for (const group of grouped(questions, ({ question }) => patternOf(question.statement))) {
    const pattern = `«${patternOf(group[0]?.question.statement ?? '')}»`;
    for (const inTest of grouped(group, ({ file, test }) => `${file} ${test}`)) {
      const keys = inTest.map(({ question }) => question.key).join(', ');
      if (inTest.length > LARGEST_PATTERN.test)
        aboutGroup('erro', inTest, `${inTest.length} questões do mesmo molde no teste (${keys}): ${pattern}`);
    }
    if (group.length > LARGEST_PATTERN.bank)
      aboutGroup('erro', group, `${group.length} questões do mesmo molde no banco ${pattern}: ${listed(group)}`);
  }
  checkLikeness(questions, about);
}

function checkLikeness(questions: readonly Placed[], about: (one: Placed) => string): void {
  for (const inDiscipline of grouped(questions, ({ discipline }) => discipline)) {
    const compared = inDiscipline.map((one) => {
      const { statement } = one.question;
      return { one, sense: senseOf(statement), words: wordsOf(statement), about: about(one) };
    });
    for (const [index, left] of compared.entries())
      for (const right of compared.slice(index + 1)) {
        if (left.about !== right.about || left.sense === right.sense) continue;
        if (likeness(left.words, right.words) >= ALIKE)
          aboutGroup('aviso', [left.one, right.one], `enunciados quase iguais: ${listed([left.one, right.one])}`);
      }
  }
}

export function checkFigures(
  figures: ReadonlyMap<string, string>,
  questions: readonly Placed[],
  wanted: readonly string[],
): void {
  const users = new Map<string, string>();
  for (const { file, question } of questions)
    if (question.figure && (!users.has(question.figure) || wanted.length === 0 || wanted.includes(file)))
      users.set(question.figure, file);
  for (const [name, svg] of figures) {
    const file = users.get(name);
    if (!file && wanted.length === 0) problem('aviso', `figures/${name}`, 'nenhuma questão usa esta figura');
    for (const message of svgProblems(svg)) problem('erro', file ?? `figures/${name}`, `figura ${name}: ${message}`);
  }
}
