import { Secret, TOTP as Totp } from 'otpauth';
import { hashToken } from '../../../server/config.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { unseal } from '../../../server/db/sealing.ts';
import { invalid, notSignedIn, Refused } from '../../../server/http/errors.ts';
import type { Caller } from '../../../server/http/http.ts';
import { clearHits, countHit, refuseOver } from '../../../server/http/rate-limits.ts';
import { audit } from '../../../server/watch/audit.ts';
import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { codeTyped, TOTP, WRONG_CODES } from './second-factor.rules.ts';
import {
  deleteRecoveryCode,
  type FactorRow,
  findConfirmation,
  hasPasskeyFactor,
  lockFactor,
  lockForFactor,
  updateConfirmedAt,
  updateLastStep,
  wasShownCodes,
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
 * recovery code is deleted when used. Staff whose only factor is a passkey sign in with it, not with the password.
 *
 * @throws Refused 401 `second-factor` without a code or with a wrong one; 401 `passkey-needed`; 429 after ten wrong ones in 15 minutes.
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
    if (!factor?.enabled || !factor.counts) {
      if (await hasPasskeyFactor(transaction, userId)) throw new Refused(401, 'passkey-needed', PASSKEY_NEEDED);
      return null;
    }
    if (!typed?.trim()) return 'Escreva o código de 6 números que a aplicação do seu telemóvel mostra.';
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

const PASSKEY_NEEDED =
  'Esta conta abre-se com o bloqueio do ecrã de um aparelho seu. Se o perdeu, peça a outro administrador que o substitua.';

/** Returns the refusal of a factor that does not count yet. */
export const waiting = (countsFrom: Date) =>
  new Refused(
    403,
    'second-factor-waiting',
    `A verificação em dois passos desta conta foi ligada só com a senha, por isso conta apenas a partir de ${longDate(countsFrom)}, às ${clockInLuanda(countsFrom)}.`,
  );

const MISSING =
  'Para isto é preciso a verificação em dois passos, porque a senha sozinha não chega. Ligue-a primeiro na sua conta.';
const SHOWN_HERE = 'Os códigos que acabou de receber são para guardar. Confirme com um código da aplicação.';
const NOT_CONFIRMED = 'Confirme com um código novo ou com o bloqueio do ecrã. Vale durante 5 minutos.';

/**
 * Refuses a call that requires a recent confirmation (`stepUp`). The code of the sign-in does not count: an attacker who took over a
 * session, or copied a sign-in, would have it too.
 *
 * @param stepUp `with-factor`: only callers of staff who have a second factor need to confirm it.
 * @throws Refused 403 `second-factor-missing` when there is none; 403 `second-factor-waiting` when it does not count yet; 403 `confirm-second-factor` without a recent confirmation.
 */
export async function refuseUnconfirmed(
  db: Queryable,
  caller: Pick<Caller, 'userId' | 'role' | 'tokenHash'>,
  stepUp: true | 'with-factor',
): Promise<void> {
  if (stepUp === 'with-factor' && caller.role === 'parent') return;
  const { hasCodes, hasPasskey, confirmed, countsFrom } = await findConfirmation(db, caller.userId, caller.tokenHash);
  if (!hasCodes && !hasPasskey) {
    if (stepUp === 'with-factor') return;
    if (countsFrom) throw waiting(countsFrom);
    throw new Refused(403, 'second-factor-missing', MISSING);
  }
  if (!confirmed) throw new Refused(403, 'confirm-second-factor', NOT_CONFIRMED);
}

/**
 * Locks the account that adds a factor, and decides when the factor counts: at once if the session has confirmed another one, or in the
 * first days of the account; otherwise after a day, and its owner and the administrators get a mail at once, because somebody with the password
 * alone may be adding it. The caller has been admitted by the frame; a factor that was added meanwhile is noticed here.
 *
 * @throws Refused 403 `confirm-second-factor` if the account has a factor that this session has not confirmed.
 */
export async function admitFactor(
  transaction: Queryable,
  caller: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<{ countsFrom: Date; atOnce: boolean }> {
  const state = await lockForFactor(transaction, caller.userId, caller.tokenHash);
  if (!state) throw notSignedIn();
  const { hasCodes, hasPasskey, confirmed, isOpen, isParent, now, later } = state;
  if (!isParent && (hasCodes || hasPasskey) && !confirmed)
    throw new Refused(403, 'confirm-second-factor', NOT_CONFIRMED);
  const atOnce = isParent || isOpen || confirmed;
  return { countsFrom: atOnce ? now : later, atOnce };
}

/**
 * Accepts a code for calls that require a recent one (`stepUp`). Wrong codes count together with those of sign-ins.
 *
 * @returns until when it is valid.
 * @throws Refused 403 when the second factor is not enabled or does not count yet; 400 for a wrong code; 429 after ten in 15 minutes.
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
    if (!factor.counts) {
      const { countsFrom } = await findConfirmation(transaction, userId, caller.tokenHash);
      throw waiting(countsFrom ?? new Date());
    }
    // Somebody with the password alone would otherwise add a factor and confirm with the codes that they were shown.
    if (codeTyped(typed)?.kind === 'recovery' && (await wasShownCodes(transaction, caller.tokenHash)))
      throw invalid({ code: SHOWN_HERE }, SHOWN_HERE);
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
