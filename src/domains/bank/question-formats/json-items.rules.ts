import { letterAt } from '../../../shared/questions/letters.ts';
import { plainText } from '../../../shared/words.ts';
import type { WrittenWay } from '../answering/answering.contract.ts';
import { LETTERS_OUT_OF_ORDER, lettersOutOfOrder, withoutLetters } from '../test-bank/question.rules.ts';
import { checkWritten, type Loose, refusedKind, wrongRow } from './draft.rules.ts';
import type { Picture, RowRead } from './files.rules.ts';
import { trueOrFalse } from './keys.rules.ts';
import { lostNotes, nameNotes, OTHERS_FEEDBACK, SEVERAL } from './kinds.rules.ts';
import { dataOf, withPicture } from './pictures.rules.ts';
import { type Field, fieldOf, WRITTEN_FIELDS, type WrittenField } from './tables/column-names.rules.ts';
import { splitAlternatives } from './tables/columns.rules.ts';
import { answeringFromApi, answeringFromCells, wayNamed } from './written/written.rules.ts';

// One question of a JSON file, in the shapes of the bank's API and of other programs.

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that are read under conditions: they hold the statement, the alternatives or pictures if nothing else does. */
export const CONDITIONAL = /^(title|titulo|incorrect_?answers|wrong_?answers|alternativesIntroduction|files)$/i;

/** The field that says how a question is answered in writing, in the shape of the bank's API. */
export const ANSWERING = /^(answering|maneiraDeResponder)$/i;

/** What the fields of an item say, before it is checked. */
interface Said {
  loose: Loose;
  notes: string[];
  /** The field names of the item, by what they mean. */
  names: ReadonlyMap<string, string>;
  /** Fields about a written answer, as texts. */
  written: Partial<Record<WrittenField, string>>;
  options: Options | undefined;
}

/** Reads a question; `around` is the passage of the list that it is in. */
export function readItem(item: unknown, row: number, around: string | undefined): RowRead {
  if (!isObject(item)) return wrongRow(row, '', 'Não é uma questão: esperava-se um objecto { … }.');
  const said = fieldsIn(item, row);
  if ('problems' in said) return said;
  const { loose, notes, names, options } = said;
  const refuse = (message: string, column: string | null = null) => wrongRow(row, loose.statement, message, column);
  const kind = Object.entries(item).find(([name]) => KIND.test(name))?.[1];
  // Alternatives of a written question may be further right answers or wrong ones: only `answering` tells.
  const way = typeof kind === 'string' && loose.alternatives.length === 0 ? wayNamed(kind) : undefined;
  const answering = answeringIn(item, said.written, way);
  if (answering && 'problem' in answering) return refuse(answering.problem, 'Como se responde');
  loose.answering = answering;
  const shown = pictureIn(item);
  if (typeof shown === 'string') return refuse(shown, 'Imagem');
  notes.push(...withConditional(item, loose));
  if (around !== undefined) loose.passage = [around, loose.passage].filter(Boolean).join('\n\n');
  if (Array.isArray(item['files']) && item['files'].length > 0) return refuse(`A questão ${lostNotes(['imagem'])}`);
  // Beside a list of wrong answers the right one is the only one.
  const isSingle = isListOfWrong(item);
  const refused = typeof kind === 'string' && !answering && !isSingle ? refusedKind(kind) : undefined;
  if (refused !== undefined) return refuse(refused);
  if (answering && loose.alternatives.length === 0) {
    const said = loose.correct === '' ? [] : [String(loose.correct)];
    loose.answering = { ...answering, accepted: [...(answering.accepted ?? []), ...said] };
    return withPicture(
      checkWritten(row, loose, { notes: [...notes, ...(shown === null ? [NOT_INSIDE] : [])] }),
      shown ?? undefined,
    );
  }
  if (loose.alternatives.length === 0) loose.alternatives = trueOrFalse(String(loose.correct)) ?? [];
  const given = names.get('correct');
  const key = plainText(String(loose.correct));
  const named = key === '' ? -1 : (options?.identifiers.indexOf(key) ?? -1);
  if (named !== -1) loose.correct = named;
  else if (
    // Programs count from 0, people from 1.
    given !== undefined &&
    typeof item[given] === 'number' &&
    !loose.alternatives.includes(String(loose.correct))
  )
    return refuse(COUNTED, given);
  const flagged = options?.correct;
  if (flagged !== undefined) {
    if (
      loose.correct !== '' &&
      loose.correct !== flagged &&
      !isSameKey(String(loose.correct), flagged, loose.alternatives)
    )
      return refuse('Diz duas respostas certas diferentes.', given ?? null);
    loose.correct = flagged;
  }
  const read = checkWritten(row, loose, { notes, find: () => undefined });
  if (shown === null) read.notes.push(NOT_INSIDE);
  return withPicture(read, shown ?? undefined);
}

