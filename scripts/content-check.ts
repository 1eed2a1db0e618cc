// Checks the question bank against content/README.md and prints the table of what it holds.
//   npm run content:check                        all of content/
//   npm run content:check -- matematica-4.yaml   reports these files only; duplicates are still looked for in all
//   npm run content:check -- --complete          also asks that the bank is whole (cells, tests, figures, checks)
//   npm run content:check -- --summary           the table only
//   … --content=<folder>                         another folder than content/
// Ends with 1 when there is an error; warnings do not count.
import fs from 'node:fs';
import path from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { curriculumFile } from '../src/features/curriculum/curriculum-file.contract.ts';
import { checkProblems } from '../src/features/tests/arithmetic.rules.ts';
import { type BankFile, type BankQuestion, type BankTest, bankFile } from '../src/features/tests/content.contract.ts';
import {
  alternativeProblems,
  brazilianSpellings,
  classNumber,
  hasNegative,
  type Keyed,
  LARGEST_LETTER_SHARE,
  LARGEST_LONGEST_SHARE,
  LARGEST_PATTERN,
  letterSpread,
  likeness,
  longestRightShare,
  type Misspelling,
  passageProblems,
  patternOf,
  senseOf,
  statementProblems,
  svgProblems,
  texProblems,
  wordsOf,
} from '../src/features/tests/content.rules.ts';
import { renderMath } from '../src/features/tests/math.server.ts';
import {
  CATALOGUE_CLASSES,
  CATALOGUE_DISCIPLINES,
  DIFFICULTIES,
  EVALUATION_TYPES,
  plainText,
} from '../src/shared/words.ts';

const QUESTIONS_PER_TEST = 10;
const TESTS_PER_CELL = 4;
/** Figures are questions with one; checks count in Matemática only. */
const WHOLE_BANK = { tests: 140, questions: 1400, figures: 60, checks: 200 };
/** Themes that the specification's filter offers. */
const EXPECTED_THEMES = ['Frações', 'Interpretação de Texto', 'Sistema Solar'];
/** Statements at least this alike are pointed out. */
const ALIKE = 0.85;

interface Problem {
  severity: 'erro' | 'aviso';
  file: string;
  test?: string;
  question?: string;
  message: string;
}

/** A question with where it stands. */
interface Placed {
  file: string;
  discipline: string;
  test: string;
  question: BankQuestion;
  /** `file › test › question`, for messages about more than one. */
  place: string;
}

interface Source {
  name: string;
  text: string;
}

interface Curriculum {
  /** Code of each theme and objective → "Matemática 4º Ano". */
  cellOfTheme: Map<string, string>;
  cellOfObjective: Map<string, string>;
}

const problems: Problem[] = [];

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const content = path.resolve(
  flags.find((flag) => flag.startsWith('--content='))?.slice('--content='.length) ??
    path.join(import.meta.dirname, '..', 'content'),
);
const summaryOnly = flags.includes('--summary');
const complete = flags.includes('--complete');
const unknownFlag = flags.find((flag) => !/^--(summary|complete|content=.+)$/.test(flag));
if (unknownFlag) stop(`Opção desconhecida: ${unknownFlag}`);

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

function readFolder(folder: string, ending: string): Source[] {
  const place = path.join(content, folder);
  if (!fs.existsSync(place)) return [];
  return fs
    .readdirSync(place)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ name, text: fs.readFileSync(path.join(place, name), 'utf8') }));
}

function problem(severity: Problem['severity'], file: string, message: string, test?: string, question?: string): void {
  problems.push({ severity, file, message, ...(test ? { test } : {}), ...(question ? { question } : {}) });
}

// — Reading —

/** What a schema's complaint has that this program reads. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly expected?: string;
  readonly input?: unknown;
}

type Schema<T> = {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly unknown[] } };
};

/** Reads one YAML file by its schema; what is wrong becomes problems with a line, and then there is nothing to return. */
function readYaml<T>(source: Source, schema: Schema<T>): T | undefined {
  const lines = new LineCounter();
  const document = parseDocument(source.text, { lineCounter: lines });
  for (const error of document.errors) {
    const { line, col } = lines.linePos(error.pos[0]);
    const [message = ''] = error.message.split(/ at line \d+/);
    problem('erro', source.name, `linha ${line}, coluna ${col}: o YAML não se consegue ler: ${message}`);
  }
  if (document.errors.length > 0) return undefined;
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues as readonly Issue[]) {
    const position = positionOf(document.contents, issue.path);
    const keyAt = (...parts: PropertyKey[]) => {
      const found = document.getIn([...parts, 'key'] as (string | number)[]);
      return typeof found === 'string' ? found : undefined;
    };
    const [tests, test, questions, question] = issue.path;
    const testKey = tests === 'tests' && test !== undefined ? keyAt(tests, test) : undefined;
    const questionKey =
      tests === 'tests' && test !== undefined && questions === 'questions' && question !== undefined
        ? keyAt(tests, test, questions, question)
        : undefined;
    const line = position === undefined ? '' : `linha ${lines.linePos(position).line}: `;
    problem('erro', source.name, `${line}${sentenceFor(issue)}`, testKey, questionKey);
  }
  return undefined;
}

