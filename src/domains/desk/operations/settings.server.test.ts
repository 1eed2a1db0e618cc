import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { anAdmin } from '../../../../test/support/builders.ts';

const app = await testApp();
const admin = await anAdmin(app);

/** Adds a mail to the queue that was created `minutes` ago. */
const queued = (mail: { minutes: number; tries?: number; inMinutes?: number }) =>
  app.db.count(
    `insert into mails (kind, recipient, subject, content, created_at, tries, next_try_at, outcome)
     values ('welcome', 'a@familia.example', 'x', '{}', now() - make_interval(mins => :minutes), :tries,
       now() + make_interval(mins => :inMinutes), case when :tries > 0 then 'ESOCKET' end)`,
    { tries: 0, inMinutes: 5, ...mail },
  );
const sent = (minutes: number) =>
  app.db.count(
    `insert into mails (kind, recipient, created_at, state, finished_at)
     values ('welcome', 'b@familia.example', now() - interval '1 day', 'sent', now() - make_interval(mins => $1))`,
    [minutes],
  );
const told = async () => {
  const [settings, overview] = [await admin.get('/api/admin/settings'), await admin.get('/api/admin/overview')];
  return [settings.body.mail.late, overview.body.lateMails];
};

test('a test mail also tries again at once what has failed, at no cost, but nothing that may be on its way', async () => {
  await app.db.count('delete from mails');
  await queued({ minutes: 300, tries: 6, inMinutes: 400 });
  // One that is being sent for the second time at this moment, and one that a limit holds back.
  await queued({ minutes: 10, tries: 2, inMinutes: 8 });
  await queued({ minutes: 50, inMinutes: 30 });
  expect((await admin.post('/api/admin/settings/mail-test')).status).toBe(200);
  const waiting = await app.db.rows(
    `select tries, next_try_at <= now() as due from mails where kind = 'welcome' order by id`,
  );
  expect(waiting).toEqual([
    { tries: 5, due: true },
    { tries: 2, due: false },
    { tries: 0, due: false },
  ]);
});

test('an administrator is told when mails do not leave', async () => {
  await app.db.count('delete from mails');
  // One that has just been queued, and one that a limit holds back until later.
  await queued({ minutes: 0, inMinutes: 0 });
  await queued({ minutes: 50, inMinutes: 30 });
  expect(await told()).toEqual([0, 0]);
  await sent(20);
  await queued({ minutes: 10, tries: 1 });
  expect(await told()).toEqual([1, 1]);
  // Since then another has left: the server works, and only this receiver's does not.
  await sent(1);
  expect(await told()).toEqual([0, 0]);
  // Nobody sends at all.
  await queued({ minutes: 40, inMinutes: -16 });
  expect(await told()).toEqual([1, 1]);
});
