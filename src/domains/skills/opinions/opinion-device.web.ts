import { MAX_PHOTO_TRIES, MAX_TEXT_PHOTO_BYTES } from '../../../shared/skills/photo.ts';
import { caller, failureOf } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { readReader } from '../../../web/device/reading-store.ts';
import type { Waiting } from '../../../web/device/waiting.rules.ts';
import { dropRefusal, dropWaiting, photoRowOf, readPhotoOf, readRefused } from '../../../web/device/waiting-store.ts';
import { ownerHere } from '../../../web/parts/owner.ts';
import { openPicture, smallJpeg, type Tries } from '../../../web/parts/small-picture.ts';
import type { Writer } from '../writing/writing-device.web.ts';
import { BAR_COLOUR, type Bar, barsOn } from './bars.rules.ts';
import type { Opinion, opinionsContract } from './opinions.contract.ts';

const call = caller<typeof opinionsContract>();

const TRIES: Tries = [
  [1_600, 0.8],
  [1_600, 0.6],
  [1_400, 0.5],
  [1_200, 0.45],
  [1_000, 0.4],
];

/** What the screen knows: from the server, and from this device. */
export interface Brought {
  firstName: string;
  gender: Writer['child']['gender'];
  /** Undefined without network. */
  opinion: Opinion | undefined;
  /** Whether a photograph waits on this device. */
  isWaiting: boolean;
  /** How often it has failed, if that is so often that it is sent again only when the parent asks for it. */
  givenUpAfter: number | undefined;
  /** Why the server did not take the photograph that this device sent; undefined if it did. */
  refused: string | undefined;
  /** Whether the plan is known not to have second opinions, also without network. */
  isFree: boolean;
}

/**
 * Returns how far the second opinion of a text is.
 *
 * @param text the id that the device gave the text, or the server's.
 * @throws CallError if neither the server nor this device knows the child, or the text is not this family's.
 */
export async function bringOpinion(childId: number, text: string): Promise<Brought> {
  const userId = await ownerHere();
  const writer = (await readReader(childId).catch(() => undefined))?.writer as Writer | undefined;
  const waiting = await readPhotoOf(text);
  // This page may be the first one that is opened after the network is back.
  if (waiting) await send(waiting.userId);
  const refused = (await readRefused(userId)).find(({ lane }) => lane === photoRowOf(text))?.why;
  let opinion: Opinion | undefined;
  try {
    if (!inChildMode()) opinion = await call('GET /api/texts/:id/opinion', { params: { id: text } });
  } catch (fault) {
    const error = failureOf(fault);
    // A text that was just written may not have arrived yet.
    const mayBeKept = error.status === 0 || error.status >= 500 || error.status === 404;
    if (!writer || !mayBeKept || (error.status === 404 && !isOwnId(text))) throw error;
  }
  return {
    firstName: opinion?.child.firstName ?? writer?.child.firstName ?? '',
    gender: opinion?.child.gender ?? writer?.child.gender ?? null,
    opinion,
    isWaiting: waiting !== undefined,
    givenUpAfter: waiting && waiting.tries >= MAX_PHOTO_TRIES ? waiting.tries : undefined,
    refused,
    isFree: opinion ? !opinion.isInPlan : writer?.limit !== null,
  };
}

const isOwnId = (text: string) => text.includes('-');

/** Draws the bars over a picture and makes it small. @returns null if this browser cannot. */
export const coverPicture = (picture: ImageBitmap, bars: readonly Bar[]): Promise<Blob | null> =>
  smallJpeg(picture, MAX_TEXT_PHOTO_BYTES, TRIES, (brush, width, height) => {
    brush.fillStyle = BAR_COLOUR;
    for (const { x, y, width: wide, height: high } of barsOn(bars, width, height)) brush.fillRect(x, y, wide, high);
  });

/** Keeps a photograph and sends it, now or when there is a network. */
export async function sendPhoto(firstName: string, text: string, photo: Blob): Promise<void> {
  const userId = await ownerHere();
  const row: Waiting<'opinion'> = {
    id: photoRowOf(text),
    kind: 'opinion',
    userId,
    // For the parent only: in child mode it is neither seen nor sent.
    childId: undefined,
    words: `texto (${firstName})`,
    lane: photoRowOf(text),
    order: Date.now(),
    tries: 0,
    since: Date.now(),
    body: { text, photo: await base64Of(photo) },
  };
  await dropRefusal(row.lane);
  const { answerQueue } = await import('../../../web/device/answer-queue.ts');
  await answerQueue.keepRows(row);
  await send(userId);
}

/** Begins to send what waits on this device. */
async function send(userId: number): Promise<void> {
  const { answerQueue } = await import('../../../web/device/answer-queue.ts');
  void answerQueue.start(userId).catch(() => {});
}

/** Sends a photograph again that has failed too often. */
export async function sendAgain(text: string): Promise<void> {
  const row = await readPhotoOf(text);
  if (!row) return;
  const { answerQueue } = await import('../../../web/device/answer-queue.ts');
  await answerQueue.keepRows({ ...row, tries: 0 });
  await send(row.userId);
}

/** Erases the photograph that waits on this device. */
export const giveUp = (text: string): Promise<void> => dropWaiting(photoRowOf(text));

/** Forgets why a photograph was not taken, because the parent takes another one. */
export const forgetRefused = (text: string): Promise<void> => dropRefusal(photoRowOf(text));

async function base64Of(photo: Blob): Promise<string> {
  const bytes = new Uint8Array(await photo.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export { openPicture };
