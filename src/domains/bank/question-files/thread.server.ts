import type { Worker } from 'node:worker_threads';
import { unavailable } from '../../../server/http/errors.ts';

/**
 * Starts a thread that sends one message, and returns this message. The thread is stopped when the signal is aborted.
 *
 * @throws Refused 503 if the thread ends without a message; what the thread has thrown otherwise.
 */
export function replyOf<Reply>(start: () => Worker, limit: AbortSignal): Promise<Reply> {
  if (limit.aborted) throw unavailable(5);
  return new Promise((resolve, reject) => {
    const worker = start();
    const stop = () => void worker.terminate();
    limit.addEventListener('abort', stop);
    const settled = () => limit.removeEventListener('abort', stop);
    worker.once('message', (reply: Reply) => {
      settled();
      resolve(reply);
    });
    worker.once('error', (error) => {
      settled();
      reject(error);
    });
    worker.once('exit', () => {
      settled();
      reject(unavailable(5));
    });
  });
}
