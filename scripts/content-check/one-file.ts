// What one file of the bank must be by itself: its tests, its questions, how right answers are spread.
import { checkProblems } from '../../src/features/tests/arithmetic.rules.ts';
import type { BankFile, BankQuestion, BankTest } from '../../src/features/tests/content.contract.ts';
import {
  alternativeProblems,
  brazilianSpellings,
  classNumber,
  hasNegative,
  type Keyed,
  LARGEST_LETTER_SHARE,
  LARGEST_LONGEST_SHARE,
  letterSpread,
  longestRightShare,
  type Misspelling,
  passageProblems,
  statementProblems,
  texProblems,
} from '../../src/features/tests/content.rules.ts';
import { renderMath } from '../../src/features/tests/math.server.ts';
import { DIFFICULTIES, EVALUATION_TYPES, plainText } from '../../src/shared/words.ts';
import { type Problem, percent, problem } from './problems.ts';
import type { Bank, Curriculum } from './reading.ts';

const QUESTIONS_PER_TEST = 10;

/** What questions may name. */
interface Known {
  curriculum: Curriculum;
  figures: ReadonlyMap<string, string>;
}

export const keyed = (question: BankQuestion): Keyed => ({
  alternatives: question.alternatives,
  right: question.correctAnswer.charCodeAt(0) - 65,
});

export function checkFile({ file, bank }: Bank, known: Known): void {
  const name = `${plainText(bank.discipline)}-${classNumber(bank.schoolClass)}.yaml`;
  if (file !== name) problem('erro', file, `o ficheiro de ${bank.discipline}, ${bank.schoolClass}, chama-se ${name}`);

  for (const test of bank.tests) {
    checkTest(file, bank, test, known.curriculum);
    for (const question of test.questions)
      checkQuestion(bank, test, question, known, (severity, message) =>
        problem(severity, file, message, test.key, question.key),
      );
  }

  const questions = bank.tests.flatMap((test) => test.questions).map(keyed);
  for (const [letter, count] of Object.entries(letterSpread(questions)))
    if (count / questions.length > LARGEST_LETTER_SHARE)
      problem(
        'erro',
        file,
        `a letra ${letter} é a certa em ${percent(count / questions.length)} das questões; o máximo são ${percent(LARGEST_LETTER_SHARE)}`,
      );
  const longest = longestRightShare(questions);
  if (longest > LARGEST_LONGEST_SHARE)
    problem(
      'erro',
      file,
      `a alternativa certa é a mais comprida em ${percent(longest)} das questões; o máximo são ${percent(LARGEST_LONGEST_SHARE)}`,
    );
  for (const level of DIFFICULTIES)
    if (!bank.tests.some((test) => test.difficultyLevel === level))
      problem('erro', file, `não há nenhum teste ${level}`);
  for (const type of EVALUATION_TYPES)
    if (!bank.tests.some((test) => test.evaluationType === type)) problem('erro', file, `não há nenhum teste ${type}`);
}

function checkTest(file: string, bank: BankFile, test: BankTest, curriculum: Curriculum): void {
  const say = (severity: Problem['severity'], message: string) => problem(severity, file, message, test.key);
  if (test.questions.length !== QUESTIONS_PER_TEST)
    say('erro', `tem ${test.questions.length} questões em vez de ${QUESTIONS_PER_TEST}`);
  const cell = curriculum.cellOfTheme.get(test.curriculumTheme);
  if (!cell) say('erro', `o tema ${test.curriculumTheme} não existe no currículo`);
  else if (cell !== `${bank.discipline} ${bank.schoolClass}`)
    say('erro', `o tema ${test.curriculumTheme} é de ${cell}`);
  for (const misspelling of brazilianSpellings(test.description, bank.discipline === 'Inglês'))
    say('erro', misspelt('description', misspelling));
  if (test.questions.length === QUESTIONS_PER_TEST)
    for (const [letter, count] of Object.entries(letterSpread(test.questions.map(keyed))))
      if (count < 1 || count > 4) say('aviso', `a letra ${letter} é a certa ${count} vezes; o certo são 2 ou 3`);
  for (const key of repeated(test.questions.map((question) => question.key)))
    say('erro', `a chave de questão ${key} está repetida`);
}

