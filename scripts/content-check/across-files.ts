// Rules for all files of the bank together: no duplicate keys, no duplicate questions, no unused figures.

import type { BankQuestion } from '../../src/domains/bank/test-bank/content.contract.ts';
import { svgProblems } from '../../src/domains/bank/test-bank/drawings.rules.ts';
import { withoutLetter } from '../../src/shared/questions/letters.ts';
import { LARGEST_PATTERN, likeness, patternOf, senseOf, wordsOf } from './content.rules.ts';
import { figuresOf } from './one-file.ts';
import { problem, type Rule } from './problems.ts';
import type { Bank, Placed } from './reading.ts';

/** Statements with at least this likeness are reported. */
const ALIKE = 0.85;

export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

export function checkKeys(banks: readonly Bank[]): void {
  const tests = banks.flatMap(({ file, bank }) => bank.tests.map((test) => ({ file, key: test.key })));
  for (const group of grouped(tests, ({ key }) => key)) {
    const files = group.map(({ file }) => file).join(', ');
    if (group.length > 1)
      for (const { file, key } of group) problem('chave', file, `a chave de teste está repetida (${files})`, key);
  }
}

/** Reports once per file that a group of questions repeats something, at the first of its questions in that file. */
function aboutGroup(rule: Rule, group: readonly Placed[], message: string): void {
  for (const inFile of grouped(group, ({ file }) => file)) {
    const [first] = inFile;
    if (first) problem(rule, first.file, message, first.test, first.question.key);
  }
}

function listed(group: readonly Placed[]): string {
  const shown = group.slice(0, 10).map(({ place }) => place.replace('.yaml', ''));
  return shown.join('; ') + (group.length > shown.length ? `; e mais ${group.length - shown.length}` : '');
}

/** Returns the right alternative without its letter, normalised for comparison. */
const rightOf = (question: BankQuestion) => {
  const place = question.correctAnswer.charCodeAt(0) - 65;
  return senseOf(withoutLetter(question.alternatives[place] ?? '', place));
};

export function checkRepetition(questions: readonly Placed[]): void {
  // The text or drawing of a question is part of what is compared: "Onde se passa a história?" may be asked of two stories.
  const about = ({ question }: Placed) => `${senseOf(question.passage ?? '')}|${question.figure ?? ''}`;
  const sayRepeated = (group: readonly Placed[]) =>
    group.length > 1 && aboutGroup('repetida', group, `o mesmo enunciado repete-se: ${listed(group)}`);
  for (const group of grouped(questions, (one) => `${senseOf(one.question.statement)}|${about(one)}`)) {
    // "Que palavra está bem escrita?" may be asked in another test, about other words.
    for (const inTest of grouped(group, ({ file, test }) => `${file} ${test}`)) sayRepeated(inTest);
    for (const sameRight of grouped(group, ({ question }) => rightOf(question)))
      if (new Set(sameRight.map(({ file, test }) => `${file} ${test}`)).size > 1) sayRepeated(sameRight);
  }

  for (const group of grouped(questions, ({ question }) => patternOf(question.statement))) {
    const pattern = `«${patternOf(group[0]?.question.statement ?? '')}»`;
    for (const inTest of grouped(group, ({ file, test }) => `${file} ${test}`)) {
      const keys = inTest.map(({ question }) => question.key).join(', ');
      if (inTest.length > LARGEST_PATTERN.test)
        aboutGroup('molde', inTest, `${inTest.length} questões do mesmo molde no teste (${keys}): ${pattern}`);
    }
    for (const inForm of grouped(group, ({ form }) => form))
      if (inForm.length > LARGEST_PATTERN.bank)
        aboutGroup(
          'molde',
          inForm,
          `${inForm.length} questões do mesmo molde nas provas ${inForm[0]?.form} ${pattern}: ${listed(inForm)}`,
        );
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
        if (Math.min(left.words.size, right.words.size) < ALIKE * Math.max(left.words.size, right.words.size)) continue;
        if (likeness(left.words, right.words) >= ALIKE)
          aboutGroup('quase-igual', [left.one, right.one], `enunciados quase iguais: ${listed([left.one, right.one])}`);
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
    for (const name of figuresOf(question))
      if (!users.has(name) || wanted.length === 0 || wanted.includes(file)) users.set(name, file);
  for (const [name, svg] of figures) {
    const file = users.get(name);
    if (!file && wanted.length === 0) problem('figura-sem-uso', `figures/${name}`, 'nenhuma questão usa esta figura');
    for (const message of svgProblems(svg)) problem('figura', file ?? `figures/${name}`, `figura ${name}: ${message}`);
  }
}
