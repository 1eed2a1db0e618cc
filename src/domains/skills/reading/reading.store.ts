import type { Queryable } from '../../../server/db/db.ts';
import { FAMILY_CHILD, type FamilyChildRow } from '../../money/plans/covered.store.ts';
import { type Entitled, withEntitlements } from '../../money/plans/plans.rules.ts';
import { MAX_LATEST } from '../grid/latest.rules.ts';
import type { StoredReading } from './child-readings.rules.ts';
import type { FormBody, FormKind } from './forms.rules.ts';
import type { AnswerOutcome } from './ladder.rules.ts';
import type { Reason } from './reading-words.rules.ts';

export interface FormRow {
  id: string;
  version: number;
  kind: FormKind | 'ear';
  schoolClass: number | null;
  items: number;
  body: FormBody;
}
const FORM = `f.id, f.version, f.kind, f.school_class, f.items, f.body`;

/** Returns what is offered to a class: its own forms and those of all classes, in the order of their ids. */
export function findOffered(db: Queryable, schoolClass: number): Promise<FormRow[]> {
  return db.rows<FormRow>(
    `select ${FORM} from reading_forms f where f.offered and coalesce(f.school_class, $1) = $1 order by f.kind, f.id`,
    [schoolClass],
  );
}

/** Returns all versions of forms, for loading. */
export function findAllForms(db: Queryable): Promise<FormRow[]> {
  return db.rows<FormRow>(`select ${FORM} from reading_forms f order by f.id, f.version`);
}

/** Returns a form: the given version, or without one the version offered now. */
export function findForm(db: Queryable, id: string, version: number | undefined): Promise<FormRow | undefined> {
  return db.row<FormRow>(
    `select ${FORM} from reading_forms f where f.id = $1 and case when $2::int is null then f.offered else f.version = $2 end`,
    [id, version ?? null],
  );
}

/** Waits until no other process loads forms. */
export async function lockForms(transaction: Queryable): Promise<void> {
  await transaction.count('lock table reading_forms in share row exclusive mode');
}

/** Stores forms as the only ones offered. */
export async function replaceOffered(transaction: Queryable, forms: readonly FormRow[]): Promise<void> {
  await transaction.count('update reading_forms set offered = false where offered');
  await transaction.count(
    `insert into reading_forms (id, version, kind, school_class, items, body, offered)
     select f.id, f.version, f.kind, f.school_class, f.items, f.body, true
     from jsonb_to_recordset($1::jsonb) as f(id text, version int, kind text, school_class int, items int, body jsonb)
     on conflict (id, version) do update set body = excluded.body, kind = excluded.kind, school_class = excluded.school_class, offered = true`,
    [JSON.stringify(forms.map(({ schoolClass, ...form }) => ({ ...form, school_class: schoolClass })))],
  );
}

interface ReaderRow extends FamilyChildRow {
  /** When the parent's ear was trained; null if it is not. */
  trainedAt: Date | null;
}
export type FamilyReader = Entitled<ReaderRow>;

/** Finds a child that reads, with what its plan allows it and whether the parent's ear is trained. @returns undefined when it is not this parent's. */
export async function findReader(db: Queryable, userId: number, childId: number): Promise<FamilyReader | undefined> {
  const row = await db.row<ReaderRow>(
    `select ${FAMILY_CHILD},
       (select min(t.trained_at) from ear_trainings t where t.user_id = u.id and t.passed) as trained_at
     from children c join users u on u.id = c.user_id where c.id = $2 and c.user_id = $1`,
    [userId, childId],
  );
  return row && withEntitlements(row);
}

/** Returns the children of the demo family, with the number of their readings. */
export function findDemoReaders(
  db: Queryable,
): Promise<{ id: number; userId: number; fullName: string; schoolClass: string; readings: number }[]> {
  return db.rows(
    `select c.id, c.user_id, c.full_name, c.school_class, (select count(*) from readings r where r.child_id = c.id) as readings
     from children c join users u on u.id = c.user_id where u.username = 'encarregado'`,
  );
}

/** Lets two phones record readings of a child one after the other. */
export async function lockReader(transaction: Queryable, childId: number): Promise<void> {
  await transaction.row('select id from children where id = $1 for no key update', [childId]);
}

