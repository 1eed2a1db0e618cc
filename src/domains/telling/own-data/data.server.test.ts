import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChildMidTest, aParent, KEY_SENTINEL } from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';

const app = await testApp();

test('plans that follow and parked days are listed separately', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const { body } = await parent.post('/api/emis/initiate-payment', {
    planId: 'individual',
    amount: 9_000,
    paymentMethod: 'reference',
  });
  await parent.post(`/api/emis/complete-payment/${body.payment.transactionId}`, {});
  const money = async () => (await parent.get('/api/account/data')).body.money;
  const individual = { planId: 'individual', milliseconds: expect.any(Number) };
  expect(await money()).toMatchObject({ next: [individual], parked: [] });
  await parent.post('/api/subscription', { subscriptionType: 'free' });
  const { next, parked } = await money();
  expect(next).toEqual([]);
  expect(parked).toContainEqual(individual);
});

test('the file contains everything about the family, nothing about another one, and no hash', async () => {
  const mine = await aParent(app, { fullName: 'Teresa CANARIO-PESSOA', plan: 'family' });
  const theirs = await aParent(app, { fullName: 'Paulo ALHEIO' });
  await mine.put('/api/account/profile', { phone: '923 CANARIO-FONE', location: 'CANARIO-LUGAR' });
  const done = await aChildMidTest(app, mine);
  await mine.put(`/api/children/${done.childId}`, {
    fullName: 'Maria CANARIO-FILHA',
    schoolClass: '4º Ano',
    school: 'CANARIO-ESCOLA',
    location: 'CANARIO-BAIRRO, Luanda',
  });
  await done.answer(0, 'A', { responseTime: 17 });
  await done.answer(1, 'C');
  await done.complete();
  await mine.post(`/api/children/${done.childId}/archive`);
  const open = await aChildMidTest(app, mine, { theme: 'CANARIO-TEMA' });
  await open.answer(0, 'A');
  const other = await aChildMidTest(app, theirs);
  await theirs.put(`/api/children/${other.childId}`, { fullName: 'ALHEIO', schoolClass: '4º Ano', school: 'ALHEIO' });
  await other.answer(0, 'B');

  const buy = (parent: typeof mine) =>
    parent.post('/api/emis/initiate-payment', { planId: 'family-plus', amount: 30_000, paymentMethod: 'reference' });
  const { body: bought } = await buy(mine);
  await mine.post(`/api/emis/complete-payment/${bought.payment.transactionId}`, {});
  const { body: alien } = await buy(theirs);
  const file = await mine.get('/api/account/data');
  expect(file.status).toBe(200);
  expect(file.text).not.toContain(alien.payment.transactionId);
  expect(file.body.money).toMatchObject({
    payments: [{ transactionId: bought.payment.transactionId, amount: 30_000, status: 'completed' }],
    receipts: [{ amount: 30_000, payerName: 'Teresa CANARIO-PESSOA' }],
    renewal: true,
  });
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="os-meus-dados-\d{4}-\d\d-\d\d\.json"$/);
  for (const canary of ['PESSOA', 'FONE', 'LUGAR', 'FILHA', 'ESCOLA', 'BAIRRO', 'TEMA'])
    expect(file.text, canary).toContain(`CANARIO-${canary}`);
  expect(file.text).not.toMatch(new RegExp(`ALHEIO|argon2|hash|password|${KEY_SENTINEL}|correctAnswer"`));
  expect(file.text.match(/isCorrect/g)).toHaveLength(2);
  expect(file.text).not.toContain(theirs.username);
  expect(file.body).toMatchObject({
    user: { id: mine.id, username: mine.username, termsVersion: expect.any(String) },
    devices: [{ address: '127.0.0.1' }],
    children: [
      {
        id: done.childId,
        active: false,
        province: 'Luanda',
        attempts: [
          {
            id: done.id,
            state: 'completed',
            totalScore: 25,
            correctAnswers: 1,
            answers: [
              { position: 1, selectedAnswer: 'A', isCorrect: true, responseTime: 17 },
              { position: 2, selectedAnswer: 'C', isCorrect: false },
            ],
          },
        ],
        results: [{ testsCompleted: 1, averageScore: 25 }],
      },
      // Nothing reveals right answers before the test has ended.
      {
        id: open.childId,
        attempts: [{ state: 'open', answers: [{ selectedAnswer: 'A' }] }],
        results: [],
      },
    ],
  });
  expect(file.body.children).toHaveLength(2);
});

test('the file contains notifications, mails and settings of the family', async () => {
  const parent = await aParent(app);
  while ((await deliver(app.db, app.frame.log)) > 0);
  await parent.put('/api/notifications/settings', { testReminders: false });
  const endpoint = 'https://fcm.googleapis.com/fcm/send/geheim';
  await app.db.count(
    `insert into push_devices (user_id, session_hash, endpoint, p256dh, auth) select user_id, token_hash, $2, repeat('a', 87), repeat('b', 22) from sessions where user_id = $1`,
    [parent.id, endpoint],
  );
  const { body, text } = await parent.get('/api/account/data');
  expect(body).toMatchObject({
    notificationSettings: { testReminders: false, weeklyReports: true },
    notifications: [{ type: 'welcome', title: 'A sua conta está pronta' }],
    pushDevices: [{ service: 'fcm.googleapis.com' }],
    mails: [{ kind: 'welcome', to: `${parent.username}@familia.example`, state: 'waiting' }],
  });
  expect(text).not.toContain('geheim');
});

test('too many downloads by a family are refused with a time to wait', async () => {
  const parent = await aParent(app);
  for (let count = 0; count < 10; count += 1) expect((await parent.get('/api/account/data')).status).toBe(200);
  const refused = await parent.get('/api/account/data');
  expect(refused.status).toBe(429);
  expect(refused.headers['content-disposition']).toBeUndefined();
});
