import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePhoto } from '../../../../bench/paper-photos.ts';
import type { TrueRow } from '../../../../bench/paper-sheets.ts';
import { multipart, testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aChildMidTest,
  aParent,
  aTest,
  aUser,
  KEY_SENTINEL,
  type Parent,
} from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { refreshBankFigures } from '../../knowing/statistics/bank-statistics.server.ts';
import { lapsePrinted } from '../attempts/printed.store.ts';
import { type Letter, layoutOf } from './layout.rules.ts';
import { REFUSALS, type Refusal } from './paper.rules.ts';
import { codeText, readTicket, ticketOf } from './ticket.server.ts';

const app = await testApp();
/** Returns the text of all pages of a sheet. */
async function sheetText(visitor: Parent, url: string): Promise<string> {
  const response = await app.frame.server.inject({ url, headers: { cookie: visitor.cookie as string } });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/pdf');
  return (await pdfText(response.rawPayload)).pages.join('\n');
}

const KEYS = ['A', 'B', 'C', 'D', 'A', 'B', 'C', 'D', 'A', 'B'];

async function aSheet(
  parent: Parent,
  wanted: { childId?: number; keys?: string[]; discipline?: 'Matemática' | 'Português' } = {},
) {
  const childId = wanted.childId ?? (await aChild(parent)).id;
  const { keys = KEYS, discipline = 'Matemática' } = wanted;
  const built = await aTest(app.db, { keys, discipline });
  const printed = await parent.post('/api/paper', { childId, testId: built.id });
  return { childId, test: built, printed, attemptId: printed.body.attemptId as number };
}

const lettersOf = (sheet: { test: { questions: { id: number }[] } }, letters: (string | null)[]) => ({
  answers: sheet.test.questions.map(({ id }, index) => ({ questionId: id, selectedAnswer: letters[index] ?? null })),
});

function send(parent: Parent, bytes: Uint8Array, part = 'photo') {
  const { payload, headers } = multipart({}, { name: 'foto.jpg', type: 'image/jpeg', bytes, part });
  return parent.request('POST', '/api/paper/scans', payload, headers);
}

const filled = (letter: string): TrueRow => ({ kind: 'filled', letter: letter as Letter, marked: [letter as Letter] });
const photoOf = (attemptId: number, rows: TrueRow[], number = 1) =>
  makePhoto(11, number, {
    layout: layoutOf(rows.map(() => 4)),
    code: codeText(app.config.secretKey, app.config.publicUrl, attemptId),
    rows,
  });

