import type { Transaction } from '../../../server/db/db.ts';
import { conflict, notFound, Refused } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import { writingContent } from '../../../server/skills-content.ts';
import { audit } from '../../../server/watch/audit.ts';
import { end, photoAddress } from './ending.server.ts';
import { type Flag, markingContract, type OpenText, type WaitingText } from './opinions.contract.ts';
import { hasPlace, levelsOf, MAX_UNMARKED, type Mark, marksNeeded } from './opinions.rules.ts';
import {
  type AskedRow,
  countUnmarked,
  findFlags,
  findMarks,
  findPhoto,
  findWaiting,
  insertFlag,
  lockAsked,
  lockTeacher,
  releaseOthers,
  setMark,
  setState,
  upsertPlace,
  worsenFlag,
} from './opinions.store.ts';

/** Limit on the texts that a teacher opens. Marking one takes some minutes, so an honest teacher does not reach it. */
const TEXTS_OPENED = { name: 'texts-opened', hits: 40, seconds: 3600 } as const;

/** Returns a text as teachers and administrators see it: class, kind and task, never whose it is. */
export const presentWaiting = ({
  id,
  schoolClass,
  prompt,
  askedAt,
  eraseAt,
}: Omit<AskedRow, 'ruler'>): WaitingText => ({
  id,
  schoolClass,
  kind: prompt.kind,
  title: prompt.title,
  askedAt: askedAt.toISOString(),
  eraseAt: eraseAt.toISOString(),
});

const alreadyMarked = () => conflict('already-marked', 'Já avaliou este texto. Obrigado.');
const decided = () => conflict('text-decided', 'Este texto já tem quem o avalie. Obrigado.');
const tooManyUnmarked = () =>
  conflict('texts-unmarked', `Já abriu ${MAX_UNMARKED} textos sem os avaliar. Avalie um deles, ou volte amanhã.`);
const notOpened = () => conflict('text-not-opened', 'Abra o texto primeiro.');

/** Moments of a mark that were read as JSON are text. */
const withMoments = (mark: Mark): Mark => ({
  ...mark,
  openedAt: new Date(mark.openedAt),
  releasedAt: mark.releasedAt && new Date(mark.releasedAt),
  markedAt: mark.markedAt && new Date(mark.markedAt),
});

/** Returns the texts that a teacher can mark. A parent who became a teacher does not see the texts of the own family. */
async function listTexts({ db }: Frame, teacherId: number): Promise<WaitingText[]> {
  const now = new Date();
  return (await findWaiting(db, teacherId))
    .filter(({ marks }) => hasPlace(marks.map(withMoments), teacherId, now))
    .map(presentWaiting);
}

/**
 * Does something to a text that waits for teachers, while nobody else can.
 *
 * @throws Refused 404 when there is no such text, or it is of the own family; 409 when it does not wait any more.
 */
function withText<Result>(
  { db }: Frame,
  { id, teacherId }: { id: number; teacherId: number },
  work: (transaction: Transaction, text: AskedRow & { now: Date }, marks: readonly Mark[]) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    const text = await lockAsked(transaction, id);
    if (!text || text.userId === teacherId) throw notFound();
    const marks = await findMarks(transaction, id);
    const isWaiting = text.state === 'waiting' && text.eraseAt > text.now;
    if (!isWaiting) throw isMarkedBy(marks, teacherId) ? alreadyMarked() : decided();
    return work(transaction, text, marks);
  });
}

const isMarkedBy = (marks: readonly Mark[], teacherId: number) =>
  marks.some((mark) => mark.teacherId === teacherId && mark.markedAt !== null);

/** @throws Refused 409 when a text needs no mark of this teacher, or no more than others are about to give. */
function checkPlace(marks: readonly Mark[], teacherId: number, now: Date): void {
  if (isMarkedBy(marks, teacherId)) throw alreadyMarked();
  if (!hasPlace(marks, teacherId, now)) throw decided();
}

/** @throws Refused 409 when this teacher has not opened the text, and so has not seen it. */
function checkOpened(marks: readonly Mark[], teacherId: number): void {
  if (!marks.some((mark) => mark.teacherId === teacherId)) throw notOpened();
}

