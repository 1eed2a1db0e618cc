import type { Queryable } from '../../../server/db/db.ts';
import { MAX_LATEST } from '../grid/latest.rules.ts';
import type { DictationSummary, MarkedWord } from './dictation.rules.ts';
import type { DictationBody, FormKind, PromptBody, RulerBody } from './forms.rules.ts';
import type { Level } from './kappa.rules.ts';
import type { Comparison } from './ruler.rules.ts';

export interface FormRow {
  id: string;
  version: number;
  kind: FormKind;
  schoolClass: number;
  body: DictationBody | PromptBody | RulerBody;
}
const FORM = 'f.id, f.version, f.kind, f.school_class, f.body';

/** Returns what is offered to a class, in the order of their ids. */
export function findOffered(db: Queryable, schoolClass: number): Promise<FormRow[]> {
  return db.rows<FormRow>(
    `select ${FORM} from writing_forms f where f.offered and f.school_class = $1 order by f.kind, f.id`,
    [schoolClass],
  );
}

/** Returns all versions of forms, for loading. */
export function findAllForms(db: Queryable): Promise<FormRow[]> {
  return db.rows<FormRow>(`select ${FORM} from writing_forms f order by f.id, f.version`);
}

/** Returns a form: the given version, or without one the version offered now. */
export function findForm(db: Queryable, id: string, version: number | undefined): Promise<FormRow | undefined> {
  return db.row<FormRow>(
    `select ${FORM} from writing_forms f where f.id = $1 and case when $2::int is null then f.offered else f.version = $2 end`,
    [id, version ?? null],
  );
}

/** Waits until no other process loads forms. */
export async function lockForms(transaction: Queryable): Promise<void> {
  await transaction.count('lock table writing_forms in share row exclusive mode');
}

/** Stores forms as the only ones offered. */
export async function replaceOffered(transaction: Queryable, forms: readonly FormRow[]): Promise<void> {
  await transaction.count('update writing_forms set offered = false where offered');
  await transaction.count(
    `insert into writing_forms (id, version, kind, school_class, body, offered)
     select f.id, f.version, f.kind, f.school_class, f.body, true
     from jsonb_to_recordset($1::jsonb) as f(id text, version int, kind text, school_class int, body jsonb)
     on conflict (id, version) do update set body = excluded.body, kind = excluded.kind, school_class = excluded.school_class, offered = true`,
    [JSON.stringify(forms.map(({ schoolClass, ...form }) => ({ ...form, school_class: schoolClass })))],
  );
}

/** A dictation as it is stored, with what was dictated. */
export interface StoredDictation {
  id: number;
  clientId: string;
  formId: string;
  formVersion: number;
  schoolClass: number;
  body: DictationBody;
  startedAt: Date;
  typed: string | null;
  marks: MarkedWord[] | null;
  words: number;
  right: number;
  /** The summary that was computed on arrival; null in rows older than the column. */
  summary: DictationSummary | null;
}

const DICTATION = `select d.id, d.client_id, d.form_id, d.form_version, f.school_class, f.body, d.started_at, d.typed, d.marks, d.words,
    d.right_words as right, d.summary
  from dictations d join writing_forms f on f.id = d.form_id and f.version = d.form_version`;

/** Returns the newest dictations of a child, up to `MAX_LATEST`, oldest first. */
export const findDictations = (db: Queryable, childId: number): Promise<StoredDictation[]> =>
  db.rows<StoredDictation>(
    `select * from (${DICTATION} where d.child_id = $1 order by d.started_at desc, d.id desc limit ${MAX_LATEST}) latest
     order by started_at, id`,
    [childId],
  );

/** Returns one dictation of a child by the id that the device gave it. */
export const findDictation = (db: Queryable, childId: number, clientId: string): Promise<StoredDictation | undefined> =>
  db.row<StoredDictation>(`${DICTATION} where d.child_id = $1 and d.client_id = $2`, [childId, clientId]);

export type NewDictation = Omit<StoredDictation, 'id' | 'schoolClass' | 'body' | 'summary'> & {
  summary: DictationSummary;
};

/** Stores a dictation. @returns its id. */
export async function insertDictation(transaction: Queryable, childId: number, one: NewDictation): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into dictations (child_id, client_id, form_id, form_version, started_at, typed, marks, words, right_words, summary)
     values (:childId, :clientId, :formId, :formVersion, :startedAt, :typed, :marks::jsonb, :words, :right, :summary::jsonb) returning id`,
    { ...one, childId, marks: one.marks && JSON.stringify(one.marks), summary: JSON.stringify(one.summary) },
  );
  return (row as { id: number }).id;
}

/** A sign that a grown-up looked for in a text. */
export interface Sign {
  id: string;
  isSeen: boolean;
}

/** A text as it is stored, with its task. */
export interface StoredText {
  id: number;
  clientId: string;
  promptId: string;
  promptVersion: number;
  rulerId: string;
  rulerVersion: number;
  schoolClass: number;
  prompt: PromptBody;
  startedAt: Date;
  comparisons: Comparison[];
  signs: Sign[];
  level: Level;
  /** How far the second opinion is, from the feature opinions; null if none was asked for. */
  opinion: 'waiting' | 'done' | 'closed' | null;
}

const TEXT = `select t.id, t.client_id, t.prompt_id, t.prompt_version, t.ruler_id, t.ruler_version, f.school_class,
    f.body as prompt, t.started_at, t.comparisons, t.signs, t.level,
    (select case o.state when 'flagged' then 'waiting' else o.state end from text_opinions o where o.text_id = t.id) as opinion
  from texts t join writing_forms f on f.id = t.prompt_id and f.version = t.prompt_version`;

/** Returns the newest texts of a child, up to `MAX_LATEST`, oldest first. */
export const findTexts = (db: Queryable, childId: number): Promise<StoredText[]> =>
  db.rows<StoredText>(
    `select * from (${TEXT} where t.child_id = $1 order by t.started_at desc, t.id desc limit ${MAX_LATEST}) latest
     order by started_at, id`,
    [childId],
  );

/** Returns one text of a child by the id that the device gave it. */
export const findText = (db: Queryable, childId: number, clientId: string): Promise<StoredText | undefined> =>
  db.row<StoredText>(`${TEXT} where t.child_id = $1 and t.client_id = $2`, [childId, clientId]);

export type NewText = Omit<StoredText, 'id' | 'schoolClass' | 'prompt' | 'opinion'>;

/** Stores where a text was placed. @returns its id. */
export async function insertText(transaction: Queryable, childId: number, one: NewText): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into texts (child_id, client_id, prompt_id, prompt_version, ruler_id, ruler_version, started_at, comparisons, signs, level)
     values (:childId, :clientId, :promptId, :promptVersion, :rulerId, :rulerVersion, :startedAt, :comparisons::jsonb, :signs::jsonb, :level) returning id`,
    { ...one, childId, comparisons: JSON.stringify(one.comparisons), signs: JSON.stringify(one.signs) },
  );
  return (row as { id: number }).id;
}
