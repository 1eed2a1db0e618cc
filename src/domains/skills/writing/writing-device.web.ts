import { useState } from 'react';
import { boot } from '../../../delivery/browser/boot.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { daysBetween } from '../../../shared/days.ts';
import { CallError, caller, offline } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import {
  dropReading,
  keepReader,
  keepReading,
  keepWritingPack,
  readKeptWritings,
  readReader,
  readWritingPack,
} from '../../../web/device/reading-store.ts';
import type { ReadingMarks } from '../../../web/device/waiting.rules.ts';
import { readWaiting } from '../../../web/device/waiting-store.ts';
import { ownerHere, sendRow } from '../../../web/parts/owner.ts';
import { type MarkedWord, SAME_DICTATION_DAYS } from './dictation.rules.ts';
import type { Comparison } from './ruler.rules.ts';
import type { ChildWritings, WritingPack, writingContract } from './writing.contract.ts';

const call = caller<typeof writingContract>();

/** What the screens of writing know of a child, from the server or from this device. */
export interface Writer {
  child: ChildWritings['child'];
  writingClass: number;
  limit: ChildWritings['limit'];
  /** Dictations and tasks that the child has written. */
  written: { formId: string; day: string }[];
  /** What the child did on this phone since the server last said what the plan allows. */
  doneHere?: ('dictation' | 'text')[];
}

/** What is under way on this device. */
export type Work =
  | {
      what: 'dictation';
      formId: string;
      version: number;
      /** ISO 8601. */
      startedAt: string;
      marks: MarkedWord[];
      /** Null on paper. */
      typed: string | null;
      /** Groups that were dictated; absent where an earlier version began it. */
      at?: number;
      /** Whether everything was dictated. */
      isDictated: boolean;
    }
  | {
      what: 'text';
      formId: string;
      version: number;
      startedAt: string;
      comparisons: Comparison[];
      signs: Record<string, boolean>;
      isWritten: boolean;
    };

const isAway = (error: unknown) => !(error instanceof CallError) || error.status === 0 || error.status >= 500;

/** Returns what a class writes: from the server and then kept, or as this device keeps it. @throws CallError if it has neither. */
export async function bringWritingPack(writingClass: number): Promise<WritingPack> {
  try {
    const pack = await call('GET /api/writing/pack', { query: { schoolClass: String(writingClass) } });
    await keepWritingPack(writingClass, pack, inChildMode() ? pack : { ...pack, rulers: [], signs: [] }).catch(
      () => {},
    );
    return pack;
  } catch (error) {
    const kept = (await readWritingPack(writingClass)) as WritingPack | undefined;
    if (kept && isAway(error)) return kept;
    throw error;
  }
}

/**
 * Returns what the screens of writing need to know of a child: fetched from the server and stored on this device, or, if the server cannot be
 * reached, the stored copy.
 *
 * @throws CallError if there is neither.
 */
export async function bringWriter(childId: number): Promise<Writer> {
  const kept = (await readReader(childId))?.writer as Writer | undefined;
  try {
    // Child mode may not ask how the child writes.
    if (inChildMode()) throw offline();
    const { child, writingClass, limit, dictations, texts } = await call('GET /api/children/:id/writings', {
      params: { id: String(childId) },
    });
    const written = [
      ...dictations.map(({ formId, day }) => ({ formId, day })),
      ...texts.map(({ promptId, day }) => ({ formId: promptId, day })),
    ];
    const own = kept?.written.filter(
      (one) => !written.some(({ formId, day }) => formId === one.formId && day === one.day),
    );
    const userId = await ownerHere();
    // Work that is still in this phone's queue counts against the plan too, although the server does not know it yet.
    const waiting = new Set((await readWaiting(userId)).map(({ kind, childId: of }) => `${kind} ${of}`));
    const doneHere = (kept?.doneHere ?? []).filter((kind) => waiting.has(`${kind} ${childId}`));
    const writer = { child, writingClass, limit, written: [...written, ...(own ?? [])], doneHere };
    await keepReader({ childId, userId, writer }).catch(() => {});
    return writer;
  } catch (error) {
    if (kept && isAway(error)) return kept;
    throw error;
  }
}

/** Returns the day on which the child last wrote a form, or undefined. */
export const lastDayOf = (writer: Writer, formId: string): string | undefined =>
  writer.written
    .filter((one) => one.formId === formId)
    .map(({ day }) => day)
    .sort()
    .pop();

/** Whether a form was written so recently that it is not offered again yet. */
export function isRecent(writer: Writer, formId: string): boolean {
  const day = lastDayOf(writer, formId);
  return day !== undefined && daysBetween(day, dateInLuanda(new Date())) < SAME_DICTATION_DAYS;
}

/** Returns the form to propose: the first that was not written for a month, else the one written longest ago. */
export function proposed<Form extends { id: string }>(forms: readonly Form[], writer: Writer): Form | undefined {
  const byAge = [...forms].sort((one, other) =>
    (lastDayOf(writer, one.id) ?? '').localeCompare(lastDayOf(writer, other.id) ?? ''),
  );
  return forms.find((form) => !isRecent(writer, form.id)) ?? byAge[0];
}

/**
 * Stores what is under way for a day; what a child writes in child mode waits a week for the parent.
 *
 * @returns whether it is on the device; if not, it ends with this page.
 */
export const keepWork = async (childId: number, id: string, work: Work): Promise<boolean> =>
  keepReading({
    id,
    userId: await ownerHere(),
    childId,
    work,
    isWriting: true,
    ...(inChildMode() && { isForParent: true }),
  });

/**
 * Holds what is under way, and stores each change of it.
 *
 * @param first what was left unfinished.
 * @returns `isKept` is false if the phone could not store the last change: it ends with this page.
 */
export function useWork<W extends Work>(childId: number, id: string, first: W | undefined) {
  const [work, setWork] = useState(first);
  const [isKept, setKept] = useState(true);
  const keep = (next: W) => {
    setWork(next);
    void keepWork(childId, id, next).then(setKept, () => setKept(false));
  };
  return { work, keep, isKept };
}

/** Returns what was left unfinished on this device. */
export async function readWork(childId: number): Promise<{ id: string; work: Work } | undefined> {
  const [kept] = await readKeptWritings(await ownerHere(), childId);
  return kept && { id: kept.id, work: kept.work as Work };
}

/** Erases what is under way: it was sent, or given up. */
export const dropWork = (id: string): Promise<unknown> => dropReading(id).catch(() => {});

/** Keeps a result and sends it, now or when there is a network. @returns the writer that has written it. */
export async function sendWriting(kind: 'dictation' | 'text', writer: Writer, body: ReadingMarks): Promise<Writer> {
  const { id: childId, firstName } = writer.child;
  const userId = await sendRow({
    id: body.clientId,
    kind,
    userId: boot.user?.id ?? 0,
    childId,
    words: kind === 'dictation' ? `ditado (${firstName})` : `texto (${firstName})`,
    lane: `writing:${childId}`,
    order: Date.now(),
    tries: 0,
    since: Date.now(),
    body,
  });
  const formId = String(body[kind === 'dictation' ? 'dictationId' : 'promptId']);
  const next: Writer = {
    ...writer,
    written: [...writer.written, { formId, day: dateInLuanda(new Date()) }],
    doneHere: [...(writer.doneHere ?? []), kind],
  };
  await keepReader({ childId, userId, writer: next }).catch(() => {});
  return next;
}
