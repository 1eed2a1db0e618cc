import { daysBetween } from '../../../shared/days.ts';
import { latest } from '../../../shared/skills/latest.ts';
import { TIMED_SECONDS } from '../grid/grid.rules.ts';
import type { ReadingClass } from './forms.rules.ts';

/** Words right in a minute to aim at by the end of each class. Metas curriculares, Portugal. */
const AIMS: Readonly<Record<ReadingClass, number>> = { 1: 55, 2: 90, 3: 110, 4: 125, 5: 140, 6: 150 };
export const AIM_SOURCE = 'Metas curriculares, Portugal';

/** Zones of the 2.ª classe: below the first quarter of 92,813 children of the 2.º ano, up to their mean, from it (IAVE 2025). */
export const SECOND_CLASS = { training: 51, fluent: 75 } as const;
export const SECOND_CLASS_SOURCE = 'Portugal, 2025, 2.º ano';
export const ZONE_WORDS = {
  training: 'precisa de treino diário',
  gaining: 'a ganhar fluência',
  fluent: 'lê com fluência para a 2.ª classe',
} as const;
export type Zone = keyof typeof ZONE_WORDS;

/** Returns the zone of a speed in the 2.ª classe. */
export const zoneOf = (perMinute: number): Zone =>
  perMinute < SECOND_CLASS.training ? 'training' : perMinute < SECOND_CLASS.fluent ? 'gaining' : 'fluent';

export interface Aim {
  words: number;
  /** Its class, such as 3. */
  schoolClass: ReadingClass;
  source: string;
}

/**
 * Returns what a child of a class aims at on a day (`YYYY-MM-DD`): until 31 March the aim of the class before, from April its own. The 1.ª
 * classe has none before; the 2.ª has its zones only.
 */
export function aimOf(schoolClass: ReadingClass, day: string): Aim | null {
  if (schoolClass === 2) return null;
  const month = Number(day.slice(5, 7));
  const own = month >= 4 && month <= 8;
  if (own) return { words: AIMS[schoolClass], schoolClass, source: AIM_SOURCE };
  if (schoolClass === 1) return null;
  const before = (schoolClass - 1) as ReadingClass;
  return { words: AIMS[before], schoolClass: before, source: AIM_SOURCE };
}

/**
 * Returns whether a speed, as it is shown, reaches what a child of a class aims at, in the 2.ª classe fluency; null without an aim. All that is
 * said of a speed compares whole words, so that no sentence contradicts the number beside it.
 */
export function reachesAim(schoolClass: ReadingClass, perMinute: number, aim: Aim | null): boolean | null {
  const fluent = schoolClass === 2 ? SECOND_CLASS.fluent : aim?.words;
  return fluent === undefined ? null : Math.round(perMinute) >= fluent;
}

/** Items a second faster than anybody reads aloud; who marks so has not listened. */
const FASTEST_A_SECOND = 4;
export const isTooFast = (attempted: number, seconds: number): boolean => attempted > seconds * FASTEST_A_SECOND;

/**
 * Whether a reading has a speed: only of a whole minute, or of the whole text, as in oral reading fluency (EGRA; Good & Kaminski, DIBELS). A
 * child that stops after some seconds has read its easiest words, without getting tired.
 */
export const hasSpeed = (attempted: number, { seconds, finished }: { seconds: number; finished: boolean }): boolean =>
  (finished || seconds >= TIMED_SECONDS) && !isTooFast(attempted, seconds);

/** Words a minute by which one text, or the median of three, may be off either way (Christ & Silberglitt 2007; docs/knowing.md). */
export const BAND_OF_ONE = 10;
export const BAND_OF_THREE = 7;
export interface Band {
  from: number;
  to: number;
}
export const bandOf = (perMinute: number, either: number): Band => ({
  from: Math.max(0, Math.round(perMinute - either)),
  to: Math.round(perMinute + either),
});

/** Days in which the three readings of a measure lie, and days between two measures that are compared. */
const MEASURE_DAYS = 21;
export const GROWTH_DAYS = 56;
/**
 * Words a minute from which a difference of two medians is called growth. By chance alone 11 of 100 pairs rise by so much, so the means of
 * the same readings must differ too, by more than a median of three may be off: that leaves 9 of 100, and as many that fall
 * (docs/knowing.md).
 */
const GROWTH_WORDS = 12;

/** A reading as far as measures need it. */
export interface Measurable {
  formId: string;
  /** `YYYY-MM-DD` in Luanda. */
  day: string;
  perMinute: number;
}

/** The median of three readings of different texts within 21 days. */
export interface Measure {
  /** Day of the middle reading by date. */
  day: string;
  perMinute: number;
  /** Oldest first. */
  readings: readonly Measurable[];
}

/**
 * Returns the measures among readings of a child's class that count: from the oldest on, each of three readings of different texts, no
 * reading in two measures. A later reading changes no earlier measure.
 *
 * @param readings oldest first.
 */
export function measuresOf(readings: readonly Measurable[]): Measure[] {
  const measures: Measure[] = [];
  let from = 0;
  while (from < readings.length) {
    const start = readings[from] as Measurable;
    const chosen: Measurable[] = [];
    let last = from;
    for (let at = from; at < readings.length && chosen.length < 3; at++) {
      const reading = readings[at] as Measurable;
      if (daysBetween(start.day, reading.day) > MEASURE_DAYS) break;
      if (chosen.some(({ formId }) => formId === reading.formId)) continue;
      chosen.push(reading);
      last = at;
    }
    const [one, middle, three] = chosen;
    if (one && middle && three) {
      const perMinute = [one, middle, three].map((reading) => reading.perMinute).sort((a, b) => a - b)[1] as number;
      measures.push({ day: middle.day, perMinute, readings: [one, middle, three] });
      from = last + 1;
    } else from++;
  }
  return measures;
}

export interface Growth {
  kind: 'grew' | 'fell' | 'unknown';
  /** Unrounded difference in words a minute; positive when the child reads faster. */
  words: number;
  from: Measure;
  to: Measure;
}

const meanOf = ({ readings }: Measure) => readings.reduce((sum, one) => sum + one.perMinute, 0) / readings.length;

/** Compares the latest measure of a school year with its first. Null unless they lie eight weeks apart. */
export function growthOf(measures: readonly Measure[]): Growth | null {
  const from = measures[0];
  const to = latest(measures);
  if (!from || !to || from === to || daysBetween(from.day, to.day) < GROWTH_DAYS) return null;
  const words = to.perMinute - from.perMinute;
  const ofMeans = meanOf(to) - meanOf(from);
  const has = (direction: 1 | -1) => direction * words >= GROWTH_WORDS && direction * ofMeans > BAND_OF_THREE;
  return { kind: has(1) ? 'grew' : has(-1) ? 'fell' : 'unknown', words, from, to };
}
