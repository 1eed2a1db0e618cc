// Rules for the forms of one theme among each other, and for all tests of a class.
import type { BankQuestion, BankTest } from '../../src/domains/bank/test-bank/content.contract.ts';
import { plainText } from '../../src/shared/words.ts';
import { grouped } from './across-files.ts';
import { classNumber, likeness, patternOf, senseOf, wordsOf } from './content.rules.ts';
import { percent, problem, type Rule } from './problems.ts';
import type { Bank, Curriculum } from './reading.ts';

/** Maximum difference between the forms of a theme in the number of questions that measure the same thing. */
const SLACK = 1;
/** Maximum number of questions of a form that may copy those of another form. */
const MAX_COPIES = 2;
/** Minimum and maximum number of questions of each difficulty band in a form. */
const BANDS = { fáceis: [2, 3], médias: [4, 5], difíceis: [2, 3] } as const;
/** The same of a rehearsal, which has 30 questions and is harder than the hardest tests of its class. */
const REHEARSAL_BANDS = { fáceis: [0, 3], médias: [12, 15], difíceis: [12, 16] } as const;
/** Share of the questions with a picture in classes 1 and 2, and the number of them in each form after A. */
const PICTURES = { share: 1 / 3, form: 3 } as const;
/** Minimum number of questions that measure an objective, over all forms. */
export const QUESTIONS_PER_OBJECTIVE = 6;
/** Statements with at least this likeness count as copies. */
const ALIKE = 0.85;

interface Form {
  file: string;
  cell: string;
  schoolClass: number;
  test: BankTest;
}

const formsOf = (banks: readonly Bank[]): Form[] =>
  banks.flatMap(({ file, bank }) =>
    bank.tests.map((test) => ({
      file,
      cell: `${bank.discipline}, ${bank.schoolClass}`,
      schoolClass: classNumber(bank.schoolClass),
      test,
    })),
  );

export function checkForms(banks: readonly Bank[]): void {
  const forms = formsOf(banks);
  for (const theme of grouped(forms, ({ cell, test }) => `${cell} ${plainText(test.theme)}`)) {
    const [first, ...others] = theme.sort((one, other) => (one.test.form < other.test.form ? -1 : 1)) as [
      Form,
      ...Form[],
    ];
    for (const [index, form] of others.entries()) {
      const before = [first, ...others.slice(0, index)];
      const same = before.find(({ test }) => test.form === form.test.form);
      if (same)
        problem('prova', form.file, `já há uma prova ${form.test.form} deste tema: ${same.test.key}`, form.test.key);
      checkBlueprint(first, form);
      for (const other of before) checkCopies(other, form);
    }
  }
  for (const form of forms) checkBands(form);
  for (const cell of grouped(forms, ({ cell }) => cell)) checkPictures(cell);
}

const countsOf = (test: BankTest, of: (question: BankQuestion) => string) =>
  new Map([...Map.groupBy(test.questions, of)].map(([name, questions]) => [name, questions.length]));

function checkBlueprint(first: Form, { file, test }: Form): void {
  const compare = (rule: Rule, what: string, of: (question: BankQuestion) => string) => {
    const wanted = countsOf(first.test, of);
    const found = countsOf(test, of);
    for (const name of new Set([...wanted.keys(), ...found.keys()])) {
      const [here, there] = [found.get(name) ?? 0, wanted.get(name) ?? 0];
      if (Math.abs(here - there) > SLACK)
        problem(
          rule,
          file,
          `${what} ${name} tem ${here} nesta prova e ${there} na ${first.test.form}; a diferença é 1 no máximo`,
          test.key,
        );
    }
  };
  compare('objectivos', 'o objectivo', ({ objective }) => objective);
  compare('categorias', 'a categoria', ({ skillCategory }) => skillCategory);
}

/** Returns whether a question copies another: the same statement except for names and numbers, and the same text or drawing. */
function isCopy(one: BankQuestion, other: BankQuestion): boolean {
  if (senseOf(one.passage ?? '') !== senseOf(other.passage ?? '')) return false;
  return (
    patternOf(one.statement) === patternOf(other.statement) ||
    likeness(wordsOf(one.statement), wordsOf(other.statement)) >= ALIKE
  );
}

function checkCopies(other: Form, { file, test }: Form): void {
  const copies = test.questions.flatMap((question) => {
    const original = other.test.questions.find((candidate) => isCopy(question, candidate));
    return original ? [`${question.key} de ${original.key}`] : [];
  });
  if (copies.length > MAX_COPIES)
    problem(
      'copia',
      file,
      `${copies.length} questões do mesmo molde que na prova ${other.test.form} (${copies.join(', ')}); o máximo são ${MAX_COPIES}`,
      test.key,
    );
}

function checkBands({ file, test }: Form): void {
  const levels = test.questions.map(({ difficulty }) => difficulty);
  const counts = {
    fáceis: levels.filter((level) => level <= 2).length,
    médias: levels.filter((level) => level === 3).length,
    difíceis: levels.filter((level) => level >= 4).length,
  };
  const bands = test.kind === 'rehearsal' ? REHEARSAL_BANDS : BANDS;
  for (const [name, [least, most]] of Object.entries(bands)) {
    const count = counts[name as keyof typeof counts];
    if (count < least || count > most)
      problem('grau', file, `tem ${count} questões ${name} (difficulty); devem ser de ${least} a ${most}`, test.key);
  }
}

function checkPictures(cell: readonly Form[]): void {
  const [{ cell: name, schoolClass }] = cell as [Form];
  const drawn = (test: BankTest) => test.questions.filter(({ figure }) => figure).length;
  const later = cell.filter(({ test }) => test.form !== 'A');
  const bare = later.filter(({ test }) => drawn(test) === 0);
  if (bare.length * 2 > later.length)
    problem(
      'desenhos',
      'banco',
      `${name}: ${bare.length} das ${later.length} provas B e C não têm nenhum desenho; a metade no máximo`,
    );
  if (schoolClass > 2) return;
  const questions = cell.flatMap(({ test }) => test.questions);
  const share = questions.filter(({ figure }) => figure).length / questions.length;
  if (share < PICTURES.share)
    problem(
      'imagens',
      'banco',
      `${name}: ${percent(share)} das questões têm imagem; na 1.ª e na 2.ª classe é um terço no mínimo`,
    );
  for (const { file, test } of later)
    if (drawn(test) < PICTURES.form)
      problem(
        'imagens',
        file,
        `tem ${drawn(test)} questões com imagem; na 1.ª e na 2.ª classe são ${PICTURES.form} no mínimo`,
        test.key,
      );
}

/** Returns the objectives that can be assessed in writing but are measured by too few questions, with the number of those questions. */
export function thinObjectives(banks: readonly Bank[], curriculum: Curriculum): { code: string; questions: number }[] {
  const counts = new Map<string, number>();
  for (const { bank } of banks)
    for (const { questions } of bank.tests)
      for (const { objective } of questions) counts.set(objective, (counts.get(objective) ?? 0) + 1);
  return [...curriculum.cellOfObjective.keys()]
    .filter((code) => !curriculum.notAssessable.has(code))
    .map((code) => ({ code, questions: counts.get(code) ?? 0 }))
    .filter(({ questions }) => questions < QUESTIONS_PER_OBJECTIVE);
}
