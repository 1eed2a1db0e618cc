import os from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { unavailable } from '../../server/errors.ts';
import type { RowReading } from './bubbles.rules.ts';
import { layoutOf } from './layout.rules.ts';
import type { Grey } from './marks.rules.ts';
import { cutRows, lookForCodes, type PhotoFault, PhotoRefused } from './photo.server.ts';
import { type Fault, isBlurred, isDark, readSheet } from './reading.rules.ts';
import { looksOurs } from './ticket.server.ts';

// Photographs are read in a thread of their own, one at a time: a picture made to take long, or much memory, costs whoever sent
// it, never the families that are being answered meanwhile.

/** Milliseconds for one photograph, the thread's start included. */
const LONGEST = 20_000;
/** Photographs that may wait for the one being read. */
const MOST_WAITING = 6;

export interface RowRead extends Omit<RowReading, 'bubbles'> {
  /** The row as it was photographed, straightened: a WebP picture. */
  strip: Uint8Array;
}

export type PhotoRead = { rows: readonly RowRead[] } | { fault: Fault | PhotoFault | 'not-our-sheet'; found?: number };

/**
 * What the code of a photographed sheet says of it: how many alternatives its questions have, in order; undefined when the
 * code is none of ours.
 */
type Describe = (code: string) => Promise<readonly number[] | undefined>;

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Reads a photograph of a sheet.
 *
 * @param describe called once with the text of its code; what it throws is thrown.
 * @throws Refused 503 when too many others wait, or the thread had to be given up.
 */
export async function readPhoto(bytes: Uint8Array, describe: Describe): Promise<PhotoRead> {
  if (waiting > MOST_WAITING) throw unavailable(5);
  waiting += 1;
  const mine = last.then(() => inThread(bytes, describe));
  last = mine.catch(() => {});
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

type Reply = { code: string } | { read: PhotoRead };
type Order = { photo: Uint8Array } | { alternatives: readonly number[] };

function inThread(bytes: Uint8Array, describe: Describe): Promise<PhotoRead> {
  return new Promise((resolve, reject) => {
    const thread = worker ?? startThread();
    const end = (finish: () => void) => {
      clearTimeout(limit);
      thread.off('message', told).off('exit', gone);
      // Idle, it keeps nothing from ending.
      thread.unref();
      finish();
    };
    const gone = () => end(() => reject(unavailable(5)));
    const told = (reply: Reply) => {
      if ('read' in reply) return end(() => resolve(reply.read));
      describe(reply.code).then(
        (alternatives) => {
          if (alternatives) thread.postMessage({ alternatives } satisfies Order);
          else end(() => resolve({ fault: 'not-our-sheet' }));
        },
        (error) => end(() => reject(error)),
      );
    };
    const limit = setTimeout(() => void thread.terminate(), LONGEST);
    thread.on('message', told).on('exit', gone);
    thread.ref();
    thread.postMessage({ photo: bytes } satisfies Order);
  });
}

function startThread(): Worker {
  const started = new Worker(new URL(import.meta.url), {
    workerData: { paperThread: true },
    resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 2 },
  });
  worker = started;
  // What ends it, such as too much memory, is told by its end.
  started.on('error', () => {});
  started.once('exit', () => {
    if (worker === started) worker = undefined;
  });
  return started;
}

/** In the thread: the photograph whose code was told, until its layout is known. */
let open: { grey: Grey; corners: Parameters<typeof readSheet>[1] } | undefined;

async function work(order: Order): Promise<Reply> {
  try {
    if ('alternatives' in order) return { read: await readOpen(order.alternatives) };
    open = undefined;
    const { grey, codes } = await lookForCodes(order.photo);
    // A parcel or a book on the table may have a code too.
    const ours = codes.filter(({ text }) => looksOurs(text));
    if (ours.length > 1) return { read: { fault: 'two-sheets' } };
    const code = ours[0] ?? codes[0];
    if (!code) return { read: { fault: isDark(grey) ? 'dark' : isBlurred(grey) ? 'blurred' : 'code' } };
    open = { grey, corners: code.corners };
    return { code: code.text };
  } catch (error) {
    if (error instanceof PhotoRefused) return { read: { fault: error.fault } };
    throw error;
  }
}

async function readOpen(alternatives: readonly number[]): Promise<PhotoRead> {
  if (!open) throw new Error('no photograph is open');
  const { grey, corners } = open;
  open = undefined;
  const layout = layoutOf(alternatives);
  const sheet = readSheet(grey, corners, layout);
  if (sheet.fault !== undefined) return sheet;
  const strips = await cutRows(grey, sheet.homography, layout);
  return {
    rows: sheet.rows.map(({ number, letter, sure, doubt }, index) => ({
      number,
      letter,
      sure,
      doubt,
      strip: strips[index] as Buffer,
    })),
  };
}

/** How far this thread steps back for those that answer families, where a thread has a priority of its own. */
const PATIENT = 10;
const given = workerData as { paperThread?: true } | null;
if (given?.paperThread) {
  if (process.platform === 'linux') os.setPriority(PATIENT);
  parentPort?.on('message', (order: Order) => void work(order).then((reply) => parentPort?.postMessage(reply)));
}
