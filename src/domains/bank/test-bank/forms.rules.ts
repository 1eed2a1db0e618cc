// The letters of parallel tests: see src/shared/questions/test-names.ts.

/** Returns the letter of an index: 0 is A, 25 is Z, 26 is AA. */
function formAt(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : `${String.fromCharCode(64 + Math.floor(place / 26))}${letter}`;
}

/** Returns the letter for a test: the wanted one if no other form has it, otherwise the first free one. */
export function freeForm(taken: ReadonlySet<string>, wanted?: string): string {
  if (wanted && !taken.has(wanted)) return wanted;
  let place = 0;
  while (taken.has(formAt(place))) place += 1;
  return formAt(place);
}

/** Compares letters in their order: A … Z, then AA. */
export const byForm = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other));
