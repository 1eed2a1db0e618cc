import type { IDBPTransaction } from 'idb';

type Upgrade = IDBPTransaction<unknown, string[], 'versionchange'>;

interface OldSitting {
  key: string;
  userId: number;
  sitting: { id: number; childId: number; test?: { theme: string }; child?: { firstName: string } };
  refused?: string;
}

/** Returns the words for an attempt in messages, such as "Fracções (Maria)". */
export const wordsOf = ({ test, child }: { test?: { theme: string }; child?: { firstName: string } }): string =>
  test && child ? `${test.theme} (${child.firstName})` : 'um teste';

/** Brings the records of a device's database to the present form, in the transaction that opens it. No record is lost. */
export async function upgradeRecords(transaction: Upgrade, from: number): Promise<void> {
  if (from < 1) return;
  const sittings = transaction.objectStore('sittings');
  const all = (await sittings.getAll()) as OldSitting[];
  if (from < 3) {
    const answers = transaction.objectStore('answers');
    for (const answer of (await answers.getAll()) as { attemptId: number; userId: number }[]) {
      const of = all.find(({ userId, sitting }) => userId === answer.userId && sitting.id === answer.attemptId);
      await answers.put({ ...answer, childId: of?.sitting.childId });
    }
    for (const { key, userId, sitting, refused } of all) {
      if (refused === undefined) continue;
      const { id: attemptId, childId } = sitting;
      const refusal = { attemptId, userId, childId, words: wordsOf(sitting), answers: 'all', why: refused };
      await transaction.objectStore('refusals').put(refusal);
      await sittings.delete(key);
    }
  }
}
