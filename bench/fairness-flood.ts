import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

// Floods the server with heavy calls of one family, in a thread of its own with the lowest priority: in real use the flooding phone has a
// processor of its own, so what it does here must not delay the server or the calls that are measured.

/** What the flood needs to know. */
export interface Flood {
  url: string;
  cookie: string;
  method: string;
  path: string;
  /** JSON text, or a photograph that is sent as a form. */
  body?: string | Uint8Array;
  /** Calls in hand at the same time. */
  atOnce: number;
  milliseconds: number;
}

if (process.platform === 'linux') os.setPriority(19);

const { url, cookie, method, path, body, atOnce, milliseconds } = workerData as Flood;
const statuses = new Map<number, number>();
const until = performance.now() + milliseconds;

function bodyOf(): string | FormData | undefined {
  if (!(body instanceof Uint8Array)) return body;
  const form = new FormData();
  form.append('photo', new Blob([new Uint8Array(body)], { type: 'image/jpeg' }), 'foto.jpg');
  return form;
}

async function call(): Promise<void> {
  const sent = bodyOf();
  const reply = await fetch(url + path, {
    method,
    headers: { cookie, ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}) },
    ...(sent === undefined ? {} : { body: sent }),
  });
  await reply.arrayBuffer();
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
  // A refused caller that does not wait would measure this process, not the server.
  if (reply.status === 429 || reply.status === 503) await new Promise((resolve) => setTimeout(resolve, 50));
}

const caller = async () => {
  while (performance.now() < until) await call().catch(() => {});
};
await Promise.all(Array.from({ length: atOnce }, caller));
parentPort?.postMessage([...statuses]);
