import { parentPort, Worker, workerData } from 'node:worker_threads';
import { previewMath, type Written } from './math.server.ts';
import { hasNotation } from './texts/notation.rules.ts';

/** Maximum milliseconds for the texts of one question, including the thread's start. */
const LONGEST_MS = 5_000;
/** Milliseconds after which an idle thread ends and frees its memory. */
const IDLE_MS = 60_000;

type Drawn = ReturnType<typeof previewMath>;

const given = workerData as { mathThread?: true; importJob?: object } | null;
const hasThread = Boolean(given?.importJob);

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Renders the texts of a question that somebody wrote or sent in a separate thread: a formula that takes much time or memory must not delay
 * the replies to families. Plain texts, and those of an import that already has a thread, are rendered in the calling thread.
 */
export function renderForeign(written: Written): Promise<Drawn> {
  const { statement, passage, alternatives, explanation } = written;
  const texts = [statement ?? '', passage ?? '', ...(alternatives ?? []), explanation ?? ''];
  if (hasThread || !texts.some(hasNotation)) return Promise.resolve(previewMath(written));
  const mine = last.then(() => inThread({ statement, passage, alternatives, explanation }));
  last = mine;
  return mine;
}

const tooSlow: Drawn = { html: {}, problems: { statement: 'As fórmulas desta questão demoram demasiado a desenhar.' } };

function inThread(written: Written): Promise<Drawn> {
  return new Promise((resolve) => {
    clearTimeout(idle);
    const thread = worker ?? startThread();
    const end = (drawn: Drawn) => {
      clearTimeout(limit);
      thread.off('message', end).off('exit', gone);
      // An idle thread does not keep the process alive.
      thread.unref();
      idle = setTimeout(() => void thread.terminate(), IDLE_MS).unref();
      resolve(drawn);
    };
    const gone = () => end(tooSlow);
    const limit = setTimeout(() => void thread.terminate(), LONGEST_MS);
    thread.on('message', end).on('exit', gone);
    thread.ref();
    thread.postMessage(written);
  });
}

function startThread(): Worker {
  const started = new Worker(new URL(import.meta.url), {
    workerData: { mathThread: true },
    resourceLimits: { maxOldGenerationSizeMb: 64, stackSizeMb: 2 },
  });
  worker = started;
  // A crash, for example out of memory, is reported by the exit event.
  started.on('error', () => {});
  started.once('exit', () => {
    if (worker === started) worker = undefined;
  });
  return started;
}

if (given?.mathThread) parentPort?.on('message', (written: Written) => parentPort?.postMessage(previewMath(written)));
