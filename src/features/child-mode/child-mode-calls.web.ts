import { caller } from '../../web/call.ts';
import { noteChildMode } from '../../web/child-mode.ts';
import type { PasskeyAnswer } from '../passkeys/passkeys.contract.ts';
import type { childModeContract } from './child-mode.contract.ts';

export const callChildMode = caller<typeof childModeContract>();

/** Hands this telephone over, and opens the children's home or a test anew: nothing that was read for the parent stays. */
export async function handOver(childIds: number[], next = '/child'): Promise<void> {
  await callChildMode('POST /api/child-mode', { body: { childIds } });
  await noteChildMode(true);
  location.replace(next);
}

/** Takes this telephone back, and opens a page of the parent's anew. */
export async function takeBack(
  proof: { pin: string } | { password: string } | { passkey: PasskeyAnswer },
  next: string,
): Promise<void> {
  await callChildMode('DELETE /api/child-mode', { body: proof });
  await noteChildMode(false);
  location.replace(next);
}
