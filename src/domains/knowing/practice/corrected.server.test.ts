import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aConfirmedTeacher, anObjective, aParent, aTest } from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { MistakesOfTheme } from './practice.contract.ts';

const app = await testApp();
const { db } = app;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

test('a mistake practised under a wrong key comes back when the key is corrected, and the map forgets the practice', async () => {
  await anObjective(db, { code: 'CHAVE-A', discipline: 'Artes', schoolClass: '4º Ano' });
  const built = await aTest(db, { discipline: 'Artes', objective: 'CHAVE-A', keys: ['A', 'A'] });
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const { body } = await parent.post('/api/attempts', { childId: child.id, testId: built.id });
  for (const [place, letter] of ['C', 'A'].entries())
    await parent.post('/api/answers', {
      attemptId: body.id,
      questionId: built.questions[place]?.id,
      selectedAnswer: letter,
    });
  await parent.put(`/api/attempts/${body.id}`, { completed: true });
  await db.count(
    `update attempts set attempt_date = attempt_date - interval '20 days', finished_at = finished_at - interval '20 days' where id = $1`,
    [body.id],
  );
  const book = async () => ((await parent.get(`/api/children/${child.id}/mistakes`)).body as MistakesOfTheme[])[0];
  const rechecks = () => db.rows('select is_right as "right" from outside_answers where child_id = $1', [child.id]);
  const card = (await book())?.mistakes[0]?.id as string;
  for (const days of [19, 17, 12])
    await parent.post(`/api/children/${child.id}/practice`, {
      reviews: [{ id: card, selectedAnswer: 'A', at: daysAgo(days), clientId: randomUUID() }],
    });
  expect(await book()).toMatchObject({ mistakes: [], left: [{ id: card }] });
  expect(await rechecks()).toEqual([{ right: true }]);

  const teacher = await aConfirmedTeacher(app);
  const correct = async (more: object) => {
    const path = `/api/teacher/tests/${built.id}/questions/${built.questions[0]?.id}/regrade`;
    expect((await teacher.post(path, { reason: 'A chave estava trocada.', ...more })).status).toBe(200);
    await deliver(db, pino({ level: 'silent' }));
  };
  // Nothing was corrected: what was practised stays.
  await correct({ correctAnswer: 'A' });
  expect(await rechecks()).toEqual([{ right: true }]);
  await correct({ correctAnswer: 'B' });
  expect((await book())?.mistakes).toMatchObject([{ correctAnswer: 'B', selectedAnswer: 'C', rightDays: [] }]);
  expect(await rechecks()).toEqual([{ right: false }]);
});
