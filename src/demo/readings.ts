import { score } from '../domains/skills/grid/grid.rules.ts';
import {
  type FormRow,
  findDemoReaders,
  findOffered,
  insertReading,
  insertTraining,
} from '../domains/skills/reading/reading.store.ts';
import type { Database } from '../server/db/db.ts';
import { liveSettings } from '../server/db/live-settings.ts';
import { trimesterOf } from '../shared/calendar.ts';
import { DAY_MS } from '../shared/time.ts';

/** Three texts within two weeks: how many days ago, and words right a minute. */
type Visit = readonly [daysAgo: number, speed: number];
/** João, of the 2.ª classe, read through the year; the texts of the last school year were those of the 1.ª. */
const JOAO: readonly Visit[] = [
  [351, 14],
  [344, 17],
  [337, 15],
  [291, 19],
  [284, 24],
  [277, 21],
  [231, 27],
  [224, 25],
  [217, 30],
  [171, 31],
  [164, 35],
  [157, 32],
  [87, 36],
  [80, 33],
  [73, 38],
  [49, 44],
  [42, 41],
  [35, 45],
  [18, 49],
  [11, 52],
  [4, 48],
];
const MARIA: readonly Visit[] = [
  [80, 96],
  [73, 104],
  [66, 99],
  [9, 112],
];
/** Recordings of the ear's training that the demo parent has passed. */
const TRAINED = ['ear-cacussos', 'ear-canoa'];

/** Gives the demo family a year of readings, once. */
export async function seedDemoReadings(db: Database): Promise<void> {
  const children = await findDemoReaders(db);
  const [anyone] = children;
  if (!anyone) return;
  const trained = { agreement: 0.96, missed: [], extra: [], passed: true, wrong: [], selfCorrected: [] };
  for (const [index, recordingId] of TRAINED.entries())
    await insertTraining(db, anyone.userId, { ...trained, clientId: idOf(0, index), recordingId });
  for (const [fullName, visits] of [
    ['João Domingos', JOAO],
    ['Maria Domingos', MARIA],
  ] as const) {
    const child = children.find((one) => one.fullName === fullName);
    if (!child || child.readings > 0) continue;
    const readingClass = Number.parseInt(child.schoolClass, 10);
    const { schoolYear } = trimesterOf(new Date(), liveSettings(db).trimesters);
    for (const [index, [daysAgo, speed]] of visits.entries()) {
      // Half past five in Luanda.
      const startedAt = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS + 16.5 * 3_600_000);
      const isThisYear = trimesterOf(startedAt, liveSettings(db).trimesters).schoolYear === schoolYear;
      const texts = await textsOf(db, isThisYear ? readingClass : Math.max(1, readingClass - 1));
      const form = texts[index % texts.length];
      if (form) await read(db, child.id, form, { index, speed, startedAt });
    }
  }
}

const textsOf = async (db: Database, readingClass: number): Promise<FormRow[]> =>
  (await findOffered(db, readingClass)).filter(
    ({ kind, schoolClass }) => kind === 'class' && schoolClass === readingClass,
  );

/** Stores a reading as the parent would have marked it: who reads faster errs less. */
async function read(
  db: Database,
  childId: number,
  form: FormRow,
  { index, speed, startedAt }: { index: number; speed: number; startedAt: Date },
): Promise<void> {
  const errors = Math.min(6, Math.max(1, Math.round(110 / speed)));
  const attempted = Math.min(form.items - 1, speed + errors);
  const wrong = Array.from(
    { length: attempted - speed },
    (_, error) => 2 + error * Math.max(2, Math.floor(attempted / 8)),
  );
  const seconds = Math.min(180, Math.round((form.items * 60) / attempted));
  const marked = { seconds, finished: false, lastItem: attempted - 1, wrong, selfCorrected: [] };
  const { right } = score(form.items, marked);
  await insertReading(db, childId, {
    ...marked,
    clientId: idOf(childId, index),
    formId: form.id,
    formVersion: form.version,
    mode: 'recorded',
    startedAt,
    attempted,
    right,
    answers: form.body.questions.map(({ id }, place) => ({
      questionId: id,
      outcome: place === 4 && speed < 40 && index % 2 === 0 ? 'wrong' : 'right',
    })),
    listener: 1,
    recordedBy: null,
    reasons: [],
  });
}

/** Returns the same id at every seeding. */
const idOf = (childId: number, index: number) =>
  `00000000-0000-4000-8000-${String(childId).padStart(6, '0')}${String(index).padStart(6, '0')}`;
