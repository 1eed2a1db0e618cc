import { isDurable, onDisk, type Tables } from '../device-tables.ts';

/**
 * Moves records of anybody from one place to another, in one transaction on disk: what is moved exists nowhere else, so it is never left to
 * memory.
 *
 * @throws DOMException if it does not fit, Error in a page that continues in memory. Everything then is as it was.
 */
export async function moveRows<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
  if (!isDurable()) throw new Error('in memory only');
  return onDisk('readwrite', work, (tables) => tables);
}
