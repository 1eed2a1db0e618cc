import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aBank,
  aChild,
  aParent,
  KEY_SENTINEL,
  type Parent,
  takeTheirTimeForQuestion,
} from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { settleDiagnostics } from './diagnostic.server.ts';

const app = await testApp();
const { db } = app;

beforeAll(async () => {
  await aBank(db, 'Geografia', ['2º Ano', '3º Ano', '4º Ano', '5º Ano']);
  await aBank(db, 'História', ['2º Ano', '3º Ano', '4º Ano', '5º Ano']);
});

async function aFamily(plan: 'free' | 'family' = 'family') {
  const parent = await aParent(app, { plan });
  const child = await aChild(parent, { fullName: 'Maria Diogo', gender: 'feminino', schoolClass: '4º Ano' });
  return { parent, childId: child.id as number };
}

const start = (parent: Parent, childId: number, discipline = 'Geografia') =>
  parent.post('/api/diagnostics', { childId, discipline });

const answer = (
  parent: Parent,
  id: number,
  questionId: number,
  selectedAnswer: string | null,
  visibleMs: number | null = 20_000,
) => parent.post(`/api/diagnostics/${id}/answers`, { questionId, selectedAnswer, visibleMs });

/**
 * Answers until the end; `choose` returns the letter for each question. B is right.
 *
 * @param visibleMs what the device says of each answer's time. @param isAtOnce whether the answers arrive one right after the other.
 */
async function takeAll(
  parent: Parent,
  childId: number,
  choose: (turn: number) => string | null,
  visibleMs: number | null = 20_000,
  isAtOnce = false,
) {
  const started = await start(parent, childId);
  expect(started.status).toBe(201);
  const { id } = started.body;
  let now = started.body;
  let turn = 0;
  for (; !now.finished; turn += 1) {
    if (!isAtOnce) await takeTheirTimeForQuestion(db, id);
    const reply = await answer(parent, id, now.question.id, choose(turn), visibleMs);
    expect(reply.status).toBe(200);
    now = reply.body;
  }
  return { id: id as number, answered: turn };
}

const rows = async (id: number) =>
  JSON.stringify([
    await db.rows('select * from diagnostics where id = $1', [id]),
    await db.rows('select * from diagnostic_questions where diagnostic_id = $1 order by position', [id]),
  ]);

test('a child who knows most reaches the highest class; one who gets everything right or wrong is beyond these questions', async () => {
  const { parent, childId } = await aFamily();
  const best = await takeAll(parent, childId, (turn) => (turn % 4 === 3 ? 'A' : 'B'));
  const { body } = await parent.get(`/api/diagnostics/${best.id}`);
  expect(body).toMatchObject({ finished: true, level: '5º Ano', growth: null, answered: best.answered });
  expect(body.sentence).toBe('Em Geografia, a Maria está pelo menos ao nível da 5.ª classe');
  expect(body.band[0]).toBeLessThanOrEqual(body.place);
  expect(body.band[1]).toBeGreaterThanOrEqual(body.place);
  expect(best.answered).toBeGreaterThanOrEqual(10);
  expect(best.answered).toBeLessThanOrEqual(25);

  const all = await aFamily();
  const faultless = await takeAll(all.parent, all.childId, () => 'B');
  expect((await all.parent.get(`/api/diagnostics/${faultless.id}`)).body).toMatchObject({
    answered: 25,
    level: null,
    sure: false,
    sentence: 'Precisamos de mais perguntas',
  });

  const other = await aFamily();
  const worst = await takeAll(other.parent, other.childId, () => 'A');
  const result = (await other.parent.get(`/api/diagnostics/${worst.id}`)).body;
  expect(result).toMatchObject({ level: null, sure: false, sentence: 'Precisamos de mais perguntas' });
  expect(result.startHere.length).toBe(3);
  expect(result.startHere[0].schoolClass).toBe('2º Ano');
  // The suggestion is the theme's test as long as there is one to take, then practice; without a plan there is none.
  const suggested = async () => (await other.parent.get(`/api/diagnostics/${worst.id}`)).body.action;
  expect(await suggested()).toMatchObject({
    text: expect.stringContaining('Fazer o teste de'),
    testId: expect.any(Number),
  });
  await db.count(`update tests set active = false where school_class = '2º Ano'`);
  expect(await suggested()).toEqual({ text: `Treinar ${result.startHere[0].name}`, testId: null, duration: null });
  await db.count(`update tests set active = true where school_class = '2º Ano'`);
  await db.count(
    `update users set subscription_end = now() - interval '30 days' where id = (select user_id from children where id = $1)`,
    [other.childId],
  );
  expect(await suggested()).toBeNull();
});