/**
 * Returns a text with its photograph, and holds it for a teacher, who holds one text at a time and marks what was opened before going on: a
 * stolen account must neither see all photographs nor keep other teachers out.
 *
 * @throws Refused 409 `texts-unmarked` when the teacher has opened three other texts in 24 hours and not marked them.
 */
async function openText(frame: Frame, id: number, teacherId: number, address: string): Promise<OpenText> {
  await consumeRateLimit(frame.db, TEXTS_OPENED, String(teacherId));
  return withText(frame, { id, teacherId }, async (transaction, text, marks) => {
    checkPlace(marks, teacherId, text.now);
    const sealed = await findPhoto(transaction, id);
    const photo = sealed && photoAddress(frame.config.secretKey, id, sealed);
    if (photo === undefined) throw decided();
    await lockTeacher(transaction, teacherId);
    if ((await countUnmarked(transaction, id, teacherId)) >= MAX_UNMARKED) throw tooManyUnmarked();
    await releaseOthers(transaction, id, teacherId);
    await upsertPlace(transaction, id, teacherId);
    await audit(transaction, { userId: teacherId, action: 'text.read', subject: `text ${id}`, address });
    return {
      ...presentWaiting(text),
      task: text.prompt.task,
      anchors: text.ruler.anchors,
      signs: [...writingContent().signs],
      photo,
    };
  });
}

/** Stores the level of a teacher who has opened the text. With the last mark that a text needs its photograph is erased. */
function markText(
  frame: Frame,
  teacherId: number,
  { id, level, signs }: { id: number; level: number; signs: readonly { id: string; isSeen: boolean }[] },
): Promise<{ id: number; level: number }> {
  const known = writingContent().signs.map((sign) => sign.id);
  const said = signs.map((sign) => sign.id);
  if (said.length > 0 && (said.length !== known.length || !known.every((one) => said.includes(one))))
    throw new Refused(422, 'signs', 'Responda uma vez a cada um dos seis sinais, ou a nenhum.');
  return withText(frame, { id, teacherId }, async (transaction, text, marks) => {
    checkPlace(marks, teacherId, text.now);
    checkOpened(marks, teacherId);
    await setMark(transaction, { textId: id, teacherId, level, signs });
    const levels = levelsOf(await findMarks(transaction, id));
    if (levels.length >= marksNeeded(levels)) await end(transaction, text, null);
    return { id, level };
  });
}

/**
 * Reports a text to an administrator, who decides; one that waits leaves the queue. Every teacher who has opened a text can, also when others
 * hold its places by now, or it has all its marks: a worry is never refused, and replaces a lesser reason.
 *
 * @throws Refused 404 when there is no such text, or it is of the own family; 409 when it was not opened, or is reported already.
 */
function flagText(
  frame: Frame,
  teacherId: number,
  { id, flag, note }: { id: number; flag: Flag; note: string | null },
): Promise<void> {
  return frame.db.transaction(async (transaction) => {
    const text = await lockAsked(transaction, id);
    if (!text || text.userId === teacherId) throw notFound();
    checkOpened(await findMarks(transaction, id), teacherId);
    if (flag === 'worry' && (await worsenFlag(transaction, { textId: id, teacherId, note })) > 0) return;
    if ((await findFlags(transaction, id)).length > 0)
      throw conflict('text-flagged', 'Este texto já está com um administrador.');
    await insertFlag(transaction, { textId: id, teacherId, flag, note });
    if (text.state === 'waiting') await setState(transaction, id, 'flagged');
  });
}

/** Binds the teachers' queue. */
export function bindMarking(frame: Frame): void {
  frame.bind(markingContract, {
    'GET /api/teacher/texts': ({ caller }) => listTexts(frame, caller.userId),
    'POST /api/teacher/texts/:id/open': ({ caller, params, address }) =>
      openText(frame, params.id, caller.userId, address),
    'POST /api/teacher/texts/:id/mark': ({ caller, params, body }) =>
      markText(frame, caller.userId, { ...params, ...body }),
    'POST /api/teacher/texts/:id/flag': async ({ caller, params, body }) => {
      await flagText(frame, caller.userId, { ...params, ...body });
      return null;
    },
  });
}
