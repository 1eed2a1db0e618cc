/**
 * Returns whether the explanation already mentions this wrong alternative in a sentence that begins with "Quem": for "7", "Quem disse 7
 * somou o 1." Its error is then not added.
 */
export function explains(explanation: string | null, words: string): boolean {
  const said = /(?:^|\s)Quem\s.*$/s.exec(explanation ?? '')?.[0] ?? '';
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  for (let at = said.indexOf(words); at !== -1; at = said.indexOf(words, at + 1))
    if (!isWord(said[at - 1]) && !isWord(said[at + words.length])) return true;
  return false;
}
