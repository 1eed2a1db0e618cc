import { DAY_MS } from '../../shared/time.ts';
import { isDurable, type Refusal, run, type Tables } from './device-tables.ts';
import { laneOf } from './device-upgrade.ts';
import { forgetChoices, forgetNoted } from './journal.ts';
import { settles } from './queue.rules.ts';
import { isAnswer, KINDS, type Waiting } from './waiting.rules.ts';

// What waits on this device to be sent, and what the server did not accept of it.

/** Days for which rows are kept that nobody who signs in may send, because an earlier version did not store whose they are. */
const KEPT_DAYS = 60;

/** Stores rows; one with a known id is replaced. */
export const keepWaiting = (...rows: Waiting[]): Promise<void> =>
  run('readwrite', async (tables) => {
    for (const row of rows) await tables.put('waiting', row);
  });

/** Returns what waits of one user, as far as whoever has the phone may see it. */
export const readWaiting = (userId: number): Promise<Waiting[]> =>
  run('readonly', async (tables) =>
    (await tables.all('waiting')).filter((row) => row.userId === userId || row.userId === 0),
  );

/** Returns the number of answers of an attempt on this device that the server does not have. */
export async function countUnsent(attemptId: number): Promise<number> {
  const rows = await run('readonly', (tables) => tables.all('waiting'));
  return rows.filter((row) => row.attemptId === attemptId && isAnswer(row)).length;
}

/** Returns the photograph of a text that waits, or undefined. */
export const readPhotoOf = (text: string): Promise<Waiting | undefined> =>
  run('readonly', (tables) => tables.get('waiting', photoRowOf(text)));

/** The id of the row of a text's photograph. */
export const photoRowOf = (text: string): string => `opinion:${text}`;

/** Deletes a row that the parent does not want to be sent any more. */
export const dropWaiting = (id: string): Promise<void> => run('readwrite', (tables) => tables.remove('waiting', id));

/** Counts a failed try of rows that are still there. */
export const countTry = (rows: readonly Waiting[]): Promise<void> =>
  run('readwrite', async (tables) => {
    for (const { id } of rows) {
      const row = await tables.get('waiting', id);
      if (row) await tables.put('waiting', { ...row, tries: row.tries + 1 });
    }
  });

/** Returns whether a row that was refused may still be accepted from somebody else who signs in. */
export const mayBeAnothers = ({ userId, since }: Waiting, status: number): boolean =>
  userId === 0 && status === 404 && since > Date.now() - KEPT_DAYS * DAY_MS;

/**
 * Takes rows that the server has accepted or refused from what waits, unless a newer one has replaced them.
 *
 * @param refused why the server did not accept them, by the id of the row; it is kept for the parent. A refused choice is also removed from
 *   its sitting, so that the screen does not show as chosen what the server will never count.
 * @param keeps whether a child's work that was refused stays, to be sent again when the parent asks for it. Not answers to a test that is
 *   over, and what is no child's: photographs, of which the parent takes another, and the ear's training.
 */
export const settle = (rows: readonly Waiting[], refused: ReadonlyMap<string, string>, keeps: boolean): Promise<void> =>
  run('readwrite', async (tables) => {
    for (const row of rows) {
      const why = refused.get(row.id);
      const { endsSitting } = KINDS[row.kind];
      const now = await tables.get('waiting', row.id);
      if (now && settles({ sequence: row.order }, { sequence: now.order })) {
        await tables.remove('waiting', row.id);
        // With a durable store the journal has at most a newer choice, which is being written.
        if (!isDurable())
          isAnswer(row) ? forgetChoices(`${row.body.attemptId}:${row.body.questionId}`) : forgetNoted(row.id);
        if (why !== undefined && !endsSitting) await addRefusal(tables, row, 1, why, keeps);
      }
      if (endsSitting) await endSitting(tables, row, why);
      else if (why !== undefined && isAnswer(row)) await takeBack(tables, row);
    }
  });

/** Removes a refused choice from its sitting. */
async function takeBack(
  tables: Tables,
  { body: { attemptId, questionId, sequence } }: Waiting<'answer'>,
): Promise<void> {
  for (const kept of await tables.all('sittings')) {
    if (kept.sitting.id !== attemptId || kept.choices[questionId]?.sequence !== sequence) continue;
    const { [questionId]: _refused, ...choices } = kept.choices;
    await tables.put('sittings', { ...kept, choices });
  }
}

/** Deletes an attempt that has ended and keeps only the fact that it has, so that its address does not start a new one. */
async function endSitting(tables: Tables, row: Waiting, why: string | undefined): Promise<void> {
  const { attemptId = 0, userId } = row;
  forgetChoices(attemptId);
  await tables.remove('prepared', attemptId);
  for (const kept of await tables.all('sittings')) {
    if (kept.userId !== userId || kept.sitting.id !== attemptId) continue;
    const sitting = { ...kept.sitting, questions: [], answers: [] };
    await tables.put('sittings', { ...kept, sitting, choices: {}, state: 'finished' });
    // In any other state another tab has settled it, and the parent may have read the refusal since.
    const isTold = why === undefined || kept.state !== 'finishing';
    if (!isTold && (kept.prepared || Object.keys(kept.choices).length > 0)) await addRefusal(tables, row, 'all', why);
  }
}

/** Adds to what the server did not accept of a lane. */
async function addRefusal(
  tables: Tables,
  row: Waiting,
  answers: Refusal['answers'],
  why: string,
  keeps = false,
): Promise<void> {
  const { lane, kind, userId, childId = 0, words = 'um teste' } = row;
  const before = await tables.get('refused', lane);
  const both = before && answers !== 'all' && before.answers !== 'all' ? before.answers + answers : answers;
  const rows = keeps && !row.attemptId && childId ? [...(before?.rows ?? []), row] : before?.rows;
  await tables.put('refused', { lane, kind, userId, childId, words, answers: both, why, rows });
}

/** Returns what the server did not accept of what a user's family sent, and a parent has not read. */
export const readRefused = (userId: number): Promise<Refusal[]> =>
  run('readonly', async (tables) =>
    (await tables.all('refused')).filter((refusal) => refusal.userId === userId || refusal.userId === 0),
  );

/** Returns the number of answers of an attempt on this device that the server did not accept. */
export async function countRefused(attemptId: number): Promise<number> {
  const refusal = await run('readonly', (tables) => tables.get('refused', laneOf(attemptId)));
  return typeof refusal?.answers === 'number' ? refusal.answers : 0;
}

/** Deletes a refusal, because the parent has read it. */
export const dropRefusal = (lane: string): Promise<void> =>
  run('readwrite', (tables) => tables.remove('refused', lane));
