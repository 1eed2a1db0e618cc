import { letterAt } from '../../../shared/questions/letters.ts';
import { MAX_ROWS } from '../../../shared/questions/question-limits.ts';
import { plainText } from '../../../shared/words.ts';
import { guardLetters } from '../test-bank/question.rules.ts';
import { type Draft, FileRefused, type Picture, type RowRead, refuseTooManyRows } from './files.rules.ts';
import { ANSWERING, CONDITIONAL, isObject, PICTURE, readItem } from './json-items.rules.ts';
import { withoutGuessedKeys } from './keys.rules.ts';
import { ownText } from './markup.rules.ts';
import { endingOf, mediaTypeOf, withAddresses } from './pictures.rules.ts';
import { type Facts, fieldOf } from './tables/column-names.rules.ts';
import { unreadWords } from './tables/columns.rules.ts';
import { lineAt } from './xml.rules.ts';

/**
 * Reads JSON: a list of questions, or an object that holds lists of them, whatever their name and depth. What stands around a list and is
 * no question is named in a note; a passage there belongs to each of its questions. Rows are numbered from 1.
 */
export function readJson(text: string): RowRead[] {
  const found = listsIn(parse(text));
  const list = found.lists.flatMap(({ items, passage }) => items.map((item) => ({ item, passage })));
  if (found.lists.length === 0) {
    throw new FileRefused(
      400,
      'no-rows',
      'O ficheiro JSON tem de ser uma lista de questões, ou ter uma lista em «questions».',
    );
  }
  if (list.length > MAX_ROWS) refuseTooManyRows();
  if (list.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro não tem nenhuma questão.');
  const read = withoutGuessedKeys(
    list.map(({ item, passage }, index) => readItem(item, index + 1, passage)),
    'Resposta',
  );
  read[0]?.notes.push(
    ...unreadFields([
      ...found.around.map((fields) => [fields, false] as const),
      ...list.map(({ item }) => [item, true] as const),
    ]),
  );
  return read;
}

/** Fields of this program's API that are not read from a file. */
const ABOUT =
  /^(id|type|tipo|kind|question_?type|testId|position|order|revision|test|createdAt|updatedAt|(statement|passage|alternatives|explanation)Html|rendered)$/;

/** Fields with content that are not read, to be reported. Each object comes with whether it is a question. */
function unreadFields(list: readonly (readonly [item: unknown, isQuestion: boolean])[]): string[] {
  const unread = new Set<string>();
  for (const [item, isQuestion] of list) {
    if (!isObject(item)) continue;
    for (const [name, value] of Object.entries(item))
      if (
        !isEmpty(value) &&
        !ABOUT.test(name) &&
        !(isQuestion && (fieldOf(name) || PICTURE.test(name) || CONDITIONAL.test(name) || ANSWERING.test(name)))
      )
        unread.add(name);
    if (unread.size > 100) break;
  }
  return unread.size === 0
    ? []
    : [unreadWords(['Este campo não se conhece e ficou', 'Estes campos não se conhecem e ficaram'], [...unread])];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Passed to a reviver of `JSON.parse` beside a value that is no object: how the text writes it. */
type Reviver = (this: unknown, name: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Parses JSON. A number that would be written otherwise ("1.50", more digits than a number holds) stays as the text has it.
 *
 * @throws FileRefused 400 with the place if it is no JSON, or if an object names a field twice, of which one would be lost.
 */
function parse(text: string): unknown {
  const members = new Map<string, number>();
  const keep: Reviver = function (this: unknown, name, value, { source }) {
    if (!Array.isArray(this)) members.set(name, (members.get(name) ?? 0) + 1);
    return typeof value === 'number' && source !== undefined && String(value) !== source ? source : value;
  };
  try {
    const value: unknown = JSON.parse(text, keep as Parameters<typeof JSON.parse>[1]);
    refuseRepeated(text, members);
    return value;
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    const position = faultIn(text, (error as Error).message);
    const column = position - text.lastIndexOf('\n', position - 1);
    throw new FileRefused(
      400,
      'broken-json',
      `O ficheiro não é JSON válido: linha ${lineAt(text, position)}, coluna ${column}.`,
    );
  }
}

/** Yields the names of members of a valid document: its strings in front of a colon. */
function* namesIn(text: string): Generator<string> {
  const behind = /\s*:/y;
  for (let from = text.indexOf('"'); from !== -1; from = text.indexOf('"', behind.lastIndex)) {
    let end = text.indexOf('"', from + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    behind.lastIndex = end + 1;
    if (behind.test(text)) yield JSON.parse(text.slice(from, end + 1)) as string;
    else behind.lastIndex = end + 1;
  }
}

/** Returns whether an odd number of backslashes stands in front of a quotation mark. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from -= 1;
  return (at - from) % 2 === 1;
}

/** Refuses a document with more names of members than members were read. */
function refuseRepeated(text: string, read: ReadonlyMap<string, number>): void {
  const written = new Map<string, number>();
  for (const name of namesIn(text)) written.set(name, (written.get(name) ?? 0) + 1);
  const repeated = [...written].find(([name, count]) => count > (read.get(name) ?? 0))?.[0];
  if (repeated !== undefined)
    throw new FileRefused(
      400,
      'broken-json',
      `O campo «${repeated.slice(0, 40)}» está duas vezes na mesma questão: deixe só um.`,
    );
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

/** Returns whether an object asks something. */
const asks = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).some(
    (name) => fieldOf(name) === 'statement' || /^(title|titulo|alternativesIntroduction)$/i.test(name),
  ) &&
  Object.keys(value).some(
    (name) =>
      /^(alternatives|alternative-\d|correct|written-\w+)$/.test(fieldOf(name) ?? '') ||
      /^(incorrect|wrong)_?answers$/i.test(name) ||
      ANSWERING.test(name),
  );

/** Lists of questions in a document, and what stands around them. */
interface Lists {
  lists: { items: unknown[]; passage: string | undefined }[];
  around: Record<string, unknown>[];
}

/** Levels of objects around a list that are looked into. */
const DEEPEST = 6;

function listsIn(value: unknown, passage?: string, depth = 0, found: Lists = { lists: [], around: [] }): Lists {
  if (depth > DEEPEST) return found;
  if (Array.isArray(value)) {
    const holders = value.filter((one) => isObject(one) && !asks(one));
    const inside: Lists = { lists: [], around: [] };
    if (depth > 0 || !value.some(asks)) for (const one of holders) listsIn(one, passage, depth + 1, inside);
    if (inside.lists.length > 0) {
      found.lists.push(...inside.lists);
      found.around.push(...inside.around);
    } else if (depth === 0 || value.some(asks)) found.lists.push({ items: value, passage });
    return found;
  }
  if (!isObject(value)) return found;
  const named = Object.entries(value);
  if (named.length > 0 && named.every(([, one]) => asks(one))) {
    found.lists.push({ items: named.map(([, one]) => one), passage });
    return found;
  }
  const around: Record<string, unknown> = {};
  const texts = named.filter(([name, one]) => fieldOf(name) === 'passage' && typeof one === 'string');
  const own = texts.length === 1 ? [passage, texts[0]?.[1] as string].filter(Boolean).join('\n\n') : passage;
  for (const [name, one] of named) {
    const before = found.lists.length;
    if (asks(one)) found.lists.push({ items: [one], passage: own });
    else if (LISTED.has(plainText(name)) && Array.isArray(one)) found.lists.push({ items: one, passage: own });
    else if (typeof one === 'object' && name !== 'test') listsIn(one, own, depth + 1, found);
    const isPassage = texts.length === 1 && texts[0]?.[0] === name;
    if (found.lists.length === before && !isPassage && name !== 'test') around[name] = one;
  }
  found.around.push(around);
  return found;
}
const LISTED = new Set(['questions', 'questoes', 'perguntas', 'items', 'itens']);

/** Returns questions as JSON in the shape of the API; `about` is the test they come from. */
export function writeJson(questions: readonly Draft[], about: Facts | null): string {
  const list = questions.map(withData).map(({ alternatives, correct, ...rest }) => ({
    statement: ownText(rest.statement),
    ...(rest.passage === null ? {} : { passage: ownText(rest.passage) }),
    alternatives: guardLetters(alternatives.map(ownText)),
    ...(alternatives.length === 0 ? {} : { correctAnswer: letterAt(correct) }),
    explanation: rest.explanation === null ? null : ownText(rest.explanation),
    weight: rest.weight,
    skillCategory: rest.skillCategory,
    objective: rest.objective,
    ...(rest.difficulty === undefined ? {} : { difficulty: rest.difficulty }),
    ...(rest.answering ? { answering: rest.answering } : {}),
    ...pictureFields(rest.picture),
  }));
  return `${JSON.stringify(about === null ? list : { test: about, questions: list }, null, 2)}\n`;
}

/** Returns a question whose pictures within texts are in the texts themselves. */
const withData = (question: Draft): Draft =>
  withAddresses(question, (address) => {
    const bytes = question.pictures?.get(address);
    return bytes && `data:${mediaTypeOf({ bytes })};base64,${Buffer.from(bytes).toString('base64')}`;
  });

function pictureFields(picture: Picture | undefined) {
  if (!picture) return {};
  const { bytes, alt } = picture;
  const encoded = Buffer.from(bytes);
  return endingOf(picture) === 'svg'
    ? { figure: { svg: encoded.toString('utf8'), alt } }
    : { image: { data: `data:${mediaTypeOf(picture)};base64,${encoded.toString('base64')}`, alt } };
}
