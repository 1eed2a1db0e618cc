import { verify } from '@node-rs/argon2';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { invalid, notSignedIn } from '../../../server/http/errors.ts';
import type { Caller } from '../../../server/http/http.ts';
import { clearHits, countHit, refuseOver } from '../../../server/http/rate-limits.ts';
import { findPasswordHash } from './account.store.ts';
import { CONFIRMATIONS } from './accounts.rules.ts';
import { inTurn } from './accounts.server.ts';
import { findUser, type UserRow } from './accounts.store.ts';

/**
 * Confirms that the user at the browser knows the password. Wrong ones are counted in this session: a session left open on a borrowed phone
 * must not allow guessing the password, and failures anywhere else must not keep its owner from confirming.
 *
 * @returns the stored hash.
 * @throws Refused 400 naming `field` when it is wrong; 429 after ten wrong ones in 15 minutes.
 */
export async function confirmPassword(
  db: Database,
  user: UserRow,
  tokenHash: Buffer,
  given: string,
  field: 'currentPassword' | 'password',
): Promise<string> {
  if (!given) throw invalid({ [field]: 'Escreva a sua senha actual.' }, 'Escreva a sua senha actual.');
  const session = tokenHash.toString('hex');
  const passwordHash = await inTurn(user.id, async () => {
    await refuseOver(db, CONFIRMATIONS, session);
    const kept = await findPasswordHash(db, user.id);
    if (!kept) throw notSignedIn();
    if (await verify(kept.passwordHash, given)) return kept.passwordHash;
    await countHit(db, CONFIRMATIONS, session);
    return null;
  });
  const wrong = 'A senha actual não está certa.';
  if (passwordHash === null) throw invalid({ [field]: wrong }, wrong);
  await clearHits(db, CONFIRMATIONS, session);
  return passwordHash;
}

/**
 * Confirms that the user at the browser knows the password, for actions that a session left open must not allow.
 *
 * @throws Refused 400 naming `password` when it is wrong.
 */
export async function confirmOwnPassword(
  db: Database,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  given: string,
): Promise<void> {
  await confirmPassword(db, await userOf(db, userId), tokenHash, given, 'password');
}

/** @throws Refused 401 when the account no longer exists. */
export async function userOf(db: Queryable, id: number): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw notSignedIn();
  return user;
}
