/** Rows that one statement deletes at most: all that a busy evening leaves would take longer than a statement may. */
const AT_ONCE = 5_000;

/**
 * Repeats work on a few rows until it finds none.
 *
 * @param work gets how many rows it may take, and returns how many it took. @returns how many in all.
 */
export async function inSlices(work: (most: number) => Promise<number>, most = AT_ONCE): Promise<number> {
  let all = 0;
  for (;;) {
    const taken = await work(most);
    if (taken === 0) return all;
    all += taken;
  }
}
