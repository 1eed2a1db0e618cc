import { Secret, TOTP as Totp } from 'otpauth';
import { audit } from '../../server/audit.ts';
import { hashToken } from '../../server/config.ts';
import type { Database, Queryable } from '../../server/db.ts';
import { Refused } from '../../server/errors.ts';
import { clearHits, countHit, refuseOver } from '../../server/rate-limits.ts';
import { unseal } from '../../server/sealing.ts';
import { codeTyped, TOTP, WRONG_CODES } from './second-factor.rules.ts';
import { deleteRecoveryCode, type FactorRow, lockFactor, updateLastStep } from './second-factor.store.ts';

/** What the secret is sealed for. */
export const PURPOSE = 'second-factor';
/** Said of a code that is wrong or used. */
export const WRONG = 'Este código não está certo ou já foi usado. Espere pelo próximo.';

/** The step of 30 seconds to which a code belongs, now or one before or after; null for a code of no such step. */
export function stepOf(secretKey: string, userId: number, factor: FactorRow, code: string, now: number): number | null {
  const secret = unseal(secretKey, PURPOSE, String(userId), factor.secret);
  if (!secret) return null;
  const totp = new Totp({ ...TOTP, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / TOTP.period) + delta;
}

/**
 * The second step of signing in, once the password was right: nothing for those who do not have it. A code opens once;
 * a recovery code is used up.
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
