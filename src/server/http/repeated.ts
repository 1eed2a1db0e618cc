import type { Endpoint, EndpointKey } from '../../shared/endpoint.ts';
import { isDatabaseLost } from './errors.ts';

/** A call is repeated only if it failed within this time (milliseconds): the repetition must end before the call times out. */
const REPEAT_WITHIN_MS = 2_000;
/** Milliseconds before the repetition, so that a proxy has time to notice that a server is gone. */
const PAUSE_MS = 250;

/** Runs idempotent work, and runs it again if the connection to the database was lost. */
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

/**
 * Returns whether a call may be repeated after a failure. An answer without a sequence number may not: repeated, it could overwrite a newer
 * answer that was saved meanwhile.
 */
export function isRepeatable(key: EndpointKey, { repeatable }: Endpoint, body: unknown): boolean {
  if (key.startsWith('GET ') || repeatable === true) return true;
  return (
    repeatable !== undefined && (body as Record<string, unknown> | undefined)?.[repeatable.withField] !== undefined
  );
}
