/** Days for which a deleted test or question can be brought back. */
export const DELETED_DAYS = 30;

/**
 * The order of a test's questions once deleted ones are back where they were; behind the last one when the test has become
 * shorter.
 *
 * @param ids the questions that the test has now, in order.
 * @param back the questions that come back, with the place that they had, from 1.
 */
export function orderWith(ids: readonly number[], back: readonly { id: number; position: number }[]): number[] {
  const order = [...ids];
  for (const { id, position } of back.toSorted((a, b) => a.position - b.position || a.id - b.id))
    order.splice(Math.min(position - 1, order.length), 0, id);
  return order;
}
