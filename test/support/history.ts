/** What happened to one call: acknowledged, refused for certain, or without a reply, so that it may have been done or not. */
export type Outcome = 'done' | 'refused' | 'unknown';

interface Call {
  /** Moments of one clock, in milliseconds: before the call was sent, and after its reply or the loss of its connection. */
  sent: number;
  ended: number;
  outcome: Outcome;
}

/** An answer. A later answer to the same question has a higher sequence. */
export interface Write extends Call {
  kind: 'write';
  attempt: number;
  question: number;
  letter: string;
  sequence: number;
}

/** All answers of an attempt, as one call returned them. */
export interface Read extends Call {
  kind: 'read';
  attempt: number;
  answers: readonly { question: number; letter: string; sequence: number }[];
  /** Milliseconds by which this read may be behind: 0 from the primary. */
  behind: number;
  /** Whether the reply told the key. */
  key: boolean;
}

/** The end of an attempt, with the score that was told. */
export interface Completion extends Call {
  kind: 'completion';
  attempt: number;
  score: number | undefined;
}

/** A score as a list, a result or a report told it: null before the attempt counts. */
export interface ScoreRead extends Call {
  kind: 'score';
  attempt: number;
  score: number | null;
  behind: number;
}

export interface Payment extends Call {
  kind: 'payment';
  transaction: string;
  amount: number;
}

export type Operation = Write | Read | Completion | ScoreRead | Payment;

/** What the database holds at the end. */
export interface Final {
  answers: readonly { attempt: number; question: number; letter: string; sequence: number }[];
  scores: readonly { attempt: number; score: number | null }[];
  payments: readonly { transaction: string; amount: number; completed: boolean }[];
  receipts: readonly { number: number; transaction: string; amount: number }[];
}

const keyOf = ({ attempt, question }: { attempt: number; question: number }) => `${attempt}/${question}`;
const ofKind = <Kind extends Operation['kind']>(operations: readonly Operation[], kind: Kind) =>
  operations.filter((one): one is Extract<Operation, { kind: Kind }> => one.kind === kind);

/**
 * Checks that a history of concurrent calls could have happened one after the other: each call takes effect at one moment between `sent` and
 * `ended`, or not at all if it was refused or is unknown.
 *
 * @returns one line for each contradiction; empty if there is none.
 */
export function contradictions(operations: readonly Operation[], final: Final): string[] {
  const done = operations.filter(({ outcome }) => outcome === 'done');
  return [
    ...answersOf(operations, final),
    ...readsOf(operations, done),
    ...keysOf(operations, done),
    ...scoresOf(operations, done, final),
    ...moneyOf(operations, final),
  ];
}

/** The final answers: each is one that was sent and not refused, none is doubled, and none is older than what was acknowledged. */
function answersOf(operations: readonly Operation[], { answers }: Final): string[] {
  const found: string[] = [];
  const writes = Map.groupBy(ofKind(operations, 'write'), keyOf);
  const kept = new Map<string, Final['answers'][number]>();
  for (const answer of answers) {
    const key = keyOf(answer);
    if (kept.has(key)) found.push(`answer ${key} is there twice`);
    kept.set(key, answer);
    if (!isOf(answer, writes.get(key)))
      found.push(`answer ${key} is ${answer.letter} with ${answer.sequence}, which nobody gave`);
  }
  for (const [key, given] of writes) {
    const newest = Math.max(0, ...given.filter(({ outcome }) => outcome === 'done').map(({ sequence }) => sequence));
    if (newest > 0 && !kept.has(key)) found.push(`answer ${key} is lost`);
    else if ((kept.get(key)?.sequence ?? newest) < newest) found.push(`answer ${key} went back from ${newest}`);
  }
  return found;
}

const isOf = (answer: { letter: string; sequence: number }, writes: readonly Write[] = []) =>
  writes.some(
    ({ letter, sequence, outcome }) =>
      letter === answer.letter && sequence === answer.sequence && outcome !== 'refused',
  );

