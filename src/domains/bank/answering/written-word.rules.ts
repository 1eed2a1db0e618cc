import { spellingsOfText } from '../../../shared/skills/spelling-1990.ts';
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
function wordKey(text: string, { capitals, anyAccents }: WordRules): string {
  const cased = capitals ? text : text.toLowerCase();
  return anyAccents ? cased.normalize('NFD').replace(/\p{M}/gu, '') : cased;
}

/**
 * Returns whether what was written is this word: `as-written` if it is spelled like it, `1990` if only as the spelling of 1990 has it, which
 * counts as right unless spelling is what is asked.
 */
export function sameWord(written: string, word: string, rules: WordRules): 'as-written' | '1990' | undefined {
  const given = wordKey(written, rules);
  if (given === wordKey(word, rules)) return 'as-written';
  if (rules.spelling) return undefined;
  if (rules.capitals && capitalsOf(written) !== capitalsOf(word)) return undefined;
  const lower = wordKey(written.toLowerCase(), rules);
  return spellingsOfText(word.toLowerCase()).some((text) => wordKey(text, rules) === lower) ? '1990' : undefined;
}

const capitalsOf = (text: string) => text.replace(/\P{Lu}/gu, '');

/** Returns whether a word counts as right only because the spelling of 1990 does, which the review says. */
export function isSpelledLike1990(
  rules: WordRules & { way: string; accepted: readonly string[] },
  text: string,
): boolean {
  if (rules.way !== 'word') return false;
  const matches = rules.accepted.map((word) => sameWord(text, word, rules));
  return matches.includes('1990') && !matches.includes('as-written');
}
