import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aParent, aUser } from '../../../../test/support/builders.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { PLANS } from './plans.rules.ts';
import { webinarsInput } from './webinars.contract.ts';
import { supportSubject } from './webinars.rules.ts';
import { readWebinars, saveWebinars } from './webinars.server.ts';

const app = await testApp();
const { db } = app;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('webinars', () => {
  test('are shown to parents on a paid plan only, upcoming ones first', async () => {
    const admin = await aUser(app, 'admin');
    const family = await aParent(app, { plan: 'individual' });
    expect((await family.get('/api/webinars')).body).toEqual([]);
    const webinars = webinarsInput.parse([
      { title: 'Gravação: ler em casa', url: 'https://video.example/ler' },
      { title: 'Fracções com laranjas', url: 'https://video.example/fraccoes', startsAt: inHours(48) },
      { title: 'Já passou', url: 'https://video.example/passou', startsAt: inHours(-4) },
      { title: 'A decorrer', url: 'https://video.example/agora', startsAt: inHours(-1) },
    ]);
    await db.transaction((transaction) =>
      saveWebinars(transaction, webinars, { userId: admin.id, address: '127.0.0.1' }),
    );
    expect((await family.get('/api/webinars')).body.map(({ title }: { title: string }) => title)).toEqual([
      'A decorrer',
      'Fracções com laranjas',
      'Gravação: ler em casa',
    ]);
    expect(await readWebinars(db)).toEqual(webinars);
    const free = await (await aParent(app)).get('/api/webinars');
    expect([free.status, free.body.code]).toEqual([402, 'webinars-premium']);
    const ended = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() - 8 * DAY_MS) });
    expect((await ended.get('/api/webinars')).status).toBe(402);
    const [written] = await db.rows<{ userId: number; after: unknown }>(
      `select user_id as "userId", after from audit_log where subject = 'setting plans.webinars'`,
    );
    expect(written).toEqual({ userId: admin.id, after: { webinars } });
  });

  test.each([
    'http://video.example/a',
    'javascript:alert(1)',
    '//video.example',
    'https://user:secret@video.example/',
    'https://localhost/',
    'video',
  ])('a link like %s is refused', (url) =>
    expect(webinarsInput.safeParse([{ title: 'Webinar', url }]).success).toBe(false),
  );

  test('mail to support names the plan, and marks priority first', () => {
    expect(supportSubject(PLANS.free)).toBe('[Essencial] Pedido de apoio');
    expect(supportSubject(PLANS.family)).toBe('[Prioritário · Família] Pedido de apoio');
  });
});
