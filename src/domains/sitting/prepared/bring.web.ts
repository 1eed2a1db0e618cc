import { caller } from '../../../web/call/call.ts';
import { introduceParent, isDurable } from '../../../web/device/device-store.ts';
import { dropPrepared, keepPrepared } from '../../../web/device/prepared-store.ts';
import { keepParcelKey } from '../../../web/device/sealed/parcel-key.ts';
import { notKept } from '../../../web/parts/not-kept.ts';
import { firstName } from '../../../web/parts/text.ts';
import { pictureSources } from '../../bank/test-bank/presented.rules.ts';
import type { PresentedQuestion } from '../../bank/test-bank/tests.contract.ts';
import type { User } from '../../people/accounts/accounts.contract.ts';
import { clockOffset } from '../sitting/sitting.rules.ts';
import type { preparedContract } from './prepared.contract.ts';

const call = caller<typeof preparedContract>();

/**
 * Reserves a test, or takes the existing reservation, and stores it with its pictures on this device.
 *
 * @returns its questions.
 * @throws CallError if it is refused, or if this browser stores nothing: the test would be gone with the page.
 */
export async function bringHere(
  user: Pick<User, 'id' | 'fullName'>,
  childId: number,
  testId: number,
): Promise<readonly PresentedQuestion[]> {
  const begun = performance.now();
  const sealed = await call('POST /api/prepared', { body: { childId, testIds: [testId] } });
  const roundTrip = performance.now() - begun;
  const [first] = sealed;
  if (!first) return [];
  // Without network the device must know to whom these belong.
  await introduceParent(user.id, firstName(user.fullName));
  await keepPrepared(user.id, sealed, clockOffset(Date.parse(first.serverTime), Date.now(), roundTrip));
  if (!isDurable()) {
    for (const { attemptId } of sealed) await dropPrepared(attemptId);
    throw notKept();
  }
  // Needed without network, to save a copy of what waits and to close what is kept of siblings.
  void keepParcelKey();
  // Pictures are fetched immediately, and the browser caches them.
  const questions = sealed.flatMap((one) => one.questions);
  await Promise.all(pictureSources(questions).map((source) => fetch(source).catch(() => undefined)));
  return questions;
}
