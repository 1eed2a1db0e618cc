import { escapeMarks, FORMULA, withoutMarks } from '../test-bank/texts/notation.rules.ts';

// Bold and underlined parts and pictures of a marked-up text, on their way to the bank's notation. While a text is assembled they are
// positions; then they are signs that no text contains (noncharacters), because spaces still change.

type Kind = 'bold' | 'underlined' | 'notation' | 'picture';

/** A part of a text, or the place of a picture; `number` is that of the picture. `notation` is a part whose marks count. */
export interface Place {
  kind: Kind;
  from: number;
  to: number;
  number: number;
}

const SIGNS = {
  bold: ['\ufdd0', '\ufdd1'],
  underlined: ['\ufdd2', '\ufdd3'],
  notation: ['\ufdd6', '\ufdd7'],
} as const;
const MARKS = { bold: '**', underlined: '++' } as const;
/** Returns the place of a picture in a text. */
export const placeOf = (number: number): string => `\ufdd4${number}\ufdd5`;
const PICTURE = /\ufdd4(\d+)\ufdd5/;
/** Returns a text whose places of pictures count from another number. */
export const shiftedPlaces = (pictured: string, by: number): string =>
  by === 0 ? pictured : pictured.replace(new RegExp(PICTURE, 'g'), (_, number: string) => placeOf(Number(number) + by));

const ANY_SIGN = /[\ufdd0-\ufdd3]/g;

/** Splits a text at its pictures: texts, and between them the numbers of pictures. */
export const visible = (pictured: string): string[] => pictured.split(new RegExp(PICTURE, 'g'));

/** Returns a text with signs at its places, whose positions count from `start`. */
export function materialized(text: string, places: readonly Place[], start: number): string {
  const signs = places.flatMap((place): { at: number; order: number; sign: string }[] => {
    const [from, to] = [place.from - start, Math.min(place.to - start, text.length)];
    if (place.kind === 'picture') return [{ at: Math.min(from, text.length), order: 1, sign: placeOf(place.number) }];
    const [opens, closes] = SIGNS[place.kind];
    return from >= to
      ? []
      : [
          { at: from, order: 2, sign: opens },
          { at: to, order: 0, sign: closes },
        ];
  });
  signs.sort((one, other) => one.at - other.at || one.order - other.order);
  let marked = '';
  let end = 0;
  for (const { at, sign } of signs) {
    marked += text.slice(end, at) + sign;
    end = at;
  }
  return marked + text.slice(end);
}

const BAR_OR_FORMULA = new RegExp(`${FORMULA.source}|\\|`, 'g');
/** Returns a text of a cell, in which a bar outside formulas does not end the cell. */
export const cellText = (text: string): string =>
  text.replace(BAR_OR_FORMULA, (found) => (found === '|' ? '\\|' : found));

/** A run of text that is set off in one way. */
interface Run {
  text: string;
  bold: boolean;
  underlined: boolean;
}

/** Splits a line at its signs into runs; spaces at the ends of a part stand outside. */
function runsOf(line: string, open: { bold: number; underlined: number }): Run[] {
  const runs: Run[] = [];
  const add = (text: string, bold: boolean, underlined: boolean) => {
    const last = runs.at(-1);
    if (text === '') return;
    if (last && last.bold === bold && last.underlined === underlined) last.text += text;
    else runs.push({ text, bold, underlined });
  };
  for (const part of line.split(/([\ufdd0-\ufdd3])/)) {
    if (part === SIGNS.bold[0]) open.bold += 1;
    else if (part === SIGNS.bold[1]) open.bold -= 1;
    else if (part === SIGNS.underlined[0]) open.underlined += 1;
    else if (part === SIGNS.underlined[1]) open.underlined -= 1;
    else add(part, open.bold > 0, open.underlined > 0);
  }
  return runs.flatMap((run) => {
    if (!run.bold && !run.underlined) return [run];
    const [, before = '', inside = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run.text) ?? [];
    const plain = (text: string): Run => ({ text, bold: false, underlined: false });
    return [plain(before), ...(inside === '' ? [] : [{ ...run, text: inside }]), plain(after)];
  });
}

const marked = ({ text, bold, underlined }: Run): string => {
  const inner = underlined ? `${MARKS.underlined}${text}${MARKS.underlined}` : text;
  return bold ? `${MARKS.bold}${inner}${MARKS.bold}` : inner;
};

/** Returns a text without pictures, in which nothing shows where one was. */
const withoutPictures = (text: string): string =>
  text
    .replace(/(^|\n)(?:[ \t]*\ufdd4\d+\ufdd5)+[ \t]*(?:\n|$)/g, '$1')
    .replace(/ ?\ufdd4\d+\ufdd5(?= |$)|\ufdd4\d+\ufdd5/gm, '');

const comparable = (text: string): string => withoutMarks(text).replace(/\\\$/g, '$').replace(/\s+/g, ' ');

/** Returns whether a text has a line of dashes, below which its table is in the bank's notation. */
const HAS_TABLE = /^\|(?:---\|)+$/m;

/**
 * Returns a text with signs in the bank's notation. What is set off as a whole is only a matter of style and left out.
 *
 * @param isNotation whether the text is in the bank's notation already, so that its own marks count.
 * @returns the text without pictures and with places for them, and the parts whose marks the notation cannot hold there.
 */
export function resolved(raw: string, isNotation: boolean): { text: string; pictured: string; unkept: string[] } {
  const isMarked = isNotation || HAS_TABLE.test(raw.replace(ANY_SIGN, ''));
  const escaped = raw
    .split(/\ufdd6([^\ufdd7]*)\ufdd7/)
    .map((part, index) => (index % 2 === 1 || isMarked ? part : escapeMarks(part)))
    .join('');
  const bare = escaped.replace(ANY_SIGN, '');
  const plain = (text: string) => withoutPictures(text).trim();
  const open = { bold: 0, underlined: 0 };
  const lines = escaped.split('\n').map((line) => runsOf(line, open));
  const parts = lines.flat().filter(({ bold, underlined }) => bold || underlined);
  const isPart =
    parts.length > 0 && parts.map(({ text }) => text).join('').length < 0.9 * bare.replace(/\s/g, '').length;
  if (!isPart) return { text: plain(bare), pictured: bare, unkept: [] };
  const unkept: string[] = [];
  const pictured = lines.map((runs) => markedLine(runs, unkept)).join('\n');
  const text = plain(pictured);
  return comparable(text) === comparable(plain(bare))
    ? { text, pictured, unkept }
    : { text: plain(bare), pictured: bare, unkept: parts.map((part) => part.text) };
}

/** Returns a line with marks around its parts, but for those that the notation cannot mark there, such as one from within a word. */
function markedLine(runs: readonly Run[], unkept: string[]): string {
  const whole = runs.map(marked).join('');
  const bare = runs.map(({ text }) => text);
  if (comparable(whole) === comparable(bare.join(''))) return whole;
  const kept = [...bare];
  for (const [at, run] of runs.entries()) {
    if (!run.bold && !run.underlined) continue;
    kept[at] = marked(run);
    if (comparable(kept.join('')) === comparable(bare.join(''))) continue;
    kept[at] = run.text;
    unkept.push(run.text);
  }
  return kept.join('');
}