test('the answers of a finished diagnostic are evidence for the map', async () => {
  const { parent, childId } = await aFamily();
  const { answered } = await takeAll(parent, childId, () => 'B');
  const kept = await db.row<{ n: number }>(
    'select coalesce(sum(jsonb_array_length(evidence)), 0)::int as n from knowledge_evidence where child_id = $1',
    [childId],
  );
  expect(kept?.n).toBe(answered);
});

test('the result begins with no theme that the map calls known, and names each theme as the curriculum does now', async () => {
  const { parent, childId } = await aFamily();
  const { id } = await takeAll(parent, childId, () => null);
  const named = async () =>
    (await parent.get(`/api/diagnostics/${id}`)).body.startHere as { code: string; name: string }[];
  const [first, second, third] = await named();
  const days = ['10', '11', '12', '13', '14'].map((day) => `2026-11-${day}T09:00:00Z`);
  await db.count(
    `insert into knowledge_evidence (child_id, theme, evidence) values ($1, $2, $3)
     on conflict (child_id, theme) do update set evidence = excluded.evidence`,
    [
      childId,
      first?.code,
      JSON.stringify(days.flatMap((at) => Array(2).fill({ at, right: true, objective: first?.code }))),
    ],
  );
  const { body: map } = await parent.get(`/api/children/${childId}/knowledge?schoolClass=2º Ano`);
  const states = map.disciplines.flatMap(({ themes }: { themes: { code: string; state: string }[] }) => themes);
  expect(states.find(({ code }: { code: string }) => code === first?.code)).toMatchObject({ state: 'knows' });
  await db.count(`update curriculum_themes set theme = 'Outro nome' where code = $1`, [second?.code]);
  const now = await named();
  expect(now.slice(0, 2)).toMatchObject([
    { code: second?.code, name: 'Outro nome' },
    { code: third?.code, name: third?.name },
  ]);
  expect(now).toHaveLength(3);
  const pdf = await app.frame.server.inject({
    url: `/api/diagnostics/${id}/pdf`,
    headers: { cookie: parent.cookie as string },
  });
  const text = (await pdfText(pdf.rawPayload)).pages.join(' ');
  expect(text).toContain('Outro nome');
  expect(text).not.toContain(first?.name);
});

test('answers too quick to have been read give no level and no evidence, and the diagnostic can be repeated at once', async () => {
  const { parent, childId } = await aFamily();
  const { id } = await takeAll(parent, childId, (turn) => 'ABCD'[turn % 4] as string, 300);
  const { body } = await parent.get(`/api/diagnostics/${id}`);
  expect(body).toMatchObject({ sure: false, level: null, startHere: [] });
  expect(body.sentence).toMatch(/^Este resultado pode não mostrar o que a Maria sabe/);
  expect(await db.rows('select 1 from outside_answers where child_id = $1', [childId])).toEqual([]);
  expect((await start(parent, childId)).status).toBe(201);
});

test.each([
  ['that it took its time', 20_000],
  ['nothing', null],
])('answers that arrive at once are no evidence, though the device says %s', async (_, visibleMs) => {
  const { parent, childId } = await aFamily();
  const { id } = await takeAll(parent, childId, (turn) => 'BBA'[turn % 3] as string, visibleMs, true);
  const { body } = await parent.get(`/api/diagnostics/${id}`);
  expect(body).toMatchObject({ sure: false, level: null, startHere: [] });
  expect(await db.rows('select 1 from outside_answers where child_id = $1', [childId])).toEqual([]);
});

