import path from 'node:path';

/** Weights of the product's font that files made on the server may use. `scripts/make-font.ts` makes them. */
export const WEIGHTS = [400, 650, 800] as const;
export type Weight = (typeof WEIGHTS)[number];

/** Returns the path of the font file of one weight, in TrueType format. */
export function typefaceFile(weight: Weight): string {
  return path.join(import.meta.dirname, 'fonts', `figtree-${weight}.ttf`);
}

/**
 * Characters of school exercises that the product's font lacks: signs, raised and lowered letters and digits, fractions, Greek letters,
 * and letters of the languages of Angola and their neighbours. A second font is used for these only.
 */
export const SIGNS = [
  '→←↔⇒⇐⇔↕⇄⇌≈≅∼≠≤≥≪≫≡√∛∜∞∑∏∫∂∇∈∉∋∅∪∩⊂⊃⊆⊇⊄∖∀∃∄∧∨∠∡⊥∥∦△∴∵∝∓∗⋅∙∘⋮⋯′″‴‰ℝℕℤℚℂℓ',
  '⁰⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ',
  '⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞',
  'αβγδεζηθικλμνξοπρςστυφχψωϕϑΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
  'ĀāĒēĪīŌōŪūẼẽĨĩŨũỸỹŊŋƁɓƊɗŃńŚśŠšŽžČčŻżŁłĞğŞş',
  '♀♂✓✔✗✘●○■▪▫▲▼▶◀►◄◆◇★☆♥♦♣♠☐☑☒◦‣♪♫☺☹☀☁☂',
].join('');
/** Returns the path of the symbol font, which has one weight. */
export const signsFile = () => path.join(import.meta.dirname, 'fonts', 'signs.ttf');

/** Splits a printable text into parts that each need one font. */
export function runsOf(text: string): { text: string; signs: boolean }[] {
  return Array.from(text.matchAll(RUNS), ([run]) => ({ text: run, signs: SIGNS.includes(run.charAt(0)) }));
}
const RUNS = new RegExp(`[${SIGNS}]+|[^${SIGNS}]+`, 'gu');

/** Printed for a character that the fonts lack: the font's own empty box. */
export const BOX = '□';

/** The characters that can be printed: ASCII, Latin-1, and others that a Portuguese text needs. */
const KNOWN = new RegExp(`^[ -~\\n\\u00a0-\\u00ac\\u00ae-ÿĂıŒœ–—‘’‚“”„•…‹›⁄€™↑↓−∕${SIGNS}]*$`, 'u');
/** What has no shape of its own: soft hyphens, zero-width characters, and marks that choose between a sign and an emoji. */
const SHAPELESS = /[\u00ad\u200b-\u200d\u2060-\u2064\ufeff]|\ufe0e|\ufe0f/u;
/** All kinds of spaces, and tabs; line feeds are handled separately. */
const SPACE = /[\t\v\f\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const HYPHEN = /[\u2010\u2011]/g;
/** Another perpendicular sign that looks the same. */
const PERPENDICULAR = /\u27c2/g;

const graphemes = new Intl.Segmenter('pt', { granularity: 'grapheme' });

/**
 * Converts a text to characters that the fonts can print: composed letters, plain spaces, and a box for each missing character. An emoji
 * becomes one box, whatever its number of code points; direction marks and control characters also become boxes, so that no text contains
 * hidden characters. Characters without a shape are dropped, line feeds are kept.
 */
export function printable(text: string): string {
  const composed = text
    .replace(/\r\n?/g, '\n')
    .normalize('NFC')
    .replace(SPACE, ' ')
    .replace(HYPHEN, '-')
    .replace(PERPENDICULAR, '⊥');
  if (KNOWN.test(composed)) return composed;
  let clean = '';
  for (const { segment } of graphemes.segment(composed)) {
    let lacking = false;
    for (const sign of segment) {
      if (KNOWN.test(sign)) clean += sign;
      else if (!SHAPELESS.test(sign)) lacking = true;
    }
    if (lacking) clean += BOX;
  }
  return clean;
}

/** Returns the characters of a text that are printed as boxes, each once. */
export function unprintable(text: string): string[] {
  if (!printable(text).includes(BOX)) return [];
  const found = Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => segment);
  return [...new Set(found.filter((sign) => printable(sign).includes(BOX)))];
}
