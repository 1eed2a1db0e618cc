import type { Queryable } from '../../../server/db/db.ts';
import { FAMILY_CHILD, type FamilyChildRow } from '../../money/plans/covered.store.ts';
import type { PromptBody, RulerBody } from '../writing/forms.rules.ts';
import type { Level } from '../writing/kappa.rules.ts';
import type { Flag, OpinionReason } from './opinions.contract.ts';
import { type Mark, OPINION_DAYS, PHOTO_DAYS, UNMARKED_HOURS } from './opinions.rules.ts';

type OpinionState = 'waiting' | 'flagged' | 'done' | 'closed';

/** A text of a family, with its opinion if one was asked for. */
export interface TextRow extends FamilyChildRow {
  textId: number;
  childId: number;
  userId: number;
  prompt: PromptBody;
  startedAt: Date;
  state: OpinionState | null;
  reason: OpinionReason | null;
  askedAt: Date | null;
  eraseAt: Date | null;
}

/** Finds a text by its id, or by the id that the device gave it. @returns undefined when it is not this parent's. */
export function findText(db: Queryable, userId: number, id: number | string): Promise<TextRow | undefined> {
  return db.row<TextRow>(
    `select ${FAMILY_CHILD}, t.id as text_id, t.child_id, c.user_id, p.body as prompt, t.started_at, o.state, o.reason, o.asked_at, o.erase_at
     from texts t join children c on c.id = t.child_id join users u on u.id = c.user_id
       join writing_forms p on p.id = t.prompt_id and p.version = t.prompt_version
       left join text_opinions o on o.text_id = t.id
     where c.user_id = $1 and (t.id::text = $2 or t.client_id::text = $2)
     order by t.id limit 1`,
    [userId, String(id)],
  );
}

/** Returns how many opinions a family has asked for lately. Those that ended without a level do not count. */
export async function countAsked(db: Queryable, userId: number): Promise<number> {
  const row = await db.row<{ asked: number }>(
    `select count(*) as asked from text_opinions o join texts t on t.id = o.text_id join children c on c.id = t.child_id
     where c.user_id = $1 and o.state <> 'closed' and o.asked_at > now() - interval '${OPINION_DAYS} days'`,
    [userId],
  );
  return row?.asked ?? 0;
}

/** Waits until no other opinion of this family is being asked for. */
export async function lockFamily(transaction: Queryable, userId: number): Promise<void> {
  await transaction.row('select id from users where id = $1 for no key update', [userId]);
}

/**
 * Records that an opinion is asked for, again if one ended without a level. A flag about which nobody has decided stays, and keeps the text out
 * of the queue.
 */
export async function insertOpinion(transaction: Queryable, textId: number): Promise<void> {
  await transaction.count('delete from text_marks where text_id = $1', [textId]);
  await transaction.count(
    `insert into text_opinions (text_id, state, erase_at) values ($1, 'waiting', now() + interval '${PHOTO_DAYS} days')
     on conflict (text_id) do update set reason = null, asked_at = now(), erase_at = excluded.erase_at, ended_at = null,
       state = case when exists (select 1 from text_flags g where g.text_id = excluded.text_id and g.decided_at is null) then 'flagged'
         else 'waiting' end`,
    [textId],
  );
}

/** Stores a sealed photograph. */
export async function insertPhoto(transaction: Queryable, textId: number, sealed: Buffer): Promise<void> {
  await transaction.count('insert into text_photos (text_id, sealed) values ($1, $2)', [textId, sealed]);
}

/** Returns a sealed photograph, or undefined once it is erased. */
export async function findPhoto(db: Queryable, textId: number): Promise<Buffer | undefined> {
  return (await db.row<{ sealed: Buffer }>('select sealed from text_photos where text_id = $1', [textId]))?.sealed;
}

/** Returns all sealed photographs. */
export const findPhotos = (db: Queryable): Promise<{ textId: number; sealed: Buffer }[]> =>
  db.rows<{ textId: number; sealed: Buffer }>('select f.text_id, f.sealed from text_photos f order by f.text_id');

