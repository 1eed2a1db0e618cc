import {
  type AnySitting,
  type Choice,
  isDurable,
  type KeptSitting,
  type Person,
  type Refusal,
  run,
  sittingKey,
  type Tables,
} from './device-tables.ts';
import { wordsOf } from './device-upgrade.ts';
import { isWithPhone } from './hands.ts';
import { forgetChoices, recoveryOfJournal } from './journal.ts';
import {
  type Finishing,
  type NewAnswer,
  newest,
  nextSequence,
  type OfflineSitting,
  type PendingAnswer,
  settles,
} from './queue.rules.ts';

export { onForget } from './forget.ts';
export { isDurable, type KeptSitting };

// State stored on the device, so that a reload, an empty battery or a lost connection loses no answers.

const answerKey = (answer: { attemptId: number; questionId: number }) => `${answer.attemptId}:${answer.questionId}`;

/**
 * Stores a sitting as the server returned it, merged with what only this device has: the current question, unsent choices, and choices made
 * after `before` (the last sequence when the server was asked), which the server may not have received yet.
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
    for (const answer of await tables.all('answers')) {
      if (answer.attemptId !== sitting.id || answer.userId !== userId) continue;
      choices[answer.questionId] = newest(choices[answer.questionId], answer);
      lastSequence = Math.max(lastSequence, answer.sequence);
    }
    const finishing = await tables.get('finishings', sitting.id);
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
      state: finishing ? 'finishing' : 'open',
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

/** Returns every sitting on this device. */
export const readSittings = () => run('readonly', (tables) => tables.all('sittings'));

/** Stores the position of the current question in a sitting, and its clock. */
export function keepCurrentQuestion(key: string, place: { current: number; clockOffset: number }): Promise<void> {
  return run('readwrite', async (tables) => {
    const kept = await tables.get('sittings', key);
    if (!kept) return;
    await tables.put('sittings', { ...kept, ...place, seenAt: Math.max(kept.seenAt, Date.now() + place.clockOffset) });
  });
}

/** Stores a choice in the sitting and, unless the test is prepared, in the queue, in one transaction; returns the answer. */
export function keepAnswer(chosen: NewAnswer): Promise<PendingAnswer> {
  const { userId, childId, attemptId, questionId, selectedAnswer, responseTime, timing } = chosen;
  return run('readwrite', async (tables) => {
    const kept = await tables.get('sittings', sittingKey(userId, chosen.childId, chosen.testId));
    const sitting = kept?.sitting.id === attemptId ? kept : undefined;
    const key = answerKey(chosen);
    const waiting = await tables.get('answers', key);
    const last = Math.max(sitting?.lastSequence ?? 0, waiting?.sequence ?? 0);
    const sequence = nextSequence(last, chosen.startedAt, chosen.answeredAt);
    const answeredAt = new Date(chosen.answeredAt).toISOString();
    const answer = {
      userId,
      childId,
      attemptId,
      questionId,
      selectedAnswer,
      responseTime,
      ...(timing && { timing }),
      sequence,
      answeredAt,
    };
    const prepared = sitting?.prepared;
    const given = prepared && {
      elapsedMs: Math.max(0, Math.round(chosen.answeredAt - chosen.startedAt)),
      at: new Date(Date.now() + prepared.clockOffset).toISOString(),
      responseTime,
      ...(timing && { timing }),
    };
    if (!prepared) await tables.put('answers', { ...answer, key });
    if (sitting) {
      const choices = { ...sitting.choices, [questionId]: { selectedAnswer, sequence, ...(given && { given }) } };
      await tables.put('sittings', {
        ...sitting,
        choices,
        lastSequence: sequence,
        seenAt: Math.max(sitting.seenAt, chosen.answeredAt),
      });
    }
    return answer;
  });
}

/** Stores choices that an earlier page only recorded in local storage. Runs once, before anything is read. */
const recoverJournal = recoveryOfJournal<NewAnswer>(keepAnswer, ({ childId }) => isWithPhone(childId), isDurable);

/** Returns all unsent data of one user. */
export async function readPending(userId: number): Promise<{ answers: PendingAnswer[]; finishings: Finishing[] }> {
  await recoverJournal();
  return run('readonly', async (tables) => ({
    answers: (await tables.all('answers')).filter((answer) => answer.userId === userId),
    finishings: (await tables.all('finishings')).filter((finishing) => finishing.userId === userId),
  }));
}

/**
 * Deletes an answer that has arrived, unless a newer choice has replaced it.
 *
 * @param refused why the server did not accept it. The answer is then also removed from the sitting, so that the screen does not show as
 *   chosen an alternative that the server will never count, and the refusal is kept for the parent.
 */