test('a sheet is printed, photographed, confirmed with a correction, and graded once', async () => {
  const parent = await aParent(app, { plan: 'individual' });
  const sheet = await aSheet(parent);
  expect(sheet.printed.status).toBe(201);
  const again = await parent.post('/api/paper', { childId: sheet.childId, testId: sheet.test.id });
  expect(again.status).toBe(200);
  expect(again.body).toEqual(sheet.printed.body);
  const text = await sheetText(parent, sheet.printed.body.pdf);
  for (const words of ['Maria', 'Respostas', 'Vale até', 'Fotografe esta parte', '10 perguntas'])
    expect(text).toContain(words);
  expect(text).not.toContain('Domingos');
  expect(text).not.toContain(KEY_SENTINEL);

  const rows = KEYS.map(filled);
  rows[3] = { kind: 'double', letter: null, marked: ['D', 'A'] };
  rows[6] = { kind: 'crossed', letter: 'C', marked: ['C', 'B'] };
  const { jpeg } = await photoOf(sheet.attemptId, rows, 4);
  const scanned = await send(parent, jpeg);
  expect(scanned.status, scanned.text).toBe(200);
  expect(scanned.body).toMatchObject({ attemptId: sheet.attemptId, child: { firstName: 'Maria' } });
  const { readings } = scanned.body as {
    readings: { questionId: number; letter: string | null; sure: boolean; doubt: string | null; crop: string }[];
  };
  expect(readings.map(({ questionId }) => questionId)).toEqual(sheet.test.questions.map(({ id }) => id));
  expect(readings.map(({ doubt }) => doubt)).toEqual(
    KEYS.map((_, at) => (at === 3 ? 'double' : at === 6 ? 'crossed' : null)),
  );
  expect(readings.filter(({ sure }) => sure).map(({ letter }) => letter)).toEqual(
    KEYS.filter((_, at) => at !== 3 && at !== 6),
  );
  expect(readings[0]?.crop).toMatch(/^data:image\/webp;base64,/);
  expect(scanned.text).not.toContain(KEY_SENTINEL);

  // Nothing is graded yet, and the review is not available.
  const before = await parent.get(`/api/attempts/${sheet.attemptId}`);
  expect(before.body.attempt.state).toBe('printed');
  expect(before.text).not.toContain(KEY_SENTINEL);

  const graded = await parent.put(`/api/paper/${sheet.attemptId}`, lettersOf(sheet, [...KEYS.slice(0, 9), null]));
  expect(graded.status, graded.text).toBe(200);
  expect(graded.body).toMatchObject({
    id: sheet.attemptId,
    state: 'completed',
    device: 'papel',
    onPaper: true,
    timeSpent: null,
    correctAnswers: 9,
    totalScore: 90,
  });
  expect((await parent.get(`/api/attempts/${sheet.attemptId}`)).text).toContain(KEY_SENTINEL);
  const stored = await app.db.row<{ valid: boolean; effort: string }>(
    'select valid, effort from attempts where id = $1',
    [sheet.attemptId],
  );
  expect(stored).toEqual({ valid: false, effort: 'full' });

  const spent = { status: 409, body: { code: 'sheet-used', fields: { result: `/results/${sheet.attemptId}` } } };
  expect(await send(parent, jpeg)).toMatchObject(spent);
  expect(await parent.put(`/api/paper/${sheet.attemptId}`, lettersOf(sheet, KEYS))).toMatchObject(spent);
  expect(await parent.request('GET', sheet.printed.body.pdf)).toMatchObject({ status: 409 });
});

test('another family’s sheet is not found by any endpoint', async () => {
  const [owner, other] = [await aParent(app), await aParent(app)];
  const sheet = await aSheet(owner);
  const { jpeg } = await photoOf(sheet.attemptId, KEYS.map(filled), 2);
  expect((await send(other, jpeg)).status).toBe(404);
  expect((await other.request('GET', sheet.printed.body.pdf)).status).toBe(404);
  expect((await other.put(`/api/paper/${sheet.attemptId}`, lettersOf(sheet, KEYS))).status).toBe(404);
  expect((await owner.get(`/api/attempts/${sheet.attemptId}`)).body.attempt.state).toBe('printed');
});

test('letters can be typed by hand for every waiting sheet, found by its code, its number or in the list, by its family only', async () => {
  const [owner, other] = [await aParent(app, { plan: 'family' }), await aParent(app)];
  const [first, second] = [await aSheet(owner), await aSheet(owner, { discipline: 'Português' })];
  const rowsOf = (visitor: Parent, { attemptId }: { attemptId: number }) => visitor.get(`/api/paper/${attemptId}`);
  const listed = async (visitor: Parent) =>
    (await visitor.get('/api/paper')).body.map(({ attemptId }: { attemptId: number }) => attemptId);

  const code = codeText(app.config.secretKey, app.config.publicUrl, first.attemptId);
  const visit = (url: string) => app.frame.server.inject({ url });
  const opened = await visit(code.slice(code.indexOf('/P/')));
  expect([opened.statusCode, opened.headers.location]).toEqual([302, `/paper?attemptId=${first.attemptId}`]);
  expect((await visit(`/P/${'A'.repeat(23)}`)).headers.location).toBe('/paper');

  const { body } = await rowsOf(owner, first);
  expect(body).toEqual(first.printed.body);
  expect(body.rows).toEqual(
    first.test.questions.map(({ id }, index) => ({ questionId: id, number: index + 1, alternatives: 4 })),
  );
  expect(JSON.stringify(body)).not.toContain(KEY_SENTINEL);
  expect(await listed(owner)).toEqual([second.attemptId, first.attemptId]);
  const [, named] = (await owner.get('/api/paper')).body;
  expect(named).toMatchObject({ child: { firstName: 'Maria' }, test: { id: first.test.id, form: 'A' } });
  // The name is the one below the code of the printed sheet.
  expect(await sheetText(owner, first.printed.body.pdf)).toContain(named.name);

  expect([(await rowsOf(other, first)).status, await listed(other)]).toEqual([404, []]);
  await owner.put(`/api/paper/${first.attemptId}`, lettersOf(first, KEYS));
  expect(await rowsOf(owner, first)).toMatchObject({
    status: 409,
    body: { code: 'sheet-used', fields: { result: `/results/${first.attemptId}` } },
  });
  await app.db.count(`update attempts set deadline_at = now() - interval '1 minute' where id = $1`, [second.attemptId]);
  expect(await rowsOf(owner, second)).toMatchObject({ status: 409, body: { code: 'sheet-lapsed' } });
  expect(await listed(owner)).toEqual([]);
  // An attempt that is not on paper has no sheet.
  const sitting = await aChildMidTest(app, owner);
  expect((await rowsOf(owner, { attemptId: sitting.id })).status).toBe(404);
});

