import { dayAndMonth } from '../../shared/dates.ts';
import type { KeptPrepared } from '../../web/device-tables.ts';
import { isKeptHere } from '../../web/kept-here.ts';
import type { SealedSitting } from '../attempts/sealed-sitting.contract.ts';

/** Returns the tests prepared on this device for a user, or for its last user (null). No code is loaded on devices that stored nothing. */
export async function readPreparedHere(known: number | null): Promise<KeptPrepared<SealedSitting>[]> {
  if (!(await isKeptHere('caderneta'))) return [];
  const [{ readPerson }, { readPrepared }] = await Promise.all([
    import('../../web/device-store.ts'),
    import('../../web/prepared-store.ts'),
  ]);
  const userId = known ?? (await readPerson())?.id;
  return userId === undefined ? [] : readPrepared<SealedSitting>(userId);
}

/** Until when a prepared test is valid, and whether that is soon: "Serve até 27 de Novembro", "Acaba amanhã". */
export function servesUntil(expiresAt: string, now: number): { text: string; soon: boolean; over: boolean } {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0)
    return { text: `Acabou a ${dayAndMonth(expiresAt)}. Com rede, prepare-o outra vez.`, soon: false, over: true };
  const today = dayAndMonth(new Date(now)) === dayAndMonth(expiresAt);
  if (today) return { text: 'Acaba hoje', soon: true, over: false };
  const tomorrow = dayAndMonth(new Date(now + 86_400_000)) === dayAndMonth(expiresAt);
  return tomorrow
    ? { text: 'Acaba amanhã', soon: true, over: false }
    : { text: `Serve até ${dayAndMonth(expiresAt)}`, soon: false, over: false };
}
