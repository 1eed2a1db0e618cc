import { verify } from '@node-rs/argon2';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { invalid, notSignedIn } from '../../../server/http/errors.ts';
import { clearHits, countHit, networkOf, refuseOver } from '../../../server/http/rate-limits.ts';
import { findPasswordHash } from './account.store.ts';
import { FAILED_SIGN_INS, usernameKey } from './accounts.rules.ts';
import { inTurn } from './accounts.server.ts';
import { findUser, type UserRow } from './accounts.store.ts';

/** Wrong passwords count like failed sign-ins: a session left open on a borrowed phone must not allow guessing the password. */
export async function confirmPassword(
  db: Database,
  user: UserRow,
  address: string,
  given: string,
  field: 'currentPassword' | 'password',
): Promise<string> {
  if (!given) throw invalid({ [field]: 'Escreva a sua senha actual.' }, 'Escreva a sua senha actual.');
  const pair = `${usernameKey(user.username)}|${networkOf(address)}`;
  const passwordHash = await inTurn(async () => {
    await refuseOver(db, FAILED_SIGN_INS, pair);
    const kept = await findPasswordHash(db, user.id);
    if (!kept) throw notSignedIn();
    if (await verify(kept.passwordHash, given)) return kept.passwordHash;
    await countHit(db, FAILED_SIGN_INS, pair);
    return null;
  });
  const wrong = 'A senha actual não está certa.';
  if (passwordHash === null) throw invalid({ [field]: wrong }, wrong);
  await clearHits(db, FAILED_SIGN_INS, pair);
  return passwordHash;
}

/**
 * Confirms that the user at the browser knows the password, for actions that a session left open must not allow.
 *
 * @throws Refused 400 naming `password` when it is wrong, which counts like a failed sign-in.
 */
export async function confirmOwnPassword(db: Database, userId: number, address: string, given: string): Promise<void> {
  await confirmPassword(db, await userOf(db, userId), address, given, 'password');
}

/** @throws Refused 401 when the account no longer exists. */
export async function userOf(db: Queryable, id: number): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw notSignedIn();
  return user;
}
