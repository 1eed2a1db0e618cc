import type { Database, Queryable, Transaction } from '../../../server/db/db.ts';
import { seal, unseal } from '../../../server/db/sealing.ts';
import { emit } from '../../../server/jobs/outbox.ts';
import type { OpinionReason } from './opinions.contract.ts';
import { levelsOf } from './opinions.rules.ts';
import {
  deleteLeaving,
  endOpinion,
  erasePhotos,
  findMarks,
  findOver,
  findPhotos,
  lockAsked,
  updatePhoto,
} from './opinions.store.ts';

const PURPOSE = 'text-photo';

/** Encrypts the photograph of a text for this server. */
export const sealPhoto = (secretKey: string, textId: number, jpeg: Uint8Array): Buffer =>
  seal(secretKey, PURPOSE, String(textId), jpeg);

/** Returns a photograph as a data URL; undefined if it was sealed under another key. */
export function photoAddress(secretKey: string, textId: number, sealed: Buffer): string | undefined {
  const jpeg = unseal(secretKey, PURPOSE, String(textId), sealed);
  return jpeg && `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

/** Seals the photographs with another key. */
export async function resealPhotos(transaction: Queryable, oldKey: string, newKey: string): Promise<void> {
  for (const { textId, sealed } of await findPhotos(transaction)) {
    const plain = unseal(oldKey, PURPOSE, String(textId), sealed);
    if (plain) await updatePhoto(transaction, textId, sealPhoto(newKey, textId, plain));
  }
}

/** Ends an opinion: the photograph is erased in the same transaction, and the family is notified. */
export async function end(
  transaction: Transaction,
  { id, userId }: { id: number; userId: number },
  reason: OpinionReason | null,
): Promise<void> {
  await endOpinion(transaction, id, reason);
  await emit(transaction, 'opinion-ended', { userId, textId: id });
}

/**
 * Erases photographs whose time is over, and ends their opinions with the marks that there are. Those without a photograph, as after a crash
 * of the database or a restored backup, end too; those of a family or child that is about to be erased are deleted. Safe to run twice at once.
 *
 * @returns how many opinions ended.
 */
export async function endOpinions(db: Database): Promise<number> {
  await deleteLeaving(db);
  // Before anything that could fail, so that no photograph outlives its time.
  await erasePhotos(db);
  const over = await findOver(db);
  for (const { textId, isLost } of over)
    await db.transaction(async (transaction) => {
      const asked = await lockAsked(transaction, textId);
      if (asked?.state !== 'waiting' && asked?.state !== 'flagged') return;
      const levels = levelsOf(await findMarks(transaction, textId));
      await end(transaction, asked, levels.length > 0 ? null : isLost ? 'lost' : 'expired');
    });
  return over.length;
}
