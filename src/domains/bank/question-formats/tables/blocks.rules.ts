import { checkWritten, type Loose, wrongRow } from '../draft.rules.ts';
import type { Cells, RowRead } from '../files.rules.ts';
import {
  COMMENTS,
  HINTS,
  leftBehind,
  nameNotes,
  OTHERS_FEEDBACK,
  PARTIAL,
  SEVERAL,
  unknownKind,
} from '../kinds.rules.ts';
import {
  PARTIAL_WRITTEN,
  SCORED_OTHERWISE,
  WRONG_ANSWERS,
  type WrittenRead,
  writtenNumbers,
  writtenWords,
} from '../written/written.rules.ts';

// Tables without column names, in which every row says what it is: Blackboard's (a question a row) and D2L Brightspace's (a line a part).

/** Reads such a table, or returns undefined if the rows are none. */
export function readBlocks(rows: readonly Cells[]): RowRead[] | undefined {
  const words = rows.map(({ cells }) => (cells[0] ?? '').trim());
  const first = words.find((word) => word !== '' && !word.startsWith('//'));
  if (first !== undefined && /^NewQuestion$/i.test(first)) return readParts(rows);
  const isBlackboard =
    words.every((word) => BLACKBOARD.has(word.toUpperCase())) &&
    rows.some(({ cells }) => /^(?:correct|incorrect|true|false)$/i.test((cells[3] ?? cells[2] ?? '').trim()));
  return isBlackboard ? rows.map(readBlackboard) : undefined;
}

/** Blackboard's kinds of questions, under their names in `unknownKind`. */
const BLACKBOARD: ReadonlyMap<string, string> = new Map([
  ['MC', 'choice'],
  ['TF', 'truefalse'],
  ['MA', 'multiple'],
  ['ESS', 'essay'],
  ['SR', 'shortanswer'],
  ['FIB', 'shortanswer'],
  ['FIB_PLUS', 'cloze'],
  ['ORD', 'order'],
  ['MAT', 'matching'],
  ['NUM', 'numerical'],
  ['FIL', 'upload'],
  ['OP', 'opinion'],
  ['JUMBLED_SENTENCE', 'gapselect'],
  ['QUIZ_BOWL', 'quizbowl'],
]);
const TRUTH = ['Verdadeiro', 'Falso'] as const;

function readBlackboard({ row, cells, notes = [] }: Cells): RowRead {
  const [word = '', statement = '', ...rest] = cells.map((cell) => cell.trim());
  const kind = BLACKBOARD.get(word.toUpperCase()) ?? word;
  if (kind === 'multiple') return wrongRow(row, statement, SEVERAL);
  while (rest.at(-1) === '') rest.pop();
  if (kind === 'truefalse') {
    const [told = '', ...more] = rest;
    if (more.length > 0 || !/^(?:true|false)$/i.test(told)) return wrongRow(row, statement, UNREADABLE);
    return checkWritten(row, { statement, alternatives: TRUTH, correct: /^t/i.test(told) ? 0 : 1 }, { notes });
  }
  if (kind === 'numerical') {
    const [text = '', tolerance = null] = rest;
    return written(row, statement, writtenNumbers([{ text, tolerance }]), notes);
  }
  if (word.toUpperCase() === 'FIB') return written(row, statement, writtenWords(rest, false), notes);
  if (kind !== 'choice') return wrongRow(row, statement, unknownKind(kind));
  const pairs = rest.flatMap((text, index) => (index % 2 === 0 ? [{ text, told: rest[index + 1] ?? '' }] : []));
  if (pairs.some(({ told }) => !/^(?:correct|incorrect)$/i.test(told))) return wrongRow(row, statement, UNREADABLE);
  const right = pairs.flatMap(({ told }, index) => (/^c/i.test(told) ? [index] : []));
  if (right.length > 1) return wrongRow(row, statement, SEVERAL);
  return checkWritten(
    row,
    { statement, alternatives: pairs.map(({ text }) => text), correct: right[0] ?? '' },
    { notes },
  );
}
/** Returns the row of a question that is answered in writing. */
function written(
  row: number,
  statement: string,
  read: WrittenRead,
  notes: readonly string[],
  more: Partial<Loose> = {},
) {
  if ('problem' in read) return wrongRow(row, statement, read.problem);
  const { answering } = read;
  return checkWritten(
    row,
    { ...more, statement, alternatives: [], correct: 0, answering },
    { notes: [...notes, ...read.notes] },
  );
}
const UNREADABLE = 'A cada alternativa tem de seguir-se «correct» ou «incorrect».';

/** D2L's kinds of questions, under their names in `unknownKind`. */
const D2L: ReadonlyMap<string, string> = new Map([
  ['MC', 'choice'],
  ['TF', 'truefalse'],
  ['MS', 'multiple'],
  ['WR', 'essay'],
  ['SA', 'shortanswer'],
  ['M', 'matching'],
  ['O', 'order'],
]);

/** The lines of one question of D2L. */
interface Parts {
  row: number;
  kind: string;
  lines: (readonly string[])[];
}

function readParts(rows: readonly Cells[]): RowRead[] {
  const questions: Parts[] = [];
  let isCommented = false;
  for (const { row, cells } of rows) {
    const [word = '', told = '', ...more] = cells.map((cell) => cell.trim());
    if (word.startsWith('//')) isCommented = true;
    if (word.startsWith('//') || [word, told, ...more].every((cell) => cell === '')) continue;
    if (/^NewQuestion$/i.test(word)) questions.push({ row, kind: told.toUpperCase(), lines: [] });
    else questions.at(-1)?.lines.push([word, told, ...more]);
  }
  const read = questions.map(readQuestion);
  if (isCommented) read[0]?.notes.push(COMMENTS);
  return read;
}

