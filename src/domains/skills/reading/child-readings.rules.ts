import { dateInLuanda, type TrimesterStarts, trimesterOf } from '../../../shared/calendar.ts';
import { latest } from '../../../shared/skills/latest.ts';
import { bareWord } from '../../../shared/skills/text-words.ts';
import { attemptedOf, type Marked, score, stopsEarly, TIMED_SECONDS } from '../grid/grid.rules.ts';
import { type Agreement, agreementOf } from './ear.rules.ts';
import { type FormBody, type FormKind, type ReadingClass, type Step, stepOf } from './forms.rules.ts';
import {
  type AnswerOutcome,
  type Comprehension,
  EARLY_STOP,
  isComfortable,
  showsDecoding,
  understood,
} from './ladder.rules.ts';
import type { Known, Reason } from './reading-words.rules.ts';
import { BAND_OF_ONE, type Band, bandOf, hasSpeed, isTooFast, type Measure, measuresOf } from './references.rules.ts';

/** A reading as it is stored, with the form that was read. */
export interface StoredReading extends Marked {
  id: number;
  clientId: string;
  formId: string;
  formVersion: number;
  kind: FormKind;
  schoolClass: number | null;
  items: number;
  body: FormBody;
  mode: 'recorded' | 'live';
  startedAt: Date;
  wrong: number[];
  selfCorrected: number[];
  answers: { questionId: string; outcome: AnswerOutcome }[];
  listener: number;
  recordedBy: string | null;
  reasons: Reason[];
}

/** Returns how many questions a form has, and how they were answered. */
function comprehensionOf({ body, answers }: Pick<StoredReading, 'body' | 'answers'>): Comprehension {
  return {
    total: body.questions.length,
    asked: answers.length,
    right: answers.filter(({ outcome }) => outcome === 'right').length,
  };
}

/** A reading with all that follows from it. */
export interface Told {
  reading: StoredReading;
  step: Step;
  /** Of the first listener. */
  known: Known;
  right: number;
  attempted: number;
  /** Null where the reading has no speed (`hasSpeed`). */
  perMinute: number | null;
  /** Null if nothing was read, or only the speed was marked. */
  accuracy: number | null;
  understood: boolean | null;
  reasons: Reason[];
  stoppedEarly: boolean;
  /** `YYYY-MM-DD` in Luanda. */
  day: string;
  wrongWords: string[];
  band: Band | null;
  second: { reading: StoredReading; agreement: Agreement; perMinute: number; right: number; attempted: number } | null;
}

/**
 * Returns whether a child decodes, by the lists of words and the texts that it read before a reading on the same day: on the server and on
 * the phone. Null if it read none.
 */
function decodesBefore(reading: StoredReading, all: readonly StoredReading[]): boolean | null {
  const day = dateInLuanda(reading.startedAt);
  const read = all.filter(
    ({ kind, recordedBy, startedAt }) =>
      recordedBy === null &&
      (kind === 'words' || stepOf(kind) === 'text') &&
      startedAt.getTime() <= reading.startedAt.getTime() &&
      dateInLuanda(startedAt) === day,
  );
  if (read.length === 0) return null;
  return read.some((one) => showsDecoding({ kind: one.kind, items: one.items, marked: one }));
}

/**
 * Returns a reading with what follows from it and from a second listener of the same recording.
 *
 * @param all the child's readings, for what those before it say.
 */
export function tell(reading: StoredReading, second?: StoredReading, all: readonly StoredReading[] = []): Told {
  const { items, kind, mode, body, wrong } = reading;
  const step = stepOf(kind);
  const scored =
    step === 'listening' ? { attempted: 0, right: 0, perMinute: 0, accuracy: null } : score(items, reading);
  const isTimed = step === 'listening' || hasSpeed(scored.attempted, reading);
  const found = { ...scored, perMinute: isTimed ? scored.perMinute : null };
  const accuracy = mode === 'live' ? null : found.accuracy;
  const heard = second && { agreement: agreementOf(items, reading, second), ...score(items, second) };
  const reasons = [...reading.reasons];
  if (heard?.agreement.tooFar && !reasons.includes('listeners-differ')) reasons.push('listeners-differ');
  const comprehension = comprehensionOf(reading);
  const earlyStop = EARLY_STOP[step];
  return {
    reading,
    step,
    ...found,
    accuracy,
    understood: understood(step, accuracy, comprehension),
    reasons,
    stoppedEarly: earlyStop !== null && stopsEarly(wrong, earlyStop),
    day: dateInLuanda(reading.startedAt),
    wrongWords: wrong.map((index) => bareWord(body.words[index] ?? '')),
    band: step === 'text' && found.right > 0 && found.perMinute !== null ? bandOf(found.perMinute, BAND_OF_ONE) : null,
    known: {
      kind,
      textClass: kind === 'class' ? (reading.schoolClass as ReadingClass) : null,
      items,
      ...found,
      accuracy,
      comprehension,
      provisional: reasons.length > 0,
      decodes: step === 'listening' ? decodesBefore(reading, all) : null,
    },
    second: second && heard ? { reading: second, ...heard } : null,
  };
}

