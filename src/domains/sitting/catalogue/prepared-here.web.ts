import { dayAndMonth } from '../../../shared/dates.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { KeptPrepared } from '../../../web/device/device-tables.ts';
import { isKeptHere } from '../../../web/device/kept-here.ts';
import type { SealedSitting } from '../attempts/sealed-sitting.contract.ts';

/** Returns the tests prepared on this device for a user, or for its last user (null). No code is loaded on devices that stored nothing. */
export async function readPreparedHere(known: number | null): Promise<KeptPrepared<SealedSitting>[]> {
  if (!(await isKeptHere('caderneta'))) return [];
  const [{ readPerson }, { readPrepared }] = await Promise.all([
    import('../../../web/device/device-store.ts'),
    import('../../../web/device/prepared-store.ts'),
  ]);
  const userId = known ?? (await readPerson())?.id;
  return userId === undefined ? [] : readPrepared<SealedSitting>(userId);
}

/** A test that was prepared on this device, begun there, and has not arrived at the server. */
export interface BegunHere {
  attemptId: number;
  /** Whether it is finished and waits for a network. */
  isDone: boolean;
  /** Milliseconds to add to this device's clock to get the server's. */
  clockOffset: number;
}

/** Returns a child's prepared tests that have begun on this device. No code is loaded on devices that stored nothing. */
export async function readBegunHere(userId: number, childId: number): Promise<BegunHere[]> {
  if (!(await isKeptHere('caderneta'))) return [];
  const { readSittings } = await import('../../../web/device/device-store.ts');
  return (await readSittings())
    .filter(({ prepared, state }) => prepared && state !== 'finished')
    .filter((kept) => kept.userId === userId && kept.sitting.childId === childId)
    .map(({ sitting, state, clockOffset }) => ({ attemptId: sitting.id, isDone: state === 'finishing', clockOffset }));
}

/**
 * Returns the last day of a prepared test in words ("Vale até 27 de Novembro", "Acaba amanhã"), whether that day is near, and whether the
 * test can no longer be begun.
 *
 * @param now by the server's clock.
 */
export function servesUntil(
  { expiresAt, beginBefore = expiresAt }: { expiresAt: string; beginBefore?: string },
  now: number,
): { text: string; soon: boolean; over: boolean } {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0)
    return { text: `Acabou a ${dayAndMonth(expiresAt)}. Com internet, prepare-o outra vez.`, soon: false, over: true };
  if (now >= Date.parse(beginBefore))
    return { text: 'Acaba daqui a pouco: já não há tempo para o fazer.', soon: true, over: true };
  const today = dayAndMonth(new Date(now)) === dayAndMonth(expiresAt);
  if (today) return { text: 'Acaba hoje', soon: true, over: false };
  const tomorrow = dayAndMonth(new Date(now + DAY_MS)) === dayAndMonth(expiresAt);
  return tomorrow
    ? { text: 'Acaba amanhã', soon: true, over: false }
    : { text: `Vale até ${dayAndMonth(expiresAt)}`, soon: false, over: false };
}
