/**
 * Splits a text into its words as printed, for the marking grid, for indices into a text, and for its measures. A word contains a letter or a
 * digit; it keeps the punctuation that touches it, and a dash or quotation mark that stands alone belongs to the word after it (after the
 * last word: to the one before). Words with a hyphen are one word.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let waiting = '';
  for (const part of text.split(/\s+/)) {
    if (part === '') continue;
    if (/[\p{L}\p{N}]/u.test(part)) {
      words.push(waiting + part);
      waiting = '';
    } else waiting += `${part} `;
  }
  const last = words.pop();
  return last === undefined ? [] : [...words, waiting === '' ? last : `${last} ${waiting.trimEnd()}`];
}

/** Returns a word without the punctuation around it: "— Professora," gives "Professora". */
export const bareWord = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
