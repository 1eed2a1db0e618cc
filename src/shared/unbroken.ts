/** Longest sum, in characters, that is kept on one line: it fits on the narrowest phone. */
const LONGEST_SUM = 24;

/** A number as texts write it: "12", "3,5", "1 000", "25%", "½", or "?" in its place. */
const NUMBER = String.raw`(?:\d[\d\u00a0.,/]*(?: ?%)?|[\u00bd\u00bc\u00be?])`;
/** Numbers with signs between them: "700 − 250", "3 × 4 = 12", with any of + − – × : ÷ = < > ≠. */
const SUM = new RegExp(String.raw`(?<![\p{L}\d])${NUMBER}(?: [+\u2212\u2013\u00d7:\u00f7=<>\u2260] ${NUMBER})+`, 'gu');

/**
 * Inserts no-break spaces, so that numbers stay on one line with their units, and short sums as a whole: "1 000 000", "4 L", "700 − 250".
 */
export const unbroken = (text: string): string =>
  text
    .replace(/(\d) (?=\d{3}|(?:[kcdm]?[mg]|[cdm]?L|Kz|h|min)\b)/g, '$1\u00a0')
    .replace(SUM, (sum) => (sum.length > LONGEST_SUM ? sum : sum.replaceAll(' ', '\u00a0')));