/** Reads: nothing before it was sent, everything that was acknowledged before the read began, and never less than an earlier read. */
function readsOf(operations: readonly Operation[], done: readonly Operation[]): string[] {
  const found: string[] = [];
  const writes = Map.groupBy(ofKind(operations, 'write'), keyOf);
  const reads = ofKind(done, 'read').sort((a, b) => a.sent - b.sent);
  for (const read of reads) {
    const shown = new Map(read.answers.map((answer) => [keyOf({ ...answer, attempt: read.attempt }), answer]));
    for (const [key, answer] of shown) {
      const given = (writes.get(key) ?? []).filter(({ sent }) => sent <= read.ended);
      if (!isOf(answer, given)) found.push(`a read shows ${answer.letter} for ${key} before anybody gave it`);
    }
    for (const [key, given] of writes) {
      if (given[0]?.attempt !== read.attempt) continue;
      const before = given.filter(({ outcome, ended }) => outcome === 'done' && ended < read.sent - read.behind);
      const least = Math.max(0, ...before.map(({ sequence }) => sequence));
      if ((shown.get(key)?.sequence ?? 0) < least) found.push(`a read goes back behind ${least} for ${key}`);
    }
    if (read.behind > 0) continue;
    for (const earlier of reads)
      if (earlier.attempt === read.attempt && earlier.behind === 0 && earlier.ended < read.sent)
        for (const answer of earlier.answers)
          if ((shown.get(keyOf({ ...answer, attempt: read.attempt }))?.sequence ?? 0) < answer.sequence)
            found.push(`a read of ${read.attempt} shows less than an earlier one`);
  }
  return found;
}

/** No reply tells the key of an attempt before its completion was asked for. */
function keysOf(operations: readonly Operation[], done: readonly Operation[]): string[] {
  const completions = ofKind(operations, 'completion').filter(({ outcome }) => outcome !== 'refused');
  return ofKind(done, 'read')
    .filter(
      ({ key, attempt, ended }) => key && !completions.some((one) => one.attempt === attempt && one.sent <= ended),
    )
    .map(({ attempt }) => `the key of ${attempt} was told before its time`);
}

/** A completed attempt has one score, for ever, and every reply tells that one; none is told before the completion was asked for. */
function scoresOf(operations: readonly Operation[], done: readonly Operation[], final: Final): string[] {
  const found: string[] = [];
  const scores = new Map<number, number | null>();
  for (const { attempt, score } of final.scores) {
    if (scores.has(attempt)) found.push(`attempt ${attempt} is there twice`);
    scores.set(attempt, score);
  }
  const asked = ofKind(operations, 'completion').filter(({ outcome }) => outcome !== 'refused');
  for (const [attempt, score] of scores)
    if (score !== null && !asked.some((one) => one.attempt === attempt))
      found.push(`attempt ${attempt} was completed by nobody`);
  for (const one of ofKind(done, 'completion')) {
    if ((scores.get(one.attempt) ?? null) === null) found.push(`the completion of ${one.attempt} is lost`);
    if (one.score !== undefined && one.score !== scores.get(one.attempt))
      found.push(`attempt ${one.attempt} told ${one.score} and holds ${scores.get(one.attempt)}`);
  }
  for (const read of ofKind(done, 'score')) {
    const before = ofKind(done, 'completion').some(
      (one) => one.attempt === read.attempt && one.ended < read.sent - read.behind,
    );
    if (read.score === null && before) found.push(`a score of ${read.attempt} went back`);
    if (read.score !== null && read.score !== scores.get(read.attempt))
      found.push(`a score of ${read.attempt} differs`);
    if (read.score !== null && !asked.some((one) => one.attempt === read.attempt && one.sent <= read.ended))
      found.push(`a score of ${read.attempt} was told before its completion`);
  }
  return found;
}

/** Every acknowledged payment is there once, with one receipt of its amount; the numbers of receipts have no gap. */
function moneyOf(operations: readonly Operation[], { payments, receipts }: Final): string[] {
  const found: string[] = [];
  const asked = Map.groupBy(ofKind(operations, 'payment'), ({ transaction }) => transaction);
  const completed = new Map<string, number>();
  for (const { transaction, amount, completed: isDone } of payments) {
    if (!isDone) continue;
    if (completed.has(transaction)) found.push(`payment ${transaction} is there twice`);
    completed.set(transaction, amount);
    const given = asked.get(transaction) ?? [];
    if (!given.some((one) => one.outcome !== 'refused')) found.push(`payment ${transaction} was made by nobody`);
    else if (!given.some((one) => one.amount === amount)) found.push(`payment ${transaction} has another amount`);
  }
  for (const [transaction, given] of asked)
    if (given.some(({ outcome }) => outcome === 'done') && !completed.has(transaction))
      found.push(`payment ${transaction} is lost`);
  const of = Map.groupBy(receipts, ({ transaction }) => transaction);
  for (const [transaction, amount] of completed) {
    const theirs = of.get(transaction) ?? [];
    if (theirs.length !== 1) found.push(`payment ${transaction} has ${theirs.length} receipts`);
    else if (theirs[0]?.amount !== amount) found.push(`the receipt of ${transaction} has another amount`);
  }
  for (const transaction of of.keys())
    if (!completed.has(transaction)) found.push(`a receipt without its payment ${transaction}`);
  const numbers = receipts.map(({ number }) => number).sort((a, b) => a - b);
  if (numbers.some((number, index) => number !== index + 1))
    found.push('the numbers of the receipts have a gap or a double');
  return found;
}
