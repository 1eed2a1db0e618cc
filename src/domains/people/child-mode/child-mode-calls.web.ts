import { caller } from '../../../web/call/call.ts';
import { keepChildMode } from '../../../web/call/child-mode.ts';
import type { PasskeyAnswer } from '../passkeys/passkeys.contract.ts';
import type { childModeContract } from './child-mode.contract.ts';

export const callChildMode = caller<typeof childModeContract>();

/** Starts child mode and reloads at the child's home or a test, so that no data of the parent remains in memory. */
export async function handOver(childIds: number[], next = '/child'): Promise<void> {
  await callChildMode('POST /api/child-mode', { body: { childIds } });
  await keepChildMode(childIds);
  location.replace(next);
}

/** Ends child mode and reloads at a page of the parent. */
export async function takeBack(
  proof: { pin: string } | { password: string } | { passkey: PasskeyAnswer },
  next: string,
): Promise<void> {
  await callChildMode('DELETE /api/child-mode', { body: proof });
  await keepChildMode(null);
  location.replace(next);
}
