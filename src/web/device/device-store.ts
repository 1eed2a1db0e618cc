import {
  type AnySitting,
  type Choice,
  isDurable,
  type KeptSitting,
  type Person,
  run,
  sittingKey,
} from './device-tables.ts';
import { rowOfAnswer, rowOfFinish, wordsOf } from './device-upgrade.ts';
import { childrenWithPhone, isWithPhone } from './hands.ts';
import { recoveryOfJournal } from './journal.ts';
import {
  type Finishing,
  type NewAnswer,
  newest,
  nextSequence,
  type OfflineSitting,
  type PendingAnswer,
} from './queue.rules.ts';
import { readOpener } from './sealed/opener.ts';
import { isAnswer, type Waiting } from './waiting.rules.ts';
import { keepWaiting } from './waiting-store.ts';

export { onForget } from './forget.ts';
export { isDurable, type KeptSitting };

// State stored on the device, so that a reload, an empty battery or a lost connection loses no answers.

/**
 * Stores a sitting as the server returned it, merged with what only this device has: the current question, unsent choices, and choices made
 * after `before` (`readSentUpTo` when the server was asked), which it may not have had yet.
 */
export function keepSitting<S extends AnySitting>(
  userId: number,
  sitting: S,
  clockOffset: number,
  before = 0,
): Promise<KeptSitting<S>> {
  const key = sittingKey(userId, sitting.childId, sitting.testId);
  return run('readwrite', async (tables) => {
    const known = await tables.get('sittings', key);
    const same = known?.sitting.id === sitting.id ? known : undefined;
    const choices: Record<number, Choice> = {};
    let lastSequence = same?.lastSequence ?? 0;
    for (const { questionId, selectedAnswer } of sitting.answers) choices[questionId] = { selectedAnswer, sequence: 0 };
    for (const [questionId, choice] of Object.entries(same?.choices ?? {})) {
      if (choice.sequence > before) choices[Number(questionId)] = choice;
    }
    const waiting = (await tables.all('waiting')).filter(
      (row) => row.attemptId === sitting.id && row.userId === userId,
    );
    for (const row of waiting) {
      if (!isAnswer(row)) continue;
      choices[row.body.questionId] = newest(choices[row.body.questionId], row.body);
      lastSequence = Math.max(lastSequence, row.order);
    }
    const isFinishing = waiting.some((row) => !isAnswer(row));
    const kept: KeptSitting<S> = {
      key,
      userId,
      sitting,
      clockOffset,
      seenAt: Date.now() + clockOffset,
      // A second device starts at the first unanswered question.
      current:
        same?.current ??
        Math.max(
          0,
          sitting.questions.findIndex(({ id }) => !choices[id]),
        ),
      choices: pick(choices),
      lastSequence,
      state: isFinishing ? 'finishing' : 'open',
    };
    await tables.put('sittings', kept);
    return kept;
  });
}

const pick = (choices: Record<number, Choice>) =>
  Object.fromEntries(
    Object.entries(choices).map(([id, { selectedAnswer, sequence }]) => [id, { selectedAnswer, sequence }]),
  );

/** Returns the sitting of this child and test on this device, in any state. */
export async function readSitting<S extends AnySitting>(
  userId: number,
  childId: number,
  testId: number,
): Promise<KeptSitting<S> | undefined> {
  await recoverJournal();
  return run(
    'readonly',
    // The type cannot be checked. It is right, because only the caller's own screen stores sittings.
    (tables) => tables.get('sittings', sittingKey(userId, childId, testId)) as Promise<KeptSitting<S> | undefined>,
  );
}

/** Returns the sequence up to which the server has the choices of a sitting on this device; 0 if there is none. */
export const readSentUpTo = (userId: number, childId: number, testId: number): Promise<number> =>
  run('readonly', async (tables) => {
    const kept = await tables.get('sittings', sittingKey(userId, childId, testId));
    if (!kept) return 0;
    const unsent = (await tables.all('waiting')).filter((row) => row.attemptId === kept.sitting.id && isAnswer(row));
    return Math.min(kept.lastSequence, ...unsent.map(({ order }) => order - 1));
  });