export function settleAnswer(sent: PendingAnswer, refused?: string): Promise<void> {
  return run('readwrite', async (tables) => {
    const key = answerKey(sent);
    if (settles(sent, await tables.get('answers', key))) {
      await tables.remove('answers', key);
      // With a durable store the journal has at most a newer choice, which is being written.
      if (!isDurable()) forgetChoices(key);
      if (refused !== undefined) await addRefusal(tables, sent, 1, refused);
    }
    if (refused === undefined) return;
    for (const kept of await tables.all('sittings')) {
      if (kept.sitting.id !== sent.attemptId || kept.choices[sent.questionId]?.sequence !== sent.sequence) continue;
      const { [sent.questionId]: _refused, ...choices } = kept.choices;
      await tables.put('sittings', { ...kept, choices });
    }
  });
}

/** Adds to what the server did not accept of an attempt. */
async function addRefusal(
  tables: Tables,
  { attemptId, userId, childId = 0 }: { attemptId: number; userId: number; childId?: number | undefined },
  answers: Refusal['answers'],
  why: string,
): Promise<void> {
  const of = (await tables.all('sittings')).find((kept) => kept.userId === userId && kept.sitting.id === attemptId);
  const before = await tables.get('refusals', attemptId);
  const both = before && answers !== 'all' && before.answers !== 'all' ? before.answers + answers : answers;
  const words = of ? wordsOf(of.sitting) : 'um teste';
  await tables.put('refusals', { attemptId, userId, childId, words, answers: both, why });
}

/** Returns the number of answers of an attempt on this device that the server does not have. */
export async function countUnsent(attemptId: number): Promise<number> {
  await recoverJournal();
  const answers = await run('readonly', (tables) => tables.all('answers'));
  return answers.filter((answer) => answer.attemptId === attemptId).length;
}

/** Returns what the server did not accept of a user's attempts, and a parent has not read. */
export const readRefusals = (userId: number): Promise<Refusal[]> =>
  run('readonly', async (tables) => (await tables.all('refusals')).filter((refusal) => refusal.userId === userId));

/** Returns the number of answers of an attempt on this device that the server did not accept. */
export async function countRefused(attemptId: number): Promise<number> {
  const refusal = await run('readonly', (tables) => tables.get('refusals', attemptId));
  return typeof refusal?.answers === 'number' ? refusal.answers : 0;
}

/** Deletes a refusal, because the parent has read it. */
export const dropRefusal = (attemptId: number): Promise<void> =>
  run('readwrite', (tables) => tables.remove('refusals', attemptId));

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
  return run('readwrite', async (tables) => {
    const kept = await tables.get('sittings', sittingKey(finishing.userId, finishing.childId, finishing.testId));
    const known = kept?.sitting.id === finishing.attemptId ? kept : undefined;
    // Built only once: the same sitting sent twice must be identical.
    const before = await tables.get('finishings', finishing.attemptId);
    const offline = before?.offline ?? (known && offlineSitting(known, finishing));
    await tables.put('finishings', { ...finishing, ...(offline && { offline }) });
    if (known) await tables.put('sittings', { ...known, state: 'finishing' });
  });
}

/**
 * Deletes an attempt that has ended and keeps only the fact that it has, so that its address does not start a new one.
 *
 * @param refused why the server did not accept it. If something was answered, it is kept for the parent.
 */
export async function settleFinishing(
  { attemptId, userId }: { attemptId: number; userId: number },
  refused?: string,
): Promise<void> {
  await run('readwrite', async (tables) => {
    await tables.remove('finishings', attemptId);
    await tables.remove('prepared', attemptId);
    for (const kept of await tables.all('sittings')) {
      if (kept.userId !== userId || kept.sitting.id !== attemptId) continue;
      const sitting = { ...kept.sitting, questions: [], answers: [] };
      await tables.put('sittings', { ...kept, sitting, choices: {}, state: 'finished' });
      // In any other state another tab has settled it, and the parent may have read the refusal since.
      const isTold = refused === undefined || kept.state !== 'finishing';
      if (!isTold && (kept.prepared || Object.keys(kept.choices).length > 0))
        await addRefusal(tables, { attemptId, userId, childId: sitting.childId }, 'all', refused);
    }
  });
  forgetChoices(attemptId);
}

/** Records who uses the app, for the next start without network. */
function rememberPerson(person: Person): Promise<void> {
  return run('readwrite', (tables) =>
    tables.put('person', { key: 'last', id: person.id, role: person.role, firstName: person.firstName }),
  );
}

/** Records that this parent uses the app. Without a first name, a known one is kept. */
export async function introduceParent(userId: number, firstName = ''): Promise<void> {
  const known = await readPerson();
  if (known?.id === userId && (!firstName || known.firstName === firstName)) return;
  await rememberPerson({ id: userId, role: 'parent', firstName });
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
