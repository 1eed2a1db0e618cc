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

/** A sum that was told: the completed attempts of a child (`child 7`), or the money received from all families (`payments`). */
export interface Total extends Call {
  kind: 'total';
  of: string;
  value: number;
  behind: number;
}

/** A change of a question by a teacher who saw its revision `from`; it makes the next one. No two changes have the same text. */
export interface Change extends Call {
  kind: 'change';
  question: number;
  from: number;
  text: string;
}

/** A question as a list of teachers showed it, or an attempt. */
export interface Shown extends Call {
  kind: 'shown';
  question: number;
  text: string;
  attempt: number | null;
  /** False for an attempt that had been begun earlier: it keeps its texts. */
  isNew: boolean;
}

export type Operation = Write | Read | Completion | ScoreRead | Payment | Total | Change | Shown;

/** What the database holds at the end. */
export interface Final {
  answers: readonly { attempt: number; question: number; letter: string; sequence: number }[];
  /** `counted` is false for an attempt that the totals of its child leave out. */
  scores: readonly { attempt: number; child: number; score: number | null; counted: boolean }[];
  questions: readonly { question: number; revision: number; text: string }[];
  payments: readonly { transaction: string; amount: number; completed: boolean }[];
  receipts: readonly { number: number; transaction: string; amount: number }[];
}

type OfAttempt = Write | Read | Completion | ScoreRead;

const ofKind = <Kind extends Operation['kind']>(operations: readonly Operation[], kind: Kind) =>
  operations.filter((one): one is Extract<Operation, { kind: Kind }> => one.kind === kind);
const isDone = ({ outcome }: Call) => outcome === 'done';
const isPossible = ({ outcome }: Call) => outcome !== 'refused';

/**
 * Checks that a history of concurrent calls could have happened one after the other: each call takes effect at one moment between `sent` and
 * `ended`, or not at all if it was refused or is unknown.
 *
 * @returns one line for each contradiction; empty if there is none.
 */
export function contradictions(operations: readonly Operation[], final: Final): string[] {
  const calls = Map.groupBy(
    operations.filter((one): one is OfAttempt => 'attempt' in one && one.kind !== 'shown'),
    ({ attempt }) => attempt,
  );
  const answers = Map.groupBy(final.answers, ({ attempt }) => attempt);
  const scores = Map.groupBy(final.scores, ({ attempt }) => attempt);
  const attempts = new Set([...calls.keys(), ...answers.keys(), ...scores.keys()]);
  return [
    ...[...attempts].flatMap((attempt) => {
      const those = calls.get(attempt) ?? [];
      return [
        ...answersOf(attempt, those, answers.get(attempt) ?? []),
        ...readsOf(attempt, those),
        ...keysOf(attempt, those),
        ...scoresOf(attempt, those, scores.get(attempt) ?? []),
      ];
    }),
    ...textsOf(operations, final),
    ...moneyOf(operations, final),
    ...totalsOf(operations, final),
  ];
}

const byQuestion = (those: readonly OfAttempt[]) => Map.groupBy(ofKind(those, 'write'), ({ question }) => question);

/** The final answers: each is one that was sent and not refused, none is doubled, and none is older than what was acknowledged. */
function answersOf(attempt: number, those: readonly OfAttempt[], answers: Final['answers']): string[] {
  const found: string[] = [];
  const writes = byQuestion(those);
  const kept = new Map<number, Final['answers'][number]>();
  for (const answer of answers) {
    const key = `${attempt}/${answer.question}`;
    if (kept.has(answer.question)) found.push(`answer ${key} is there twice`);
    kept.set(answer.question, answer);
    if (!isOf(answer, writes.get(answer.question)))
      found.push(`answer ${key} is ${answer.letter} with ${answer.sequence}, which nobody gave`);
  }
  for (const [question, given] of writes) {
    const newest = Math.max(0, ...given.filter(isDone).map(({ sequence }) => sequence));
    if (newest > 0 && !kept.has(question)) found.push(`answer ${attempt}/${question} is lost`);
    else if ((kept.get(question)?.sequence ?? newest) < newest)
      found.push(`answer ${attempt}/${question} went back from ${newest}`);
  }
  return found;
}

const isOf = (answer: { letter: string; sequence: number }, writes: readonly Write[] = []) =>
  writes.some((one) => one.letter === answer.letter && one.sequence === answer.sequence && isPossible(one));