test('starting again returns the open diagnostic at the same question, without key or difficulty', async () => {
  const { parent, childId } = await aFamily();
  const first = await start(parent, childId);
  const next = await answer(parent, first.body.id, first.body.question.id, 'A');
  const again = await start(parent, childId);
  expect(again.body).toMatchObject({ id: first.body.id, answered: 1, question: next.body.question });
  expect((await parent.get(`/api/diagnostics/${first.body.id}`)).body.question).toEqual(next.body.question);
  const everything = `${first.text}${next.text}${again.text}`;
  expect(everything).not.toMatch(new RegExp(`${KEY_SENTINEL}|difficulty|guessing|correct|objective|ability|level`));
});

test('replies to right and wrong answers differ only by the next question', async () => {
  const { parent, childId } = await aFamily();
  const other = await aFamily();
  const keys = [];
  for (const [family, letter] of [
    [{ parent, childId }, 'B'],
    [other, 'C'],
  ] as const) {
    const { body } = await start(family.parent, family.childId);
    const reply = await answer(family.parent, body.id, body.question.id, letter);
    keys.push(Object.keys(reply.body).sort().join());
  }
  expect(keys[0]).toBe(keys[1]);
});

test('repeating an answer has no effect; a different answer to the same question is refused', async () => {
  const { parent, childId } = await aFamily();
  const { body } = await start(parent, childId);
  const first = await answer(parent, body.id, body.question.id, 'A');
  const before = await rows(body.id);
  const again = await answer(parent, body.id, body.question.id, 'A');
  expect(again.status).toBe(200);
  expect(again.body.question).toEqual(first.body.question);
  expect((await answer(parent, body.id, body.question.id, 'B')).body.code).toBe('already-answered');
  expect((await answer(parent, body.id, body.question.id, null)).status).toBe(409);
  expect(await rows(body.id)).toBe(before);
});

test('questions that were not asked, unknown letters and other families are refused, and nothing is stored', async () => {
  const { parent, childId } = await aFamily();
  const stranger = await aFamily();
  const { body } = await start(parent, childId);
  const { question, id } = body;
  const foreign = await db.row<{ id: number }>(
    'select question_id as id from version_questions where question_id <> $1 limit 1',
    [question.id],
  );
  const before = await rows(id);
  expect(await answer(parent, id, foreign?.id as number, 'A')).toMatchObject({
    status: 409,
    body: { code: 'not-asked' },
  });
  expect((await answer(parent, id, question.id, 'E')).status).toBe(400);
  expect((await answer(parent, id, question.id, 'Z')).status).toBe(400);
  expect((await answer(stranger.parent, id, question.id, 'A')).status).toBe(404);
  expect((await stranger.parent.get(`/api/diagnostics/${id}`)).status).toBe(404);
  expect((await start(stranger.parent, childId)).status).toBe(404);
  // Another's child is not locked either: the refusal does not wait for what is going on with that child.
  await db.transaction(async (transaction) => {
    await transaction.row('select id from children where id = $1 for no key update', [childId]);
    expect((await start(stranger.parent, childId)).status).toBe(404);
  });
  expect((await parent.post('/api/diagnostics', { childId, discipline: 'Magia' })).status).toBe(400);
  expect(await start(parent, childId, 'Artes')).toMatchObject({ status: 409, body: { code: 'too-few-questions' } });
  expect(
    await db.rows('select 1 from diagnostics where child_id = $1 and discipline = $2', [childId, 'Artes']),
  ).toEqual([]);
  expect(await rows(id)).toBe(before);
});