/** Returns a child's readings with what follows from them, oldest first; a second listener stands with the reading that it marked. */
export function tellAll(readings: readonly StoredReading[]): Told[] {
  const seconds = new Map(readings.flatMap((one) => (one.recordedBy ? [[one.recordedBy, one]] : [])));
  return readings
    .filter(({ recordedBy }) => recordedBy === null)
    .map((reading) => tell(reading, seconds.get(reading.clientId), readings));
}

/** Returns a reading with what followed from it as it arrived, whatever came later. */
export const tellAsReceived = (reading: StoredReading, all: readonly StoredReading[]): Told =>
  tell(reading, undefined, all);

/**
 * Returns why a reading is a lápis as it arrives: the ear is untrained, the reading broke off before a minute and before the end although
 * the child could read, or more was marked than anybody reads in that time. A story that is heard needs no trained ear.
 */
export function reasonsOf(
  reading: Pick<StoredReading, 'kind' | 'items' | 'wrong' | 'finished' | 'lastItem' | 'seconds'>,
  earTrained: boolean,
): Reason[] {
  const { kind, items, wrong, finished, seconds } = reading;
  const step = stepOf(kind);
  if (step === 'listening') return [];
  const broken = !finished && seconds < TIMED_SECONDS && !stopsEarly(wrong, EARLY_STOP[step] ?? Infinity);
  return [
    ...(earTrained ? [] : (['ear-not-trained'] as const)),
    ...(broken ? (['broken-off'] as const) : []),
    ...(isTooFast(attemptedOf(items, reading), seconds) ? (['too-fast'] as const) : []),
  ];
}

/** Returns the measures of a school year, of texts of one class, from readings that are not a lápis. */
export function measuresOfYear(
  told: readonly Told[],
  readingClass: ReadingClass,
  now: Date,
  starts: TrimesterStarts,
): Measure[] {
  const { schoolYear } = trimesterOf(now, starts);
  return measuresOf(
    told
      .filter(
        ({ reading, reasons }) =>
          reading.kind === 'class' &&
          reading.schoolClass === readingClass &&
          reasons.length === 0 &&
          trimesterOf(reading.startedAt, starts).schoolYear === schoolYear,
      )
      .flatMap(({ reading, day, perMinute }) =>
        perMinute === null ? [] : [{ formId: reading.formId, day, perMinute }],
      ),
  );
}

/**
 * Returns the reading that says where a child stands: of its last day the highest step done comfortably, else the last one that is no
 * story (ASER).
 */
function readingNow(told: readonly Told[]): Told | null {
  const last = latest(told);
  if (!last) return null;
  const today = told.filter(({ day }) => day === last.day);
  const order: readonly FormKind[] = ['class', 'first', 'words', 'letters'];
  for (const kind of order) {
    const best = latest(today.filter(({ reading, right }) => reading.kind === kind && right > 0));
    if (best && !fell(today, kind)) return best;
  }
  return latest(today.filter(({ step }) => step !== 'listening')) ?? last;
}

/**
 * Returns the reading that says how a child reads now, and what is known of it. If it is part of the latest measure, its speed is the
 * measure's.
 */
export function knownNow(told: readonly Told[], measures: readonly Measure[]): { at: Told; known: Known } | null {
  const at = readingNow(told);
  if (!at) return null;
  const measure = latest(measures);
  const isMeasured = measure?.readings.some(({ formId, day }) => formId === at.reading.formId && day === at.day);
  return { at, known: isMeasured && measure ? { ...at.known, perMinute: measure.perMinute } : at.known };
}

/** Whether the ladder went down from this step on that day, because the child could not do it comfortably. */
function fell(today: readonly Told[], kind: FormKind): boolean {
  const at = latest(today.filter(({ reading }) => reading.kind === kind));
  if (!at) return false;
  if (kind === 'class') return at.stoppedEarly;
  return kind === 'first' ? !isComfortable(at.reading.items, at.reading) : false;
}
