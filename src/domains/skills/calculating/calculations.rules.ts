import { dateInLuanda } from '../../../shared/calendar.ts';
import { attemptedOf, saysNothing } from '../grid/grid.rules.ts';
import { headPredicate, NOTHING, numbersPredicate } from './calculating-words.rules.ts';
import {
  type Answered,
  type Evidence,
  type HeadReason,
  scoreAloud,
  scoreTyped,
  type Trouble,
  troublesOf,
  typingOf,
} from './head.rules.ts';
import { itemsOf, NUMBERS_ITEMS, numbersSet, type PartResult, partsOf } from './numbers.rules.ts';
import { classOfSet, SUMS_OF_SET, type SumClass, sumsOf, sumText } from './sums.rules.ts';

/** A run, a training or the numbers aloud, as stored. */
export interface StoredCalculation {
  id: number;
  clientId: string;
  kind: 'head' | 'numbers' | 'training';
  mode: 'typed' | 'aloud';
  formId: string | null;
  formVersion: number | null;
  startedAt: Date;
  seconds: number;
  copying: number[];
  answers: Answered[];
  finished: boolean;
  lastItem: number | null;
  wrong: number[];
  selfCorrected: number[];
  reasons: HeadReason[];
}

/** A calculation with all that follows from it. */
export interface ToldCalculation {
  calculation: StoredCalculation;
  right: number;
  attempted: number;
  /** Null for numbers and trainings, and where nothing is said of a run (`saysNothing`). */
  perMinute: number | null;
  typingMs: number | null;
  schoolClass: SumClass | null;
  /** Without its subject. */
  predicate: string;
  /** Of numbers of which something is said. */
  parts: PartResult[] | null;
  facts: Trouble[];
  /** `YYYY-MM-DD` in Luanda. */
  day: string;
}

/** Returns what a calculation says about single facts. */
export function evidenceOf(one: StoredCalculation): Evidence {
  if (saysNothing(one)) return { answers: [], copying: one.copying };
  if (one.kind !== 'head' || one.mode === 'typed') return one;
  const sums = (sumsOf(one.formId ?? '') ?? []).slice(0, attemptedOf(SUMS_OF_SET, one)).map(sumText);
  return {
    ...one,
    aloud: {
      right: sums.filter((_, index) => !one.wrong.includes(index)),
      wrong: sums.filter((_, index) => one.wrong.includes(index)),
    },
  };
}

/** Returns what is said of a calculation that says nothing. */
function untoldOf({ reasons }: StoredCalculation): string {
  if (reasons.includes('too-fast')) return NOTHING.fast;
  return reasons.includes('unmarked') ? NOTHING.unmarked : NOTHING.stopped;
}

/** Returns a calculation with what follows from it alone. */
export function tell(calculation: StoredCalculation): ToldCalculation {
  const { kind, mode, answers, seconds, copying, formId } = calculation;
  const base = {
    calculation,
    typingMs: typingOf(copying),
    facts: kind === 'numbers' ? [] : troublesOf([evidenceOf(calculation)]),
    day: dateInLuanda(calculation.startedAt),
  };
  const isUntold = saysNothing(calculation);
  const untold = untoldOf(calculation);
  if (kind === 'numbers') {
    const set = numbersSet(formId ?? '');
    const parts = partsOf(set ? itemsOf(set) : [], calculation.wrong);
    return {
      ...base,
      attempted: NUMBERS_ITEMS,
      right: NUMBERS_ITEMS - calculation.wrong.length,
      perMinute: null,
      schoolClass: null,
      predicate: isUntold ? untold : numbersPredicate(parts),
      parts: isUntold ? null : parts,
    };
  }
  if (kind === 'training') {
    const { right, attempted } = scoreTyped(answers, seconds, answers.length);
    return {
      ...base,
      right,
      attempted,
      perMinute: null,
      schoolClass: null,
      predicate: `treinou ${attempted === 1 ? 'uma conta' : `${attempted} contas`}.`,
      parts: null,
    };
  }
  const found = mode === 'typed' ? scoreTyped(answers, seconds, SUMS_OF_SET) : scoreAloud(SUMS_OF_SET, calculation);
  return {
    ...base,
    ...found,
    perMinute: isUntold ? null : found.perMinute,
    schoolClass: classOfSet(formId ?? '') ?? null,
    predicate: isUntold ? untold : headPredicate(found.perMinute),
    parts: null,
  };
}