/** Returns every sitting on this device. */
export const readSittings = () => run('readonly', (tables) => tables.all('sittings'));

/** Stores the clock of a sitting and, unless it is left out, the position of the current question. */
export function keepCurrentQuestion(key: string, place: { current?: number; clockOffset: number }): Promise<void> {
  return run('readwrite', async (tables) => {
    const kept = await tables.get('sittings', key);
    if (!kept) return;
    await tables.put('sittings', { ...kept, ...place, seenAt: Math.max(kept.seenAt, Date.now() + place.clockOffset) });
  });
}

/** Stores a choice in the sitting and, unless the test is prepared, among what waits, in one transaction; returns the answer. */
export function keepAnswer(chosen: NewAnswer): Promise<PendingAnswer> {
  const { userId, childId, attemptId, questionId, selectedAnswer, responseTime, timing } = chosen;
  return run('readwrite', async (tables) => {
    const kept = await tables.get('sittings', sittingKey(userId, childId, chosen.testId));
    const sitting = kept?.sitting.id === attemptId ? kept : undefined;
    const before = await tables.get('waiting', `answer:${attemptId}:${questionId}`);
    const last = Math.max(sitting?.lastSequence ?? 0, before?.order ?? 0);
    const sequence = nextSequence(last, chosen.startedAt, chosen.answeredAt);
    const answer = {
      attemptId,
      questionId,
      selectedAnswer,
      responseTime,
      ...(timing && { timing }),
      sequence,
      answeredAt: new Date(chosen.answeredAt).toISOString(),
    };
    const prepared = sitting?.prepared;
    const given = prepared && {
      elapsedMs: Math.max(0, Math.round(chosen.answeredAt - chosen.startedAt)),
      at: new Date(Date.now() + prepared.clockOffset).toISOString(),
      responseTime,
      ...(timing && { timing }),
    };
    const of = { userId, childId, attemptId, words: sitting && wordsOf(sitting.sitting) };
    if (!prepared) await tables.put('waiting', rowOfAnswer(of, answer, before?.since ?? Date.now()));
    if (sitting) {
      const choices = { ...sitting.choices, [questionId]: { selectedAnswer, sequence, ...(given && { given }) } };
      await tables.put('sittings', {
        ...sitting,
        choices,
        lastSequence: sequence,
        seenAt: Math.max(sitting.seenAt, chosen.answeredAt),
      });
    }
    return { userId, childId, ...answer };
  });
}

/** Milliseconds after which opening what is closed is tried again. */
const OPEN_AGAIN_MS = 30_000;
/** Milliseconds for which nothing is read or sent because of it. */
const OPENING_PATIENCE_MS = 4_000;
let openedAt = Number.NEGATIVE_INFINITY;
let opening: Promise<unknown> = Promise.resolve();

/** Opens what was encrypted while other children had the phone. */
function openClosed(): Promise<unknown> {
  const openRows = readOpener();
  if (!openRows || performance.now() - openedAt < OPEN_AGAIN_MS) return opening;
  openedAt = performance.now();
  const open = async () => {
    const [closed, person] = await run('readonly', (tables) =>
      Promise.all([tables.all('closed'), tables.get('person', 'last')]),
    );
    const own = closed.filter(({ userId }) => userId === person?.id);
    if (own.length > 0) await openRows(own);
  };
  const tooLong = new Promise((resolve) => setTimeout(resolve, OPENING_PATIENCE_MS));
  // Without network, or if the server refuses, it stays closed.
  opening = Promise.race([open().catch(() => {}), tooLong]);
  return opening;
}

/** Stores what earlier pages only had time to record in local storage, and opens what was closed. Runs before anything is read. */
export const recoverJournal = async (): Promise<void> => {
  await openClosed();
  await recoverNoted();
};

const recoverNoted = recoveryOfJournal(
  async (noted: NewAnswer | Waiting) => void (await ('kind' in noted ? keepWaiting(noted) : keepAnswer(noted))),
  // What is about no child is for the parent.
  ({ childId }) => isWithPhone(childId ?? 0),
  isDurable,
);

