import { Worker } from 'node:worker_threads';
import { unavailable } from '../../../server/http/errors.ts';
import type { RowReading } from './bubbles.rules.ts';
import type { PhotoFault } from './photo.server.ts';
import type { Fault } from './reading.rules.ts';

// Photographs are read in a separate thread, one at a time: a picture made to take much time or memory must not delay the replies to
// families.

/** Maximum milliseconds for one photograph, including the thread's start. */
const LONGEST_MS = 20_000;
/** Milliseconds after which an idle thread ends and frees its memory. */
const IDLE_MS = 60_000;
/** Maximum number of photographs waiting for the one being read. */
const MAX_WAITING = 6;

export interface RowRead extends Omit<RowReading, 'bubbles'> {
  /** The photographed row, rectified: a WebP picture. */
  strip: Uint8Array;
}

export type PhotoRead = { rows: readonly RowRead[] } | { fault: Fault | PhotoFault | 'not-our-sheet'; found?: number };

/** A photograph drawn again, or why it is not kept. */
export type PhotoRedrawn = { jpeg: Uint8Array } | { fault: PhotoFault | 'dark' | 'blank' };

/**
 * Returns the number of alternatives of each question, in order, of the sheet that a code names; undefined when the code is not one of
 * ours.
 */
type Describe = (code: string) => Promise<readonly number[] | undefined>;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Reads a photograph of a sheet.
 *
 * @param describe called once with the text of its code; its errors are passed on.
 * @throws Refused 503 when too many others wait, or the thread had to be stopped.
 */
export const readPhoto = (bytes: Uint8Array, describe: Describe): Promise<PhotoRead> =>
  inTurn(() => inThread({ photo: bytes }, describe));

/**
 * Draws a photograph again as a JPEG of at most so many bytes, upright and without anything of the file but its pixels.
 *
 * @throws Refused 503 as `readPhoto`.
 */
export const redrawInThread = (bytes: Uint8Array, maxBytes: number): Promise<PhotoRedrawn> =>
  inTurn(() => inThread<PhotoRedrawn>({ redraw: bytes, maxBytes }, undefined));

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting > MAX_WAITING) throw unavailable(5);
  waiting += 1;
  const mine = last.then(work);
  last = mine.catch(() => {});
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

export type Reply = { code: string } | { done: PhotoRead | PhotoRedrawn };
export type Order =
  | { photo: Uint8Array }
  | { alternatives: readonly number[] }
  | { redraw: Uint8Array; maxBytes: number };

/** @param describe undefined for an order whose reply has no code. */
function inThread<Result extends PhotoRead | PhotoRedrawn = PhotoRead>(
  order: Order,
  describe: Describe | undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    clearTimeout(idle);
    const thread = worker ?? startThread();
    const end = (finish: () => void) => {
      clearTimeout(limit);
      thread.off('message', told).off('exit', gone);
      // An idle thread does not keep the process alive.
      thread.unref();
      idle = setTimeout(() => void thread.terminate(), IDLE_MS).unref();
      finish();
    };
    const gone = () => end(() => reject(unavailable(5)));
    const told = (reply: Reply) => {
      if ('done' in reply) return end(() => resolve(reply.done as Result));
      const described = describe?.(reply.code) ?? Promise.resolve(undefined);
      described.then(
        (alternatives) => {
          if (alternatives) thread.postMessage({ alternatives } satisfies Order);
          else end(() => resolve({ fault: 'not-our-sheet' } as Result));
        },
        (error) => end(() => reject(error)),
      );
    };
    const limit = setTimeout(() => void thread.terminate(), LONGEST_MS);
    thread.on('message', told).on('exit', gone);
    thread.ref();
    thread.postMessage(order);
  });
}

function startThread(): Worker {
  const started = new Worker(new URL('./photo-work.server.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 2 },
  });
  worker = started;
  // Its `exit` event reports what ended it, such as too much memory.
  started.on('error', () => {});
  started.once('exit', () => {
    if (worker === started) worker = undefined;
  });
  return started;
}