/** Returns whether a key in words names the alternative at this index. */
const isSameKey = (key: string, index: number, alternatives: readonly string[]): boolean =>
  key.trim().toUpperCase() === letterAt(index) || key.trim() === alternatives[index]?.trim();

/** Reads the fields whose names are known, or returns the row refused. */
function fieldsIn(item: Record<string, unknown>, row: number): Said | RowRead {
  const loose: Loose = { statement: '', alternatives: [], correct: '' };
  const notes: string[] = [];
  const columns: string[] = [];
  const names = new Map<string, string>();
  const written: Said['written'] = {};
  let options: Options | undefined;
  const refuse = (message: string, name: string) => wrongRow(row, loose.statement, message, name);
  for (const [name, value] of Object.entries(item)) {
    const field = fieldOf(name);
    if (!field || PICTURE.test(name) || value === null || value === undefined) continue;
    const other = names.get(field);
    if (other !== undefined) return refuse(`Diz o mesmo que «${other}»: deixe só um dos dois.`, name);
    names.set(field, name);
    if (field === 'alternatives') {
      options = optionsIn(value);
      if (!options) return refuse(UNREADABLE, name);
      if (options.problem !== undefined) return refuse(options.problem, name);
      if (lettersOutOfOrder(options.texts)) return refuse(LETTERS_OUT_OF_ORDER, name);
      loose.alternatives = withoutLetters(options.texts);
      notes.push(...options.notes);
      continue;
    }
    if (isWrittenField(field)) {
      written[field] = Array.isArray(value) ? value.map(String).join('\n') : String(value);
      continue;
    }
    const text = textIn(field, value);
    if (text === undefined) return refuse(field === 'correct' && Array.isArray(value) ? SEVERAL : UNREADABLE, name);
    if (!field.startsWith('alternative-')) Object.assign(loose, { [field]: text });
    else if (text.trim() !== '') columns[Number(field.slice(12))] = text;
  }
  if (columns.length > 0) loose.alternatives = withoutLetters(Array.from(columns, (text) => text ?? ''));
  return { loose, notes, names, written, options };
}
const isWrittenField = (field: Field): field is WrittenField => (WRITTEN_FIELDS as readonly Field[]).includes(field);

/** Returns how an item is answered in writing, null if by choosing, or why that cannot be read. */
function answeringIn(item: Record<string, unknown>, written: Said['written'], way: WrittenWay | undefined) {
  const given = Object.entries(item).find(([name]) => ANSWERING.test(name))?.[1];
  if (given !== undefined && given !== null) {
    const read = answeringFromApi(given);
    return typeof read === 'string' ? { problem: read } : read;
  }
  const [told = '', accepted = '', unit = '', tolerance = '', rules = ''] = WRITTEN_FIELDS.map(
    (field) => written[field],
  );
  return answeringFromCells([told || (way ?? ''), accepted, unit, tolerance, rules], splitAlternatives);
}
const UNREADABLE = 'O valor não se consegue ler.';

/** Returns a value as text: of the key also a boolean, and the only value of a list. */
function textIn(field: Field, value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (field !== 'correct') return undefined;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) && value.length === 1 && !Array.isArray(value[0]) ? textIn(field, value[0]) : undefined;
}

/** Returns whether an item lists its wrong answers, as the questions of Open Trivia do. */
const isListOfWrong = (item: Record<string, unknown>): boolean =>
  Object.entries(item).some(([name, value]) => WRONG_ANSWERS.test(name) && Array.isArray(value));
const WRONG_ANSWERS = /^(incorrect|wrong)_?answers$/i;

/** Fills in what the item says under a name that has this meaning only if no other has. Returns notes on what is left. */
function withConditional(item: Record<string, unknown>, loose: Loose): string[] {
  const told = (pattern: RegExp) => Object.entries(item).find(([name]) => pattern.test(name))?.[1];
  const notes: string[] = [];
  const leave = (name: string) => void notes.push(`O campo «${name}» repete outro e ficou por ler.`);
  const wrong = told(WRONG_ANSWERS);
  if (wrong !== undefined && (!Array.isArray(wrong) || loose.alternatives.length > 0)) leave('incorrect_answers');
  else if (Array.isArray(wrong) && loose.correct !== '')
    loose.alternatives = [String(loose.correct), ...wrong.map(String)].sort((a, b) => a.localeCompare(b, 'pt'));
  const introduction = told(/^alternativesIntroduction$/i);
  const title = told(/^(title|titulo)$/i);
  const name = typeof title === 'string' ? title : '';
  if (loose.statement === '' && typeof introduction === 'string') loose.statement = introduction;
  else if (typeof introduction === 'string' && introduction !== '') leave('alternativesIntroduction');
  if (loose.statement === '' && loose.passage) {
    loose.statement = loose.passage;
    loose.passage = '';
  }
  if (loose.statement !== '') return [...notes, ...nameNotes(name, loose.statement)];
  loose.statement = name;
  return notes;
}