/** Replaces a sealed photograph. */
export async function updatePhoto(transaction: Queryable, textId: number, sealed: Buffer): Promise<void> {
  await transaction.count('update text_photos set sealed = $2 where text_id = $1', [textId, sealed]);
}

/** Returns what teachers have done with a text, in the order in which they marked it; those who have not come last. */
export function findMarks(
  db: Queryable,
  textId: number,
): Promise<(Mark & { signs: { id: string; isSeen: boolean }[] | null })[]> {
  return db.rows<Mark & { signs: { id: string; isSeen: boolean }[] | null }>(
    'select m.teacher_id, m.opened_at, m.released_at, m.level, m.marked_at, m.signs from text_marks m where m.text_id = $1 order by m.marked_at, m.id',
    [textId],
  );
}

/** A text that teachers may mark. */
export interface AskedRow {
  id: number;
  userId: number;
  state: OpinionState;
  schoolClass: number;
  prompt: PromptBody;
  ruler: RulerBody;
  askedAt: Date;
  eraseAt: Date;
}
const ASKED = `select o.text_id as id, c.user_id, o.state, p.school_class, p.body as prompt, r.body as ruler, o.asked_at, o.erase_at
     from text_opinions o join texts t on t.id = o.text_id join children c on c.id = t.child_id and c.deletion_asked_at is null
       join users u on u.id = c.user_id and u.deletion_asked_at is null
       join writing_forms p on p.id = t.prompt_id and p.version = t.prompt_version
       join writing_forms r on r.id = t.ruler_id and r.version = t.ruler_version`;

/**
 * Returns the texts with a photograph that wait for a mark and that a teacher has not marked, oldest first, each with what teachers have done
 * with it; those of the teacher's own family are left out.
 */
export function findWaiting(db: Queryable, teacherId: number): Promise<(AskedRow & { marks: Mark[] })[]> {
  return db.rows<AskedRow & { marks: Mark[] }>(
    `select a.*, (select coalesce(jsonb_agg(jsonb_build_object('teacherId', m.teacher_id, 'openedAt', m.opened_at,
         'releasedAt', m.released_at, 'level', m.level,
         'markedAt', m.marked_at)), '[]') from text_marks m where m.text_id = a.id) as marks
     from (${ASKED} where o.state = 'waiting' and o.erase_at > now() and c.user_id <> $1
         and exists (select 1 from text_photos f where f.text_id = o.text_id)
         and not exists (select 1 from text_marks m where m.text_id = o.text_id and m.teacher_id = $1 and m.marked_at is not null)) a
     order by a.asked_at, a.id limit 500`,
    [teacherId],
  );
}

/** Locks the opinion of a text until the transaction ends. @returns it, or undefined if none was asked for. */
export function lockAsked(transaction: Queryable, textId: number): Promise<(AskedRow & { now: Date }) | undefined> {
  return transaction.row<AskedRow & { now: Date }>(
    `select a.*, now() as now from (${ASKED} where o.text_id = $1 for update of o) a`,
    [textId],
  );
}

/** Locks a teacher's account row, so that concurrent requests to open texts run one after the other. */
export async function lockTeacher(transaction: Queryable, teacherId: number): Promise<void> {
  await transaction.row('select id from users where id = $1 for no key update', [teacherId]);
}

/**
 * Returns how many other texts a teacher has opened lately and not marked. A text that the teacher flagged counts until an administrator has
 * decided: flagging must not be a way to see all.
 */
export async function countUnmarked(transaction: Queryable, textId: number, teacherId: number): Promise<number> {
  const row = await transaction.row<{ unmarked: number }>(
    `select count(*) as unmarked from text_marks m
     where m.teacher_id = $2 and m.text_id <> $1 and m.marked_at is null and m.opened_at > now() - interval '${UNMARKED_HOURS} hours'
       and not exists (select 1 from text_flags g
         where g.text_id = m.text_id and g.teacher_id = $2 and g.flagged_at >= m.opened_at and g.decided_at is not null)`,
    [textId, teacherId],
  );
  return row?.unmarked ?? 0;
}

