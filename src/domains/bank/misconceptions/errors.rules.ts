// What a family reads of the error behind a wrong answer.

/** "Quem responde assim troca a causa com a consequência." @param phrase of the error, without a subject. */
export const errorSentence = (phrase: string) => `Quem responde assim ${phrase}.`;

/** Returns whether an explanation ends with what leads to this wrong alternative: "Quem disse 7 somou o 1." for "7". */
export function explains(explanation: string | null, words: string): boolean {
  const said = /(?:^|\s)Quem\s.*$/s.exec(explanation ?? '')?.[0] ?? '';
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  for (let at = said.indexOf(words); at !== -1; at = said.indexOf(words, at + 1))
    if (!isWord(said[at - 1]) && !isWord(said[at + words.length])) return true;
  return false;
}
