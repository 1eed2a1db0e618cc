import type { Database } from '../../../server/db/db.ts';
import { liveSettings } from '../../../server/db/live-settings.ts';
import { notFound } from '../../../server/http/errors.ts';
import { knownNow, measuresOfYear, tellAll } from './child-readings.rules.ts';
import { readingClassOf } from './forms.rules.ts';
import { findReader, findReadings } from './reading.store.ts';
import { NEXT_WORDS, nextStepOf, predicate } from './reading-words.rules.ts';
import { aimOf } from './references.rules.ts';

/**
 * Returns a sentence about how a child reads, and what to do next; null if there is no reading. If the latest reading is part of a measure (the
 * median of three) and the plan includes measures, the sentence gives the measure's speed.
 *
 * @throws Refused 404 when the child is not this parent's.
 */
export async function readLine(db: Database, userId: number, childId: number) {
  const reader = await findReader(db, userId, childId);
  if (!reader) throw notFound();
  const told = tellAll(await findReadings(db, childId));
  const schoolClass = readingClassOf(reader.schoolClass);
  const measures = reader.allows.readingGrowth
    ? measuresOfYear(told, schoolClass, reader.now, liveSettings(db).trimesters)
    : [];
  const now = knownNow(told, measures);
  if (!now) return null;
  const { at, known } = now;
  const sentence = predicate(known);
  const next = nextStepOf(known, { reasons: at.reasons, schoolClass, aim: aimOf(schoolClass, at.day) });
  const { title, time } = NEXT_WORDS[next];
  return {
    sentence: `${sentence[0]?.toUpperCase()}${sentence.slice(1)}`,
    date: at.day,
    provisional: at.reasons.length > 0,
    next: { title, time },
  };
}
