import { boot } from '../../../delivery/browser/boot.ts';
import { CallError, caller, offline } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { keepReader, readReader } from '../../../web/device/reading-store.ts';
import { uuid } from '../../../web/device/uuid.ts';
import { ownerHere, sendRow } from '../../../web/parts/owner.ts';
import type { ChildCalculations, calculatingContract } from './calculating.contract.ts';
import { type StoredCalculation, type ToldCalculation, tell } from './calculations.rules.ts';
import { MAX_FACTS, type Trouble } from './head.rules.ts';
import { factKey, SETS_OF_CLASS, type SumClass, setName, sumOf } from './sums.rules.ts';

const call = caller<typeof calculatingContract>();

/** What the screens know of the child that calculates, from the server or from this device. */
export interface Calculator {
  child: ChildCalculations['child'];
  sumClass: SumClass;
  limit: ChildCalculations['limit'];
  /** Runs so far; the next one takes the next set. */
  runs: number;
  facts: Trouble[];
}

const isAway = (error: unknown) => !(error instanceof CallError) || error.status === 0 || error.status >= 500;

/**
 * Returns what the screens of sums need to know of a child: fetched from the server and stored on this device, or, if the server cannot be
 * reached, the stored copy.
 *
 * @throws CallError if there is neither.
 */
export async function bringCalculator(childId: number): Promise<Calculator> {
  const kept = (await readReader(childId))?.calculator as Calculator | undefined;
  try {
    // Child mode may not ask how the child calculates.
    if (inChildMode()) throw offline();
    const { child, sumClass, limit, runs, facts } = await call('GET /api/children/:id/calculations', {
      params: { id: String(childId) },
    });
    const calculator: Calculator = {
      child,
      sumClass: sumClass as SumClass,
      limit,
      facts,
      // A reply that this device kept before may not have it.
      runs: Math.max(runs ?? 0, kept?.runs ?? 0),
    };
    await keepReader({ childId, userId: await ownerHere(), calculator }).catch(() => {});
    return calculator;
  } catch (error) {
    if (kept && isAway(error)) return kept;
    throw error;
  }
}

/**
 * Returns how many facts a child has to train now: as this device knows it or, for a parent, the server. Nothing is stored where the parent
 * has not opened the sums of this child.
 */
export async function countFacts(childId: number): Promise<number> {
  const kept = (await readReader(childId))?.calculator as Calculator | undefined;
  if (!kept && inChildMode()) return 0;
  const { facts } = kept
    ? await bringCalculator(childId)
    : await call('GET /api/children/:id/calculations', { params: { id: String(childId) } });
  return Math.min(facts.length, MAX_FACTS);
}

/** Returns the name of the set for the next run: each in turn. */
export const nextSet = ({ sumClass, runs }: Calculator): string => setName(sumClass, (runs % SETS_OF_CLASS) + 1);

/** Returns the facts to train after a run or a training, before the server has seen it. */
function factsAfter(facts: readonly Trouble[], { calculation, facts: now }: ToldCalculation): Trouble[] {
  const keyOf = (text: string) => {
    const sum = sumOf(text);
    return sum ? factKey(sum) : text;
  };
  const done = new Set([...calculation.answers, ...now].map(({ sum }) => keyOf(sum)));
  return [...now, ...facts.filter(({ sum }) => !done.has(keyOf(sum)))];
}

/** Marks of numbers name what is right too, so that the server sees that each was asked. */
type Done = { right?: readonly number[] } & Pick<
  StoredCalculation,
  'kind' | 'mode' | 'formId' | 'formVersion' | 'startedAt' | 'seconds'
> &
  Partial<StoredCalculation>;

/**
 * Keeps a calculation and sends it, now or when there is a network.
 *
 * @returns what follows from it, by the rules of the server.
 */
export async function sendCalculation(calculator: Calculator, { right, ...done }: Done): Promise<ToldCalculation> {
  const { id: childId, firstName } = calculator.child;
  const calculation: StoredCalculation = {
    id: 0,
    clientId: uuid(),
    copying: [],
    answers: [],
    finished: false,
    lastItem: null,
    wrong: [],
    selfCorrected: [],
    reasons: [],
    ...done,
  };
  const { clientId, kind, mode, formId, formVersion, startedAt, seconds, copying, answers } = calculation;
  const { finished, lastItem, wrong, selfCorrected } = calculation;
  const isTyped = mode === 'typed';
  const now = Date.now();
  const told = tell(calculation);
  const userId = await sendRow({
    id: clientId,
    kind: 'calculation',
    userId: boot.user?.id ?? 0,
    childId,
    words: firstName,
    lane: `calculation:${childId}`,
    order: now,
    tries: 0,
    since: now,
    body: {
      clientId,
      childId,
      kind,
      mode,
      ...(formId === null ? {} : { formId, version: formVersion }),
      startedAt: startedAt.toISOString(),
      seconds,
      ...(isTyped
        ? { copying, answers: kind === 'head' ? answers.map(({ written, ms }) => ({ written, ms })) : answers }
        : { finished, lastItem, wrong, selfCorrected, ...(right && { right }) }),
    },
  });
  await keepReader({
    childId,
    userId,
    calculator: {
      ...calculator,
      runs: calculator.runs + (kind === 'head' ? 1 : 0),
      facts: factsAfter(calculator.facts, told),
    } satisfies Calculator,
  }).catch(() => {});
  return told;
}

/** Seconds since a moment of `performance.now()`, with one decimal, as the server takes them. */
export const secondsSince = (begun: number): number =>
  Math.min(600, Math.max(1, Math.round((performance.now() - begun) / 100) / 10));
