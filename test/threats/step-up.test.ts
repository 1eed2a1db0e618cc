import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { updateEmailVerified } from '../../src/domains/people/accounts/accounts.store.ts';
import { relyingParty } from '../../src/domains/people/passkeys/proof.server.ts';
import { answerPasswordRequests } from '../../src/domains/people/recovery/recovery.server.ts';
import { testApp, type Visitor } from '../support/app.ts';
import { aUser, confirmWithoutCode, PASSWORD } from '../support/builders.ts';
import { addDevice, aPasskeyDevice, type PasskeyDevice } from '../support/passkey-device.ts';

// The invariant: no sequence of calls with the password alone, or with the mailbox, reaches a call marked `stepUp`. The thief makes random
// moves, among them all calls of an account, and uses everything that a reply gave them: secrets, recovery codes, their own passkeys.

const app = await testApp();
const { db } = app;
const ORIGIN = relyingParty(app.config).origin;
const MOVES_OF_WALK = 45;

/** A person whose account is attacked, and what the thief has. */
interface Walk {
  username: string;
  email: string;
  userId: number;
  role: 'teacher' | 'admin';
  password: string;
  newPasswords: number;
  sessions: Visitor[];
  devices: PasskeyDevice[];
  secrets: string[];
  recoveryCodes: string[];
}

const codesOf = (secret: string) =>
  [-30, 0, 30].map((seconds) =>
    new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
      timestamp: Date.now() + seconds * 1000,
    }),
  );
/** Codes of the thief's own authenticators, and recovery codes that a reply showed. */
const codesToTry = (walk: Walk) => [...walk.secrets.slice(-1).flatMap(codesOf), ...walk.recoveryCodes.slice(0, 1)];
const next = (walk: Walk) => {
  walk.newPasswords += 1;
  return `goiabas-azuis-${walk.newPasswords}-${walk.userId}`;
};

interface Move {
  /** The calls that this move makes. */
  calls: readonly string[];
  make(walk: Walk, session: Visitor): Promise<unknown>;
}

