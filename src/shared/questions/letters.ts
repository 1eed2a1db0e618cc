/** Returns the letter of an index: 0 is A. */
export const letterAt = (index: number) => String.fromCharCode(65 + index);

/** Returns an alternative without its letter: "A) 5 laranjas" is "5 laranjas". Only the letter of its own position is removed. */
export function withoutLetter(alternative: string, index: number): string {
  const letter = letterAt(index);
  const rest = alternative.slice(1);
  return alternative.startsWith(letter) && /^\s*[).:-]\s*/.test(rest) ? rest.replace(/^\s*[).:-]\s*/, '') : alternative;
}
