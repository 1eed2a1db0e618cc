import type { IDBPTransaction } from 'idb';
import type { AttemptWork, OfflineSitting, PendingAnswer } from './queue.rules.ts';
import type { Waiting } from './waiting.rules.ts';

type Upgrade = IDBPTransaction<unknown, string[], 'versionchange'>;

/** The records of earlier versions, as far as they are read here. */
interface OldSitting {
  key: string;
  userId: number;
  sitting: { id: number; childId: number; test?: { theme: string }; child?: { firstName: string } };
  refused?: string;
}
interface OldFinishing {
  attemptId: number;
  userId: number;
  childId: number;
  work?: AttemptWork;
  offline?: OfflineSitting;
}

/** Returns the words for an attempt in messages, such as "Fracções (Maria)". */
export const wordsOf = ({ test, child }: { test?: { theme: string }; child?: { firstName: string } }): string =>
  test && child ? `${test.theme} (${child.firstName})` : 'um teste';

/** The lane in which an attempt's answers and its end are sent. */
export const laneOf = (attemptId: number): string => `attempt:${attemptId}`;

interface OfAttempt {
  userId: number;
  childId: number | undefined;
  attemptId: number;
  words?: string | undefined;
}

const rowOf = ({ userId, childId, attemptId, words }: OfAttempt, since: number) => {
  return { userId, childId, attemptId, words, lane: laneOf(attemptId), tries: 0, since };
};

/** Returns the row that sends a choice. */
export function rowOfAnswer(of: OfAttempt, answer: Waiting<'answer'>['body'], since: number): Waiting<'answer'> {
  const { questionId, sequence } = answer;
  const id = `answer:${of.attemptId}:${questionId}`;
  return { ...rowOf(of, since), id, kind: 'answer', order: sequence, body: answer };
}

/** Returns the row that completes an attempt: with the whole sitting if it was taken without network. */
export function rowOfFinish(
  of: OfAttempt,
  { work, offline }: Pick<OldFinishing, 'work' | 'offline'>,
  since: number,
): Waiting {
  const row = { ...rowOf(of, since), id: `finish:${of.attemptId}`, order: Number.MAX_SAFE_INTEGER };
  return offline
    ? { ...row, kind: 'sitting', body: offline }
    : { ...row, kind: 'finish', body: { completed: true, ...work } };
}

/** Brings the records of a device's database to the present form, in the transaction that opens it. No record is lost. */
export async function upgradeRecords(transaction: Upgrade, from: number): Promise<void> {
  if (from < 1 || from >= 4) return;
  const { db } = transaction;
  const read = async <R>(name: string) => (await transaction.objectStore(name).getAll()) as R[];
  const put = (name: string, record: unknown) => transaction.objectStore(name).put(record);
  const sittings = await read<OldSitting>('sittings');
  const ofAttempt = (userId: number, attemptId: number): OfAttempt => {
    const sitting = sittings.find((kept) => kept.userId === userId && kept.sitting.id === attemptId)?.sitting;
    return { userId, attemptId, childId: sitting?.childId, words: sitting && wordsOf(sitting) };
  };
  for (const { key: _key, userId, childId, ...answer } of await read<PendingAnswer & { key: string }>('answers')) {
    const of = ofAttempt(userId, answer.attemptId);
    await put('waiting', rowOfAnswer({ ...of, childId: of.childId ?? childId }, answer, Date.parse(answer.answeredAt)));
  }
  for (const finishing of await read<OldFinishing>('finishings')) {
    const { userId, attemptId, childId } = finishing;
    await put('waiting', rowOfFinish({ ...ofAttempt(userId, attemptId), childId }, finishing, Date.now()));
  }
  for (const { key, userId, sitting, refused } of sittings) {
    if (refused === undefined) continue;
    const { id: attemptId, childId } = sitting;
    const lane = laneOf(attemptId);
    await put('refused', { lane, userId, childId, words: wordsOf(sitting), answers: 'all', why: refused });
    await transaction.objectStore('sittings').delete(key);
  }
  for (const name of ['answers', 'finishings', 'refusals'])
    if (db.objectStoreNames.contains(name)) db.deleteObjectStore(name);
}