const MOVES: Record<string, Move> = {
  'signs in with the password, and with every code that they have': {
    calls: ['POST /api/login'],
    async make(walk) {
      for (const code of [undefined, ...codesToTry(walk)]) {
        const visitor = app.visitor();
        const { status } = await visitor.post('/api/login', {
          username: walk.username,
          password: walk.password,
          ...(code ? { code } : {}),
        });
        if (status !== 200) continue;
        walk.sessions.push(visitor);
        return;
      }
    },
  },
  'signs in with a passkey of their own': {
    calls: ['POST /api/passkeys/sign-in/challenge', 'POST /api/passkeys/sign-in'],
    async make(walk) {
      for (const device of walk.devices) {
        const visitor = app.visitor();
        const options = (await visitor.post('/api/passkeys/sign-in/challenge')).body;
        const { status } = await visitor.post('/api/passkeys/sign-in', { answer: device.sign(options) });
        if (status === 200) walk.sessions.push(visitor);
      }
    },
  },
  'begins an authenticator': {
    calls: ['GET /api/account/second-factor', 'POST /api/account/second-factor'],
    async make(walk, session) {
      await session.get('/api/account/second-factor');
      const { status, body } = await session.post('/api/account/second-factor', { password: walk.password });
      if (status === 200) walk.secrets.push(body.secret);
    },
  },
  'turns it on': {
    calls: ['PUT /api/account/second-factor'],
    async make(walk, session) {
      for (const code of walk.secrets.slice(-1).flatMap(codesOf)) {
        const { status, body } = await session.put('/api/account/second-factor', { code });
        if (status !== 200) continue;
        walk.recoveryCodes.unshift(...body.recoveryCodes);
        return;
      }
    },
  },
  'confirms with every code that they have': {
    calls: ['POST /api/account/second-factor/confirmation'],
    async make(walk, session) {
      for (const code of codesToTry(walk)) await session.post('/api/account/second-factor/confirmation', { code });
      walk.recoveryCodes.shift();
    },
  },
  'turns the second factor off': {
    calls: ['DELETE /api/account/second-factor', 'DELETE /api/account/second-factor/replacement'],
    make: (walk, session) => session.request('DELETE', '/api/account/second-factor', { password: walk.password }),
  },
  'adds a passkey of their own': {
    calls: ['POST /api/passkeys/registration', 'POST /api/passkeys'],
    async make(walk, session) {
      const device = aPasskeyDevice(ORIGIN);
      const begun = await session.post('/api/passkeys/registration', { password: walk.password });
      if (begun.status !== 200) return;
      const { status } = await session.post('/api/passkeys', { answer: device.register(begun.body) });
      if (status === 201) walk.devices.unshift(device);
    },
  },
  'confirms with a passkey of their own': {
    calls: ['POST /api/passkeys/challenge', 'POST /api/passkeys/confirmation'],
    async make(walk, session) {
      for (const device of walk.devices.slice(0, 2)) {
        const options = (await session.post('/api/passkeys/challenge')).body;
        if (options.challenge) await session.post('/api/passkeys/confirmation', { answer: device.sign(options) });
      }
    },
  },
  'renames and removes every passkey': {
    calls: ['GET /api/passkeys', 'PUT /api/passkeys/:id', 'DELETE /api/passkeys/:id'],
    async make(walk, session) {
      const { body } = await session.get('/api/passkeys');
      for (const { id } of Array.isArray(body) ? body : []) {
        await session.put(`/api/passkeys/${id}`, { name: 'Outro nome' });
        await session.request('DELETE', `/api/passkeys/${id}`, { password: walk.password });
      }
    },
  },
  'changes the password': {
    calls: ['PUT /api/account/password'],
    async make(walk, session) {
      const newPassword = next(walk);
      const change = { currentPassword: walk.password, newPassword, confirmPassword: newPassword };
      for (const removePasskeys of [true, false]) {
        const { status } = await session.put('/api/account/password', { ...change, removePasskeys });
        if (status !== 204) continue;
        walk.password = newPassword;
        return;
      }
    },
  },
  'changes the e-mail': {
    calls: ['PUT /api/account/profile', 'GET /api/user'],
    async make(walk, session) {
      const email = `ladrao${walk.newPasswords}x${walk.userId}@correio.example`;
      const { status } = await session.put('/api/account/profile', { email, currentPassword: walk.password });
      if (status === 200) walk.email = email;
      await session.get('/api/user');
    },
  },
  'has the password reset by mail': {
    calls: [
      'POST /api/account/email/verification',
      'PUT /api/account/email/verification',
      'POST /api/password/forgot',
      'POST /api/password/reset',
      'POST /api/password/recover',
    ],
    async make(walk, session) {
      await session.post('/api/account/email/verification');
      await session.put('/api/account/email/verification', { token: 'x' });
      // As if the address that they chose were verified.
      await updateEmailVerified(db, walk.userId);
      // Another link is sent in the next hour only.
      await db.count('delete from password_resets where user_id = $1', [walk.userId]);
      await app.visitor().post('/api/password/forgot', { account: walk.username });
      await answerPasswordRequests(db);
      const mail = await db.row<{ content: { actions: { path: string }[] } }>(
        `select content from mails where user_id = $1 and kind = 'password_reset' order by id desc limit 1`,
        [walk.userId],
      );
      const token = mail?.content.actions[0]?.path.split('#')[1];
      const newPassword = next(walk);
      const { status } = await app
        .visitor()
        .post('/api/password/reset', { token, newPassword, confirmPassword: newPassword });
      if (status === 204) walk.password = newPassword;
      const recovery = { username: walk.username, code: 'aaaa-aaaa-aaaa-aaaa-aaaa', newPassword };
      await app.visitor().post('/api/password/recover', { ...recovery, confirmPassword: newPassword });
    },
  },
  'ends the other sessions, and signs out': {
    calls: ['GET /api/account/sessions', 'DELETE /api/account/sessions/:handle', 'POST /api/logout'],
    async make(walk, session) {
      const { body } = await session.get('/api/account/sessions');
      for (const { handle, current } of Array.isArray(body) ? body : [])
        if (!current) await session.request('DELETE', `/api/account/sessions/${handle}`);
      await session.post('/api/logout');
      walk.sessions = walk.sessions.filter((one) => one !== session);
    },
  },
};

/** The calls about an account, for everybody or for staff. */
const accountCalls = [...app.frame.endpoints]
  .filter(([key, { authz }]) => {
    const path = key.split(' ')[1] ?? '';
    const ofStaff = authz.allow.some((role) => role === 'anonymous' || role === 'teacher' || role === 'admin');
    return ofStaff && /^\/api\/(user$|login|logout|password|passkeys|account)/.test(path);
  })
  .map(([key]) => key);

test('the moves make every call about an account', () => {
  const made = Object.values(MOVES).flatMap(({ calls }) => calls);
  expect(accountCalls.filter((key) => !made.includes(key))).toEqual([]);
});

