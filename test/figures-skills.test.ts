import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { storeForms } from '../src/domains/skills/reading/content.server.ts';
import { reportWeek } from '../src/domains/telling/notifications/notifications.server.ts';
import { DAY_MS } from '../src/shared/time.ts';
import { testApp } from './support/app.ts';
import { aChildOfLastYear, anObjective, aParent, type Parent } from './support/builders.ts';
import { aCalculation, rightAnswers } from './support/calculations.ts';
import { pdfText } from './support/pdf-text.ts';
import { aReading, someForms } from './support/readings.ts';
import { aDictation, loadWritingForms } from './support/writings.ts';

// How a child reads, calculates and writes, in every place that says it. Other figures: figures.test.ts.

const app = await testApp();
const { db } = app;

let parent: Parent;
let childId: number;

/** When the newest of all was done. */
const WRITTEN = new Date(Date.now() - 1_200_000);
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

beforeAll(async () => {
  await anObjective(db, { code: 'LER-1', discipline: 'Português', schoolClass: '2º Ano' });
  await anObjective(db, { code: 'LP4.9.2', discipline: 'Português', schoolClass: '4º Ano' });
  await Promise.all([loadWritingForms(db), storeForms(db, someForms())]);
  parent = await aParent(app, { plan: 'family' });
  childId = (
    await aChildOfLastYear(db, parent, { fullName: 'Maria Domingos', gender: 'feminino', schoolClass: '2º Ano' })
  ).id;
  const stored = async (path: string, body: unknown) => {
    const { status, text } = await parent.post(path, body);
    expect([200, 201], text).toContain(status);
  };
  for (const recordingId of ['ear-1', 'ear-2'])
    await stored('/api/ear-training', { clientId: randomUUID(), recordingId, wrong: [2, 5], selfCorrected: [] });
  // Three texts are one measure: its middle is said, not the speed of the last text.
  for (const [formId, lastItem, days] of [
    ['class-2-a', 49, 9],
    ['class-2-b', 59, 8],
    ['class-2-c', 79, 7],
  ] as const)
    await stored('/api/readings', aReading(childId, { formId, lastItem, answers: [], startedAt: ago(days) }));
  await stored('/api/calculations', aCalculation(childId, { startedAt: ago(6) }));
  // A lápis: it gives way to the one before it.
  const quick = { seconds: 20, copying: [], answers: rightAnswers('head-2-1', 2, 900) };
  await stored('/api/calculations', aCalculation(childId, { ...quick, startedAt: ago(5) }));
  await stored('/api/dictations', aDictation(childId, { startedAt: WRITTEN.toISOString() }));
});

const get = async (path: string) => (await parent.get(path)).body;

test('a line of the child’s page, the skill’s own page, the report’s file and the report of the week say the same', async () => {
  const skills = await get(`/api/children/${childId}/skills`);
  expect(skills).toMatchObject({
    reading: { sentence: 'Lê 60 palavras certas por minuto.' },
    calculating: { sentence: 'Faz 10 contas certas por minuto, de cabeça.', provisional: false },
    writing: { sentence: 'Escreve bem 43 das 45 palavras de um ditado.' },
  });

  const { now } = await get(`/api/children/${childId}/readings`);
  expect(now).toMatchObject({ sentence: 'A Maria lê 60 palavras certas por minuto.', day: skills.reading.date });
  const { calculations } = await get(`/api/children/${childId}/calculations`);
  // The page shows the newest that is not a lápis.
  expect(calculations.find(({ provisional }: { provisional: boolean }) => !provisional)).toMatchObject({
    sentence: 'A Maria faz 10 contas certas por minuto, de cabeça.',
    day: skills.calculating.date,
  });
  const { dictations } = await get(`/api/children/${childId}/writings`);
  expect(dictations[0]).toMatchObject({ right: 43, words: 45, day: skills.writing.date });

  const { rawPayload } = await app.frame.server.inject({
    url: `/api/children/${childId}/report/pdf`,
    headers: { cookie: parent.cookie as string },
  });
  const file = (await pdfText(rawPayload)).pages.join(' ').replaceAll(/\s+/g, ' ');
  for (const { sentence } of [skills.reading, skills.calculating, skills.writing]) expect(file).toContain(sentence);

  // The report of the week in which the dictation was written, which is the newest.
  const evening = new Date(WRITTEN);
  evening.setUTCHours(17, 0, 0, 0);
  while (evening < WRITTEN || evening.getUTCDay() !== 0) evening.setUTCDate(evening.getUTCDate() + 1);
  await reportWeek(db, evening);
  const [report] = (await get('/api/notifications')).filter(({ type }: { type: string }) => type === 'weekly_report');
  expect(report.message).toContain(skills.writing.sentence);
  const mails = await db.rows<{ content: unknown }>(
    `select content from mails where user_id = $1 and kind = 'weekly_report'`,
    [parent.id],
  );
  expect(JSON.stringify(mails)).toContain(skills.writing.sentence);
});
