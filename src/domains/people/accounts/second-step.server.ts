import { Secret, TOTP as Totp } from 'otpauth';
import { hashToken } from '../../../server/config.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { unseal } from '../../../server/db/sealing.ts';
import { invalid, Refused } from '../../../server/http/errors.ts';
import type { Caller } from '../../../server/http/http.ts';
import { clearHits, countHit, refuseOver } from '../../../server/http/rate-limits.ts';
import { audit } from '../../../server/watch/audit.ts';
import { codeTyped, TOTP, WRONG_CODES } from './second-factor.rules.ts';
import {
  deleteRecoveryCode,
  type FactorRow,
  findConfirmation,
  lockFactor,
  updateConfirmedAt,
  updateLastStep,
} from './second-factor.store.ts';

/** Purpose for which the secret is sealed. */
export const PURPOSE = 'second-factor';
/** The message for a code that is wrong or used. */
export const WRONG = 'Este código não está certo ou já foi usado. Espere pelo próximo.';

/**
 * Returns the 30-second step to which a code belongs (the current one, the previous or the next), or null if it belongs to none of them.
 */
export function stepOf(secretKey: string, userId: number, factor: FactorRow, code: string, now: number): number | null {
  const secret = unseal(secretKey, PURPOSE, String(userId), factor.secret);
  if (!secret) return null;
  const totp = new Totp({ ...TOTP, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / TOTP.period) + delta;
}

/**
 * The second step of signing in, after the right password; it does nothing for users without a second factor. A code is valid once; a
 * recovery code is deleted when used.
 *
 * @throws Refused 401 `second-factor` without a code or with a wrong one; 429 after ten wrong ones in 15 minutes.
 */
export async function confirmSecondFactor(
  db: Database,
  secretKey: string,
  userId: number,
  address: string,
  typed: string | null,
): Promise<void> {
  const refused = await db.transaction(async (transaction) => {
    const factor = await lockFactor(transaction, userId);
    if (!factor?.enabled) return null;
    if (!typed?.trim()) return 'Escreva o código de 6 algarismos que a aplicação do seu telemóvel mostra.';
    await refuseOver(transaction, WRONG_CODES, String(userId));
    if (await isRight(transaction, secretKey, userId, address, factor, typed)) {
      await clearHits(transaction, WRONG_CODES, String(userId));
      return null;
    }
    await countHit(transaction, WRONG_CODES, String(userId));
    return WRONG;
  });
  if (refused) throw new Refused(401, 'second-factor', refused, { fields: { code: refused } });
}

const MISSING =
  'Para isto é preciso a verificação em dois passos, porque a senha sozinha não chega. Ligue-a primeiro na sua conta.';
const NOT_CONFIRMED = 'Confirme com um código novo ou com o bloqueio do ecrã. Vale durante 5 minutos.';

/**
 * Refuses a call that requires a recent confirmation (`stepUp`). The code of the sign-in does not count: an attacker who took over a
 * session, or copied a sign-in, would have it too.
 *
 * @param stepUp `with-factor`: only callers of staff who have a second factor need to confirm it.
 * @throws Refused 403 `second-factor-missing` when there is none; 403 `confirm-second-factor` without a recent confirmation.
 */
export async function refuseUnconfirmed(
  db: Queryable,
  caller: Pick<Caller, 'userId' | 'role' | 'tokenHash'>,
  stepUp: true | 'with-factor',
): Promise<void> {
  if (stepUp === 'with-factor' && caller.role === 'parent') return;
  const { hasCodes, hasPasskey, confirmed } = await findConfirmation(db, caller.userId, caller.tokenHash);
  if (!hasCodes && !hasPasskey) {
    if (stepUp === 'with-factor') return;
    throw new Refused(403, 'second-factor-missing', MISSING);
  }
  if (!confirmed) throw new Refused(403, 'confirm-second-factor', NOT_CONFIRMED);
}

/**
 * Accepts a code for calls that require a recent one (`stepUp`). Wrong codes count together with those of sign-ins.
 *
 * @returns until when it is valid.
 * @throws Refused 403 when the second factor is not enabled; 400 for a wrong code; 429 after ten in 15 minutes.
 */
export async function confirmAnew(
  db: Database,
  secretKey: string,
  caller: { userId: number; tokenHash: Buffer; address: string },
  typed: string,
): Promise<Date> {
  const { userId } = caller;
  const until = await db.transaction(async (transaction) => {
    const factor = await lockFactor(transaction, userId);
    if (!factor?.enabled) throw new Refused(403, 'second-factor-missing', MISSING);
    await refuseOver(transaction, WRONG_CODES, String(userId));
    if (!(await isRight(transaction, secretKey, userId, caller.address, factor, typed))) {
      await countHit(transaction, WRONG_CODES, String(userId));
      return undefined;
    }
    await clearHits(transaction, WRONG_CODES, String(userId));
    return updateConfirmedAt(transaction, caller.tokenHash);
  });
  if (!until) throw invalid({ code: WRONG }, WRONG);
  return until;
}

async function isRight(
  transaction: Queryable,
  secretKey: string,
  userId: number,
  address: string,
  factor: FactorRow,
  typed: string,
): Promise<boolean> {
  const given = codeTyped(typed);
  if (given?.kind === 'totp') {
    const step = stepOf(secretKey, userId, factor, given.code, Date.now());
    return step !== null && (await updateLastStep(transaction, userId, step)) > 0;
  }
  if (given?.kind !== 'recovery') return false;
  if ((await deleteRecoveryCode(transaction, userId, hashToken(given.code))) === 0) return false;
  await audit(transaction, { userId, address, action: 'user.recovery-code-used', subject: `user ${userId}` });
  return true;
}
