import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Grey } from './grey.rules.ts';
import { layoutOf } from './layout.rules.ts';
import { cutRows, lookForCodes, openPhoto, PhotoRefused, redrawPhoto } from './photo.server.ts';
import type { Order, PhotoRead, PhotoRedrawn, Reply } from './photo-thread.server.ts';
import { isBlank, isBlurred, isDark, readSheet } from './reading.rules.ts';
import { looksOurs } from './ticket.server.ts';

// The thread that photo-thread.server.ts starts.

/** The photograph whose code was reported, until its layout arrives. */
let open: { grey: Grey; corners: Parameters<typeof readSheet>[1] } | undefined;

async function work(order: Order): Promise<Reply> {
  try {
    if ('alternatives' in order) return { done: await readOpen(order.alternatives) };
    open = undefined;
    if ('redraw' in order) return { done: await redrawn(order.redraw, order.maxBytes) };
    const { grey, codes } = await lookForCodes(order.photo);
    // A parcel or a book on the table may have a code too.
    const ours = codes.filter(({ text }) => looksOurs(text));
    if (ours.length > 1) return { done: { fault: 'two-sheets' } };
    const code = ours[0] ?? codes[0];
    if (!code) return { done: { fault: withoutCode(grey) } };
    open = { grey, corners: code.corners };
    return { code: code.text };
  } catch (error) {
    if (error instanceof PhotoRefused) return { done: { fault: error.fault } };
    throw error;
  }
}

async function redrawn(photo: Uint8Array, maxBytes: number): Promise<PhotoRedrawn> {
  const grey = await openPhoto(photo);
  if (isDark(grey)) return { fault: 'dark' };
  // A page that fills the picture is as even as a wall, but has edges.
  if (isBlank(grey) && isBlurred(grey)) return { fault: 'blank' };
  return { jpeg: await redrawPhoto(photo, maxBytes) };
}

/** Why no code was found. */
function withoutCode(grey: Grey) {
  if (isDark(grey)) return 'dark';
  if (isBlank(grey)) return 'blank';
  return isBlurred(grey) ? 'blurred' : 'code';
}

async function readOpen(alternatives: readonly number[]): Promise<PhotoRead> {
  if (!open) throw new Error('no photograph is open');
  const { grey, corners } = open;
  open = undefined;
  const layout = layoutOf(alternatives);
  const sheet = readSheet(grey, corners, layout);
  if (sheet.fault !== undefined) return sheet;
  const strips = await cutRows(grey, sheet.homography, layout, sheet.shifts);
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

/** Niceness of this thread, where threads have separate priorities: requests of families have precedence. */
const PATIENT = 10;
if (process.platform === 'linux') os.setPriority(PATIENT);
parentPort?.on('message', (order: Order) => void work(order).then((reply) => parentPort?.postMessage(reply)));
