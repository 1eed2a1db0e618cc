import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aChildMidTest,
  aParent,
  aTest,
  aUser,
  PASSWORD,
  type Parent,
} from '../../../../test/support/builders.ts';

const lines: string[] = [];
const app = await testApp({ LOG_LEVEL: 'trace' }, { write: (line: string) => void lines.push(line) });
const PIN = '837465';
const WRONG = '111111';

/** Creates a family with two children and starts child mode for the first of them. */
async function handedOver() {
  const parent = await aParent(app, { plan: 'family-plus' });
  const child = await aChild(parent, { fullName: 'Weza Domingos' });
  const sibling = await aChild(parent, { fullName: 'Kiala Domingos' });
  expect((await parent.put('/api/account/pin', { pin: PIN, password: PASSWORD })).status).toBe(204);
  const home = app.visitor();
  await home.post('/api/login', { username: parent.username, password: PASSWORD });
  const siblings = await aChildMidTest(app, parent, { childId: sibling.id });
  expect((await parent.post('/api/child-mode', { childId: child.id })).status).toBe(204);
  return { parent, home, child, sibling, siblings };
}
const leave = (parent: Pick<Parent, 'request'>, body: object) => parent.request('DELETE', '/api/child-mode', body);

describe('the PIN', () => {
  test('is chosen with the password, has 4 to 6 digits, and is stored only as a hash', async () => {
    const parent = await aParent(app);
    expect((await parent.put('/api/account/pin', { pin: PIN, password: 'outra' })).status).toBe(400);
    for (const pin of ['123', '1234567', '12a4', 1234])
      expect((await parent.put('/api/account/pin', { pin, password: PASSWORD })).body.fields).toHaveProperty('pin');
    expect((await parent.get('/api/child-mode')).body.hasPin).toBe(false);
    expect((await parent.put('/api/account/pin', { pin: PIN, password: PASSWORD })).status).toBe(204);
    expect((await parent.get('/api/child-mode')).body).toMatchObject({ hasPin: true, children: [] });
    const kept = await app.db.row<{ hash: string }>('select pin_hash as hash from users where id = $1', [parent.id]);
    expect(kept?.hash).toMatch(/^\$argon2id\$/);
    expect((await parent.get('/api/account/data')).text).not.toMatch(/pin_?hash|argon2/i);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(PIN);
  });

  test('ends child mode; after five wrong tries only the password does, even when they arrive at once', async () => {
    const { parent, home } = await handedOver();
    const tries = await Promise.all(Array.from({ length: 12 }, () => leave(parent, { pin: WRONG })));
    const statuses = tries.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(403), ...Array(7).fill(429)]);
    expect(tries.find(({ status }) => status === 403)?.body.code).toBe('wrong-pin');
    expect((await leave(parent, { pin: PIN })).status).toBe(429);
    expect((await parent.get('/api/child-mode')).body.pinLocked).toBe(true);
    expect((await parent.get('/api/children')).body.code).toBe('child-mode');
    expect((await leave(parent, { password: 'errada' })).status).toBe(403);
    expect((await leave(parent, { password: PASSWORD })).status).toBe(204);
    expect((await parent.get('/api/children')).status).toBe(200);
    expect((await home.get('/api/child-mode')).body.pinLocked).toBe(false);
  });

  test('a right PIN resets the count of wrong tries', async () => {
    const { parent, child } = await handedOver();
    for (let round = 0; round < 2; round += 1) {
      const said = [];
      for (let n = 0; n < 4; n += 1) said.push((await leave(parent, { pin: WRONG })).body.message);
      expect(said).toEqual(
        [4, 3, 2].map((n) => `PIN errado. Tem mais ${n} tentativas.`).concat('PIN errado. Tem mais 1 tentativa.'),
      );
      expect((await leave(parent, { pin: PIN })).status).toBe(204);
      await parent.post('/api/child-mode', { childId: child.id });
    }
  });

  test('without a PIN, the password ends child mode', async () => {
    const parent = await aParent(app);
    const child = await aChild(parent);
    await parent.post('/api/child-mode', { childIds: [child.id] });
    expect((await leave(parent, { pin: PIN })).body).toMatchObject({ code: 'wrong-pin' });
    expect((await leave(parent, {})).status).toBe(400);
    expect((await leave(parent, { password: PASSWORD })).status).toBe(204);
  });

  test('is checked outside child mode too, because a phone may have been handed over without network', async () => {
    const { parent } = await handedOver();
    expect((await leave(parent, { pin: PIN })).status).toBe(204);
    expect((await parent.get('/api/children')).status).toBe(200);
    expect((await leave(parent, { pin: WRONG })).body.code).toBe('wrong-pin');
    expect((await leave(parent, { pin: PIN })).status).toBe(204);
    expect((await parent.get('/api/children')).status).toBe(200);
  });

  test('T56 ends child mode only for a device that got the reply: until then the session stays the child’s', async () => {
    const { parent, home } = await handedOver();
    const before = parent.cookie;
    const inMode = (await parent.get('/api/user')).body;
    expect(inMode.inChildMode).toBe(true);
    expect((await leave(parent, { pin: PIN })).status).toBe(204);
    const after = parent.cookie;
    expect(after).not.toBe(before);
    // The reply was lost: the device still has the old token.
    parent.cookie = before;
    expect((await parent.get('/api/children')).body.code).toBe('child-mode');
    expect((await parent.get('/api/child-mode')).body.children).toHaveLength(1);
    expect((await leave(parent, { pin: WRONG })).body.code).toBe('wrong-pin');
    // A second try replaces the token of the first.
    expect((await leave(parent, { pin: PIN })).status).toBe(204);
    const second = parent.cookie;
    parent.cookie = after;
    expect((await parent.get('/api/children')).status).toBe(401);
    parent.cookie = second;
    const left = (await parent.get('/api/user')).body;
    expect(left.inChildMode).toBeUndefined();
    expect(left.modeSince).toBeGreaterThan(inMode.modeSince);
    parent.cookie = before;
    expect((await parent.get('/api/children')).status).toBe(401);
    expect((await home.get('/api/account/sessions')).body).toHaveLength(2);
  });
});