/** Where the innermost part of a path that exists begins in the text. */
function positionOf(root: unknown, parts: readonly PropertyKey[]): number | undefined {
  let node = root;
  let position: number | undefined;
  for (const part of parts) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === part);
      if (!pair) break;
      if (isScalar(pair.key)) position = pair.key.range?.[0] ?? position;
      node = pair.value;
    } else if (isSeq(node) && typeof part === 'number') {
      node = node.items[part];
      if (isMap(node) || isSeq(node) || isScalar(node)) position = node.range?.[0] ?? position;
    } else break;
  }
  return position;
}

function sentenceFor(issue: Issue): string {
  const field = issue.path.map(String).findLast((part) => !/^\d+$/.test(part)) ?? 'ficheiro';
  switch (issue.code) {
    case 'unrecognized_keys':
      return `campo desconhecido: ${issue.keys?.join(', ')}`;
    case 'invalid_type':
      return /undefined/.test(issue.message)
        ? `falta o campo ${field}`
        : `o campo ${field} devia ser ${TYPES[issue.expected ?? ''] ?? issue.expected}`;
    case 'invalid_value':
      return `o campo ${field} só pode ser ${issue.values?.join(', ')}`;
    case 'too_small':
      return `o campo ${field} está vazio ou tem pouco`;
    case 'too_big':
      return `o campo ${field} passa do máximo`;
    case 'invalid_format':
      return `o campo ${field} tem uma forma que não se aceita (letras minúsculas sem acentos, algarismos e hífenes)`;
    default:
      return `campo ${field}: ${issue.message}`;
  }
}

const TYPES: Record<string, string> = {
  string: 'texto',
  number: 'um número',
  int: 'um número inteiro',
  array: 'uma lista',
  object: 'um conjunto de campos',
};

function readBank(source: Source): BankFile | undefined {
  return readYaml<BankFile>(source, bankFile);
}

function readCurriculum(): Curriculum {
  const cellOfTheme = new Map<string, string>();
  const cellOfObjective = new Map<string, string>();
  for (const { name, text } of readFolder('curriculum', '.yaml')) {
    const source = { name: `curriculum/${name}`, text };
    const file = readYaml(source, curriculumFile);
    for (const { schoolClass, themes } of file?.classes ?? []) {
      const cell = `${file?.discipline} ${schoolClass}`;
      for (const { code, objectives } of themes) {
        if (cellOfTheme.has(code)) problem('erro', source.name, `o código ${code} está repetido`);
        cellOfTheme.set(code, cell);
        for (const objective of objectives) {
          if (cellOfObjective.has(objective.code))
            problem('erro', source.name, `o código ${objective.code} está repetido`);
          cellOfObjective.set(objective.code, cell);
        }
      }
    }
  }
  return { cellOfTheme, cellOfObjective };
}

// — One file —

const keyed = (question: BankQuestion): Keyed => ({
  alternatives: question.alternatives,
  right: question.correctAnswer.charCodeAt(0) - 65,
});
const percent = (share: number) => `${Math.round(share * 100)} %`;

