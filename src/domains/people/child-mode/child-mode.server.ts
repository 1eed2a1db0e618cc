import { randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { hashToken } from '../../../server/config.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, notForChildren, notFound, Refused } from '../../../server/http/errors.ts';
import type { Caller, Frame } from '../../../server/http/http.ts';
import { firstName } from '../../../shared/text.ts';
import { findMailedUser } from '../accounts/account.store.ts';
import { hashPassword, inTurn } from '../accounts/accounts.server.ts';
import {
  clearWrongPins,
  countPinTry,
  endChildMode,
  findPin,
  startChildMode,
  updatePin,
} from '../accounts/child-mode.store.ts';
import { confirmOwnPassword } from '../accounts/own-password.server.ts';
import { noteSecurityChange, sendSecurityMail } from '../accounts/security-mail.server.ts';
import { findCredentials } from '../passkeys/passkeys.store.ts';
import { isOwner } from '../passkeys/proof.server.ts';
import { childModeContract } from './child-mode.contract.ts';
import { PIN_TRIES, wrongPin } from './child-mode.rules.ts';
import { findChildrenOf } from './child-mode.store.ts';

/**
 * Binds the endpoints that start and end child mode. Each endpoint's contract declares, in `childMode`, whether it is accessible meanwhile.
 */
export function bindChildMode(frame: Frame): void {
  const { db, log, config } = frame;
  frame.bind(childModeContract, {
    'PUT /api/account/pin': async (call) => {
      const { userId } = call.caller;
      await confirmOwnPassword(db, call.caller, call.body.password);
      const pinHash = await hashPassword(call.body.pin, userId);
      await db.transaction(async (transaction) => {
        await updatePin(transaction, userId, pinHash);
        await tell(transaction, userId, 'pin_chosen');
      });
      log.info({ event: 'pin-chosen', userId }, 'a PIN was chosen');
      return null;
    },

    'GET /api/child-mode': async ({ caller }) => {
      const { userId, tokenHash, onlyChildren } = caller;
      const [pin, credentials, children] = await Promise.all([
        findPin(db, tokenHash),
        findCredentials(db, userId),
        onlyChildren ? findChildrenOf(db, userId, onlyChildren) : [],
      ]);
      return {
        userId,
        children: children
          .filter(({ active }) => active)
          .map(({ fullName, ...child }) => ({ ...child, firstName: firstName(fullName) })),
        hasPasskey: credentials.length > 0,
        hasPin: pin !== undefined && pin.pinHash !== null,
        pinLocked: pin !== undefined && pin.wrongPins >= PIN_TRIES,
      };
    },

    'POST /api/child-mode': async (call) => {
      const { userId, tokenHash } = call.caller;
      const { childId, childIds = [] } = call.body;
      const wanted = [...new Set(childId === undefined ? childIds : [childId, ...childIds])];
      const children = await findChildrenOf(db, userId, wanted);
      if (children.length < wanted.length) throw notFound();
      if (children.some(({ active }) => !active))
        throw conflict(
          'child-archived',
          'Esta criança está arquivada. Em «Filhos», tire-a do arquivo para lhe entregar o telemóvel.',
        );
      if ((await startChildMode(db, tokenHash, wanted)) === 0) throw notForChildren();
      log.info({ event: 'handed-over', userId }, 'a session was handed over to children');
      return null;
    },

    'DELETE /api/child-mode': async (call) => {
      const { userId, tokenHash } = call.caller;
      const { pin, password, passkey } = call.body;
      if (passkey !== undefined) {
        if (!(await isOwner(db, config, 'leave', call.caller, passkey)))
          throw new Refused(403, 'wrong-pin', 'O bloqueio do ecrã não abriu. Use o PIN ou a senha.');
      } else if (password !== undefined) await checkPassword(db, call.caller, password);
      else await checkPin(db, call.caller, pin ?? '');
      const token = randomBytes(32).toString('base64url');
      const isEnded = await db.transaction(async (transaction) => {
        await clearWrongPins(transaction, tokenHash);
        if ((await endChildMode(transaction, tokenHash, hashToken(token))) === 0) return false;
        if (password !== undefined) await tell(transaction, userId, 'child_mode_left');
        else if (passkey === undefined)
          await noteSecurityChange(transaction, userId, 'child_mode_left_by_pin', new Date());
        return true;
      });
      if (!isEnded) return null;
      call.setSession(token);
      log.info({ event: 'taken-back', userId }, 'a session was taken back from children');
      return null;
    },
  });
}

/** Mails the owner of the account about a change, because a child or somebody else may have made it. */
async function tell(transaction: Queryable, userId: number, change: 'pin_chosen' | 'child_mode_left'): Promise<void> {
  const user = await findMailedUser(transaction, userId);
  if (user) await sendSecurityMail(transaction, user, change);
}

async function checkPin(db: Database, { userId, tokenHash }: Caller, typed: string): Promise<void> {
  const tried = await countPinTry(db, tokenHash, PIN_TRIES);
  if (!tried) {
    const kept = await findPin(db, tokenHash);
    if (kept?.pinHash) throw new Refused(429, 'too-many', 'O PIN falhou cinco vezes. Escreva a senha da conta.');
    throw new Refused(403, 'wrong-pin', 'Ainda não tem PIN. Escreva a senha da conta.');
  }
  if (await inTurn(userId, () => verify(tried.pinHash, typed))) return;
  const said = wrongPin(PIN_TRIES - tried.tries);
  throw new Refused(403, 'wrong-pin', said, { fields: { pin: said } });
}

/** Checks the password of the account. Wrong passwords are counted in this session. */
async function checkPassword(db: Database, caller: Caller, typed: string): Promise<void> {
  await confirmOwnPassword(db, caller, typed).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.status !== 400) throw error;
    const said = 'A senha não está certa.';
    throw new Refused(403, 'wrong-pin', said, { fields: { password: said } });
  });
}