/** Returns the newest readings of a child, up to `MAX_LATEST` of each kind and listener, oldest first. */
export function findReadings(db: Queryable, childId: number): Promise<StoredReading[]> {
  return db.rows<StoredReading>(
    `with latest as (
       select n.id, row_number() over (partition by f.kind, n.listener order by n.started_at desc, n.id desc) as place
       from readings n join reading_forms f on f.id = n.form_id and f.version = n.form_version where n.child_id = $1)
     select ${READING} from latest l join readings r on r.id = l.id
       join reading_forms f on f.id = r.form_id and f.version = r.form_version
     where l.place <= ${MAX_LATEST} order by r.started_at, r.id`,
    [childId],
  );
}

const READING = `r.id, r.client_id, r.form_id, r.form_version, f.kind, f.school_class,
  f.items, f.body, r.mode, r.started_at, r.seconds::float8 as seconds, r.finished, r.last_item, r.wrong,
  r.self_corrected, r.answers, r.listener, r.recorded_by, r.reasons`;

/** Returns one reading of a child by the id that the device gave it. */
export function findReading(db: Queryable, childId: number, clientId: string): Promise<StoredReading | undefined> {
  return db.row<StoredReading>(
    `select ${READING} from readings r join reading_forms f on f.id = r.form_id and f.version = r.form_version
     where r.child_id = $1 and r.client_id = $2`,
    [childId, clientId],
  );
}

export interface NewReading {
  clientId: string;
  formId: string;
  formVersion: number;
  mode: 'recorded' | 'live';
  startedAt: Date;
  seconds: number;
  finished: boolean;
  lastItem: number | null;
  wrong: readonly number[];
  selfCorrected: readonly number[];
  attempted: number;
  right: number;
  answers: readonly { questionId: string; outcome: AnswerOutcome }[];
  listener: 1 | 2;
  recordedBy: string | null;
  reasons: readonly Reason[];
}

/** Stores a reading. @returns its id. */
export async function insertReading(transaction: Queryable, childId: number, one: NewReading): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into readings (child_id, client_id, form_id, form_version, mode, started_at, seconds, finished, last_item, wrong,
       self_corrected, attempted, right_items, answers, listener, recorded_by, reasons)
     values (:childId, :clientId, :formId, :formVersion, :mode, :startedAt, :seconds, :finished, :lastItem, :wrong, :selfCorrected, :attempted, :right, :answers, :listener, :recordedBy, :reasons) returning id`,
    { ...one, childId, answers: JSON.stringify(one.answers) },
  );
  return (row as { id: number }).id;
}

export interface TrainingRow {
  recordingId: string;
  agreement: number;
  missed: number[];
  extra: number[];
  passed: boolean;
  /** Number of words that the recording says wrong. */
  planted: number;
}
const TRAINING = `recording_id as recording_id, agreement, missed, extra, passed,
  (select count(*)::int from reading_forms f, jsonb_array_elements(f.body->'read') w
   where f.id = recording_id and f.offered and w->>'outcome' = 'wrong') as planted`;

/** Returns one marking of the ear's training by the id that the device gave it. */
export function findTraining(db: Queryable, userId: number, clientId: string): Promise<TrainingRow | undefined> {
  return db.row<TrainingRow>(`select ${TRAINING} from ear_trainings where user_id = $1 and client_id = $2`, [
    userId,
    clientId,
  ]);
}

/** Returns a parent's last marking of each recording of the ear's training, oldest first. The last of all says whether the ear was ever trained. */
export function findTrainings(db: Queryable, userId: number): Promise<TrainingRow[]> {
  return db.rows<TrainingRow>(
    `select ${TRAINING} from (
       select distinct on (recording_id) * from ear_trainings where user_id = $1
       order by recording_id, trained_at desc, client_id desc) latest
     order by trained_at, client_id`,
    [userId],
  );
}

/** Stores a marking of the ear's training unless it is stored already. */
export function insertTraining(
  transaction: Queryable,
  userId: number,
  one: Omit<TrainingRow, 'planted'> & { clientId: string; wrong: readonly number[]; selfCorrected: readonly number[] },
): Promise<number> {
  return transaction.count(
    `insert into ear_trainings (user_id, client_id, recording_id, wrong, self_corrected, agreement, missed, extra, passed)
     values (:userId, :clientId, :recordingId, :wrong, :selfCorrected, :agreement, :missed, :extra, :passed) on conflict do nothing`,
    { ...one, userId },
  );
}