function checkFile(file: string, bank: BankFile): void {
  const name = `${plainText(bank.discipline)}-${classNumber(bank.schoolClass)}.yaml`;
  if (file !== name) problem('erro', file, `o ficheiro de ${bank.discipline}, ${bank.schoolClass}, chama-se ${name}`);

  for (const test of bank.tests) {
    checkTest(file, bank, test);
    for (const question of test.questions)
      checkQuestion(bank, test, question, (severity, message) =>
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

function checkTest(file: string, bank: BankFile, test: BankTest): void {
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

function checkQuestion(bank: BankFile, test: BankTest, question: BankQuestion, say: Say): void {
  const schoolClass = classNumber(bank.schoolClass);
  const language = bank.discipline === 'Português' || bank.discipline === 'Inglês';
  const errors = [
    ...objectiveProblems(bank, test, question),
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

function objectiveProblems(bank: BankFile, test: BankTest, question: BankQuestion): string[] {
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

// — Across files —

function repeated(words: readonly string[]): string[] {
  return [...new Set(words.filter((word, index) => words.indexOf(word) !== index))];
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

function checkKeys(): void {
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

function checkRepetition(questions: readonly Placed[]): void {
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

function checkFigures(): void {
  const users = new Map<string, string>();
  for (const { file, question } of placed)
    if (question.figure && (!users.has(question.figure) || isWanted(file))) users.set(question.figure, file);
  for (const [name, svg] of figures) {
    const file = users.get(name);
    if (!file && wanted.length === 0) problem('aviso', `figures/${name}`, 'nenhuma questão usa esta figura');
    for (const message of svgProblems(svg)) problem('erro', file ?? `figures/${name}`, `figura ${name}: ${message}`);
  }
}

// — The whole —

interface Cell {
  discipline: string;
  schoolClass: string;
  tests: number;
  questions: number;
  figures: number;
  checks: number;
  letters: Record<string, number>;
}

function cellOf(discipline: string, schoolClass: string, only: (file: string) => boolean): Cell {
  const tests = banks
    .filter(({ file, bank }) => only(file) && bank.discipline === discipline && bank.schoolClass === schoolClass)
    .flatMap(({ bank }) => bank.tests);
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

const cells = (only: (file: string) => boolean) =>
  CATALOGUE_DISCIPLINES.flatMap((discipline) =>
    CATALOGUE_CLASSES.map((schoolClass) => cellOf(discipline, schoolClass, only)),
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

function checkWhole(): void {
  const rows = cells(() => true);
  for (const { discipline, schoolClass, tests } of rows)
    if (tests < TESTS_PER_CELL)
      problem(
        'erro',
        'banco',
        `${discipline}, ${schoolClass}: ${counted(tests, 'teste')}; são precisos ${TESTS_PER_CELL}`,
      );
  const total = totalOf(rows);
  const { checks } = totalOf(rows.filter(({ discipline }) => discipline === 'Matemática'));
  const minimums: [number, number, string][] = [
    [total.tests, WHOLE_BANK.tests, 'testes'],
    [total.questions, WHOLE_BANK.questions, 'questões'],
    [total.figures, WHOLE_BANK.figures, 'questões com figura'],
    [checks, WHOLE_BANK.checks, 'questões de Matemática com conta'],
  ];
  for (const [there, least, what] of minimums)
    if (there < least) problem('erro', 'banco', `o banco tem ${there} ${what}; o mínimo são ${least}`);
  for (const theme of EXPECTED_THEMES)
    if (!banks.some(({ bank }) => bank.tests.some((test) => test.theme === theme)))
      problem('erro', 'banco', `nenhum teste tem o tema ${theme}`);
}

function printTable(): void {
  const rows = cells(isWanted).filter((row) => row.tests > 0 || wanted.length === 0);
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

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

function report(): void {
  const shown = problems.filter(({ file }) => isWanted(file) || file === 'banco' || file.startsWith('curriculum/'));
  const errors = shown.filter(({ severity }) => severity === 'erro').length;
  if (!summaryOnly)
    for (const { severity, file, test, question, message } of shown)
      console.log(
        `${[file, test, question].filter(Boolean).join(' › ')}: ${severity === 'aviso' ? 'aviso: ' : ''}${message}`,
      );
  if (!summaryOnly && shown.length > 0) console.log('');
  printTable();
  const unread = sources.length - banks.length;
  if (!summaryOnly) {
    if (unread > 0 && wanted.length > 0)
      console.log(`\n${unread} ficheiro(s) do banco não se conseguem ler e ficaram fora da procura de repetições.`);
    console.log(`\n${counted(errors, 'erro')}, ${counted(shown.length - errors, 'aviso')}.`);
  }
  process.exitCode = errors > 0 ? 1 : 0;
}

// — The run —

const sources = readFolder('bank', '.yaml');
const wanted = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .map((argument) => {
    const name = `${path.basename(argument).replace(/\.ya?ml$/, '')}.yaml`;
    if (!sources.some((source) => source.name === name)) stop(`Não há ${name} em ${path.join(content, 'bank')}`);
    return name;
  });
const isWanted = (file: string) => wanted.length === 0 || wanted.includes(file);

const figures = new Map(readFolder('figures', '.svg').map(({ name, text }) => [name, text]));
const curriculum = readCurriculum();
const banks = sources.flatMap((source) => {
  const bank = readBank(source);
  return bank ? [{ file: source.name, bank }] : [];
});
for (const { file, bank } of banks) checkFile(file, bank);
const placed = banks.flatMap(({ file, bank }) =>
  bank.tests.flatMap((test) =>
    test.questions.map((question) => ({
      file,
      discipline: bank.discipline,
      test: test.key,
      question,
      place: `${file} › ${test.key} › ${question.key}`,
    })),
  ),
);
checkKeys();
checkRepetition(placed);
checkFigures();
if (complete) checkWhole();
report();
