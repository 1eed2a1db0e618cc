import type { Loose } from '../draft.rules.ts';
import type { Draft } from '../files.rules.ts';
import { OTHERS_FEEDBACK } from '../kinds.rules.ts';
import {
  factsFromTags,
  isDecimal,
  numberForFile,
  ownFacts,
  PARTIAL_WRITTEN,
  type RightAnswer,
  rangeFromFile,
  WRONG_ANSWERS,
  type WrittenRead,
  withOwnFacts,
  withoutWildcards,
  writtenNumbers,
  writtenWords,
} from './written.rules.ts';

// Numerical and short-answer questions of GIFT: `{#5:0.5}`, `{#1..5}`, `{#=%100%5:0 =%50%6:0}`, `{=gato =Gato}`.

/** What is read of a written question besides its statement. */
interface GiftWritten {
  fields: Pick<Loose, 'answering' | 'alternatives' | 'correct'>;
  /** The comment on the first right answer. */
  comment: string;
  notes: string[];
  /** Tags that do not belong to the answer. */
  tags: string[];
}

/**
 * Reads the answers of a written question.
 *
 * @param answers the text between the braces, escapes hidden.
 * @param show restores the escaped characters of a text.
 */
export function readGiftWritten(
  answers: string,
  tags: readonly string[],
  show: (text: string) => string,
): GiftWritten | { problem: string } {
  const isNumber = answers.startsWith('#');
  const notes = new Set<string>();
  const right: RightAnswer[] = [];
  let comment = '';
  for (const part of partsOf(isNumber ? answers.slice(1).trim() : answers)) {
    const percent = part.percent;
    if (!Number.isFinite(percent) || Math.abs(percent) > 100)
      return { problem: 'O valor de uma resposta não se consegue ler.' };
    if (percent > 0 && percent < 100) return { problem: PARTIAL_WRITTEN };
    if (percent < 100) {
      if (part.comment !== '') notes.add(OTHERS_FEEDBACK);
      if (part.text !== '' && part.text !== '*') notes.add(WRONG_ANSWERS);
      continue;
    }
    if (comment !== '' && part.comment !== '') notes.add(OTHERS_FEEDBACK);
    comment ||= part.comment;
    const answer = isNumber ? numberIn(part.text) : { text: show(part.text).trim() };
    if (!answer) return { problem: `O intervalo «${show(part.text).slice(0, 40)}» não se consegue ler.` };
    right.push(answer);
  }
  const read: WrittenRead = isNumber
    ? writtenNumbers(right)
    : writtenWords(
        right.map(({ text }) => text),
        false,
        true,
      );
  if ('problem' in read) return read;
  const { facts, others } = factsFromTags(tags);
  return { fields: withOwnFacts(read.answering, facts), comment, notes: [...notes, ...read.notes], tags: others };
}

interface Part {
  text: string;
  percent: number;
  comment: string;
}

function partsOf(answers: string): Part[] {
  const marked = /^[~=]/.test(answers) ? [...answers.matchAll(/([~=])([^~=]*)/g)] : [[answers, '=', answers] as const];
  return marked.map(([, sign, whole = '']) => {
    const weighted = /^\s*%(-?[\d.,]+)%/.exec(whole);
    const [text = '', ...comments] = whole.slice(weighted?.[0].length ?? 0).split('#');
    return {
      text: text.trim(),
      percent: weighted ? Number((weighted[1] as string).replace(',', '.')) : sign === '=' ? 100 : 0,
      comment: comments.join('#').trim(),
    };
  });
}

/** Reads "5", "5:0.5" and "1..5". */
function numberIn(text: string): RightAnswer | undefined {
  const range = /^(.+?)\.\.(.+)$/.exec(text);
  if (range) return rangeFromFile(range[1] as string, range[2] as string);
  const [value = '', tolerance = null] = text.split(':');
  return { text: value, tolerance };
}

/** Returns the answers of a written question, one a line, and the tags for what GIFT has no place for. */
export function giftWritten(question: Draft, escaped: (text: string) => string): { answers: string[]; tags: string[] } {
  const { answering } = question;
  const { accepted = [], tolerance } = answering ?? {};
  const isNumber = isDecimal(question);
  return {
    answers: accepted.map((text) =>
      isNumber
        ? `\t=%100%${numberForFile(text)}:${numberForFile(tolerance ?? '0')}`
        : `\t=%100%${escaped(withoutWildcards(text))}`,
    ),
    tags: ownFacts(question)
      .filter(([name]) => !(isNumber && name === 'tolerância'))
      .map(([name, value]) => `${name}=${value}`),
  };
}

/** Returns whether all answers pair two texts, which is a matching question. */
export const isMatching = (answers: string): boolean =>
  partsOf(answers).every(({ text }) => text.includes('->')) && !/=\s*%/.test(answers);
