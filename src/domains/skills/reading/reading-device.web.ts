import { boot } from '../../../delivery/browser/boot.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { daysBetween } from '../../../shared/days.ts';
import { latest } from '../../../shared/skills/latest.ts';
import { CallError, caller, offline } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { countedNow } from '../../../web/device/aging/counted-time.ts';
import type { KeptReading } from '../../../web/device/kept-reading.ts';
import {
  eraseReadings,
  keepReader,
  keepReading,
  keepReadingPack,
  openSound,
  readKeptReadings,
  readReader,
  readReadingPack,
  sealSound,
} from '../../../web/device/reading-store.ts';
import type { EarMarks, ReadingMarks } from '../../../web/device/waiting.rules.ts';
import { ownerHere, sendRow } from '../../../web/parts/owner.ts';
import { type EarAgreement, type Heard, isTrained, latestOf } from './ear.rules.ts';
import type { FormKind } from './forms.rules.ts';
import { SAME_TEXT_DAYS } from './ladder.rules.ts';
import type { ChildReadings, ReadingPack, readingContract } from './reading.contract.ts';

const call = caller<typeof readingContract>();

/** What the screens of a reading know of its child, from the server or from this device. */
export interface Reader {
  child: ChildReadings['child'];
  readingClass: number;
  earTrained: boolean;
  /** The last marking of each recording of the ear's training. */
  ear: EarAgreement[];
  limit: ChildReadings['limit'];
  /** Forms that the child has read, oldest first. */
  read: { formId: string; kind: FormKind; day: string; stoppedEarly: boolean }[];
  /** How this child likes its text; only on this device. */
  look?: Look | undefined;
}

/** How a text is shown to a child. */
export interface Look {
  size: 'normal' | 'large' | 'larger';
  hasGuide: boolean;
}

/** The guide follows the child's finger, so it is there until somebody leaves it out. */
export const NORMAL_LOOK: Look = { size: 'normal', hasGuide: true };

/** A step under way: what is read, and the marks so far. */
export interface Work {
  kind: FormKind;
  formId: string;
  version: number;
  mode: 'recorded' | 'live';
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  /** Where in the recording the child begins, in seconds. */
  from: number;
  lastItem: number | null;
  wrong: number[];
  selfCorrected: number[];
  outcomes: Record<string, 'right' | 'wrong' | 'none'>;
  /** A recording that broke off before the end. */
  brokenOff: boolean;
  /** What a second listener marked; only when they have finished. */
  second?: { clientId: string; lastItem: number | null; wrong: number[]; selfCorrected: number[] } | undefined;
  /** The recording waits for a second listener after the marks are sent. */
  waits?: boolean | undefined;
}

const isAway = (error: unknown) => !(error instanceof CallError) || error.status === 0 || error.status >= 500;

const withoutSecrets = (pack: ReadingPack): ReadingPack => ({
  ...pack,
  forms: pack.forms.map((form) => ({ ...form, questions: [] })),
  listening: pack.listening.map((form) => ({ ...form, questions: [] })),
  ear: [],
});

/** Returns what a class reads: from the server and then kept, or as this device keeps it. @throws CallError if it has neither. */
export async function bringReadingPack(readingClass: number): Promise<ReadingPack> {
  try {
    const pack = await call('GET /api/reading/pack', { query: { schoolClass: String(readingClass) } });
    await keepReadingPack(readingClass, pack, inChildMode() ? pack : withoutSecrets(pack)).catch(() => {});
    return pack;
  } catch (error) {
    const kept = (await readReadingPack(readingClass)) as ReadingPack | undefined;
    if (kept && isAway(error)) return kept;
    throw error;
  }
}

/**
 * Returns what the screens of reading need to know of a child: fetched from the server and stored on this device, or, if the server cannot be
 * reached, the stored copy.
 *
 * @throws CallError if there is neither.
 */
export async function bringReader(childId: number): Promise<Reader> {
  const kept = (await readReader(childId))?.reader as Reader | undefined;
  try {
    // Child mode may not ask how the child reads.
    if (inChildMode()) throw offline();
    const { child, readingClass, earTrained, ear, limit, readings } = await call('GET /api/children/:id/readings', {
      params: { id: String(childId) },
    });
    const read = readings.map(({ formId, kind, day, stoppedEarly }) => ({ formId, kind, day, stoppedEarly })).reverse();
    const reader: Reader = {
      ...withOwnTraining({ earTrained, ear }, kept),
      child,
      readingClass,
      limit,
      read: withOwn(read, kept),
      look: kept?.look,
    };
    await keepReader({ childId, userId: await ownerHere(), reader }).catch(() => {});
    return reader;
  } catch (error) {
    if (kept && isAway(error)) return kept;
    // The child is no longer this family's.
    if (error instanceof CallError && error.code === 'not-found') {
      const owner = await ownerHere();
      await eraseReadings((reading) => reading.childId === childId && reading.userId === owner).catch(() => {});
    }
    throw error;
  }
}

/** Adds what was marked on this device and is not sent yet; an ear that was trained stays trained. */
function withOwnTraining({ earTrained, ear }: Pick<Reader, 'earTrained' | 'ear'>, kept: Reader | undefined) {
  return { earTrained: earTrained || kept?.earTrained === true, ear: latestOf([...(kept?.ear ?? []), ...ear]) };
}

