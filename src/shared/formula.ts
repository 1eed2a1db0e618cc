/**
 * Matches text that a spreadsheet may evaluate as a formula: an operator at the start, its full-width form, or a DDE or
 * macro prefix, also after spaces and separators, because the file may be split differently on import.
 */
const FORMULA_START = /^'*[\s,;]*[=+\-@\t\r\n＝＋－＠|%]/;

/** Puts an apostrophe before text that a spreadsheet would evaluate. Used for every exported table. */
export const guardFormula = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

/** Reverses `guardFormula`: removes the apostrophe, whether it was added on export or typed by a person. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && FORMULA_START.test(text) ? text.slice(1) : text;