/** A call marked `stepUp` for each role; the frame refuses all of them in the same way. */
const MARKED: Record<Walk['role'], readonly [method: string, path: string]> = {
  admin: ['GET', '/api/admin/audit/file'],
  teacher: ['POST', '/api/teacher/tests/1/questions/1/regrade'],
};
const REFUSED = ['second-factor-missing', 'confirm-second-factor', 'second-factor-waiting'];

async function reaches(walk: Walk, session: Visitor): Promise<boolean> {
  const { status, body } = await session.request(...MARKED[walk.role]);
  return status !== 401 && !(status === 403 && REFUSED.includes(body?.code));
}

/** Makes the moves, one after another, in random sessions. @returns the moves until a marked call was reached, or undefined. */
async function stolen(walk: Walk, choices: readonly number[], aDayPasses: boolean): Promise<string[] | undefined> {
  const names = Object.keys(MOVES);
  const made: string[] = [];
  for (const choice of choices) {
    const name = names[choice % names.length] as string;
    const session =
      walk.sessions.at(-1 - (Math.floor(choice / names.length) % 3)) ?? walk.sessions.at(-1) ?? app.visitor();
    made.push(name);
    await MOVES[name]?.make(walk, session);
    // Limits would only slow the thief down.
    await db.count('delete from rate_limits');
    if (aDayPasses && choice % 7 === 0) {
      for (const table of ['second_factors', 'passkeys'])
        await db.count(`update ${table} set counts_from = counts_from - interval '1 day' where user_id = $1`, [
          walk.userId,
        ]);
    }
    for (const one of walk.sessions.slice(-3)) if (await reaches(walk, one)) return made;
  }
  return undefined;
}

async function aWalk(role: 'teacher' | 'admin', factor: 'passkey' | 'codes' | 'both' | 'none'): Promise<Walk> {
  const owner = await aUser(app, role);
  if (factor === 'passkey' || factor === 'both')
    expect((await addDevice(owner, aPasskeyDevice(ORIGIN))).status).toBe(201);
  // Long after the account was made; whoever has the password has signed in before the factor existed.
  await db.count('update users set first_factor_until = null where id = $1', [owner.id]);
  const sessions = [app.visitor(owner.cookie)];
  if (factor === 'codes' || factor === 'both') await confirmWithoutCode(db, owner.id);
  await db.count('update sessions set confirmed_at = null where user_id = $1', [owner.id]);
  return {
    username: owner.username,
    email: `${owner.username}@escola.example`,
    userId: owner.id,
    role,
    password: PASSWORD,
    newPasswords: 0,
    sessions,
    devices: [],
    secrets: [],
    recoveryCodes: [],
  };
}

const factorsOf = (userId: number) =>
  db.row<{ passkeys: number; codes: number }>(
    `select (select count(*)::int from passkeys where user_id = $1) as passkeys,
       (select count(*)::int from second_factors where user_id = $1 and enabled_at is not null) as codes`,
    [userId],
  );

describe('random sequences of all account calls, with password and mailbox', () => {
  const walks = (seed: number) =>
    fc.sample(fc.array(fc.nat(9_999), { minLength: MOVES_OF_WALK, maxLength: MOVES_OF_WALK }), { seed, numRuns: 2 });

  test.each([
    ['an administrator with a passkey', 'admin', 'passkey'],
    ['an administrator with an authenticator', 'admin', 'codes'],
    ['an administrator with both', 'admin', 'both'],
    ['a teacher with a passkey', 'teacher', 'passkey'],
  ] as const)(
    'T57 reach no call marked step-up of %s, who keeps their factors, whatever time passes',
    async (name, role, factor) => {
      for (const choices of walks(name.length)) {
        const walk = await aWalk(role, factor);
        const before = await factorsOf(walk.userId);
        expect(await stolen(walk, choices, true)).toBeUndefined();
        expect(await factorsOf(walk.userId)).toEqual(before);
      }
    },
  );

  test('T57 reach none of an administrator without a factor, within a day', async () => {
    for (const choices of walks(7)) expect(await stolen(await aWalk('admin', 'none'), choices, false)).toBeUndefined();
  });

  test('find the way to an account without a factor once a day has passed, so that the search would find others', async () => {
    const found = [];
    for (const choices of walks(11)) found.push(await stolen(await aWalk('admin', 'none'), choices, true));
    expect(found.some((moves) => moves !== undefined)).toBe(true);
  });
});
