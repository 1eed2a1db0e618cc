import { type IDBPDatabase, openDB } from 'idb';
import { dropAllDrafts } from './drafts.ts';
import { keeperOfNoted } from './journal.ts';
import { newest, nextSequence, type PendingAnswer, settles } from './queue.rules.ts';

// What the phone itself remembers, so that a reload, a flat battery or a lost network costs a child nothing.
// Everything carries the id of its user. Nothing here holds a score, a key or an e-mail.

/** The last person who used the app here: only what the offline shell needs. */
export interface Person {
  id: number;
  role: 'parent' | 'teacher' | 'admin';
  firstName: string;
}

/** An alternative as chosen on this device, or as the server told it. */
export interface Choice {
  selectedAnswer: string;
  /** 0 when it came from the server. */
  sequence: number;
}

/** As much of a sitting as keeping it needs; the screen that takes it knows the rest. */
export interface AnySitting {
  id: number;
  childId: number;
  testId: number;
  questions: { id: number }[];
  answers: { questionId: number; selectedAnswer: string }[];
}

export interface KeptSitting<S extends AnySitting = AnySitting> {
  /** `${userId}:${childId}:${testId}` */
  key: string;
  userId: number;
  sitting: S;
  /** Milliseconds to add to this device's clock to get the server's. */
  clockOffset: number;
  /** The server's time when this was last written: a phone clock set back cannot give time back. */
  seenAt: number;
  /** Index of the question on the screen. */
  current: number;
  choices: Record<number, Choice>;
  /** The largest sequence given on this device for this attempt. */
  lastSequence: number;
  state: 'open' | 'finishing' | 'finished';
}

/** The wish to complete an attempt, kept until the server has done it. */
export interface Finishing {
  attemptId: number;
  userId: number;
  childId: number;
  testId: number;
}

interface StoredAnswer extends PendingAnswer {
  /** `${attemptId}:${questionId}` */
  key: string;
}

interface Records {
  sittings: KeptSitting;
  answers: StoredAnswer;
  finishings: Finishing;
  person: Person & { key: 'last' };
}
type Name = keyof Records;

const KEYS: { [N in Name]: string } = { sittings: 'key', answers: 'key', finishings: 'attemptId', person: 'key' };
const NAMES = Object.keys(KEYS) as Name[];

interface Tables {
  get<N extends Name>(name: N, key: string | number): Promise<Records[N] | undefined>;
  all<N extends Name>(name: N): Promise<Records[N][]>;
  put<N extends Name>(name: N, record: Records[N]): Promise<void>;
  remove(name: Name, key: string | number): Promise<void>;
}

const sittingKey = (userId: number, childId: number, testId: number) => `${userId}:${childId}:${testId}`;
const answerKey = (answer: { attemptId: number; questionId: number }) => `${answer.attemptId}:${answer.questionId}`;

// A copy of what this page has written or read. It takes over when the database is forbidden, full or broken.
const mirror: { [N in Name]: Map<string | number, Records[N]> } = {
  sittings: new Map(),
  answers: new Map(),
  finishings: new Map(),
  person: new Map(),
};
const mirrorOf = <N extends Name>(name: N) => mirror[name] as Map<string | number, Records[N]>;

const inMemory: Tables = {
  get: async (name, key) => mirrorOf(name).get(key),
  all: async (name) => [...mirrorOf(name).values()],
  put: async (name, record) => {
    mirrorOf(name).set((record as unknown as Record<string, string | number>)[KEYS[name]] as string | number, record);
  },
  remove: async (name, key) => {
    mirror[name].delete(key);
  },
};

let durable = true;
let database: Promise<IDBPDatabase> | null = null;

/** Whether what is kept survives closing the page. False in private windows without storage and on a full phone. */
export const isDurable = () => durable;

/** How long the database may take to open before the page goes on without it; some browsers never answer. */
const OPENING = 4000;

function open(): Promise<IDBPDatabase> {
  database ??= new Promise<IDBPDatabase>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('IndexedDB does not open')), OPENING);
    const forget = () => {
      database = null;
    };
    // In a function of its own: where there is no IndexedDB at all, the call throws before it promises anything.
    const connect = async () =>
      openDB('caderneta', 1, {
        upgrade(db) {
          for (const name of NAMES) db.createObjectStore(name, { keyPath: KEYS[name] });
        },
        blocking: (_current, _wanted, event) => {
          (event.target as IDBDatabase).close();
          forget();
        },
        terminated: forget,
      });
    connect()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
  return database;
}