/** Releases the texts that a teacher opened before this one and has not marked, so that other teachers can open them. */
export async function releaseOthers(transaction: Queryable, textId: number, teacherId: number): Promise<void> {
  await transaction.count(
    'update text_marks set released_at = now() where teacher_id = $2 and text_id <> $1 and marked_at is null and released_at is null',
    [textId, teacherId],
  );
}

/** Records that a teacher has opened a text, now. */
export async function upsertPlace(transaction: Queryable, textId: number, teacherId: number): Promise<void> {
  await transaction.count(
    `insert into text_marks (text_id, teacher_id) values ($1, $2)
     on conflict (text_id, teacher_id) do update set opened_at = now(), released_at = null where text_marks.marked_at is null`,
    [textId, teacherId],
  );
}

/** Stores the level that a teacher gave. */
export async function setMark(
  transaction: Queryable,
  { textId, teacherId, level, signs }: { textId: number; teacherId: number; level: number; signs: readonly object[] },
): Promise<void> {
  await transaction.count(
    'update text_marks set level = $3, signs = $4::jsonb, marked_at = clock_timestamp() where text_id = $1 and teacher_id = $2 and marked_at is null',
    [textId, teacherId, level, JSON.stringify(signs)],
  );
}

/** Ends an opinion, with its levels or for a reason, and erases its photograph. */
export async function endOpinion(transaction: Queryable, textId: number, reason: OpinionReason | null): Promise<void> {
  await transaction.count(
    `update text_opinions set state = $2, reason = $3, ended_at = now() where text_id = $1 and state in ('waiting', 'flagged')`,
    [textId, reason === null ? 'done' : 'closed', reason],
  );
  await transaction.count('delete from text_photos where text_id = $1', [textId]);
}

/** Sets whether an opinion is in the queue or in the hands of administrators. */
export async function setState(transaction: Queryable, textId: number, state: 'waiting' | 'flagged'): Promise<void> {
  await transaction.count('update text_opinions set state = $2 where text_id = $1', [textId, state]);
}

/** Returns open opinions whose time is over, or whose photograph was lost before. */
export function findOver(db: Queryable): Promise<{ textId: number; isLost: boolean }[]> {
  return db.rows<{ textId: number; isLost: boolean }>(
    `select o.text_id, o.erase_at > now() as is_lost from text_opinions o left join text_photos f on f.text_id = o.text_id
     where o.state in ('waiting', 'flagged') and (o.erase_at <= now() or f.text_id is null) order by o.text_id limit 200`,
  );
}

/** Deletes open opinions, with their photographs, of families and children that are about to be erased. @returns how many. */
export const deleteLeaving = (db: Queryable): Promise<number> =>
  db.count(
    `delete from text_opinions o using texts t, children c, users u
     where t.id = o.text_id and c.id = t.child_id and u.id = c.user_id and o.state in ('waiting', 'flagged')
       and (c.deletion_asked_at is not null or u.deletion_asked_at is not null)`,
  );

/** Erases photographs of opinions that have ended or whose time is over. @returns how many. */
export const erasePhotos = (db: Queryable): Promise<number> =>
  db.count(
    `delete from text_photos f using text_opinions o
     where o.text_id = f.text_id and (o.erase_at <= now() or o.state in ('done', 'closed'))`,
  );

/** Records that a teacher flagged a text. */
export async function insertFlag(
  transaction: Queryable,
  { textId, teacherId, flag, note }: { textId: number; teacherId: number; flag: Flag; note: string | null },
): Promise<void> {
  await transaction.count('insert into text_flags (text_id, teacher_id, reason, note) values ($1, $2, $3, $4)', [
    textId,
    teacherId,
    flag,
    note,
  ]);
}