/** Reads: nothing before it was sent, everything that was acknowledged before the read began, and never less than an earlier read. */
function readsOf(attempt: number, those: readonly OfAttempt[]): string[] {
  const found: string[] = [];
  const writes = byQuestion(those);
  const reads = ofKind(those, 'read')
    .filter(isDone)
    .sort((a, b) => a.sent - b.sent);
  for (const read of reads) {
    const shown = new Map(read.answers.map((answer) => [answer.question, answer]));
    for (const [question, answer] of shown) {
      const given = (writes.get(question) ?? []).filter(({ sent }) => sent <= read.ended);
      if (!isOf(answer, given))
        found.push(`a read shows ${answer.letter} for ${attempt}/${question} before anybody gave it`);
    }
    for (const [question, given] of writes) {
      const before = given.filter((one) => isDone(one) && one.ended < read.sent - read.behind);
      const least = Math.max(0, ...before.map(({ sequence }) => sequence));
      if ((shown.get(question)?.sequence ?? 0) < least)
        found.push(`a read goes back behind ${least} for ${attempt}/${question}`);
    }
    if (read.behind > 0) continue;
    for (const earlier of reads)
      if (earlier.behind === 0 && earlier.ended < read.sent)
        for (const answer of earlier.answers)
          if ((shown.get(answer.question)?.sequence ?? 0) < answer.sequence)
            found.push(`a read of ${attempt} shows less than an earlier one`);
  }
  return found;
}

/** No reply tells the key of an attempt before its completion was asked for. */
function keysOf(attempt: number, those: readonly OfAttempt[]): string[] {
  const asked = ofKind(those, 'completion').filter(isPossible);
  return ofKind(those, 'read')
    .filter((read) => isDone(read) && read.key && !asked.some(({ sent }) => sent <= read.ended))
    .map(() => `the key of ${attempt} was told before its time`);
}

/** A completed attempt has one score, for ever, and every reply tells that one; none is told before the completion was asked for. */
function scoresOf(attempt: number, those: readonly OfAttempt[], scores: Final['scores']): string[] {
  const found: string[] = [];
  if (scores.length > 1) found.push(`attempt ${attempt} is there twice`);
  const kept = scores.at(-1)?.score ?? null;
  const asked = ofKind(those, 'completion').filter(isPossible);
  const done = asked.filter(isDone);
  if (kept !== null && asked.length === 0) found.push(`attempt ${attempt} was completed by nobody`);
  for (const { score } of done) {
    if (kept === null) found.push(`the completion of ${attempt} is lost`);
    if (score !== undefined && score !== kept) found.push(`attempt ${attempt} told ${score} and holds ${kept}`);
  }
  for (const read of ofKind(those, 'score').filter(isDone)) {
    if (read.score === null) {
      if (done.some(({ ended }) => ended < read.sent - read.behind)) found.push(`a score of ${attempt} went back`);
      continue;
    }
    if (read.score !== kept) found.push(`a score of ${attempt} differs`);
    if (!asked.some(({ sent }) => sent <= read.ended))
      found.push(`a score of ${attempt} was told before its completion`);
  }
  return found;
}

/** Teachers' changes: each was made to what its teacher saw and stays, every list and new attempt shows the newest, and an attempt keeps its own. */
function textsOf(operations: readonly Operation[], final: Final): string[] {
  const changes = Map.groupBy(ofKind(operations, 'change').filter(isPossible), ({ question }) => question);
  const shown = Map.groupBy(ofKind(operations, 'shown').filter(isDone), ({ question }) => question);
  const kept = new Map(final.questions.map((row) => [row.question, row]));
  return [...changes].flatMap(([question, made]) => textsOfQuestion(question, made, shown.get(question) ?? [], kept));
}

function textsOfQuestion(
  question: number,
  changes: readonly Change[],
  shown: readonly Shown[],
  kept: ReadonlyMap<number, Final['questions'][number]>,
): string[] {
  const found: string[] = [];
  const byText = new Map(changes.map((change) => [change.text, change]));
  const done = changes.filter(isDone);
  for (const [from, those] of Map.groupBy(done, (change) => change.from))
    if (those.length > 1)
      found.push(`${those.length} changes of question ${question} were made to its revision ${from}`);

  const revisionOf = (text: string) => (byText.get(text)?.from ?? Number.NaN) + 1;
  const fresh = shown.filter(({ isNew }) => isNew);
  const known = [...done, ...fresh].map(({ ended, text }) => ({ ended, revision: revisionOf(text) }));
  const newestBefore = greatestBefore(known.filter(({ revision }) => !Number.isNaN(revision)));
  for (const { text, ended } of shown)
    if (!((byText.get(text)?.sent ?? Number.POSITIVE_INFINITY) <= ended))
      found.push(`question ${question} shows ${text}, which nobody wrote`);
  for (const { text, sent } of fresh)
    if (revisionOf(text) < newestBefore(sent)) found.push(`question ${question} goes back to ${text}`);
  for (const [attempt, those] of Map.groupBy(shown, (one) => one.attempt))
    if (attempt !== null && new Set(those.map(({ text }) => text)).size > 1)
      found.push(`question ${question} changes in attempt ${attempt}`);

  const end = kept.get(question);
  if (!end || end.revision < newestBefore(Number.POSITIVE_INFINITY))
    found.push(`a change of question ${question} is lost`);
  if (end && revisionOf(end.text) !== end.revision)
    found.push(`question ${question} is ${end.text}, which nobody wrote`);
  return found;
}

