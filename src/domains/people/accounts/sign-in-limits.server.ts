import type { Database, Queryable } from '../../../server/db/db.ts';
import type { Call } from '../../../server/http/http.ts';
import {
  clearHits,
  clearHitsFrom,
  consumeRateLimit,
  countHit,
  isOver,
  type Limit,
  networkOf,
  refuseOver,
  wideNetworkOf,
} from '../../../server/http/rate-limits.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { findMailedUser } from './account.store.ts';
import {
  FAILED_FROM_BROWSER,
  FAILED_FROM_KNOWN,
  FAILED_NAME,
  FAILED_NAMES,
  FAILED_OF_ACCOUNT,
  FAILED_OF_NETWORK,
  FAILED_SIGN_INS,
  SLOTS,
} from './accounts.rules.ts';
import { isBrowserOf, isKnownBrowser, isKnownNetwork } from './known-places.store.ts';
import { sendSecurityMail } from './security-mail.server.ts';

/** Looked up for a browser without a cookie, so that every sign-in takes the same work. */
const NO_BROWSER = Buffer.alloc(32);

/** How many times the budget of an IPv6 /64 a surrounding /48 has. */
const WIDER = 3;

/** The data of a sign-in that the limits use. */
export interface SignInTry {
  name: string;
  address: string;
  /** Whether the account has signed in from that network before: it then has a separate budget. */
  known: boolean;
  /** This browser, if the account has signed in in it before: it then has a budget of its own, and no other limit applies. */
  browser: string | null;
}

const knownOf = ({ name, address }: SignInTry) => `${name}|${wideNetworkOf(address)}`;
const browserOf = ({ name, browser }: SignInTry) => `${name}|${browser}`;
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
export async function admitSignIn(
  db: Database,
  name: string,
  { address, browserHash }: Pick<Call<Endpoint>, 'address' | 'browserHash'>,
): Promise<SignInTry> {
  const [known, isBrowser] = await Promise.all([
    isKnownNetwork(db, name, wideNetworkOf(address)),
    isBrowserOf(db, name, browserHash ?? NO_BROWSER),
  ]);
  const attempt = { name, address, known, browser: isBrowser && browserHash ? browserHash.toString('hex') : null };
  if (attempt.browser) {
    await refuseOver(db, FAILED_FROM_BROWSER, browserOf(attempt));
    return attempt;
  }
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
    await consumeRateLimit(db, SLOTS, network);
  }
  return attempt;
}

/** Counts a wrong password. If the password of an account is guessed from many places, its owner gets a mail, at most once an hour. */
export async function countFailedSignIn(db: Database, attempt: SignInTry, userId: number | undefined): Promise<void> {
  if (attempt.browser) {
    await countHit(db, FAILED_FROM_BROWSER, browserOf(attempt));
    return;
  }
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

/** Resets the failures of a name in the browser, or from the network, from which it has just signed in. */
export const clearFailedSignIns = (db: Database, attempt: SignInTry): Promise<void> =>
  attempt.browser
    ? clearHits(db, FAILED_FROM_BROWSER, browserOf(attempt))
    : clearHits(db, FAILED_SIGN_INS, pairOf(attempt));

/** Resets the failures of an account from everywhere, after its owner has chosen a new password by a link. */
export async function clearAllFailedSignIns(db: Queryable, name: string): Promise<void> {
  await clearHits(db, FAILED_OF_ACCOUNT, name);
  for (const limit of [FAILED_SIGN_INS, FAILED_FROM_KNOWN, FAILED_FROM_BROWSER])
    await clearHitsFrom(db, limit, `${name}|`);
}

/**
 * Returns what a limit on calls of callers who are not signed in counts: a browser in which somebody has signed in, or else the network. What
 * strangers do behind the same address then does not count for the families there.
 */
export async function originOf(
  db: Queryable,
  { address, browserHash }: Pick<Call<Endpoint>, 'address' | 'browserHash'>,
): Promise<string> {
  const known = browserHash !== undefined && (await isKnownBrowser(db, browserHash));
  return known ? `browser ${browserHash.toString('hex')}` : networkOf(address);
}
