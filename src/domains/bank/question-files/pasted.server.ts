import { Worker } from 'node:worker_threads';
import { unavailable } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { pastedContract } from '../authoring/pasted.contract.ts';
import { SMALL } from './import-thread.server.ts';
import type { Pasted } from './pasted-work.server.ts';
import { replyOf } from './thread.server.ts';

/** Milliseconds after which a conversion is given up; the largest text takes less than one second of work. */
const LONGEST_MS = 10_000;
/** Number of long texts that are converted at the same time. */
const MAX_AT_ONCE = 2;
let running = 0;

/** Binds the conversion of pasted HTML. */
export function bindPasted(frame: Frame): void {
  frame.bind(pastedContract, {
    'POST /api/teacher/pasted': async ({ body, ended }) => {
      if (body.html.length >= SMALL) return inThread(body.html, ended);
      const { convertPasted } = await import('./pasted-work.server.ts');
      return convertPasted(body.html);
    },
  });
}

/** @throws Refused 503 if too many long texts are being converted, or if it takes too long. */
async function inThread(html: string, ended: AbortSignal): Promise<Pasted> {
  if (running >= MAX_AT_ONCE) throw unavailable(1);
  running += 1;
  try {
    return await replyOf<Pasted>(
      () =>
        new Worker(new URL('./pasted-work.server.ts', import.meta.url), {
          workerData: { pasted: html },
          resourceLimits: { maxOldGenerationSizeMb: 128 },
        }),
      AbortSignal.any([ended, AbortSignal.timeout(LONGEST_MS)]),
    );
  } finally {
    running -= 1;
  }
}
