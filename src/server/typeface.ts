import path from 'node:path';

/** Weights of the product's typeface that files made on the server may use. Made by `scripts/make-font.ts`. */
export const WEIGHTS = [400, 650, 800] as const;
export type Weight = (typeof WEIGHTS)[number];

/** Where the typeface of one weight lies, as TrueType. */
export function typefaceFile(weight: Weight): string {
  return path.join(import.meta.dirname, 'fonts', `figtree-${weight}.ttf`);
}

/** Signs of a school exercise that the typeface has not: a second one, for these alone, is used for them. */
export const SIGNS = '→←↔⇒⇔≈≠≤≥≡π√∛∞∑∏∫∈∉∅∪∩⊂⊃⊆⊄∀∃∠⊥⟂∥△∴∝αβγδθλσωΔΩ✓∙∘′″ℝℕℤℚ';
/** Where the signs' typeface lies; it has one weight. */
export const signsFile = () => path.join(import.meta.dirname, 'fonts', 'signs.ttf');

/** A printable text cut where one typeface takes over from the other. */
export function runsOf(text: string): { text: string; signs: boolean }[] {
  return Array.from(text.matchAll(RUNS), ([run]) => ({ text: run, signs: SIGNS.includes(run.charAt(0)) }));
}
const RUNS = new RegExp(`[${SIGNS}]+|[^${SIGNS}]+`, 'gu');

/** Printed for a character that the typeface lacks: the typeface's own empty box. */
export const BOX = '□';

/** The signs that can be printed: ASCII, Latin-1, and what else a Portuguese text needs. */
const KNOWN = new RegExp(`^[ -~\\u00a0-\\u00ac\\u00ae-ÿĂıŒœ–—‘’‚“”„•…‹›⁄€™↑↓−∕${SIGNS}]$`, 'u');
/** Every kind of space, and tabs; line feeds are kept apart. */
const SPACE = /[\t\v\f\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const HYPHEN = /[\u2010\u2011]/g;

const graphemes = new Intl.Segmenter('pt', { granularity: 'grapheme' });

/**
 * A text as the typeface can print it: composed letters, plain spaces, and a box for each sign that it has not (an emoji is
 * one sign, however many code points it has; marks of direction and control characters are signs too, so that nothing hidden
 * goes unseen). Line feeds stay.
 */
export function printable(text: string): string {
  const composed = text.replace(/\r\n?/g, '\n').normalize('NFC').replace(SPACE, ' ').replace(HYPHEN, '-');
  if (/^[ -~\u00a0-\u00ac\u00ae-ÿ\n]*$/.test(composed)) return composed;
  let clean = '';
  for (const { segment } of graphemes.segment(composed)) {
    let lacking = false;
    for (const sign of segment) {
      if (sign === '\n' || KNOWN.test(sign)) clean += sign;
      else lacking = true;
    }
    if (lacking) clean += BOX;
  }
  return clean;
}
