import { openDB } from 'idb';
import { isWithPhone } from './hands.ts';
import { markTakenOver } from './journal.ts';
import { moveRows } from './sealed/move-rows.ts';
import type { PracticeReview, Waiting } from './waiting.rules.ts';

const NAME = 'caderneta-treino';

/**
 * Moves reviews that an earlier version stored in the database of practice to what waits. A review is deleted there only once it is stored
 * here, and has the same id, so that one moved twice is sent once. In child mode those of siblings stay where they are.
 *
 * @throws DOMException if they do not fit: those that are left stay where they are.
 */
export async function takeOverReviews(): Promise<void> {
  const known = await indexedDB.databases?.();
  if (known && !known.some(({ name }) => name === NAME)) return;
  let left = 0;
  const database = await openDB(NAME);
  try {
    const stores = [...database.objectStoreNames] as string[];
    if (!stores.includes('reviews')) return;
    const packs = stores.includes('packs') ? await database.getAll('packs') : [];
    for (const { childId, ...body } of (await database.getAll('reviews')) as (PracticeReview & { childId: number })[]) {
      if (!isWithPhone(childId)) {
        left += 1;
        continue;
      }
      const pack = packs.find((one) => one.childId === childId);
      const since = Date.parse(body.at);
      const row: Waiting<'review'> = {
        id: body.clientId,
        kind: 'review',
        userId: pack?.userId ?? 0,
        childId,
        words: pack ? `treino (${pack.child.firstName})` : 'treino',
        lane: `practice:${childId}`,
        order: since,
        tries: 0,
        since,
        body,
      };
      await moveRows((tables) => tables.put('waiting', row));
      await database.delete('reviews', body.clientId);
    }
  } finally {
    database.close();
  }
  if (left === 0) markTakenOver();
}