/** Returns the whole sitting of a prepared test, in the form in which it is sent, or undefined for a sitting of any other test. */
function offlineSitting(
  { prepared, choices, sitting }: KeptSitting,
  { end, work }: Finishing,
): OfflineSitting | undefined {
  if (!prepared || !end) return undefined;
  const answers = Object.entries(choices).flatMap(([questionId, { selectedAnswer, given }]) =>
    given
      ? [
          {
            questionId: Number(questionId),
            selectedAnswer,
            elapsedMs: Math.min(given.elapsedMs, end.elapsedMs),
            at: given.at,
            responseTime: given.responseTime,
            ...given.timing,
          },
        ]
      : [],
  );
  return {
    attemptId: sitting.id,
    ticket: prepared.ticket,
    startedAt: new Date(prepared.startedAt).toISOString(),
    finishedAt: new Date(end.at).toISOString(),
    elapsedMs: end.elapsedMs,
    answers: answers.sort((one, other) => one.elapsedMs - other.elapsedMs),
    ...work,
  };
}

/** Stores the request to complete an attempt, and for a prepared test the whole sitting with it. */
export function keepFinishing(finishing: Finishing): Promise<void> {
  const { userId, childId, attemptId, testId } = finishing;
  return run('readwrite', async (tables) => {
    const kept = await tables.get('sittings', sittingKey(userId, childId, testId));
    const known = kept?.sitting.id === attemptId ? kept : undefined;
    const offline = known && offlineSitting(known, finishing);
    const of = { userId, childId, attemptId, words: known && wordsOf(known.sitting) };
    const row = rowOfFinish(of, { ...finishing, ...(offline && { offline }) }, Date.now());
    const before = await tables.get('waiting', row.id);
    // Built only once: the same sitting sent twice must be identical.
    if (before?.kind !== 'sitting') await tables.put('waiting', row);
    if (known) await tables.put('sittings', { ...known, state: 'finishing' });
  });
}

/**
 * Records that this parent uses the app, and which children have the phone. Without a first name, a known
 * one is kept; while children have the phone, none is. 0, nobody known, changes nothing.
 */
export async function introduceParent(userId: number, firstName = ''): Promise<void> {
  if (userId === 0) return;
  const kept = await run('readonly', (tables) => tables.get('person', 'last'));
  const known = kept?.id === userId ? kept : undefined;
  const children = childrenWithPhone();
  const name = children === null ? firstName || known?.firstName || '' : '';
  if (known && known.firstName === name && String(known.children) === String(children)) return;
  const person = { key: 'last' as const, id: userId, role: 'parent' as const, children };
  await run('readwrite', (tables) => tables.put('person', { ...person, firstName: name }));
}

/** Returns the user who last used the app on this device, or null if nobody has used it. */
export async function readPerson(): Promise<Person | null> {
  const kept = await run('readonly', (tables) => tables.get('person', 'last'));
  return kept ? { id: kept.id, role: kept.role, firstName: kept.firstName } : null;
}

/** Returns the child and the test in an address of the test screen, or null for any other address. */
function sittingIn(address: string): { testId: number; childId: number } | null {
  const { pathname, searchParams } = new URL(address, 'http://device');
  const testId = /^\/tests\/([1-9]\d{0,9})\/?$/.exec(pathname)?.[1];
  const childId = /^[1-9]\d{0,9}$/.exec(searchParams.get('childId') ?? '')?.[0];
  return testId && childId ? { testId: Number(testId), childId: Number(childId) } : null;
}

/**
 * Returns the user who may continue the sitting at this address (path and query), because it is open or prepared on this device, or null if
 * there is none. The guard uses it if `GET /api/user` got no reply.
 */
export async function hasSittingFor(address: string): Promise<Person | null> {
  const ids = sittingIn(address);
  const person = ids && (await readPerson());
  if (!ids || !person || person.role !== 'parent') return null;
  const kept = await readSitting(person.id, ids.childId, ids.testId);
  if (kept && kept.state !== 'finished') return person;
  const prepared = await run('readonly', (tables) => tables.all('prepared'));
  const isHere = prepared.some(
    ({ userId, sealed }) => userId === person.id && sealed.childId === ids.childId && sealed.testId === ids.testId,
  );
  return isHere ? person : null;
}
