import { dateInLuanda, type TrimesterStarts } from '../../../shared/calendar.ts';
import { firstName, withArticle } from '../../../shared/text.ts';
import { knownNow, measuresOfYear, type StoredReading, type Told, tellAsReceived } from './child-readings.rules.ts';
import { type Agreement, agreementOf, latestOf } from './ear.rules.ts';
import { asMarking } from './ear.server.ts';
import { readingClassOf } from './forms.rules.ts';
import type { ChildReadings, ListedReading, SavedReading } from './reading.contract.ts';
import type { FamilyReader, TrainingRow } from './reading.store.ts';
import { growthWords, headline, meaning, nextStepOf } from './reading-words.rules.ts';
import {
  AIM_SOURCE,
  type Aim,
  aimOf,
  BAND_OF_THREE,
  bandOf,
  growthOf,
  SECOND_CLASS_SOURCE,
} from './references.rules.ts';

const hundredths = (value: number) => Math.round(value * 100) / 100;

interface About {
  reader: FamilyReader;
  aim: Aim | null;
}

const about = (reader: FamilyReader): About => ({
  reader,
  aim: aimOf(readingClassOf(reader.schoolClass), dateInLuanda(reader.now)),
});

const presentAgreement = ({ share, kappa, differing, speed }: Agreement) => ({
  share,
  kappa,
  differing,
  speed: hundredths(speed),
});

function outcomeOf({ reader, aim }: About, told: Told): Omit<SavedReading, 'agreement'> {
  const { reading, right, attempted, perMinute, accuracy, reasons, known } = told;
  const who = { firstName: firstName(reader.fullName), gender: reader.gender };
  return {
    id: reading.id,
    right,
    attempted,
    wordsPerMinute: perMinute === null ? null : hundredths(perMinute),
    accuracy,
    understood: told.understood,
    provisional: reasons.length > 0,
    reasons,
    sentence: headline(who, known),
    next: nextStepOf(known, { reasons, schoolClass: readingClassOf(reader.schoolClass), aim }),
  };
}

/** Returns the reply to a reading that was stored, as of when it arrived, so that it is the same whenever it is asked for. */
export function presentSaved(
  reader: FamilyReader,
  reading: StoredReading,
  all: readonly StoredReading[],
): SavedReading {
  const first = all.find(({ clientId }) => clientId === reading.recordedBy);
  return {
    ...outcomeOf(about(reader), tellAsReceived(reading, all)),
    agreement: first ? presentAgreement(agreementOf(first.items, first, reading)) : null,
  };
}

function presentListed(of: About, told: Told): ListedReading {
  const { reading, second } = told;
  return {
    ...outcomeOf(of, told),
    clientId: reading.clientId,
    formId: reading.formId,
    formVersion: reading.formVersion,
    kind: reading.kind,
    title: reading.body.title,
    mode: reading.mode,
    startedAt: reading.startedAt.toISOString(),
    day: told.day,
    seconds: reading.seconds,
    finished: reading.finished,
    wrongWords: told.wrongWords,
    comprehension: told.known.comprehension,
    stoppedEarly: told.stoppedEarly,
    band: told.band,
    second: second && {
      wordsPerMinute: hundredths(second.perMinute),
      right: second.right,
      attempted: second.attempted,
      agreement: presentAgreement(second.agreement),
    },
  };
}

/** Returns a child's readings as its parent sees them, by what the plan allows. */
export function presentChildReadings(
  reader: FamilyReader,
  told: readonly Told[],
  trainings: readonly TrainingRow[],
  { starts, limit }: { starts: TrimesterStarts; limit: ChildReadings['limit'] },
): ChildReadings {
  const of = about(reader);
  const readingClass = readingClassOf(reader.schoolClass);
  const measures = reader.allows.readingGrowth ? measuresOfYear(told, readingClass, reader.now, starts) : [];
  const growth = growthOf(measures);
  const now = knownNow(told, measures);
  const who = { firstName: firstName(reader.fullName), gender: reader.gender };
  const idOf = (formId: string, day: string) =>
    told.find(({ reading, day: read }) => reading.formId === formId && read === day)?.reading.id ?? 0;
  return {
    child: {
      id: reader.id,
      ...who,
      subject: withArticle(who.firstName, who.gender),
      schoolClass: reader.schoolClass,
      cover: reader.cover,
    },
    today: dateInLuanda(reader.now),
    readingClass,
    now: presentNow(of, now),
    readings: told.map((one) => presentListed(of, one)).reverse(),
    measures: measures.map(({ day, perMinute, readings }) => ({
      day,
      wordsPerMinute: hundredths(perMinute),
      band: bandOf(perMinute, BAND_OF_THREE),
      readings: readings.map((one) => ({ id: idOf(one.formId, one.day), wordsPerMinute: hundredths(one.perMinute) })),
    })),
    growth: growth && {
      kind: growth.kind,
      words: hundredths(growth.words),
      sentence: growthWords(who, growth) ?? '',
    },
    reference: referenceOf(of, told, now),
    earTrained: reader.trainedAt !== null,
    ear: latestOf(trainings.map(asMarking)),
    limit,
  };
}

/** How the child reads now, as on its page, in the report and in the report of the week. */
function presentNow({ reader }: About, now: ReturnType<typeof knownNow>): ChildReadings['now'] {
  if (!now) return null;
  const { at, known } = now;
  const { reasons } = at;
  const schoolClass = readingClassOf(reader.schoolClass);
  return {
    sentence: headline({ firstName: firstName(reader.fullName), gender: reader.gender }, known),
    day: at.day,
    provisional: reasons.length > 0,
    next: nextStepOf(known, { reasons, schoolClass, aim: aimOf(schoolClass, at.day) }),
  };
}

/** What a speed means: that of the sentence about the child, else that of the latest text of the class that is not a lápis. */
function referenceOf(
  { reader, aim }: About,
  told: readonly Told[],
  now: ReturnType<typeof knownNow>,
): ChildReadings['reference'] {
  const readingClass = readingClassOf(reader.schoolClass);
  const counts = ({ reading, reasons }: Told) => reading.kind === 'class' && reasons.length === 0;
  const perMinute = (now && counts(now.at) ? now.known.perMinute : told.findLast(counts)?.perMinute) ?? undefined;
  if (readingClass !== 2 && !aim) return null;
  return {
    sentence: perMinute === undefined ? null : meaning(readingClass, perMinute, aim),
    aim: aim?.words ?? null,
    source: readingClass === 2 ? SECOND_CLASS_SOURCE : AIM_SOURCE,
  };
}
