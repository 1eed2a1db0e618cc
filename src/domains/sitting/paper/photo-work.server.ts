import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Grey } from './grey.rules.ts';
import { layoutOf } from './layout.rules.ts';
import { cutRows, lookForCodes, PhotoRefused } from './photo.server.ts';
import type { Order, PhotoRead, Reply } from './photo-thread.server.ts';
import { isBlank, isBlurred, isDark, readSheet } from './reading.rules.ts';
import { looksOurs } from './ticket.server.ts';

// The thread that photo-thread.server.ts starts.

/** The photograph whose code was reported, until its layout arrives. */
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
    if (!code) return { read: { fault: withoutCode(grey) } };
    open = { grey, corners: code.corners };
    return { code: code.text };
  } catch (error) {
    if (error instanceof PhotoRefused) return { read: { fault: error.fault } };
    throw error;
  }
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
