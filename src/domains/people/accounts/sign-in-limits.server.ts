import type { Database } from '../../../server/db/db.ts';
import {
  clearHits,
  countHit,
  isOver,
  type Limit,
  networkOf,
  refuseOver,
  takeHit,
  wideNetworkOf,
} from '../../../server/http/rate-limits.ts';
import { findMailedUser } from './account.store.ts';
import {
  FAILED_FROM_KNOWN,
  FAILED_NAME,
  FAILED_NAMES,
  FAILED_OF_ACCOUNT,
  FAILED_OF_NETWORK,
  FAILED_SIGN_INS,
  SLOTS,
} from './accounts.rules.ts';
import { isKnownNetwork } from './known-places.store.ts';
import { sendSecurityMail } from './security-mail.server.ts';

/** How many times the budget of an IPv6 /64 a surrounding /48 has. */
const WIDER = 3;

/** The data of a sign-in that the limits use. */
export interface SignInTry {
  name: string;
  address: string;
  /** Whether the account has signed in from that network before: it then has a separate budget. */
  known: boolean;
}

const knownOf = ({ name, address }: SignInTry) => `${name}|${wideNetworkOf(address)}`;
const pairOf = ({ name, address }: SignInTry) => `${name}|${networkOf(address)}`;

/** Returns the networks whose budgets a sign-in uses, each with the multiple of the usual budget that it has. */
function networksOf(address: string): readonly (readonly [network: string, times: number])[] {
  const [own, wide] = [networkOf(address), wideNetworkOf(address)];
  return own.endsWith('::/64')
    ? [
        [own, 1],
        [wide, WIDER],
      ]
    : [[own, 1]];
}

const times = (limit: Limit, factor: number): Limit => ({ ...limit, hits: limit.hits * factor });

/**
 * Decides whether a sign-in may go on to compare the password.
 *
 * @param name the username in its comparable form.
 * @throws Refused 429 with the seconds to wait.
 */
export async function admitSignIn(db: Database, name: string, address: string): Promise<SignInTry> {
  const known = await isKnownNetwork(db, name, wideNetworkOf(address));
  const attempt = { name, address, known };
  await refuseOver(db, FAILED_SIGN_INS, pairOf(attempt));
  if (known) {
    await refuseOver(db, FAILED_FROM_KNOWN, knownOf(attempt));
    return attempt;
  }
  await refuseOver(db, FAILED_OF_ACCOUNT, name);
  for (const [network, factor] of networksOf(address)) {
    const over =
      (await isOver(db, times(FAILED_NAMES, factor), network)) ||
      (await isOver(db, times(FAILED_OF_NETWORK, factor), network));
    if (!over) continue;
    await takeHit(db, SLOTS, network);
  }
  return attempt;
}

/** Counts a wrong password. If the password of an account is guessed from many places, its owner gets a mail, at most once an hour. */
export async function countFailedSignIn(db: Database, attempt: SignInTry, userId: number | undefined): Promise<void> {
  const pair = pairOf(attempt);
  await countHit(db, FAILED_SIGN_INS, pair);
  if (attempt.known) {
    await countHit(db, FAILED_FROM_KNOWN, knownOf(attempt));
    return;
  }
  const isNew = (await countHit(db, FAILED_NAME, pair)) === 1;
  for (const [network] of networksOf(attempt.address)) {
    await countHit(db, FAILED_OF_NETWORK, network);
    if (isNew) await countHit(db, FAILED_NAMES, network);
  }
  const failures = await countHit(db, FAILED_OF_ACCOUNT, attempt.name);
  if (failures !== FAILED_OF_ACCOUNT.hits || userId === undefined) return;
  const user = await findMailedUser(db, userId);
  if (user) await sendSecurityMail(db, user, 'guessed_at');
}

/** Resets the failures of a name from the network from which it has just signed in. */
export const clearFailedSignIns = (db: Database, attempt: SignInTry): Promise<void> =>
  clearHits(db, FAILED_SIGN_INS, pairOf(attempt));

/** Resets the failures of an account from all networks, for example after its password was changed. */
export const clearCeiling = (db: Parameters<typeof clearHits>[0], name: string): Promise<void> =>
  clearHits(db, FAILED_OF_ACCOUNT, name);
