import { CallError, caller } from '../../../web/call/call.ts';
import { keepChildMode } from '../../../web/call/child-mode.ts';
import { setOpenedHere } from '../../../web/call/mode-mark.ts';
import { loadInstead } from '../../../web/call/navigation.ts';
import { storeHandedTo } from '../../../web/device/handed-to.ts';
import { knowsPin, learnPin, type Opening, openCopies } from '../../../web/device/sealed/sealed-copies.ts';
import type { PasskeyAnswer } from '../passkeys/passkeys.contract.ts';
import type { childModeContract } from './child-mode.contract.ts';

export const callChildMode = caller<typeof childModeContract>();

/** Starts child mode and reloads at the child's home or a test, so that no data of the parent remains in memory. */
export async function handOver(childIds: number[], next = '/child'): Promise<void> {
  await callChildMode('POST /api/child-mode', { body: { childIds } });
  await keepChildMode(childIds);
  loadInstead(next);
}

/** A child to whom the phone is handed over without network, as its home shows it. */
export interface HandedTo {
  id: number;
  firstName: string;
  schoolClass: string;
  cover: number;
}

/** Returns whether the phone can be handed over without network: it must be able to start without one. */
export const canHandOverHere = async (): Promise<boolean> =>
  Boolean(navigator.serviceWorker?.controller && (await caches.match('/app-shell').catch(() => undefined)));

/** Locks the phone to what is on it for these children. The session is narrowed at the next contact with the server. */
export async function handOverHere(userId: number, children: readonly HandedTo[]): Promise<void> {
  storeHandedTo({ userId, children, hasPin: true, hasPasskey: false, pinLocked: false });
  await keepChildMode(
    children.map(({ id }) => id),
    { byDevice: true },
  );
  loadInstead('/child');
}

/**
 * Ends child mode and reloads at a page of the parent. Without network a PIN that this device knows opens the copies on the phone, and child
 * mode goes on.
 *
 * @throws CallError when the server refuses, or was not reached and the device does not know a PIN.
 * @returns what the device says about the PIN, if it had to decide.
 */
export async function takeBack(
  proof: { pin: string } | { password: string } | { passkey: PasskeyAnswer },
  next: string,
): Promise<Opening | undefined> {
  try {
    await callChildMode('DELETE /api/child-mode', { body: proof });
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0 || !('pin' in proof) || !(await knowsPin())) throw error;
    const opening = await openCopies(proof.pin);
    if (opening.kind !== 'opened') return opening;
    setOpenedHere(true);
    loadInstead('/dashboard');
    return opening;
  }
  if ('pin' in proof) await learnAccepted(proof.pin).catch(() => {});
  await keepChildMode(null);
  loadInstead(next);
  return undefined;
}

/** Opens what is sealed with a PIN that the server has accepted. If the device knows another one, or none, it learns this one. */
async function learnAccepted(pin: string): Promise<void> {
  if (!(await knowsPin()) || (await openCopies(pin, true)).kind !== 'opened') await learnPin(pin);
}
