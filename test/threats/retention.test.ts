import { beforeAll, describe, expect, test } from 'vitest';
import { forgetOldShares } from '../../src/domains/knowing/reports/shares.store.ts';
import { forgetOldSessions } from '../../src/domains/people/accounts/accounts.server.ts';
import { deleteOldVerifications } from '../../src/domains/people/email-verification/verification.store.ts';
import { deleteOldResets } from '../../src/domains/people/recovery/recovery.store.ts';
import type { Database } from '../../src/server/db/db.ts';
import { countHit, forgetOldHits } from '../../src/server/http/rate-limits.ts';
import { audit } from '../../src/server/watch/audit.ts';
import { testApp } from '../support/app.ts';
import { aChildMidTest, aParent, type Parent } from '../support/builders.ts';

// How long data is kept that a periodic job removes (docs/security.md, "Data kept, and for how long").

const app = await testApp();
let parent: Parent;

beforeAll(async () => {
  parent = await aParent(app, { emailVerified: false });
  expect((await parent.post('/api/account/email/verification')).status).toBeLessThan(500);
  await app.db.count(
    `insert into password_resets (token_hash, user_id, expires_at) values (sha256('one'), $1, now() + interval '1 hour')`,
    [parent.id],
  );
  await countHit(app.db, { name: 'retention', hits: 1, seconds: 3600 }, 'one');
  const sitting = await aChildMidTest(app, parent);
  await sitting.answer(0, 'A');
  await sitting.complete();
  expect((await parent.post(`/api/attempts/${sitting.id}/share`)).status).toBeLessThan(300);
  await app.db.count(`update result_shares set created_at = created_at - interval '3 years'`);
});

/** Each table, its column with the start of the retention period, the length of the period, and the job that deletes the rows after it. */
const KEPT: readonly [table: string, column: string, interval: string, job: (db: Database) => Promise<number>][] = [
  ['known_browsers', 'seen_at', '180 days', forgetOldSessions],
  ['known_networks', 'seen_at', '180 days', forgetOldSessions],
  ['known_devices', 'seen_at', '180 days', forgetOldSessions],
  ['rate_limits', 'window_start', '2 hours', forgetOldHits],
  ['password_resets', 'expires_at', '0 hours', deleteOldResets],
  ['email_verifications', 'expires_at', '0 hours', deleteOldVerifications],
  ['result_shares', 'expires_at', '1 year', forgetOldShares],
  ['sessions', 'expires_at', '0 hours', forgetOldSessions],
];

describe('data that is kept for a time', () => {
  test.each(KEPT)('rows of %s are removed by %s plus %s, and not before', async (table, column, interval, job) => {
    const rows = async () => (await app.db.rows(`select 1 from ${table}`)).length;
    const before = await rows();
    expect(before).toBeGreaterThan(0);
    await app.db.count(`update ${table} set ${column} = now() - (interval '${interval}' - interval '1 minute')`);
    await job(app.db);
    expect(await rows()).toBe(before);
    await app.db.count(`update ${table} set ${column} = now() - (interval '${interval}' + interval '1 minute')`);
    await job(app.db);
    expect(await rows()).toBe(0);
  });

  test('a session lasts 30 days, and a link that verifies an address seven', async () => {
    const fresh = await aParent(app, { emailVerified: false });
    const days = async (table: string) =>
      (
        await app.db.row<{ days: number }>(
          `select round(extract(epoch from expires_at - now()) / 86400)::int as days from ${table} where user_id = $1`,
          [fresh.id],
        )
      )?.days;
    await fresh.post('/api/account/email/verification');
    expect(await days('sessions')).toBe(30);
    expect(await days('email_verifications')).toBe(7);
  });
});

test('what the audit log says can be neither changed nor removed', async () => {
  await app.db.transaction((transaction) =>
    audit(transaction, { userId: null, address: null, action: 'user.suspended', subject: 'user 1' }),
  );
  for (const statement of [`update audit_log set subject = 'x'`, 'delete from audit_log', 'truncate audit_log'])
    await expect(app.db.count(statement), statement).rejects.toMatchObject({ code: '23001' });
  expect(await app.db.rows('select 1 from audit_log')).not.toEqual([]);
});

test('passwords are hashed with argon2id, 19 MiB, 2 passes and 1 lane; a session token has 256 bits and is stored as its hash', async () => {
  const other = await aParent(app);
  const kept = await app.db.row<{ hash: string }>('select password_hash as hash from users where id = $1', [other.id]);
  expect(kept?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const token = /sid=([^;]+)/.exec(String(other.cookie))?.[1] as string;
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(await app.db.rows('select 1 from sessions where token_hash = $1', [Buffer.from(token, 'base64url')])).toEqual(
    [],
  );
});