function tablesOf(db: IDBPDatabase, mode: IDBTransactionMode): { tables: Tables; done: Promise<void> } {
  // 'strict' waits until the disk has it: a battery may die a moment after a tap.
  const transaction = db.transaction(NAMES, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });
  const changes: (() => void)[] = [];
  const store = (name: Name) => transaction.objectStore(name) as unknown as IDBObjectStoreOf;
  const tables: Tables = {
    get: (name, key) => store(name).get(key) as Promise<never>,
    all: (name) => store(name).getAll() as Promise<never>,
    put: async (name, record) => {
      changes.push(() => void inMemory.put(name, record));
      await store(name).put(record);
    },
    remove: async (name, key) => {
      changes.push(() => void inMemory.remove(name, key));
      await store(name).delete(key);
    },
  };
  const done = transaction.done.then(() => {
    for (const change of changes) change();
  });
  return { tables, done };
}

interface IDBObjectStoreOf {
  get(key: string | number): Promise<unknown>;
  getAll(): Promise<unknown[]>;
  put(record: unknown): Promise<unknown>;
  delete(key: string | number): Promise<void>;
}

async function attempt<T>(mode: IDBTransactionMode, work: (tables: Tables) => Promise<T>): Promise<T> {
  const { tables, done } = tablesOf(await open(), mode);
  done.catch(() => {});
  const result = await work(tables);
  await done;
  return result;
}

/**
 * Runs `work` in one transaction over all stores, so that two tabs never see half of a change.
 *
 * A connection that the browser has closed is opened again once; after any other failure this page goes on in memory.
 */
async function run<T>(mode: IDBTransactionMode, work: (tables: Tables) => Promise<T>): Promise<T> {
  if (durable) {
    try {
      return await attempt(mode, work);
    } catch (error) {
      try {
        if ((error as DOMException)?.name !== 'InvalidStateError') throw error;
        database = null;
        return await attempt(mode, work);
      } catch {
        durable = false;
        await rescue();
      }
    }
  }
  return work(memoryWithDeletes);
}

/** Takes what can still be read into memory: a full phone refuses to write long before it refuses to read. */
async function rescue(): Promise<void> {
  try {
    const { tables } = tablesOf(await open(), 'readonly');
    for (const name of NAMES) {
      for (const record of await tables.all(name)) {
        const key = (record as unknown as Record<string, string | number>)[KEYS[name]] as string | number;
        if (!mirror[name].has(key)) await inMemory.put(name, record);
      }
    }
  } catch {
    // Nothing can be read: memory starts with what this page has seen.
  }
}

// What was settled in memory is also taken off the disk where that works, or the next visit would send it again.
const memoryWithDeletes: Tables = {
  ...inMemory,
  remove: async (name, key) => {
    await inMemory.remove(name, key);
    open()
      .then((db) => db.delete(name, key))
      .catch(() => {});
  },
};

/**
 * Keeps a sitting as the server gave it, and what this device knows beyond it: the question on the screen, choices that
 * are still to be sent, and choices made after `before` (the last sequence when the server was asked), which it may not
 * have known yet.
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
      // A device that joins in starts at the first question that is open.
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

/** The sitting of this child and test on this device, whatever its state. */
export async function readSitting<S extends AnySitting>(
  userId: number,
  childId: number,
  testId: number,
): Promise<KeptSitting<S> | undefined> {
  // What was kept under this key was given by the same screen.
  await keepNoted();
  return run(
    'readonly',
    (tables) => tables.get('sittings', sittingKey(userId, childId, testId)) as Promise<KeptSitting<S> | undefined>,
  );
}

/** Remembers where the child is, and the clock as it is known now. */
export function notePlace(key: string, place: { current: number; clockOffset: number }): Promise<void> {
  return run('readwrite', async (tables) => {
    const kept = await tables.get('sittings', key);
    if (!kept) return;
    await tables.put('sittings', { ...kept, ...place, seenAt: Math.max(kept.seenAt, Date.now() + place.clockOffset) });
  });
}

/** What the screen hands over when an option is chosen. */
export interface NewAnswer {
  userId: number;
  childId: number;
  testId: number;
  attemptId: number;
  questionId: number;
  selectedAnswer: string;
  /** Seconds. */
  responseTime: number;
  /** Milliseconds, by the server's clock. */
  startedAt: number;
  answeredAt: number;
}