/** The alternatives of an item. */
interface Options {
  texts: string[];
  /** How the file calls each of them: its letter or id, in lower case; '' without one. */
  identifiers: string[];
  /** Index of the one that is marked as right. */
  correct?: number;
  notes: string[];
  problem?: string;
}

const TEXT =
  /^(text|texto|content|conteudo|label|answer|resposta|option|opcao|alternativa|alternative|choice|body|html|value|valor|descricao|description|enunciado|title|titulo|answer_?text|option_?text)$/;
const FLAG =
  /^(is_?correct|correct|correta|correcta|certa|is_?right|right|is_?answer|iscorrectanswer|resposta_?correta)$/;
const IDENTIFIER = /^(letter|letra|key|chave|id|identifier|index|indice|name|nome|value|valor|position|ordem|order)$/;
const COMMENT = /^(feedback|explanation|explicacao|rationale|comment|comentario|justificativa)$/;
const PICTURED = /^(file|image|imagem|img|picture|media|figura|url)$/;

/**
 * Returns the alternatives in a value: a list of texts or of objects, an object of texts by letter, a JSON text of a list (as the
 * specification has it), or a text with one alternative on each line or separated by bars. Returns undefined for any other value.
 */
function optionsIn(value: unknown): Options | undefined {
  if (Array.isArray(value)) {
    if (value.every((text) => typeof text === 'string' || typeof text === 'number'))
      return { texts: value.map(String), identifiers: [], notes: [] };
    return value.length > 0 && value.every(isObject) ? optionObjects(value) : undefined;
  }
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0 || entries.some(([name]) => !/^\s*\(?([a-z]|\d{1,2})[).]?\s*$/i.test(name)))
      return undefined;
    if (entries.every(([, one]) => isObject(one)))
      return optionObjects(entries.map(([name, one]) => ({ letter: name, ...(one as object) })));
    if (!entries.every(([, one]) => typeof one === 'string' || typeof one === 'number')) return undefined;
    return {
      texts: entries.map(([, one]) => String(one)),
      identifiers: entries.map(([name]) => plainText(name).replace(/[().]/g, '').trim()),
      notes: [],
    };
  }
  if (typeof value !== 'string') return undefined;
  if (value.trim().startsWith('[')) {
    try {
      const inside: unknown = JSON.parse(value);
      if (Array.isArray(inside)) return optionsIn(inside);
    } catch {
      // Text that only looks like a list.
    }
  }
  return { texts: splitAlternatives(value), identifiers: [], notes: [] };
}

function optionObjects(list: readonly Record<string, unknown>[]): Options | undefined {
  const texts: string[] = [];
  const identifiers: string[] = [];
  const right: number[] = [];
  const notes = new Set<string>();
  for (const [index, option] of list.entries()) {
    const entries = Object.entries(option).map(([name, value]) => ({ name, plain: plainText(name), value }));
    const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
    const worded = entries.filter(({ plain, value }) => TEXT.test(plain) && isText(value) && value !== '');
    const [first] = worded.sort((a, b) => ORDERED.indexOf(a.plain) - ORDERED.indexOf(b.plain));
    if (entries.some(({ plain, value }) => PICTURED.test(plain) && value !== null && value !== ''))
      return {
        texts: [],
        identifiers: [],
        notes: [],
        problem: `A alternativa ${letterAt(index)} ${lostNotes(['imagem'])}`,
      };
    if (!first) return undefined;
    texts.push(String(first.value));
    identifiers.push(
      plainText(
        String(
          entries.find((entry) => entry !== first && IDENTIFIER.test(entry.plain) && isText(entry.value))?.value ?? '',
        ),
      ),
    );
    for (const entry of entries) {
      const { name, plain, value } = entry;
      if (entry === first || value === null || value === '' || IDENTIFIER.test(plain)) continue;
      if (FLAG.test(plain)) {
        if (value === 'true' || (value !== false && Number(value) === 1)) right.push(index);
      } else if (COMMENT.test(plain)) notes.add(OTHERS_FEEDBACK);
      else notes.add(`O campo «${name.slice(0, 40)}» das alternativas não se conhece e ficou por ler.`);
    }
  }
  if (right.length > 1) return { texts, identifiers, notes: [], problem: SEVERAL };
  const [place] = right;
  return { texts, identifiers, notes: [...notes], ...(place === undefined ? {} : { correct: place }) };
}
/** Of several texts in an option, the one that is its text. */
const ORDERED = TEXT.source.slice(2, -2).split('|').concat('');

/** Fields of a drawing and of a picture. */
export const PICTURE = /^(figure|figura|desenho|image|imagem)$/i;
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
