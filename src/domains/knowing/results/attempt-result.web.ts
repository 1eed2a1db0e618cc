import { reader, refresh, refreshAfterTest } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { isKeptHere } from '../../../web/device/kept-here.ts';
import type { attemptsContract } from '../../sitting/attempts/attempts.contract.ts';
import type { resultsContract } from './results.contract.ts';

const useRead = reader<typeof resultsContract>();
const call = caller<typeof attemptsContract>();

/**
 * Reads an attempt for its result and its review.
 *
 * @param id as it is in the address; if `known` is false it is no number, and nothing is read.
 */
export const useAttemptResult = (id: string, known: boolean) =>
  useRead('GET /api/attempts/:id', { params: { id } }, { enabled: known });

/**
 * Completes a provisional attempt without the answers that have not arrived; they are refused afterwards.
 *
 * @throws CallError
 */
export async function closeAttempt(id: number): Promise<void> {
  await call('PUT /api/attempts/:id', { params: { id: String(id) }, body: { completed: true } });
  await Promise.all([refreshAfterTest(), refresh(`/api/attempts/${id}`)]);
}

/** Sends what this device has of an attempt. @returns how many of its answers are still on the device. */
export async function sendAnswersHere(attemptId: number): Promise<number> {
  if (!(await isKeptHere('caderneta'))) return 0;
  const [{ answerQueue }, { countUnsent }] = await Promise.all([
    import('../../../web/device/answer-queue.ts'),
    import('../../../web/device/waiting-store.ts'),
  ]);
  const before = await countUnsent(attemptId);
  if (before === 0) return 0;
  await answerQueue.flush();
  const left = await countUnsent(attemptId);
  if (left < before) await refresh(`/api/attempts/${attemptId}`);
  return left;
}
