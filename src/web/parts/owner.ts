import { boot } from '../../delivery/browser/boot.ts';
import { run } from '../device/device-tables.ts';
import { journalRow } from '../device/journal.ts';
import type { Waiting } from '../device/waiting.rules.ts';

/**
 * Returns the user for whom this page stores data: the one that the server named in it or, in a page that opened without network, the last
 * user of this device. 0 if neither is known.
 */
export async function ownerHere(): Promise<number> {
  const known = boot.user?.id;
  if (known !== undefined) return known;
  const person = await run('readonly', (tables) => tables.get('person', 'last')).catch(() => undefined);
  return person?.id ?? 0;
}

/**
 * Keeps a row that waits, for the user of `ownerHere`, and sends it now or when there is a network.
 *
 * @returns the user for whom it is stored.
 */
export async function sendRow(row: Waiting): Promise<number> {
  // Written to local storage first: the IndexedDB code is loaded on demand, which can fail without network on a first visit.
  const clearJournal = journalRow(row);
  const userId = row.userId || (await ownerHere());
  const { answerQueue } = await import('../device/answer-queue.ts');
  if (await answerQueue.keepRows({ ...row, userId })) clearJournal();
  void answerQueue.start(userId).catch(() => {});
  return userId;
}
