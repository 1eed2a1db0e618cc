/**
 * Returns the order of a test's questions after deleted ones have been restored to their positions, or to the end if the test has become
 * shorter.
 *
 * @param ids the test's current questions, in order.
 * @param back the restored questions, with their earlier positions, from 1.
 */
export function orderWith(ids: readonly number[], back: readonly { id: number; position: number }[]): number[] {
  const order = [...ids];
  for (const { id, position } of back.toSorted((a, b) => a.position - b.position || a.id - b.id))
    order.splice(Math.min(position - 1, order.length), 0, id);
  return order;
}