describe('handing over', () => {
  test('is possible for the caller’s own children, and for parents only', async () => {
    const parent = await aParent(app);
    const other = await aParent(app);
    const theirs = await aChild(other);
    const own = await aChild(parent);
    expect((await parent.post('/api/child-mode', { childId: theirs.id })).status).toBe(404);
    expect((await parent.post('/api/child-mode', { childIds: [own.id, theirs.id] })).status).toBe(404);
    expect((await parent.post('/api/child-mode', { childIds: [] })).status).toBe(400);
    expect((await parent.post('/api/child-mode', {})).status).toBe(400);
    expect((await (await aUser(app, 'teacher')).post('/api/child-mode', { childId: own.id })).status).toBe(403);
    await app.db.count('update children set active = false where id = $1', [own.id]);
    expect((await parent.post('/api/child-mode', { childId: own.id })).body.code).toBe('child-archived');
    expect((await parent.get('/api/children')).status).toBe(200);
  });

  test('restricts this session only', async () => {
    const { parent, home, child } = await handedOver();
    expect((await home.get('/api/children')).body).toHaveLength(2);
    expect((await home.get('/api/child-mode')).body.children).toEqual([]);
    expect((await parent.get('/api/child-mode')).body.children).toEqual([
      { id: child.id, firstName: 'Weza', schoolClass: '4º Ano', cover: expect.any(Number) },
    ]);
  });
});

describe('a child in child mode', () => {
  test('can take a test from the catalogue to its end, and sees no mark', async () => {
    const { parent, home, child } = await handedOver();
    const offered = await parent.get(`/api/tests?childId=${child.id}`);
    expect(offered.status).toBe(200);
    const sitting = await aChildMidTest(app, parent, { childId: child.id });
    expect((await sitting.answer(0, 'B')).status).toBe(200);
    const done = await sitting.complete();
    expect(done.body).toMatchObject({
      completed: true,
      totalScore: null,
      correctAnswers: null,
      incorrectAnswers: null,
    });
    const again = await parent.get(`/api/tests?childId=${child.id}`);
    const taken = again.body.find(({ id }: { id: number }) => id === sitting.test.id);
    expect(taken.forChild).toMatchObject({ taken: true, bestScore: null, themeScore: null });
    expect((await home.get(`/api/attempts/${sitting.id}`)).text).toMatch(/"totalScore":\d/);
  });

  test('is refused every other endpoint', async () => {
    const { parent, sibling, siblings } = await handedOver();
    const test = await aTest(app.db);
    const attacks: [string, string, object?][] = [
      ['GET', `/api/tests?childId=${sibling.id}`],
      ['GET', '/api/tests'],
      ['POST', '/api/attempts', { childId: sibling.id, testId: test.id }],
      ['POST', '/api/attempts', { childId: 2_000_000_000, testId: test.id }],
      [
        'POST',
        '/api/answers',
        { attemptId: siblings.id, questionId: siblings.test.questions[0]?.id, selectedAnswer: 'A' },
      ],
      [
        'POST',
        '/api/answers',
        {
          attemptId: siblings.id,
          questionId: siblings.test.questions[0]?.id,
          selectedAnswer: 'A',
          answeredAt: new Date().toISOString(),
        },
      ],
      ['PUT', `/api/attempts/${siblings.id}`, { completed: true }],
      ['POST', '/api/child-mode', { childId: sibling.id }],
      ['PUT', '/api/account/pin', { pin: '0000', password: PASSWORD }],
      ['POST', '/api/login', { username: parent.username, password: PASSWORD }],
      ['POST', '/api/logout'],
    ];
    for (const [method, path, body] of attacks) {
      const answer = await parent.request(method, path, body);
      expect([answer.status, answer.body?.code], `${method} ${path}`).toEqual([403, 'child-mode']);
    }
    // All other endpoints in the contract are refused before their request body is parsed.
    for (const [key, { authz }] of app.frame.endpoints) {
      if (authz.childMode) continue;
      const [method, path] = key.split(' ') as [string, string];
      const answer = await parent.request(method, path.replace(/:\w+/g, String(sibling.id)));
      expect(answer.status, key).toBe(403);
    }
    const left = await app.db.row<{ state: string; answers: number }>(
      'select state, (select count(*) from answers where attempt_id = a.id) as answers from attempts a where id = $1',
      [siblings.id],
    );
    expect(left).toEqual({ state: 'open', answers: 0 });
    expect((await parent.get('/api/child-mode')).body.children).toHaveLength(1);
  });

  test('finds no test once the children are archived on another device; the parent can still end child mode', async () => {
    const { parent, home, child } = await handedOver();
    expect((await home.post(`/api/children/${child.id}/archive`)).status).toBe(200);
    expect((await parent.get('/api/child-mode')).body.children).toEqual([]);
    expect((await parent.get('/api/children')).status).toBe(403);
    expect((await leave(parent, { pin: PIN })).status).toBe(204);
  });
});