/** Changes the reason of an open flag to `worry`. @returns 0 if there is no open flag, or it has that reason already. */
export function worsenFlag(
  transaction: Queryable,
  { textId, teacherId, note }: { textId: number; teacherId: number; note: string | null },
): Promise<number> {
  return transaction.count(
    `update text_flags set reason = 'worry', teacher_id = $2, note = coalesce($3, note)
     where text_id = $1 and decided_at is null and reason <> 'worry'`,
    [textId, teacherId, note],
  );
}

/** A flagged text that administrators have not decided about. */
export interface FlagRow extends Omit<AskedRow, 'ruler'> {
  flag: Flag;
  note: string | null;
  flaggedAt: Date;
  fullName: string;
  phone: string | null;
  email: string;
}

/** Returns the flags that wait for a decision, those that worry first. @param textId of one of them only. */
export function findFlags(db: Queryable, textId: number | null = null): Promise<FlagRow[]> {
  return db.rows<FlagRow>(
    `select o.text_id as id, c.user_id, o.state, p.school_class, p.body as prompt, o.asked_at, o.erase_at, g.reason as flag, g.note, g.flagged_at,
       u.full_name, u.phone, u.email
     from text_flags g join text_opinions o on o.text_id = g.text_id join texts t on t.id = o.text_id
       join children c on c.id = t.child_id and c.deletion_asked_at is null join users u on u.id = c.user_id and u.deletion_asked_at is null
       join writing_forms p on p.id = t.prompt_id and p.version = t.prompt_version
     where g.decided_at is null and ($1::int is null or g.text_id = $1) order by g.reason = 'worry' desc, g.flagged_at, g.id`,
    [textId],
  );
}

/** Records what an administrator decided about a flag. */
export async function setDecision(
  transaction: Queryable,
  { textId, adminId, decision }: { textId: number; adminId: number; decision: 'returned' | 'closed' },
): Promise<void> {
  await transaction.count(
    'update text_flags set decision = $2, decided_by = $3, decided_at = now() where text_id = $1 and decided_at is null',
    [textId, decision, adminId],
  );
}

/** Returns the first two levels that teachers gave to each text. */
export function findPairs(db: Queryable): Promise<{ one: Level; other: Level }[]> {
  return db.rows<{ one: Level; other: Level }>(
    `select levels[1] as one, levels[2] as other
     from (select array_agg(m.level order by m.marked_at, m.id) as levels from text_marks m where m.marked_at is not null group by m.text_id) each
     where cardinality(levels) >= 2`,
  );
}

/** Returns how many texts wait for teachers, and since when. */
export async function countWaiting(db: Queryable): Promise<{ waiting: number; oldestAt: Date | null }> {
  const row = await db.row<{ waiting: number; oldestAt: Date | null }>(
    `select count(*) as waiting, min(o.asked_at) as oldest_at from text_opinions o where o.state = 'waiting'`,
  );
  return row ?? { waiting: 0, oldestAt: null };
}

/** Returns the texts of the demo family for which no opinion was asked, in the order of their ids. */
export function findDemoTexts(db: Queryable): Promise<{ id: number; prompt: PromptBody; ruler: RulerBody }[]> {
  return db.rows<{ id: number; prompt: PromptBody; ruler: RulerBody }>(
    `select t.id, p.body as prompt, r.body as ruler
     from texts t join children c on c.id = t.child_id join users u on u.id = c.user_id
       join writing_forms p on p.id = t.prompt_id and p.version = t.prompt_version
       join writing_forms r on r.id = t.ruler_id and r.version = t.ruler_version
     where u.username = 'encarregado' and not exists (select 1 from text_opinions o where o.text_id = t.id) order by t.id`,
  );
}

/** Stores levels of teachers who have no account, for the demo. */
export async function insertDemoMark(
  db: Queryable,
  { textId, level, signs }: { textId: number; level: number; signs: readonly object[] },
): Promise<void> {
  await db.count(
    'insert into text_marks (text_id, level, signs, marked_at) values ($1, $2, $3::jsonb, clock_timestamp())',
    [textId, level, JSON.stringify(signs)],
  );
}
