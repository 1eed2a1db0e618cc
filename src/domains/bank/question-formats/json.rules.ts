import { MOST_ROWS } from '../../../shared/question-limits.ts';
import { plainText } from '../../../shared/words.ts';
import { guardLetters, LETTERS_OUT_OF_ORDER, lettersOutOfOrder, withoutLetters } from '../test-bank/question.rules.ts';
import { letterAt } from '../test-bank/tests.rules.ts';
import { type Facts, fieldOf } from './column-names.rules.ts';
import { splitAlternatives, unreadWords } from './columns.rules.ts';
import {
  checkRow,
  type Draft,
  FileRefused,
  type Loose,
  type Picture,
  type RowRead,
  refusedKind,
  refuseTooManyRows,
  trueOrFalse,
  withoutGuessedKeys,
  wrongRow,
} from './draft.rules.ts';
import { dataOf, endingOf, mediaTypeOf, withPicture } from './pictures.rules.ts';
import { lineAt } from './xml.rules.ts';

/** Reads JSON: a list of questions, or an object with one under `questions` or `questoes`. Rows are numbered from 1. */
export function readJson(text: string): RowRead[] {
  const list = listIn(parse(text));
  if (!list) {
    throw new FileRefused(
      400,
      'no-rows',
      'O ficheiro JSON tem de ser uma lista de questões, ou ter uma lista em «questions».',
    );
  }
  if (list.length > MOST_ROWS) refuseTooManyRows();
  if (list.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro não tem nenhuma questão.');
  const read = withoutGuessedKeys(
    list.map((item, index) => readItem(item, index + 1)),
    'Resposta',
  );
  read[0]?.notes.push(...unreadFields(list));
  return read;
}

/** Fields of this program's API that are not read from a file. */
const ABOUT =
  /^(id|type|tipo|kind|question_?type|testId|position|order|revision|test|createdAt|updatedAt|(statement|passage|alternatives|explanation)Html|rendered)$/;

/** Fields with content that are not read, to be reported. */
function unreadFields(list: readonly unknown[]): string[] {
  const unread = new Set<string>();
  for (const item of list) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) continue;
    for (const [name, value] of Object.entries(item))
      if (value !== null && value !== '' && !fieldOf(name) && !ABOUT.test(name) && !PICTURE.test(name))
        unread.add(name);
    if (unread.size > 100) break;
  }
  return unread.size === 0
    ? []
    : [unreadWords(['Este campo não se conhece e ficou', 'Estes campos não se conhecem e ficaram'], [...unread])];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = faultIn(text, (error as Error).message);
    const column = position - text.lastIndexOf('\n', position - 1);
    throw new FileRefused(
      400,
      'broken-json',
      `O ficheiro não é JSON válido: linha ${lineAt(text, position)}, coluna ${column}.`,
    );
  }
}

const UNEXPECTED = 'Unexpected token ';

/**
 * Returns the offset of the error that V8 reports. V8 does not tell the offset of an unexpected token. A beginning of the text causes the
 * same message only if it includes that token, so a binary search finds the shortest such beginning.
 */
function faultIn(text: string, message: string): number {
  if (!message.startsWith(UNEXPECTED)) return Number(/ JSON at position (\d+)/.exec(message)?.[1] ?? text.length);
  let valid = 0;
  let faulty = text.length;
  while (faulty - valid > 1) {
    const middle = (valid + faulty) >> 1;
    if (messageFor(text.slice(0, middle)).startsWith(UNEXPECTED)) faulty = middle;
    else valid = middle;
  }
  return valid;
}

/** Returns V8's message for a text that is not JSON, and an empty text for JSON. */
function messageFor(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inside] of Object.entries(value))
    if (['questions', 'questoes', 'perguntas', 'items', 'itens'].includes(plainText(key)) && Array.isArray(inside))
      return inside;
  return undefined;
}