type Say = (severity: Problem['severity'], message: string) => void;

function checkQuestion(
  bank: BankFile,
  test: BankTest,
  question: BankQuestion,
  { curriculum, figures }: Known,
  say: Say,
): void {
  const schoolClass = classNumber(bank.schoolClass);
  const language = bank.discipline === 'Português' || bank.discipline === 'Inglês';
  const errors = [
    ...objectiveProblems(bank, test, question, curriculum),
    ...alternativeProblems(question.alternatives, question.correctAnswer, language),
    ...statementProblems(question.statement, schoolClass),
    ...(question.passage === undefined ? [] : passageProblems(question.passage, schoolClass)),
    ...spellingProblems(bank.discipline, question),
    ...mathProblems(question),
    ...(question.check ? checkProblems(question.check, question.alternatives, keyed(question).right) : []),
  ];
  if (question.figure && !question.figureAlt) errors.push('a figura não tem figureAlt');
  if (question.figureAlt && !question.figure) errors.push('há figureAlt sem figure');
  if (question.figure && !figures.has(question.figure)) errors.push(`não há ${question.figure} em content/figures`);
  for (const error of errors) say('erro', error);
  if (schoolClass <= 2 && bank.discipline !== 'Inglês' && hasNegative(question.statement))
    say('aviso', 'o enunciado tem uma negativa, que a 1.ª e a 2.ª classe dispensam');
}

function objectiveProblems(bank: BankFile, test: BankTest, question: BankQuestion, curriculum: Curriculum): string[] {
  const cell = curriculum.cellOfObjective.get(question.objective);
  if (!cell)
    return [`o objectivo ${question.objective} não existe no currículo (tema do teste: ${test.curriculumTheme})`];
  return cell === `${bank.discipline} ${bank.schoolClass}` ? [] : [`o objectivo ${question.objective} é de ${cell}`];
}

const partsOf = (question: BankQuestion): [string, string | undefined][] => [
  ['passage', question.passage],
  ['statement', question.statement],
  ...question.alternatives.map((alternative): [string, string] => ['alternatives', alternative]),
  ['explanation', question.explanation],
  ['figureAlt', question.figureAlt],
];

const misspelt = (field: string, { found, write }: Misspelling) =>
  `${field}: «${found}» não é a grafia de Angola; escreva «${write}»`;

/** A single word or part of one between quotation marks: language that is talked about. */
const CITED_WORD = /«[\p{L}-]+»/gu;

/**
 * In Português a wrong spelling may be what is asked: it passes when it is a word cited in «», or when an alternative has
 * Angola's spelling of it.
 */
function spellingProblems(discipline: string, question: BankQuestion): string[] {
  const aboutLanguage = discipline === 'Português';
  const asked = aboutLanguage ? spelledWords(question.alternatives.join(' ')) : new Set<string>();
  return partsOf(question).flatMap(([field, text = '']) =>
    brazilianSpellings(aboutLanguage ? text.replace(CITED_WORD, ' ') : text, discipline === 'Inglês')
      .filter(({ write }) => !asked.has(write))
      .map((misspelling) => misspelt(field, misspelling)),
  );
}

/** The words of a text as they are and in lower case. */
function spelledWords(text: string): Set<string> {
  return new Set([...(text.match(/\p{L}+/gu) ?? []), ...(text.toLowerCase().match(/\p{L}+/gu) ?? [])]);
}

function mathProblems(question: BankQuestion): string[] {
  return partsOf(question).flatMap(([field, text]) => {
    const found = texProblems(text ?? '');
    if (found.length === 0 && text) {
      try {
        renderMath(text);
      } catch (error) {
        found.push((error as Error).message);
      }
    }
    return found.map((message) => `${field}: ${message}`);
  });
}

function repeated(words: readonly string[]): string[] {
  return [...new Set(words.filter((word, index) => words.indexOf(word) !== index))];
}
