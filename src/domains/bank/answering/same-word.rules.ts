import { spellingsOfText } from '../../../shared/skills/spelling-1990.ts';
import { type WordRules, wordKey } from './written-word.rules.ts';

/** Returns whether what was written is this word. The spelling of 1990 counts too, unless spelling is what is asked. */
export function sameWord(written: string, word: string, rules: WordRules): boolean {
  const given = wordKey(written, rules);
  if (given === wordKey(word, rules)) return true;
  if (rules.spelling) return false;
  if (rules.capitals && capitalsOf(written) !== capitalsOf(word)) return false;
  const lower = wordKey(written.toLowerCase(), rules);
  return spellingsOfText(word.toLowerCase()).some((text) => wordKey(text, rules) === lower);
}

const capitalsOf = (text: string) => text.replace(/\P{Lu}/gu, '');
