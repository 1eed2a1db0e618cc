import { LONGEST_WRITTEN, tidied } from './written-number.rules.ts';

export const NO_WORD = 'Escreve a resposta.';

const HYPHENS = / ?[-‐‑‒–—−] ?/g;
const APOSTROPHES = /[’‘ʼ´`]/g;
/** Control characters other than tab and line breaks, lone surrogates and noncharacters. */
const UNSTORABLE = /[^\P{Cc}\t\n\r]|\p{Surrogate}|[\ufffe\uffff]/u;
const QUOTES = /^[«»“”„"]+|[«»“”„"]+$/g;

export interface WordRules {
  /** Whether capital letters count. */
  capitals?: boolean | undefined;
  /** Whether spelling is what is asked: the spelling of 1990 is then another word. */
  spelling?: boolean | undefined;
  /** Whether accents and cedillas do not count. */
  anyAccents?: boolean | undefined;
}

/**
 * Returns the one spelling of a word or a short phrase that is stored: composed letters, single spaces, plain hyphens and apostrophes,
 * without quotation marks around it and without a full stop at its end. Undefined if nothing is left, or too much.
 */
export function wordText(written: string): string | undefined {
  if (written.length > LONGEST_WRITTEN || UNSTORABLE.test(written)) return undefined;
  const text = tidied(written.normalize('NFC').replace(/[\r\n]+/g, ' '))
    .replace(HYPHENS, '-')
    .replace(APOSTROPHES, "'");
  // "«casa.»" and "«casa».": the marks stand in either order.
  const bare = text.replace(QUOTES, '').trim().replace(/\.$/, '').replace(QUOTES, '').trim();
  return bare === '' || !/[\p{L}\p{N}]/u.test(bare) ? undefined : bare;
}

/** Returns what two words have in common if they count as the same answer, apart from the spelling of 1990. */
export function wordKey(text: string, { capitals, anyAccents }: WordRules): string {
  const cased = capitals ? text : text.toLowerCase();
  return anyAccents ? cased.normalize('NFD').replace(/\p{M}/gu, '') : cased;
}

/**
 * Returns whether an answer that is right has none of the accepted spellings: it is then spelled as in 1990, which the review says. Screens
 * decide it without the list of spellings.
 */
export function isSpelledLike1990(
  rules: WordRules & { way: string; accepted: readonly string[] },
  right: string,
): boolean {
  const key = wordKey(right, rules);
  return rules.way === 'word' && !rules.accepted.some((word) => wordKey(word, rules) === key);
}
