import { isKeptHere } from '../is-kept-here.ts';
import { dropCopies, sealCopies } from './sealed-copies.ts';

/** Databases with something that may not be for the children who have the phone. */
const DATABASES = ['caderneta', 'caderneta-treino', 'caderneta-paper'];

/** Milliseconds for which a hand-over waits for it, on a slow line that has to bring the server's key. */
const PATIENCE_MS = 4_000;

/**
 * Makes unreadable what is on this phone and not for the children who have it: copies of the parent's pages, and what is kept of siblings
 * and for the parent. What cannot be encrypted now stays hidden until the next page tries again.
 *
 * @param begins whether child mode begins: copies are then sealed; readable ones that are found later were opened by the PIN, and are
 *   deleted, because the sealed ones are still there.
 */
export async function lockUp(begins: boolean): Promise<void> {
  await (begins ? sealCopies() : dropCopies());
  const kept = await Promise.all(DATABASES.map(isKeptHere));
  if (!kept.includes(true)) return;
  const close = async () => (await import('./closed-rows.ts')).closeRows();
  const tooLong = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  // It fails if the code or the server's key is not on this device and there is no network.
  await Promise.race([close().catch(() => {}), tooLong]);
}
