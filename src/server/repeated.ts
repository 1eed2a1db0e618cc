import { isDatabaseLost } from './errors.ts';

/** Milliseconds within which a call must have failed to be repeated: what is left must suffice before it times out. */
const REPEAT_WITHIN_MS = 2_000;
/** Milliseconds before the repetition, in which a proxy notices that a server has gone. */
const PAUSE_MS = 250;

/** Runs idempotent work, and once more when the database was lost meanwhile. */
export async function repeated<T>(work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseLost(error) || performance.now() - since > REPEAT_WITHIN_MS) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return work();
  }
}
