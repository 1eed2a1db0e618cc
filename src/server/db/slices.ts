/** Maximum number of rows that one statement deletes: deleting all rows of a busy evening would exceed the statement timeout. */
const AT_ONCE = 5_000;

/**
 * Repeats work on a limited number of rows until it finds none.
 *
 * @param work gets the maximum number of rows, and returns how many it processed.
 * @returns the total number of rows.
 */
export async function inSlices(work: (most: number) => Promise<number>, most = AT_ONCE): Promise<number> {
  let all = 0;
  for (;;) {
    const taken = await work(most);
    if (taken === 0) return all;
    all += taken;
  }
}
