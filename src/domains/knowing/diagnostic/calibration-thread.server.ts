import { Worker } from 'node:worker_threads';
import type { Database } from '../../../server/db/db.ts';
import { DISCIPLINES } from '../../../shared/words.ts';
import { claimCalibrations, releaseCalibrations } from './calibration.store.ts';

/** Minimum hours between two calibrations of a discipline; less than a day, so that a nightly run is never too early. */
const EVERY_HOURS = 20;

/**
 * Calibrates the disciplines that are due. If several processes run, only one of them calibrates a discipline. The work runs in a
 * low-priority thread with its own database connection. It can be stopped at any moment: finished disciplines are stored, and
 * the others are still due.
 *
 * @returns how many disciplines were calibrated.
 */
export async function calibrateBank(db: Database): Promise<number> {
  const claimed = await claimCalibrations(db, DISCIPLINES, EVERY_HOURS);
  if (claimed.length === 0) return 0;
  try {
    await inThread(db.url, claimed);
  } catch (error) {
    await releaseCalibrations(db, claimed);
    throw error;
  }
  return claimed.length;
}

const inThread = (url: string, disciplines: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./calibration-work.server.ts', import.meta.url), {
      workerData: { url, disciplines },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    thread.once('error', reject);
    thread.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the calibration ended with ${code}`))));
  });