test('a sheet that is confirmed many times at once with different letters is graded once', async () => {
  const parent = await aParent(app);
  const sheet = await aSheet(parent);
  const replies = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((unlike) =>
      parent.put(
        `/api/paper/${sheet.attemptId}`,
        lettersOf(
          sheet,
          KEYS.map((_, at) => (at === unlike ? 'B' : 'A')),
        ),
      ),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const counted = await app.db.row<{ n: number }>('select count(*) as n from answers where attempt_id = $1', [
    sheet.attemptId,
  ]);
  expect(counted?.n).toBe(10);
});

test('two phones that confirm the same letters at once both see the one result', async () => {
  const parent = await aParent(app);
  const sheet = await aSheet(parent);
  const letters = lettersOf(sheet, [...KEYS.slice(0, 8), null, null]);
  const both = await Promise.all([1, 2].map(() => parent.put(`/api/paper/${sheet.attemptId}`, letters)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[1]?.body).toEqual(both[0]?.body);
  expect(both[0]?.body).toMatchObject({ state: 'completed', correctAnswers: 8, totalScore: 80 });
  // It was graded once: one set of answers, one completion in the outbox.
  const counted = await app.db.row<{ answers: number; told: number }>(
    `select (select count(*) from answers where attempt_id = $1) as answers,
       (select count(*) from outbox where kind = 'attempt-completed' and (payload->>'attemptId')::int = $1) as told`,
    [sheet.attemptId],
  );
  expect(counted).toEqual({ answers: 8, told: 1 });
  // Other letters are refused, and change nothing.
  const other = await parent.put(`/api/paper/${sheet.attemptId}`, lettersOf(sheet, KEYS));
  expect(other).toMatchObject({ status: 409, body: { code: 'sheet-used' } });
  expect((await parent.get(`/api/attempts/${sheet.attemptId}`)).body.attempt).toMatchObject({ totalScore: 80 });
});

test('a confirmation that does not fit the sheet is refused', async () => {
  const parent = await aParent(app);
  const sheet = await aSheet(parent);
  const [first] = sheet.test.questions;
  const put = (answers: unknown) => parent.put(`/api/paper/${sheet.attemptId}`, { answers });
  for (const answers of [
    [],
    [{ questionId: first?.id, selectedAnswer: null }],
    [{ questionId: 2_000_000_000, selectedAnswer: 'A' }],
    [{ questionId: first?.id, selectedAnswer: 'F' }],
    [{ questionId: first?.id, selectedAnswer: 'Z' }],
    [
      { questionId: first?.id, selectedAnswer: 'A' },
      { questionId: first?.id, selectedAnswer: 'B' },
    ],
    'A',
  ])
    expect(await put(answers)).toMatchObject({ status: 400 });
  expect((await parent.get(`/api/attempts/${sheet.attemptId}`)).body.attempt.state).toBe('printed');
});

test('printing reserves the free test of the month, and an expired sheet gives it back', async () => {
  const parent = await aParent(app);
  const sheet = await aSheet(parent, { discipline: 'Português' });
  const other = await aTest(app.db, { discipline: 'Português' });
  const start = () => parent.post('/api/attempts', { childId: sheet.childId, testId: other.id });
  const print = () => parent.post('/api/paper', { childId: sheet.childId, testId: other.id });
  expect((await start()).status).toBe(402);
  expect((await print()).status).toBe(402);
  await app.db.count(`update attempts set deadline_at = now() - interval '1 second' where id = $1`, [sheet.attemptId]);
  await lapsePrinted(app.db, null);
  const lapsed = await parent.put(`/api/paper/${sheet.attemptId}`, lettersOf(sheet, KEYS));
  expect(lapsed).toMatchObject({ status: 409, body: { code: 'sheet-lapsed' } });
  expect((await start()).status).toBe(201);
});

test('simultaneous prints reserve one free test', async () => {
  const parent = await aParent(app);
  const { id: childId } = await aChild(parent);
  const tests = await Promise.all(Array.from({ length: 5 }, () => aTest(app.db, { discipline: 'Geografia' })));
  const replies = await Promise.all(tests.map(({ id }) => parent.post('/api/paper', { childId, testId: id })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402]);
});

test('a printed test accepts no answers from a phone, and cannot be completed there', async () => {
  const parent = await aParent(app);
  const sheet = await aSheet(parent);
  const questionId = sheet.test.questions[0]?.id;
  expect(
    (await parent.post('/api/answers', { attemptId: sheet.attemptId, questionId, selectedAnswer: 'A' })).status,
  ).toBe(409);
  expect(await parent.put(`/api/attempts/${sheet.attemptId}`, { completed: true })).toMatchObject({
    status: 409,
    body: { code: 'printed' },
  });
});

test('a result on paper is in the report and the map, but not in averages or statistics', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const built = await aTest(app.db, { keys: KEYS, objective: 'PAPEL-1', schoolClass: '4º Ano' });
  const { attemptId } = (await parent.post('/api/paper', { childId: child.id, testId: built.id })).body;
  expect((await parent.put(`/api/paper/${attemptId}`, lettersOf({ test: built }, KEYS))).status).toBe(200);

  const report = (await parent.get(`/api/children/${child.id}/report`)).body;
  expect(report.trend).toMatchObject([{ attemptId, score: 100, onPaper: true }]);
  const { pages } = await pdfText(
    (
      await app.frame.server.inject({
        url: `/api/children/${child.id}/report/pdf`,
        headers: { cookie: parent.cookie as string },
      })
    ).rawPayload,
  );
  expect(pages.join(' ').replace(/\s+/g, ' ')).toContain('Este teste foi feito em papel.');
  const map = (await parent.get(`/api/children/${child.id}/knowledge`)).body;
  const themes = map.disciplines.flatMap(
    ({ themes }: { themes: { code: string; answers: number; right: number }[] }) => themes,
  );
  expect(themes.find(({ code }: { code: string }) => code.startsWith('PAPEL-1'))).toMatchObject({
    answers: 10,
    right: 10,
  });

  await refreshBankFigures(app.db);
  const figures = await app.db.row<{ attempts: number }>('select attempts from bank_figures where test_id = $1', [
    built.id,
  ]);
  expect(figures?.attempts ?? 0).toBe(0);
  const counted = await app.db.row<{ valid: boolean }>('select valid from attempts where id = $1', [attemptId]);
  expect(counted?.valid).toBe(false);
});

/** Returns a page of a book: sharp and bright, but not one of our sheets. */
const aBookPage = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="#fff"/>${Array.from(
        { length: 400 },
        (_, at) =>
          `<rect x="${60 + (at % 20) * 54}" y="${50 + Math.floor(at / 20) * 40}" width="${20 + ((at * 7) % 28)}" height="14"/>`,
      ).join('')}</svg>`,
    ),
  )
    .jpeg()
    .toBuffer();
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#ddd' } });

test.each<[Refusal, () => Promise<Uint8Array>]>([
  ['not-a-picture', async () => Buffer.from('<svg/>')],
  ['heic', async () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic0000')])],
  ['too-many-pixels', () => blank(9_000, 9_000).png().toBuffer()],
  ['too-small', () => blank(200, 150).jpeg().toBuffer()],
  ['broken', async () => (await aBookPage()).subarray(0, 4_000)],
  ['code', aBookPage],
  ['blank', () => blank(1_200, 900).jpeg().toBuffer()],
  ['not-our-sheet', async () => (await makePhoto(11, 3)).jpeg],
  [
    'two-sheets',
    async () => {
      const halves = await Promise.all([1, 2].map(async (number) => (await makePhoto(3, number)).jpeg));
      const [left, right] = await Promise.all(
        halves.map((jpeg) => sharp(jpeg).resize(1_000, 1_000, { fit: 'contain' }).toBuffer()),
      );
      return blank(2_000, 1_000)
        .composite([
          { input: left as Buffer, left: 0, top: 0 },
          { input: right as Buffer, left: 1_000, top: 0 },
        ])
        .jpeg()
        .toBuffer();
    },
  ],
])('%s: the message names the problem and what to do', async (code, make) => {
  const parent = await aParent(app);
  const { title, advice } = REFUSALS[code];
  expect(await send(parent, await make())).toMatchObject({
    status: 422,
    body: { code, message: `${title}. ${advice}` },
  });
});

test('a file that is not a photograph, or is above the limit, is refused', async () => {
  const parent = await aParent(app);
  expect(await send(parent, Buffer.from('x'), 'file')).toMatchObject({ status: 400 });
  expect(await send(parent, Buffer.alloc(7 * 1024 * 1024))).toMatchObject({ status: 413 });
});

test('while hostile pictures are read, other callers can start and answer tests', async () => {
  const [hostile, other] = [await aParent(app), await aParent(app, { plan: 'family' })];
  const child = await aChild(other);
  const built = await aTest(app.db, { keys: KEYS });
  const huge = await blank(10_000, 10_000).png().toBuffer();
  const large = await blank(5_000, 5_000).png().toBuffer();
  const cut = (await aBookPage()).subarray(0, 9_000);
  const before = process.memoryUsage().rss;
  const attacks = [large, huge, cut, large, Buffer.concat([cut, huge])].map((bytes) => send(hostile, bytes));
  const started = await other.post('/api/attempts', { childId: child.id, testId: built.id });
  expect(started.status).toBe(201);
  for (const { id } of built.questions) {
    const answer = { attemptId: started.body.id, questionId: id, selectedAnswer: 'A' };
    expect((await other.post('/api/answers', answer)).status).toBeLessThan(300);
  }
  const done = await other.put(`/api/attempts/${started.body.id}`, { completed: true });
  expect(done.status).toBe(200);
  for (const { status } of await Promise.all(attacks)) expect([422, 429, 503]).toContain(status);
  // This is the memory of the whole process, in which tests of another file run at the same time; photo-thread.server.test measures a
  // single picture.
  expect(process.memoryUsage().rss - before).toBeLessThan(1_200 * 1024 * 1024);
});

test('a sheet for practice has no name and no code', async () => {
  const teacher = await aUser(app, 'teacher');
  const built = await aTest(app.db, { keys: KEYS });
  const text = await sheetText(teacher, `/api/teacher/tests/${built.id}/sheet`);
  expect(text).toContain('Respostas');
  expect(text).not.toContain('Vale até');
  expect(text).not.toContain('Fotografe');
  expect(text).not.toContain(KEY_SENTINEL);
});

test('a ticket is valid only for its attempt and installation', () => {
  const code = codeText('a'.repeat(32), 'https://caderneta.ao', 4711);
  expect(code).toMatch(/^HTTPS:\/\/CADERNETA\.AO\/P\/[A-Z2-7]{23}$/);
  expect(readTicket('a'.repeat(32), code)).toBe(4711);
  expect(readTicket('b'.repeat(32), code)).toBeUndefined();
  const ticket = ticketOf('a'.repeat(32), 4711);
  for (let at = 0; at < 22; at += 1) {
    const other = ticket[at] === 'A' ? 'B' : 'A';
    expect(readTicket('a'.repeat(32), `/P/${ticket.slice(0, at)}${other}${ticket.slice(at + 1)}`)).toBeUndefined();
  }
  for (const wrong of ['', '/P/', `/P/${'A'.repeat(23)}`, `/P/${'7'.repeat(23)}`, `${code}A`, 'https://example.com'])
    expect(readTicket('a'.repeat(32), wrong)).toBeUndefined();
  expect(codeText('a'.repeat(32), `https://${'muito-comprido.'.repeat(4)}ao`, 1)).toMatch(/^\/P\/[A-Z2-7]{23}$/);
});