test('after the end answers are refused, and so is a second diagnostic within 60 days, with an explanation', async () => {
  const { parent, childId } = await aFamily();
  const { id } = await takeAll(parent, childId, (turn) => (turn % 3 ? 'B' : 'A'));
  const asked = await db.rows<{ questionId: number; given: string }>(
    'select question_id as "questionId", selected_answer as given from diagnostic_questions where diagnostic_id = $1 order by position',
    [id],
  );
  const before = await rows(id);
  const last = asked.at(-1) as { questionId: number; given: string };
  expect((await answer(parent, id, last.questionId, last.given)).body).toEqual({ finished: true });
  expect((await answer(parent, id, last.questionId, last.given === 'A' ? 'B' : 'A')).status).toBe(409);
  expect((await answer(parent, id, 999_999_999, 'A')).status).toBe(409);
  const refused = await start(parent, childId);
  expect(refused).toMatchObject({ status: 409, body: { code: 'too-early' } });
  expect(refused.body.message).toMatch(
    /^A Maria já fez o ponto de partida de Geografia a .*\. Pode repetir a partir de .*\.$/,
  );
  expect(await rows(id)).toBe(before);

  await db.count(
    `update diagnostics set started_at = started_at - interval '61 days', deadline_at = deadline_at - interval '61 days', finished_at = finished_at - interval '61 days' where id = $1`,
    [id],
  );
  const { id: second } = await takeAll(parent, childId, () => 'B');
  const { body } = await parent.get(`/api/diagnostics/${second}`);
  expect(body.growth.before.id).toBe(id);
  expect(body.growth.title).toMatch(/Maria (avançou|está mais ou menos na mesma) em Geografia$/);
  expect(body.growth.range).toMatch(/^Em 2 meses .+\. São poucas perguntas.*\.$/);
  const twice = await db.rows(
    `select content from diagnostic_questions where diagnostic_id in ($1, $2) group by content having count(*) > 1`,
    [id, second],
  );
  expect(twice, 'a question met less than 120 days ago').toEqual([]);
  const { diagnostics } = (await parent.get(`/api/children/${childId}/diagnostics`)).body;
  expect(diagnostics.map((one: { id: number }) => one.id)).toEqual([second, id]);
});