/** Adds what was read on this device and is not sent yet. */
function withOwn(read: Reader['read'], kept: Reader | undefined): Reader['read'] {
  const own = kept?.read.filter((one) => !read.some(({ formId, day }) => formId === one.formId && day === one.day));
  return [...read, ...(own ?? [])].sort((one, other) => one.day.localeCompare(other.day));
}

/** Returns a form of a kind that the child has not read for a month; the one read longest ago if there is no other. */
export function chooseForm<Form extends { id: string }>(forms: readonly Form[], reader: Reader): Form | undefined {
  const today = dateInLuanda(new Date());
  const lastDay = (form: Form) => latest(reader.read.filter(({ formId }) => formId === form.id))?.day ?? '';
  const [oldest, ...others] = [...forms].sort((one, other) => lastDay(one).localeCompare(lastDay(other)));
  return (
    [oldest, ...others].find(
      (form) => form && (!lastDay(form) || daysBetween(lastDay(form), today) >= SAME_TEXT_DAYS),
    ) ?? oldest
  );
}

export interface Underway {
  id: string;
  work: Work;
  sound: Blob | undefined;
}

/**
 * Stores a step under way; the sound is stored once, encrypted.
 *
 * @returns whether it is on the device; if not, it ends with this page.
 * @throws DOMException where the browser cannot encrypt.
 */
export async function keepStep(childId: number, id: string, work: Work, sound?: Blob): Promise<boolean> {
  const userId = await ownerHere();
  const [before] = sound ? [] : (await readKeptReadings(userId, childId)).filter((one) => one.id === id);
  const sealed = sound ? await sealSound(sound) : before?.sound;
  return keepReading({ id, userId, childId, work, ...(sealed ? { sound: sealed } : {}) });
}

/** Keeps a recording for a second listener, whose first marks are sent. */
export async function keepForSecond(childId: number, id: string, work: Work): Promise<void> {
  const userId = await ownerHere();
  const before = (await readKeptReadings(userId, childId)).find((one) => one.id === id);
  if (before?.sound) await keepReading({ id, userId, childId, work, sound: before.sound, isForSecond: true });
}

/**
 * Returns the step that was left unfinished on this device, with its sound.
 *
 * @param forSecond the id of a recording that waits for a second listener, instead.
 */
export async function readStep(childId: number, forSecond?: string): Promise<Underway | undefined> {
  await openClosed();
  const all = await readKeptReadings(await ownerHere(), childId);
  const kept = all.find(({ id, isForSecond }) => (forSecond === undefined ? !isForSecond : id === forSecond));
  return kept && { id: kept.id, work: kept.work as Work, sound: await soundOf(kept) };
}

/** A recording on this device that waits for a second listener. */
export interface WaitingForSecond {
  id: string;
  /** ISO 8601. */
  startedAt: string;
  /** In milliseconds since 1970. */
  eraseAt: number;
}

export async function readWaitingForSecond(childId: number): Promise<WaitingForSecond[]> {
  await openClosed();
  const waits = (await readKeptReadings(await ownerHere(), childId)).filter(({ isForSecond }) => isForSecond);
  const skipped = Date.now() - countedNow();
  return waits.map(({ id, eraseAt, work }) => ({
    id,
    eraseAt: eraseAt + skipped,
    startedAt: (work as Work).startedAt,
  }));
}

/** Puts back what was closed while a sibling had the phone. */
const openClosed = () =>
  import('../../../web/device/device-store.ts').then(({ recoverJournal }) => recoverJournal()).catch(() => {});

/** Keeps how a child likes its text. */
export const keepLook = async (reader: Reader): Promise<void> =>
  keepReader({ childId: reader.child.id, userId: await ownerHere(), reader }).catch(() => {});

const soundOf = ({ sound }: KeptReading) => (sound ? openSound(sound).catch(() => undefined) : undefined);

/**
 * Keeps a result and sends it, now or when there is a network.
 *
 * @param marks of the first listener, and of the second if there is one.
 * @param step null if only a second listener has marked.
 */
export async function sendReading(
  reader: Reader,
  marks: readonly ReadingMarks[],
  step: Reader['read'][number] | null,
): Promise<void> {
  const { id: childId, firstName } = reader.child;
  const now = Date.now();
  for (const [place, body] of marks.entries())
    await sendRow({
      id: body.clientId,
      kind: 'reading',
      userId: boot.user?.id ?? 0,
      childId,
      words: `leitura (${firstName})`,
      lane: `reading:${childId}`,
      // The second listener's marks name the reading of the first.
      order: now + place,
      tries: 0,
      since: now,
      body,
    });
  if (step)
    await keepReader({ childId, userId: await ownerHere(), reader: { ...reader, read: [...reader.read, step] } });
}

/**
 * Keeps the marks of a recording of the training and sends them, now or when there is a network.
 *
 * @returns the reader with this marking.
 */
export async function sendTraining(reader: Reader, body: EarMarks, heard: Heard): Promise<Reader> {
  const userId = await sendRow({
    id: body.clientId,
    kind: 'training',
    userId: boot.user?.id ?? 0,
    childId: undefined,
    words: 'treino do ouvido',
    lane: 'training',
    order: Date.now(),
    tries: 0,
    since: Date.now(),
    body,
  });
  const ear = latestOf([
    ...reader.ear,
    { recordingId: body.recordingId, agreement: heard.agreement, passes: heard.passes },
  ]);
  const trained = { ...reader, ear, earTrained: reader.earTrained || isTrained(ear) };
  await keepReader({ childId: reader.child.id, userId, reader: trained }).catch(() => {});
  return trained;
}
