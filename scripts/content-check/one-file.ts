// Rules for a single file of the bank: its tests, its questions, and the distribution of right answers.

import type { BankFile, BankQuestion, BankTest } from '../../src/domains/bank/test-bank/content.contract.ts';
import { renderText } from '../../src/domains/bank/test-bank/math.server.ts';
import { contentProblems, type QuestionField } from '../../src/domains/bank/test-bank/question.rules.ts';
import { drawingsIn } from '../../src/domains/bank/test-bank/texts/notation.rules.ts';
import { plainText } from '../../src/shared/words.ts';
import { checkProblems } from './arithmetic.rules.ts';
import {
  alternativeProblems,
  classNumber,
  hasNegative,
  type Keyed,
  LARGEST_LETTER_SHARE,
  LARGEST_LONGEST_SHARE,
  letterSpread,
  longestRightShare,
  passageProblems,
  statementProblems,
} from './content.rules.ts';
import { checkCues } from './cues.ts';
import { processProblems } from './demand.ts';
import { percent, problem, type Rule, type Say } from './problems.ts';
import type { Bank, Curriculum } from './reading.ts';
import { brazilianSpellings, type Misspelling } from './spelling.rules.ts';
import { texProblems } from './tex.rules.ts';

const QUESTIONS_PER_TEST = 10;
const QUESTIONS_PER_REHEARSAL = 30;
/** In a file with fewer questions, one question more or less would change the shares too much. */
const FEWEST_FOR_SHARES = 30;

/** The themes, objectives and figures that questions may name. */
interface Known {
  curriculum: Curriculum;
  figures: ReadonlyMap<string, string>;
}

export const keyed = (question: BankQuestion): Keyed => ({
  alternatives: question.alternatives,
  right: question.correctAnswer.charCodeAt(0) - 65,
});

export function checkFile({ file, bank }: Bank, known: Known): void {
  const name = `${plainText(bank.discipline)}-${classNumber(bank.schoolClass)}`;
  const [, suffix] = new RegExp(`^${name}(?:-([a-z0-9]+))?\\.yaml$`).exec(file) ?? [];
  if (suffix === undefined && file !== `${name}.yaml`)
    problem(
      'ficheiro',
      file,
      `o ficheiro de ${bank.discipline}, ${bank.schoolClass}, chama-se ${name}.yaml, ou ${name}-b.yaml se só tem provas B`,
    );
  if (suffix?.length === 1)
    for (const { key, form } of bank.tests)
      if (form !== suffix.toUpperCase())
        problem('ficheiro', file, `a prova ${form} não está no ficheiro das provas ${suffix.toUpperCase()}`, key);

  for (const test of bank.tests) {
    checkTest(file, bank, test, known.curriculum);
    for (const question of test.questions)
      checkQuestion(bank, test, question, known, (rule, message) =>
        problem(rule, file, message, test.key, question.key),
      );
  }

  const questions = bank.tests.flatMap((test) => test.questions).map(keyed);
  if (questions.length < FEWEST_FOR_SHARES) return;
  for (const [letter, count] of Object.entries(letterSpread(questions)))
    if (count / questions.length > LARGEST_LETTER_SHARE)
      problem(
        'letras',
        file,
        `a letra ${letter} é a certa em ${percent(count / questions.length)} das questões; o máximo são ${percent(LARGEST_LETTER_SHARE)}`,
      );
  const longest = longestRightShare(questions);
  if (longest > LARGEST_LONGEST_SHARE)
    problem(
      'comprida',
      file,
      `a alternativa certa é a mais comprida em ${percent(longest)} das questões; o máximo são ${percent(LARGEST_LONGEST_SHARE)}`,
    );
}

function checkTest(file: string, bank: BankFile, test: BankTest, curriculum: Curriculum): void {
  const say = (rule: Rule, message: string) => problem(rule, file, message, test.key);
  const wanted = test.kind === 'rehearsal' ? QUESTIONS_PER_REHEARSAL : QUESTIONS_PER_TEST;
  if (test.questions.length !== wanted) say('contagem', `tem ${test.questions.length} questões em vez de ${wanted}`);
  if (test.kind === 'rehearsal') checkRehearsal(bank, test, curriculum, say);
  const cell = curriculum.cellOfTheme.get(test.curriculumTheme);
  if (!cell) say('curriculo', `o tema ${test.curriculumTheme} não existe no currículo`);
  else if (cell !== `${bank.discipline} ${bank.schoolClass}`)
    say('curriculo', `o tema ${test.curriculumTheme} é de ${cell}`);
  for (const misspelling of brazilianSpellings(test.description, bank.discipline === 'Inglês'))
    say('grafia', misspelt('description', misspelling));
  if (test.questions.length === QUESTIONS_PER_TEST)
    for (const [letter, count] of Object.entries(letterSpread(test.questions.map(keyed))))
      if (count < 1 || count > 4)
        say('letras-do-teste', `a letra ${letter} é a certa ${count} vezes; o certo são 2 ou 3`);
  for (const key of repeated(test.questions.map((question) => question.key)))
    say('chave', `a chave de questão ${key} está repetida`);
}

/** Minimum and maximum number of times that each letter is the right one in a rehearsal. */
const REHEARSAL_LETTERS = [6, 9] as const;