test('the result names what the child knows securely and where it grew, and fits a PDF of one page', async () => {
  const { parent, childId } = await aFamily();
  const first = await takeAll(parent, childId, () => null);
  await db.count(
    `update diagnostics set started_at = started_at - interval '61 days', deadline_at = deadline_at - interval '61 days', finished_at = finished_at - interval '61 days' where id = $1`,
    [first.id],
  );
  await db.count(`update outside_answers set answered_at = answered_at - interval '61 days' where child_id = $1`, [
    childId,
  ]);
  expect((await parent.get(`/api/diagnostics/${first.id}`)).body).toMatchObject({ secure: [], growth: null });
  const second = await takeAll(parent, childId, (turn) => (turn % 4 === 3 ? 'A' : 'B'));
  const { body } = await parent.get(`/api/diagnostics/${second.id}`);
  expect(body.secure.length).toBeGreaterThan(0);
  expect(body.growth.noticed.length).toBeGreaterThan(0);
  // Two themes with the same name are distinguished.
  const names = body.growth.noticed.map(({ name }: { name: string }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const move of body.growth.noticed) {
    expect(['no-data', 'not-yet', 'almost', 'review']).toContain(move.before);
    expect(['almost', 'knows']).toContain(move.after);
  }
  const response = await app.frame.server.inject({
    url: `/api/diagnostics/${second.id}/pdf`,
    headers: { cookie: parent.cookie as string },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-disposition']).toMatch(/filename="?ponto-de-partida-geografia-\d{4}-\d\d-\d\d\.pdf/);
  const { pages } = await pdfText(response.rawPayload);
  expect(pages).toHaveLength(1);
  const text = pages[0]?.replace(/\s+/g, ' ');
  for (const words of [body.growth.title, 'Já mostra segurança em', 'O que mudou', 'Onde se nota', 'na escola'])
    expect(text).toContain(words);
  const open = (await start(parent, childId, 'História')).body;
  expect((await parent.get(`/api/diagnostics/${open.id}/pdf`)).body.code).toBe('not-completed');
  expect((await parent.get('/api/diagnostics/2000000000/pdf')).status).toBe(404);
});

test('the free plan includes one discipline; the second requires a plan', async () => {
  const { parent, childId } = await aFamily('free');
  const { id } = await takeAll(parent, childId, () => 'B');
  await db.count("update diagnostics set effort = 'full' where id = $1", [id]);
  const refused = await start(parent, childId, 'História');
  expect(refused).toMatchObject({ status: 402, body: { code: 'plan-limit' } });
  const { disciplines } = (await parent.get(`/api/children/${childId}/diagnostics`)).body;
  const codes = new Map(
    disciplines.map((one: { discipline: string; refusal: { code: string } | null }) => [
      one.discipline,
      one.refusal?.code,
    ]),
  );
  expect(codes.get('História')).toBe('plan-limit');
  expect(codes.get('Geografia')).toBe('plan-limit');
  // No day is named on which another would be refused.
  expect((await parent.get(`/api/diagnostics/${id}`)).body.againFrom).toBeNull();
  expect(new Set(disciplines.map((one: { repeatDays: number | null }) => one.repeatDays))).toEqual(new Set([null]));
  await db.count(
    `update diagnostics set started_at = started_at - interval '61 days', deadline_at = deadline_at - interval '61 days', finished_at = finished_at - interval '61 days' where id = $1`,
    [id],
  );
  expect((await start(parent, childId)).body.code).toBe('plan-limit');
});

test('an abandoned diagnostic is closed: with ten answers it has a result, with fewer it is discarded and can be restarted', async () => {
  const { parent, childId } = await aFamily();
  const started = await start(parent, childId);
  const { id } = started.body;
  let { question } = started.body;
  for (let turn = 0; turn < 3; turn += 1) question = (await answer(parent, id, question.id, 'B')).body.question;
  const pass = () =>
    db.count(
      `update diagnostics set started_at = started_at - interval '1 hour', deadline_at = deadline_at - interval '1 hour' where child_id = $1 and state = 'open'`,
      [childId],
    );
  await pass();
  expect((await answer(parent, id, question.id, 'B')).body.code).toBe('diagnostic-ended');
  await settleDiagnostics(db);
  expect((await parent.get(`/api/diagnostics/${id}`)).body.code).toBe('no-result');

  const second = (await start(parent, childId)).body;
  expect(second.id).not.toBe(id);
  question = second.question;
  for (let turn = 0; turn < 10; turn += 1) question = (await answer(parent, second.id, question.id, 'B')).body.question;
  await pass();
  expect((await parent.get(`/api/diagnostics/${second.id}`)).body.code).toBe('result-pending');
  await Promise.all([settleDiagnostics(db), settleDiagnostics(db)]);
  expect((await parent.get(`/api/diagnostics/${second.id}`)).body).toMatchObject({ finished: true, answered: 10 });
});

test('when the time is up, the question on the screen can still be answered, and is the last', async () => {
  const { parent, childId } = await aFamily();
  const started = (await start(parent, childId)).body;
  let { question } = started;
  for (let turn = 0; turn < 10; turn += 1)
    question = (await answer(parent, started.id, question.id, 'B')).body.question;
  await db.count(
    `update diagnostics set started_at = started_at - interval '16 minutes', deadline_at = deadline_at - interval '16 minutes' where id = $1`,
    [started.id],
  );
  expect((await answer(parent, started.id, question.id, 'B')).body).toEqual({ finished: true });
  expect((await parent.get(`/api/diagnostics/${started.id}`)).body.answered).toBe(11);
});

test('simultaneous answers and starts leave one open diagnostic with one open question', async () => {
  const { parent, childId } = await aFamily();
  const starts = await Promise.all(Array.from({ length: 6 }, () => start(parent, childId)));
  expect(new Set(starts.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(starts.map(({ body }) => body.id)).size).toBe(1);
  const { id, question } = (starts[0] as (typeof starts)[number]).body;
  const replies = await Promise.all([...'AABBCD'].map((letter) => answer(parent, id, question.id, letter)));
  const taken = replies.filter(({ status }) => status === 200);
  expect(taken.length).toBeGreaterThan(0);
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(new Set(taken.map(({ body }) => body.question.id)).size).toBe(1);
  const kept = await db.rows('select 1 from diagnostic_questions where diagnostic_id = $1', [id]);
  expect(kept).toHaveLength(2);
});

test('children who start after one another are asked different questions', async () => {
  const counts = new Map<string, number>();
  await db.count(`update diagnostics set school_class = '1º Ano'`);
  for (let turn = 0; turn < 6; turn += 1) {
    const { parent, childId } = await aFamily();
    await takeAll(parent, childId, () => 'B');
    const asked = await db.rows<{ content: string }>(
      'select content from diagnostic_questions q join diagnostics d on d.id = q.diagnostic_id where d.child_id = $1',
      [childId],
    );
    for (const { content } of asked) counts.set(content, (counts.get(content) ?? 0) + 1);
  }
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(2);
});
