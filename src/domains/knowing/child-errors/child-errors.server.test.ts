import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aParent, aTest } from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { takeableTests } from '../../bank/test-bank/tests.server.ts';
import { recordPastAttempt } from '../../sitting/attempts/grading.server.ts';
import { reportWeek } from '../../telling/notifications/notifications.server.ts';

const app = await testApp();
const { db } = app;
const ERROR = 'soma-os-denominadores';

/** A test of four questions with the key A, in which the alternative B shows the error. */
async function aTestWithError() {
  const { id } = await aTest(db, { keys: ['A', 'A', 'A', 'A'], ownWords: true });
  await db.count(
    `insert into misconception_options (content, words, misconception)
     select split_part(q.content, ':', 1), regexp_replace(q.options[2], '^[A-F]\\)\\s*', ''), $2
     from tests t join version_questions q on q.version_id = t.version_id where t.id = $1 on conflict do nothing`,
    [id, ERROR],
  );
  return id;
}

/** A child that took tests, `daysAgo` days ago, with these letters in each question. */
async function aChildThatChose(sittings: readonly { daysAgo: number; letters: string }[]) {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { fullName: 'João Manuel', gender: 'masculino', schoolClass: '4º Ano' });
  const take = async ({ daysAgo, letters }: { daysAgo: number; letters: string }) => {
    const id = await aTestWithError();
    const test = (await takeableTests(db, '4º Ano')).find((one) => one.id === id);
    if (!test) throw new Error('the test cannot be taken');
    const rows = await questionsOf(test.versionId);
    return recordPastAttempt(db, {
      childId: child.id,
      test: { id, versionId: test.versionId, discipline: test.discipline, schoolClass: test.schoolClass },
      startedAt: new Date(Date.now() - daysAgo * DAY_MS),
      seconds: 400,
      answers: rows.map(({ questionId }, index) => ({
        questionId,
        selectedAnswer: letters[index] as string,
        responseTime: 30,
      })),
    });
  };
  for (const sitting of sittings) await take(sitting);
  const read = async () => (await parent.get(`/api/children/${child.id}/errors`)).body;
  return { parent, childId: child.id as number, read, take };
}

const questionsOf = (versionId: number) =>
  db.rows<{ questionId: number }>('select question_id from version_questions where version_id = $1 order by position', [
    versionId,
  ]);

test('an error that shows again and again on two days is said, with how often and what helps', async () => {
  const { read } = await aChildThatChose([
    { daysAgo: 20, letters: 'BBAB' },
    { daysAgo: 5, letters: 'BBBA' },
  ]);
  const [error, ...others] = await read();
  expect(others).toEqual([]);
  expect(error).toMatchObject({ id: ERROR, state: 'named', times: 6, opportunities: 8 });
  expect(error.sentence).toMatch(/^O João soma ou tira também os números de baixo: 6 de 8 vezes desde \p{Lu}/u);
  expect(error.helps).toMatch(/\.$/);
});

test.each([
  ['in one sitting only', [{ daysAgo: 5, letters: 'BBBB' }]],
  [
    'only now and then',
    [
      { daysAgo: 20, letters: 'BAAA' },
      { daysAgo: 5, letters: 'AABA' },
    ],
  ],
  [
    'by other wrong alternatives',
    [
      { daysAgo: 20, letters: 'CDCD' },
      { daysAgo: 5, letters: 'DCDC' },
    ],
  ],
])('it is not said when it shows %s', async (_, sittings) => {
  expect(await (await aChildThatChose(sittings)).read()).toEqual([]);
});

test('it is no longer said after a year without answers, nor as overcome', async () => {
  const { read } = await aChildThatChose([
    { daysAgo: 400, letters: 'BBBB' },
    { daysAgo: 390, letters: 'BBBB' },
  ]);
  expect(await read()).toEqual([]);
});

test('it is overcome by answers without it', async () => {
  const { read, take } = await aChildThatChose([
    { daysAgo: 40, letters: 'BBBB' },
    { daysAgo: 30, letters: 'BBBB' },
  ]);
  expect((await read())[0].state).toBe('named');
  for (const daysAgo of [20, 15, 10, 5]) await take({ daysAgo, letters: 'AAAA' });
  expect(await read()).toMatchObject([
    { id: ERROR, state: 'overcome', sentence: expect.stringMatching(/^Já ultrapassou este engano: «/) },
  ]);
});

test('the file of the report and the report of the week say it, and that it is overcome', async () => {
  const { parent, take } = await aChildThatChose([
    { daysAgo: 40, letters: 'BBBB' },
    { daysAgo: 30, letters: 'BBBB' },
  ]);
  const [child] = (await parent.get('/api/children')).body;
  const file = async () => {
    const { rawPayload } = await app.frame.server.inject({
      url: `/api/children/${child.id}/report/pdf`,
      headers: { cookie: parent.cookie as string },
    });
    return (await pdfText(rawPayload)).pages.join(' ').replace(/\s+/g, ' ');
  };
  const NAME = 'soma ou tira também os números de baixo';
  const before = await file();
  expect(before).toContain('Um engano que volta');
  expect(before).toContain(`O João ${NAME}: 8 de 8 vezes desde`);
  expect(before).toContain('O que ajuda:');
  const evening = new Date('2026-11-29T18:00:00Z');
  const inWeek = (id: number, day: string) =>
    db.count('update attempts set finished_at = $2 where id = $1', [id, new Date(`${day}T10:00:00Z`)]);
  const weekly = async (at: Date) => {
    await reportWeek(db, at);
    const { body } = await parent.get('/api/notifications');
    return body
      .filter(({ type }: { type: string }) => type === 'weekly_report')
      .map((one: { message: string }) => one.message);
  };
  const [last] = await db.rows<{ id: number }>('select id from attempts where child_id = $1 order by id desc limit 1', [
    child.id,
  ]);
  await inWeek(last?.id as number, '2026-11-27');
  expect(await weekly(evening)).toEqual([expect.stringContaining(`O João ${NAME}: 8 de 8 vezes desde`)]);
  for (const daysAgo of [20, 15, 10, 5]) await take({ daysAgo, letters: 'AAAA' });
  const after = await file();
  expect(after).toContain('Um engano ultrapassado');
  expect(after).toContain(`Já ultrapassou este engano: «${NAME}».`);
  expect(after).not.toContain('O João soma');
});

test('practice offers the questions of this error only', async () => {
  const { parent, childId } = await aChildThatChose([
    { daysAgo: 20, letters: 'BBAB' },
    { daysAgo: 5, letters: 'BBBA' },
  ]);
  const { cards } = (await parent.get(`/api/children/${childId}/practice?misconception=${ERROR}`)).body;
  const kinds = new Set(cards.map(({ kind }: { kind: string }) => kind));
  expect(kinds.has('mistake')).toBe(true);
  expect(cards.length).toBeLessThanOrEqual(8);
  expect((await parent.get(`/api/children/${childId}/practice?misconception=nenhum`)).body.cards).toEqual([]);
});

test('the errors of a child are its family’s', async () => {
  const { childId } = await aChildThatChose([]);
  const stranger = await aParent(app, { plan: 'family' });
  expect((await stranger.get(`/api/children/${childId}/errors`)).status).toBe(404);
});
