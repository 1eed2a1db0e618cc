import { parentPort, Worker, workerData } from 'node:worker_threads';
import {
  type Calibration,
  type CalibrationOptions,
  calibrateSparse,
  type SparseResponses,
} from '../knowledge/rasch.rules.ts';

export type CalibrationTask = SparseResponses &
  Required<Pick<CalibrationOptions, 'abilityMeans' | 'guessing' | 'priors' | 'abilitySd'>>;

/** Coarser than the default, and more than accurate enough beside the standard errors: 41 points, 0.001 logits. */
const NIGHTLY = { points: 41, tolerance: 1e-3, rounds: 500 } as const;

/** `calibrateSparse` in a separate thread, so that requests are not blocked. */
export function calibrateInThread(task: CalibrationTask): Promise<Calibration> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), {
      workerData: { calibrationTask: task },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the calibration ended with ${code}`)));
  });
}

const given = workerData as { calibrationTask?: CalibrationTask } | null;
if (given?.calibrationTask) {
  const { items, starts, item, right, ...options } = given.calibrationTask;
  parentPort?.postMessage(calibrateSparse({ items, starts, item, right }, { ...options, ...NIGHTLY }));
}
