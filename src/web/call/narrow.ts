import { childrenWithPhone } from '../device/hands.ts';
import { readSince, storeMark } from './mode-mark.ts';

let running: Promise<void> | undefined;

/**
 * Tells the server that the phone was handed over without network, so that it narrows the session. No other call may be made before.
 *
 * @throws Error if the server was not reached, or cannot hand the phone to these children (any more): the phone then stays locked to what is
 *   on it.
 */
export function narrow(): Promise<void> {
  running ??= tell().finally(() => {
    running = undefined;
  });
  return running;
}

async function tell(): Promise<void> {
  const childIds = childrenWithPhone();
  if (childIds === null) return;
  const response = await fetch('/api/child-mode', {
    method: 'POST',
    credentials: 'same-origin',
    referrerPolicy: 'no-referrer',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ childIds }),
  });
  const refusal = response.ok
    ? undefined
    : ((await response.json().catch(() => undefined)) as { code?: string } | undefined);
  // Without a session nothing is the parent's; whoever signs in next has the phone.
  const isNarrowed = response.ok || response.status === 401 || refusal?.code === 'child-mode';
  if (!isNarrowed) throw new Error(`the session is not narrowed: ${response.status}`);
  await storeMark(childIds, false, readSince());
}