/** Returns a function that finds the greatest revision that was known before a moment; 0 if there is none. */
function greatestBefore(known: { ended: number; revision: number }[]): (moment: number) => number {
  const sorted = known.sort((a, b) => a.ended - b.ended);
  const greatest = [0];
  for (const { revision } of sorted) greatest.push(Math.max(greatest.at(-1) as number, revision));
  return (moment) => greatest[placeOf(sorted.length, (index) => (sorted[index]?.ended ?? 0) < moment)] as number;
}

/** Returns the first of `length` places at which `isBefore` does not hold; it holds for all places before that one. */
function placeOf(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Every acknowledged payment is there once, with one receipt of its amount; the numbers of receipts have no gap. */
function moneyOf(operations: readonly Operation[], { payments, receipts }: Final): string[] {
  const found: string[] = [];
  const asked = Map.groupBy(ofKind(operations, 'payment'), ({ transaction }) => transaction);
  const completed = new Map<string, number>();
  for (const { transaction, amount, completed: isCompleted } of payments) {
    if (!isCompleted) continue;
    if (completed.has(transaction)) found.push(`payment ${transaction} is there twice`);
    completed.set(transaction, amount);
    const given = asked.get(transaction) ?? [];
    if (!given.some(isPossible)) found.push(`payment ${transaction} was made by nobody`);
    else if (!given.some((one) => one.amount === amount)) found.push(`payment ${transaction} has another amount`);
  }
  for (const [transaction, given] of asked)
    if (given.some(isDone) && !completed.has(transaction)) found.push(`payment ${transaction} is lost`);
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

interface Part {
  of: string;
  amount: number;
  /** When it may count at the earliest, and from when it must: never, if no call was acknowledged. */
  from: number;
  certain: number;
}

/** A completion or a payment as a part of a total. A call without a reply is repeated, but counts once. */
function partOf(of: string, amount: number, calls: readonly Call[]): Part {
  return {
    of,
    amount,
    from: Math.min(...calls.filter(isPossible).map(({ sent }) => sent)),
    certain: Math.min(...calls.filter(isDone).map(({ ended }) => ended)),
  };
}

/** Returns a function that sums the amounts whose moments are before a given one, or at it. */
function sumUntil(parts: readonly Part[], momentOf: (part: Part) => number): (moment: number) => number {
  const sorted = [...parts].sort((a, b) => momentOf(a) - momentOf(b));
  const sums = [0];
  for (const { amount } of sorted) sums.push((sums.at(-1) as number) + amount);
  return (moment) => sums[placeOf(sorted.length, (index) => momentOf(sorted[index] as Part) <= moment)] as number;
}

/** A total holds at least what was acknowledged before it was asked for, and at most what had been sent when it was told. */
function totalsOf(operations: readonly Operation[], final: Final): string[] {
  const found: string[] = [];
  const completions = Map.groupBy(ofKind(operations, 'completion'), ({ attempt }) => attempt);
  const payments = Map.groupBy(ofKind(operations, 'payment'), ({ transaction }) => transaction);
  const parts = Map.groupBy(
    [
      ...final.scores
        .filter(({ counted }) => counted)
        .map(({ attempt, child }) => partOf(`child ${child}`, 1, completions.get(attempt) ?? [])),
      ...[...payments.values()].map((calls) => partOf('payments', calls[0]?.amount ?? 0, calls)),
    ],
    ({ of }) => of,
  );
  for (const [of, reads] of Map.groupBy(ofKind(operations, 'total').filter(isDone), (read) => read.of)) {
    const least = sumUntil(parts.get(of) ?? [], ({ certain }) => certain);
    const most = sumUntil(parts.get(of) ?? [], ({ from }) => from);
    for (const { value, sent, ended, behind } of reads) {
      if (value < least(sent - behind)) found.push(`the total of ${of} goes back to ${value}`);
      if (value > most(ended)) found.push(`the total of ${of} is ${value} before its time`);
    }
  }
  return found;
}