/** The cells of a line that are read, from 0; behind a text its format may stand. */
const READ_CELLS: Readonly<Record<string, number>> = { option: 4, true: 2, false: 2, answer: 3, inputbox: 2 };
const ONLY_FORMAT = /^(?:|html|text|plain)$/i;

/** Returns why the lines of a question cannot be told apart: a comma without quotes, or two lines that say the same. */
function brokenLine(lines: readonly (readonly string[])[]): string | undefined {
  for (const [at, [word = '', ...cells]] of lines.entries()) {
    const name = word.toLowerCase();
    const last = READ_CELLS[name] ?? 1;
    const isExtra = (index: number) => index >= last || (name === 'option' && index === 2);
    if (cells.some((cell, index) => isExtra(index) && !ONLY_FORMAT.test(cell)))
      return `A linha «${word}» tem células a mais. O texto tem uma vírgula dentro e faltam-lhe as aspas?`;
    const again = /^(?:option|answer|hint|)$/.test(name)
      ? -1
      : lines.findIndex(([other = '']) => other.toLowerCase() === name);
    if (again !== -1 && again < at) return `Tem duas linhas «${word}»: deixe só uma.`;
  }
  return undefined;
}

/** What is set for the program itself. */
const SETTINGS =
  /^(?:ID|Difficulty|Scoring|Points|QuestionText|Title|Image|Option|TRUE|FALSE|InputBox|Answer|Hint|Feedback)$/i;

function readQuestion({ row, kind, lines }: Parts): RowRead {
  const named = (name: string) => lines.filter(([word = '']) => word.toLowerCase() === name);
  const said = (name: string) => named(name)[0]?.[1] ?? '';
  const statement = said('questiontext');
  const known = D2L.get(kind) ?? kind.toLowerCase();
  if (known === 'multiple') return wrongRow(row, statement, SEVERAL);
  const isWritten = known === 'shortanswer';
  if (known !== 'choice' && known !== 'truefalse' && !isWritten) return wrongRow(row, statement, unknownKind(known));
  const broken = brokenLine(lines);
  if (broken !== undefined) return wrongRow(row, statement, broken);
  const notes = besideNotes(lines, said, statement);
  if (isWritten) {
    const [explanation, weight] = [said('feedback'), said('points')];
    return written(row, statement, shortAnswer(named('answer')), notes, { explanation, weight });
  }
  // [score, text, feedback] of each alternative; true and false have no text.
  const options: [string, string, string][] =
    known === 'choice'
      ? named('option').map(([, score = '', text = '', , feedback = '']) => [score, text, feedback])
      : named('true')
          .concat(named('false'))
          .map(([, score = '', feedback = ''], index) => [score, TRUTH[index] ?? '', feedback]);
  const scores = options.map(([score]) => Number(score.replace(',', '.')));
  if (scores.some((score) => !Number.isFinite(score)))
    return wrongRow(row, statement, 'O valor de uma alternativa não é um número.');
  if (scores.some((score) => score > 0 && score < 100)) return wrongRow(row, statement, PARTIAL);
  const right = scores.flatMap((score, index) => (score >= 100 ? [index] : []));
  if (right.length > 1) return wrongRow(row, statement, SEVERAL);
  const place = right[0];
  return checkWritten(
    row,
    {
      statement,
      alternatives: options.map(([, text]) => text),
      correct: place ?? '',
      explanation: said('feedback') || (place === undefined ? '' : (options[place]?.[2] ?? '')),
      weight: said('points'),
    },
    {
      notes: [
        ...notes,
        ...(options.some(([, , feedback], index) => feedback !== '' && (index !== place || said('feedback') !== ''))
          ? [OTHERS_FEEDBACK]
          : []),
      ],
    },
  );
}

/** Returns notes about what stands beside a question and is not stored. */
function besideNotes(lines: Parts['lines'], said: (name: string) => string, statement: string): string[] {
  const unread = lines.filter(([word = '']) => !SETTINGS.test(word)).map(([word = '']) => `«${word.slice(0, 40)}»`);
  const [difficulty, picture] = [said('difficulty'), said('image')];
  return [
    ...nameNotes(said('title'), statement),
    ...(picture === '' ? [] : [leftBehind(picture)]),
    ...(lines.some(([word = '', hint = '']) => /^hint$/i.test(word) && hint !== '') ? [HINTS] : []),
    ...(difficulty === '' ? [] : [`A dificuldade «${difficulty.slice(0, 20)}» não é guardada.`]),
    ...(unread.length === 0 ? [] : [`Estas linhas não se conhecem e ficaram por ler: ${unread.join(', ')}.`]),
  ];
}

/** Reads the answers of a short answer: score, text and how the text is compared. */
function shortAnswer(answers: Parts['lines']): WrittenRead {
  const read = answers.map(([, score = '', text = '', how = '']) => ({
    score: Number(score.replace(',', '.')),
    text,
    how,
  }));
  if (read.some(({ how }) => /^regexp$/i.test(how))) return { problem: SCORED_OTHERWISE };
  if (read.some(({ score }) => score > 0 && score < 100)) return { problem: PARTIAL_WRITTEN };
  const right = read.filter(({ score }) => score >= 100);
  const words = writtenWords(
    right.map(({ text }) => text),
    right.some(({ how }) => /^sensitive$/i.test(how)),
  );
  return 'problem' in words || right.length === read.length ? words : { ...words, notes: [WRONG_ANSWERS] };
}