/** Keeps a choice, in the sitting and among what is to be sent, in one transaction; gives it its sequence. */
export function keepAnswer(chosen: NewAnswer): Promise<PendingAnswer> {
  const { userId, attemptId, questionId, selectedAnswer, responseTime } = chosen;
  return run('readwrite', async (tables) => {
    const kept = await tables.get('sittings', sittingKey(userId, chosen.childId, chosen.testId));
    const sitting = kept?.sitting.id === attemptId ? kept : undefined;
    const key = answerKey(chosen);
    const waiting = await tables.get('answers', key);
    const last = Math.max(sitting?.lastSequence ?? 0, waiting?.sequence ?? 0);
    const sequence = nextSequence(last, chosen.startedAt, chosen.answeredAt);
    const answeredAt = new Date(chosen.answeredAt).toISOString();
    const answer = { userId, attemptId, questionId, selectedAnswer, responseTime, sequence, answeredAt };
    await tables.put('answers', { ...answer, key });
    if (sitting) {
      const choices = { ...sitting.choices, [questionId]: { selectedAnswer, sequence } };
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

/** Keeps what an earlier page only had time to note; once, before anything is read. */
const keepNoted = keeperOfNoted<NewAnswer>(keepAnswer);

/** Everything of one person that is still to be sent. */
export async function readPending(userId: number): Promise<{ answers: PendingAnswer[]; finishings: Finishing[] }> {
  await keepNoted();
  return run('readonly', async (tables) => ({
    answers: (await tables.all('answers')).filter((answer) => answer.userId === userId),
    finishings: (await tables.all('finishings')).filter((finishing) => finishing.userId === userId),
  }));
}

/**
 * Forgets an answer that has arrived, unless a newer choice has taken its place. One that was `refused` is also taken
 * off the sitting, so that the screen does not show as chosen what the server will never count.
 */
export function settleAnswer(sent: PendingAnswer, refused = false): Promise<void> {
  return run('readwrite', async (tables) => {
    const key = answerKey(sent);
    if (settles(sent, await tables.get('answers', key))) await tables.remove('answers', key);
    if (!refused) return;
    for (const kept of await tables.all('sittings')) {
      if (kept.sitting.id !== sent.attemptId || kept.choices[sent.questionId]?.sequence !== sent.sequence) continue;
      const { [sent.questionId]: _refused, ...choices } = kept.choices;
      await tables.put('sittings', { ...kept, choices });
    }
  });
}

export function keepFinishing(finishing: Finishing): Promise<void> {
  return run('readwrite', async (tables) => {
    await tables.put('finishings', finishing);
    const kept = await tables.get('sittings', sittingKey(finishing.userId, finishing.childId, finishing.testId));
    if (kept?.sitting.id === finishing.attemptId) await tables.put('sittings', { ...kept, state: 'finishing' });
  });
}

/** The attempt has ended: of its sitting only the fact remains, so that its address is not mistaken for a new start. */
export function settleFinishing({ attemptId, userId }: { attemptId: number; userId: number }): Promise<void> {
  return run('readwrite', async (tables) => {
    await tables.remove('finishings', attemptId);
    for (const kept of await tables.all('sittings')) {
      if (kept.userId !== userId || kept.sitting.id !== attemptId) continue;
      const sitting = { ...kept.sitting, questions: [], answers: [] };
      await tables.put('sittings', { ...kept, sitting, choices: {}, state: 'finished' });
    }
  });
}

/** Remembers who is using the app, for the next start without a network. */
export function rememberPerson(person: Person): Promise<void> {
  return run('readwrite', (tables) =>
    tables.put('person', { key: 'last', id: person.id, role: person.role, firstName: person.firstName }),
  );
}

/** Remembers that this parent is here, keeping the first name where it is known already. */
export async function introduceParent(userId: number, firstName = ''): Promise<void> {
  const known = await readPerson();
  if (known?.id === userId && (known.firstName || !firstName)) return;
  await rememberPerson({ id: userId, role: 'parent', firstName });
}

export async function readPerson(): Promise<Person | null> {
  const kept = await run('readonly', (tables) => tables.get('person', 'last'));
  return kept ? { id: kept.id, role: kept.role, firstName: kept.firstName } : null;
}

const forgetListeners = new Set<() => void>();
/** Tells when the person has signed out on this page. */
export function onForget(listener: () => void): () => void {
  forgetListeners.add(listener);
  return () => forgetListeners.delete(listener);
}

/** Signing out: wipes all of that person but answers and finishings that the server lacks; those stay, in their name. */
export async function forgetPerson(): Promise<void> {
  for (const listener of forgetListeners) listener();
  dropAllDrafts();
  await run('readwrite', async (tables) => {
    const person = await tables.get('person', 'last');
    await tables.remove('person', 'last');
    for (const kept of await tables.all('sittings')) {
      if (!person || kept.userId === person.id) await tables.remove('sittings', kept.key);
    }
  });
}

/** The child and the test that an address of the test screen names; null for any other address. */
function sittingIn(address: string): { testId: number; childId: number } | null {
  const { pathname, searchParams } = new URL(address, 'http://device');
  const testId = /^\/tests\/([1-9]\d{0,9})\/?$/.exec(pathname)?.[1];
  const childId = /^[1-9]\d{0,9}$/.exec(searchParams.get('childId') ?? '')?.[0];
  return testId && childId ? { testId: Number(testId), childId: Number(childId) } : null;
}

/**
 * For the guard, when `GET /api/user` did not get through: who may go on with the sitting at this address (path and
 * query), because this device holds it under way. Null when it holds none.
 */
export async function hasSittingFor(address: string): Promise<Person | null> {
  const ids = sittingIn(address);
  const person = ids && (await readPerson());
  if (!ids || !person || person.role !== 'parent') return null;
  const kept = await readSitting(person.id, ids.childId, ids.testId);
  return kept && kept.state !== 'finished' ? person : null;
}