function readItem(item: unknown, row: number): RowRead {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return wrongRow(row, '', 'Não é uma questão: esperava-se um objecto { … }.');
  const loose: Loose = { statement: '', alternatives: [], correct: '' };
  const columns: string[] = [];
  const names = new Map<string, string>();
  const unreadable = (name: string) => wrongRow(row, loose.statement, 'O valor não se consegue ler.', name);
  const shown = pictureIn(item);
  for (const [name, value] of Object.entries(item)) {
    const field = fieldOf(name);
    if (!field || PICTURE.test(name) || value === null || value === undefined) continue;
    const other = names.get(field);
    if (other !== undefined)
      return wrongRow(row, loose.statement, `Diz o mesmo que «${other}»: deixe só um dos dois.`, name);
    names.set(field, name);
    if (field === 'alternatives') {
      const texts = alternativesIn(value);
      if (!texts) return unreadable(name);
      if (lettersOutOfOrder(texts)) return wrongRow(row, loose.statement, LETTERS_OUT_OF_ORDER, name);
      loose.alternatives = withoutLetters(texts);
    } else if (field.startsWith('alternative-')) {
      if (typeof value !== 'string' && typeof value !== 'number') return unreadable(name);
      if (String(value).trim() !== '') columns[Number(field.slice(12))] = String(value);
    } else if (typeof value === 'string' || typeof value === 'number') {
      Object.assign(loose, { [field]: String(value) });
    } else return unreadable(name);
  }
  if (typeof shown === 'string') return wrongRow(row, loose.statement, shown, 'Imagem');
  if (columns.length > 0) loose.alternatives = withoutLetters(Array.from(columns, (text) => text ?? ''));
  if (loose.alternatives.length === 0) loose.alternatives = trueOrFalse(String(loose.correct)) ?? [];
  const kind = Object.entries(item).find(([name]) => KIND.test(name))?.[1];
  const refused = typeof kind === 'string' ? refusedKind(kind) : undefined;
  if (refused !== undefined) return wrongRow(row, loose.statement, refused);
  const given = names.get('correct');
  // Programs count from 0, people from 1.
  if (
    given !== undefined &&
    typeof Reflect.get(item, given) === 'number' &&
    !loose.alternatives.includes(String(loose.correct))
  )
    return wrongRow(row, loose.statement, COUNTED, given);
  const read = checkRow(row, loose);
  if (shown === null) read.notes.push(NOT_INSIDE);
  return withPicture(read, shown ?? undefined);
}

/** Fields of a drawing and of a picture. */
const PICTURE = /^(figure|figura|desenho|image|imagem)$/i;
const NOT_INSIDE = 'A imagem não vem dentro do ficheiro: junte-a no banco.';

/** Returns the picture of an item: undefined if it has none, null if it is not in the file, a sentence if it cannot be read. */
function pictureIn(item: object): Picture | string | null | undefined {
  const values = Object.entries(item).filter(([name, value]) => PICTURE.test(name) && value !== null && value !== '');
  const [[, given] = []] = values;
  if (given === undefined) return undefined;
  if (values.length > 1) return 'Traz várias imagens: aqui cada questão tem uma só.';
  const { svg, data, alt = '' } = typeof given === 'string' ? { svg: given, data: given } : (given as PictureFields);
  const words = typeof alt === 'string' ? alt : '';
  if (typeof svg === 'string' && svg.trim().startsWith('<')) return { bytes: Buffer.from(svg), alt: words };
  const bytes = typeof data === 'string' ? dataOf(data) : undefined;
  if (bytes) return { bytes, alt: words };
  return data === undefined || typeof given === 'string'
    ? null
    : 'A imagem não se consegue ler: espera-se «data:image/…;base64,…».';
}
interface PictureFields {
  svg?: unknown;
  data?: unknown;
  alt?: unknown;
}

/** The field that holds the question type. */
const KIND = /^(tipo|type|kind|question_?type)$/i;

const COUNTED = 'Um número tanto pode contar a partir de 0 como de 1: escreva a letra ou o texto da resposta certa.';

/**
 * Returns the alternatives in a value: a list, a JSON text of a list (as the specification has it), or a text with one alternative on each
 * line or separated by bars. Returns undefined for any other value.
 */
function alternativesIn(value: unknown): string[] | undefined {
  if (Array.isArray(value)) {
    return value.every((text) => typeof text === 'string' || typeof text === 'number') ? value.map(String) : undefined;
  }
  if (typeof value !== 'string') return undefined;
  if (value.trim().startsWith('[')) {
    try {
      const inside: unknown = JSON.parse(value);
      if (Array.isArray(inside)) return alternativesIn(inside);
    } catch {
      // Text that only looks like a list.
    }
  }
  return splitAlternatives(value);
}

/** Returns questions as JSON in the shape of the API; `about` is the test they come from. */
export function writeJson(questions: readonly Draft[], about: Facts | null): string {
  const list = questions.map(({ alternatives, correct, ...rest }) => ({
    statement: rest.statement,
    ...(rest.passage === null ? {} : { passage: rest.passage }),
    alternatives: guardLetters(alternatives),
    correctAnswer: letterAt(correct),
    explanation: rest.explanation,
    weight: rest.weight,
    skillCategory: rest.skillCategory,
    objective: rest.objective,
    ...pictureFields(rest.picture),
  }));
  return `${JSON.stringify(about === null ? list : { test: about, questions: list }, null, 2)}\n`;
}

function pictureFields(picture: Picture | undefined) {
  if (!picture) return {};
  const { bytes, alt } = picture;
  const encoded = Buffer.from(bytes);
  return endingOf(picture) === 'svg'
    ? { figure: { svg: encoded.toString('utf8'), alt } }
    : { image: { data: `data:${mediaTypeOf(picture)};base64,${encoded.toString('base64')}`, alt } };
}