/** Checks a rehearsal of the exam: its class, its name and duration, and that its questions are about all themes of the year. */
function checkRehearsal(bank: BankFile, test: BankTest, curriculum: Curriculum, say: Say): void {
  if (bank.schoolClass !== '6º Ano') say('simulado', `um simulado é do 6º Ano, não do ${bank.schoolClass}`);
  if (test.theme !== 'Simulado') say('simulado', `o tema de um simulado é «Simulado», não «${test.theme}»`);
  if (test.duration !== 90) say('simulado', `um simulado tem 90 minutos, não ${test.duration ?? 15}`);
  for (const [letter, count] of Object.entries(letterSpread(test.questions.map(keyed))))
    if (count < REHEARSAL_LETTERS[0] || count > REHEARSAL_LETTERS[1])
      say('letras-do-teste', `a letra ${letter} é a certa ${count} vezes; o certo são 7 ou 8`);
  const thirds = [0, 1, 2].map((third) => {
    const questions = test.questions.slice(third * QUESTIONS_PER_TEST, (third + 1) * QUESTIONS_PER_TEST);
    return questions.reduce((sum, { difficulty }) => sum + difficulty, 0);
  });
  if (thirds.some((sum, third) => sum < (thirds[third - 1] ?? 0)))
    say(
      'simulado',
      'as questões vão das mais fáceis para as mais difíceis: cada dez, mais difíceis do que as anteriores',
    );
  const asked = new Set(test.questions.map(({ objective }) => objective.replace(/\.\d+$/, '')));
  for (const [theme, cell] of curriculum.cellOfTheme)
    if (cell === `${bank.discipline} ${bank.schoolClass}` && !asked.has(theme))
      say('simulado', `nenhuma questão é do tema ${theme}`);
}

function checkQuestion(
  bank: BankFile,
  test: BankTest,
  question: BankQuestion,
  { curriculum, figures }: Known,
  say: Say,
): void {
  const schoolClass = classNumber(bank.schoolClass);
  const language = bank.discipline === 'Português' || bank.discipline === 'Inglês';
  const found: [Rule, readonly string[]][] = [
    ['curriculo', objectiveProblems(bank, test, question, curriculum)],
    ['alternativas', alternativeProblems(question.alternatives, language)],
    ['enunciado', statementProblems(question.statement, schoolClass)],
    ['enunciado', placeProblems(question)],
    ['texto', question.passage === undefined ? [] : passageProblems(question.passage, schoolClass)],
    ['grafia', spellingProblems(bank.discipline, question)],
    ['formula', mathProblems(question)],
    ['conta', question.check ? checkProblems(question.check, question.alternatives, keyed(question).right) : []],
    ['figura', figureProblems(question, figures)],
    ['exigencia', processProblems(question)],
  ];
  for (const [rule, messages] of found) for (const message of messages) say(rule, message);
  if (schoolClass <= 2 && bank.discipline !== 'Inglês' && hasNegative(question.statement))
    say('negativa', 'o enunciado tem uma negativa, que a 1.ª e a 2.ª classe dispensam');
  for (const { field, message } of contentProblems(question)) say(RULE_OF[field], message);
  checkCues(bank, question, say);
}

/** The rule of this check under which a problem of each field is reported. */
const RULE_OF: Record<QuestionField, Rule> = {
  statement: 'enunciado',
  passage: 'texto',
  alternatives: 'alternativas',
  correctAnswer: 'alternativas',
  explanation: 'enunciado',
  weight: 'enunciado',
  objective: 'curriculo',
  answering: 'escrita',
};

/** An alternative that is named by its place or letter. */
const BY_PLACE =
  /(primeira|segunda|terceira|quarta|quinta|última) (opção|alternativa)|(opção|alternativa) [A-E](?!\p{L})/iu;

/** Reports an explanation that names an alternative by its place: alternatives are shuffled. */
function placeProblems({ explanation = '' }: BankQuestion): string[] {
  const [found] = BY_PLACE.exec(explanation) ?? [];
  return found ? [`explanation: «${found}» diz o lugar de uma alternativa, e as alternativas são baralhadas`] : [];
}

/** Returns the names of a question's drawings: beside its statement and within its texts. */
export const figuresOf = ({ figure, statement, alternatives }: BankQuestion): string[] => [
  ...(figure ? [figure] : []),
  ...drawingsIn([statement, ...alternatives]),
];

function figureProblems(question: BankQuestion, figures: ReadonlyMap<string, string>): string[] {
  return [
    ...(question.figure && !question.figureAlt ? ['a figura não tem figureAlt'] : []),
    ...(question.figureAlt && !question.figure ? ['há figureAlt sem figure'] : []),
    ...figuresOf(question).flatMap((name) => (figures.has(name) ? [] : [`não há ${name} em content/figures`])),
  ];
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

/** A single word or part of one between quotation marks: the question is about the word itself. */
const CITED_WORD = /«[\p{L}-]+»/gu;

/**
 * Reports Brazilian spellings. In Português a question may ask for a wrong spelling: it is allowed when it is a word cited in «», or when
 * an alternative has Angola's spelling of the same word.
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

/** Returns the words of a text, as they are and in lower case. */
function spelledWords(text: string): Set<string> {
  return new Set([...(text.match(/\p{L}+/gu) ?? []), ...(text.toLowerCase().match(/\p{L}+/gu) ?? [])]);
}

function mathProblems(question: BankQuestion): string[] {
  return partsOf(question).flatMap(([field, text]) => {
    const found = texProblems(text ?? '');
    if (found.length === 0 && text) {
      try {
        renderText(text);
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
