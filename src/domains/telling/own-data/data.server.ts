import type { Queryable } from '../../../server/db/db.ts';
import { notSignedIn } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { dataContract } from './data.contract.ts';
import { findOwnChildren, findOwnMoney, findOwnNotices, findOwnShares, findOwnUser } from './data.store.ts';

/** Limit of downloads of everything: each is expensive, and few are needed. */
const DOWNLOADS = { name: 'own-data', hits: 10, seconds: 3600 } as const;

/** Binds the download of a family's own data as one file. */
export function bindData(frame: Frame): void {
  const { db } = frame;
  frame.bind(dataContract, {
    'GET /api/account/data': async (call) => {
      const { userId } = call.caller;
      await consumeRateLimit(db, DOWNLOADS, String(userId));
      const data = await readOwnData(db, userId);
      if (!data) throw notSignedIn();
      const day = dateInLuanda(data.exportedAt);
      call.header('Content-Disposition', `attachment; filename="os-meus-dados-${day}.json"`);
      return data;
    },
  });
}

/** Returns all stored data of a family, or undefined when there is no such user. */
export async function readOwnData(db: Queryable, userId: number) {
  const [found, children, notices, money, shares] = await Promise.all([
    findOwnUser(db, userId),
    findOwnChildren(db, userId),
    findOwnNotices(db, userId),
    findOwnMoney(db, userId),
    findOwnShares(db, userId),
  ]);
  if (!found) return undefined;
  const { now, devices, earTrainings, practiceTrial, passkeys, recoveryCodeMadeAt, emailVerifiedAt, ...user } = found;
  return {
    exportedAt: now,
    user,
    emailVerifiedAt,
    recoveryCodeMadeAt,
    devices,
    passkeys,
    earTrainings,
    practiceTrial,
    ...notices,
    money,
    shares,
    children,
  };
}
