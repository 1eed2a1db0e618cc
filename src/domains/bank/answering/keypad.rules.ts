import { MAX_SIGNS, numberText, readNumber, shownNumber } from './written-number.rules.ts';

/** What a key of the keypad does: writes a digit or a comma, opens or switches a fraction, changes the sign, erases. */
export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'comma' | 'fraction' | 'minus' | 'erase';

export const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

/** A number while it is written. */
export interface Entry {
  /** "2550", "2,", "5/8", "1 5/". */
  text: string;
  /** The part of a fraction that the next digit goes to. */
  at: 'over' | 'under';
}

export const EMPTY: Entry = { text: '', at: 'over' };

/** Keys of the keypad for a class: fractions from the 3rd class, negative numbers from the 6th; all if the class is not known. */
export function keysFor(schoolClass: string | undefined): readonly Key[] {
  const number = schoolClass === undefined ? 9 : Number.parseInt(schoolClass, 10);
  return [
    ...DIGITS,
    'erase',
    'comma',
    ...(number >= 3 ? (['fraction'] as const) : []),
    ...(number >= 6 ? (['minus'] as const) : []),
  ];
}

const PARTS = /^(-?)(?:(\d*) )?(\d*)\/(\d*)$/;

/** Returns an entry of a stored or typed text. */
export const entryOf = (text: string): Entry => ({ text, at: 'under' });

/** Returns the parts of a fraction that is being written, or null if it is none. */
export function fractionIn(text: string): { before: string; over: string; under: string } | null {
  const [all, minus = '', whole = '', over = '', under = ''] = PARTS.exec(text) ?? [];
  return all === undefined ? null : { before: `${minus ? '−' : ''}${whole}`, over, under };
}

/** Returns the entry after a key, or the same entry if the key does nothing there. */
export function press(entry: Entry, key: Key): Entry {
  const text = plain(entry.text);
  const fraction = PARTS.exec(text);
  if (key === 'minus') return { ...entry, text: text.startsWith('-') ? text.slice(1) : fits(`-${text}`, entry.text) };
  if (fraction) return inFraction(fraction, entry, key);
  if (key === 'erase') return { ...entry, text: text.slice(0, -1) };
  if (key === 'fraction') {
    if (/[,.]/.test(text)) return entry;
    return { text: text === '' || text === '-' ? `${text}/` : `${text} /`, at: 'over' };
  }
  if (key === 'comma') return { ...entry, text: /[,.]/.test(text) ? entry.text : fits(`${text},`, entry.text) };
  return { ...entry, text: fits(text + key, entry.text) };
}

/** Applies a key while a fraction is open: digits go to one of its parts, and erasing in an empty part closes it. */
function inFraction([, minus = '', whole = '', over = '', under = '']: RegExpExecArray, entry: Entry, key: Key): Entry {
  if (key === 'comma' || key === 'minus') return entry;
  const { at } = entry;
  if (key === 'fraction') return { ...entry, at: at === 'over' ? 'under' : 'over' };
  const part = at === 'over' ? over : under;
  if (key === 'erase' && part === '') return { text: `${minus}${whole}`, at: 'over' };
  const changed = key === 'erase' ? part.slice(0, -1) : part + key;
  const before = `${minus}${whole && `${whole} `}`;
  const text = at === 'over' ? `${before}${changed}/${under}` : `${before}${over}/${changed}`;
  return { text: key === 'erase' ? text : fits(text, entry.text), at };
}

/** Removes the spaces between thousands. */
const plain = (text: string) => (text.includes('/') ? text : text.replace(/ /g, '')).replace(/^−/, '-');

const fits = (text: string, before: string) => (text.replace(/ /g, '').length > MAX_SIGNS ? before : text);

/** Returns whether the next digit would not fit. */
export const isFull = ({ text }: Entry): boolean => text.replace(/ /g, '').length >= MAX_SIGNS;

/** Returns an entry as it is shown while it is written: with a space between thousands. */
export const shownEntry = (text: string): string => (/^-?\d+(,\d*)?$/.test(text) ? shownNumber(text) : text);

/** What an entry is so far: nothing, a number in its stored spelling, one that can be read in two ways, or unfinished. */
export type EntryState =
  | { kind: 'empty' }
  | { kind: 'number'; text: string }
  | { kind: 'ambiguous'; readings: readonly [string, string] }
  | { kind: 'unfinished' };

export function stateOf(text: string, unit: string | undefined): EntryState {
  if (text.trim() === '') return { kind: 'empty' };
  const reading = readNumber(text, unit);
  if (reading.kind === 'number') return { kind: 'number', text: numberText(reading.number) };
  if (reading.kind === 'refused') return { kind: 'unfinished' };
  const [thousands, decimal] = reading.readings;
  return { kind: 'ambiguous', readings: [numberText(thousands), numberText(decimal)] };
}
