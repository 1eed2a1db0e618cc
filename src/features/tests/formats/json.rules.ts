import { plainText } from '../../../shared/words.ts';
import { letterAt } from '../tests.rules.ts';
import { fieldOf, unreadWords } from './columns.rules.ts';
import {
  checkRow,
  type Draft,
  FileRefused,
  guardLetters,
  LETTERS_ASTRAY,
  type Loose,
  lettersAstray,
  MOST_ROWS,
  type RowRead,
  refuseTooManyRows,
  withoutLetters,
  wrongRow,
} from './draft.rules.ts';
import { splitAlternatives } from './split.rules.ts';
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
  const read = list.map((item, index) => readItem(item, index + 1));
  read[0]?.notes.push(...unreadFields(list));
  return read;
}

/** What the calls of this program say of a question beside what is read. */
const ABOUT =
  /^(id|testId|position|order|revision|test|createdAt|updatedAt|(statement|passage|alternatives|explanation)Html|rendered)$/;

/** Fields with something in them that nothing is read from, which has to be said. */
function unreadFields(list: readonly unknown[]): string[] {
  const unread = new Set<string>();
  for (const item of list) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) continue;
    for (const [name, value] of Object.entries(item))
      if (value !== null && value !== '' && !fieldOf(name) && !ABOUT.test(name)) unread.add(name);
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
    const place = /position (\d+)/.exec((error as Error).message)?.[1];
    const position = place === undefined ? text.length : Number(place);
    const column = position - text.lastIndexOf('\n', position - 1);
    throw new FileRefused(
      400,
      'broken-json',
      `O ficheiro não é JSON válido: linha ${lineAt(text, position)}, coluna ${column}.`,
    );
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
  for (const [name, value] of Object.entries(item)) {
    const field = fieldOf(name);
    if (!field || value === null || value === undefined) continue;
    const other = names.get(field);
    if (other !== undefined)
      return wrongRow(row, loose.statement, `Diz o mesmo que «${other}»: deixe só um dos dois.`, name);
    names.set(field, name);
    if (field === 'alternatives') {
      const texts = alternativesIn(value);
      if (!texts) return unreadable(name);
      if (lettersAstray(texts)) return wrongRow(row, loose.statement, LETTERS_ASTRAY, name);
      loose.alternatives = withoutLetters(texts);
    } else if (field.startsWith('alternative-')) {
      if (typeof value !== 'string' && typeof value !== 'number') return unreadable(name);
      if (String(value).trim() !== '') columns[Number(field.slice(12))] = String(value);
    } else if (typeof value === 'string' || typeof value === 'number') {
      Object.assign(loose, { [field]: String(value) });
    } else return unreadable(name);
  }
  if (columns.length > 0) loose.alternatives = withoutLetters(Array.from(columns, (text) => text ?? ''));
  const given = names.get('correct');
  // Programs count from 0, people from 1.
  if (
    given !== undefined &&
    typeof Reflect.get(item, given) === 'number' &&
    !loose.alternatives.includes(String(loose.correct))
  )
    return wrongRow(row, loose.statement, COUNTED, given);
  return checkRow(row, loose);
}

const COUNTED = 'Um número tanto pode contar a partir de 0 como de 1: escreva a letra ou o texto da resposta certa.';

/** The specification has a JSON text of the list, or the list itself; people also write one per line or with bars. */
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
      // A text that only begins like a list.
    }
  }
  return splitAlternatives(value);
}

/** Questions as JSON in the shape of the API; `about` is the test they come from. */
export function writeJson(questions: readonly Draft[], about: Record<string, unknown> | null): string {
  const list = questions.map(({ alternatives, correct, ...rest }) => ({
    statement: rest.statement,
    ...(rest.passage === null ? {} : { passage: rest.passage }),
    alternatives: guardLetters(alternatives),
    correctAnswer: letterAt(correct),
    explanation: rest.explanation,
    weight: rest.weight,
    skillCategory: rest.skillCategory,
    objective: rest.objective,
  }));
  return `${JSON.stringify(about === null ? list : { test: about, questions: list }, null, 2)}\n`;
}
