import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChildOfLastYear, anObjective, aParent, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { aReading, someForms } from '../../../../test/support/readings.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { storeForms } from './content.server.ts';
import { formsOfFiles } from './content-files.server.ts';
import { printSheet } from './sheet.server.ts';

const app = await testApp();
const { db } = app;

beforeAll(async () => {
  await anObjective(db, { code: 'LER-1', discipline: 'Português', schoolClass: '2º Ano' });
  await storeForms(db, someForms());
});

/** Marks both easy recordings right, which trains the ear. */
async function train(parent: Parent) {
  for (const recordingId of ['ear-1', 'ear-2'])
    await parent.post('/api/ear-training', { clientId: randomUUID(), recordingId, wrong: [2, 5], selfCorrected: [] });
}
const aReader = async (plan: 'free' | 'family' = 'family', schoolClass = '2º Ano') => {
  const parent = await aParent(app, { plan });
  const child = await aChildOfLastYear(db, parent, { schoolClass, fullName: 'Maria Domingos', gender: 'feminino' });
  return { parent, child };
};
const send = (parent: Parent, childId: number, change: Record<string, unknown> = {}) =>
  parent.post('/api/readings', aReading(childId, change));
const readingsOf = async (parent: Parent, childId: number) =>
  (await parent.get(`/api/children/${childId}/readings`)).body;

describe('the pack of a class', () => {
  test('has letters, words, first texts, the texts of the class with questions, stories and recordings', async () => {
    const { parent } = await aReader();
    const { status, body } = await parent.get('/api/reading/pack?schoolClass=2%C2%BA%20Ano');
    expect(status).toBe(200);
    expect(body).toMatchObject({ schoolClass: 2, letters: { id: 'letters-2', version: 1 }, words: { id: 'words-2' } });
    expect(body.forms.map(({ id }: { id: string }) => id)).toEqual([
      'first-1',
      'class-2-a',
      'class-2-b',
      'class-2-c',
      'class-2-d',
    ]);
    const [first, text] = body.forms;
    expect([first.kind, text.kind, text.words.length]).toEqual(['first', 'class', 110]);
    expect(text.questions[0]).toEqual({ id: 'q1', kind: 'literal', text: 'Quem?', model: 'A Luzia.', place: 10 });
    expect(body.listening[0].questions[0]).toEqual({ id: 'q1', text: 'Quem?', model: 'A Luzia.' });
    expect(body.ear[0].read).toEqual([
      expect.objectContaining({ index: 2, outcome: 'wrong' }),
      expect.objectContaining({ index: 5 }),
    ]);
  });

  test.each(['7º Ano', '12', '6'])('%s reads the texts of the 6.ª', async (schoolClass) => {
    const { parent } = await aReader();
    const { body } = await parent.get(`/api/reading/pack?schoolClass=${encodeURIComponent(schoolClass)}`);
    expect(body).toMatchObject({ schoolClass: 6, letters: null });
  });

  test.each(['', '0', '13', 'dois', '2º Ano; drop'])('refuses the class "%s"', async (schoolClass) => {
    const { parent } = await aReader();
    const { status, body } = await parent.get(`/api/reading/pack?schoolClass=${encodeURIComponent(schoolClass)}`);
    expect([status, body.message]).toEqual([400, expect.any(String)]);
  });

  test('in child mode has no questions, answers or training', async () => {
    const { parent, child } = await aReader();
    await parent.put('/api/account/pin', { pin: '1234', password: PASSWORD });
    expect((await parent.post('/api/child-mode', { childId: child.id })).status).toBe(204);
    const { status, body, text } = await parent.get('/api/reading/pack?schoolClass=2');
    expect([status, body.ear]).toEqual([200, []]);
    expect(body.forms.every(({ questions }: { questions: unknown[] }) => questions.length === 0)).toBe(true);
    expect(text).not.toMatch(/Quem\?|A Luzia\./);
    expect((await send(parent, child.id)).body.code).toBe('child-mode');
    expect((await parent.get(`/api/children/${child.id}/readings`)).status).toBe(403);
    expect(
      (
        await parent.post('/api/ear-training', {
          clientId: randomUUID(),
          recordingId: 'ear-1',
          wrong: [],
          selfCorrected: [],
        })
      ).status,
    ).toBe(403);
  });
});

describe('the texts that are offered', () => {
  afterAll(() => storeForms(db, someForms()));

  test('take at most 40 KB for a class on the way to a phone, uncompressed 60', async () => {
    await storeForms(db, formsOfFiles());
    const { parent } = await aReader();
    for (const schoolClass of [1, 2, 3, 4, 5, 6]) {
      const { status, text } = await parent.get(`/api/reading/pack?schoolClass=${schoolClass}`);
      expect(status).toBe(200);
      expect(gzipSync(text).length, `class ${schoolClass}`).toBeLessThanOrEqual(40 * 1024);
      expect(Buffer.byteLength(text), `class ${schoolClass}`).toBeLessThanOrEqual(60 * 1024);
    }
  });
});

test('the report has a page that says how the child reads', async () => {
  const { parent, child } = await aReader();
  const pages = async () => {
    const { rawPayload } = await app.frame.server.inject({
      url: `/api/children/${child.id}/report/pdf`,
      headers: { cookie: parent.cookie as string },
    });
    return (await pdfText(rawPayload)).pages.join(' ').replace(/\s+/g, ' ');
  };
  expect(await pages()).not.toContain('Lê, conta, escreve');
  await train(parent);
  await send(parent, child.id, { wrong: [3, 8] });
  const text = await pages();
  expect(text).toContain('Lê, conta, escreve');
  expect(text).toMatch(/Lê 58 palavras certas por minuto e compreende/);
  expect(text).toContain('O que fazer agora: Ler três vezes.');
});

describe('the printed sheet', () => {
  test.each(['class-2-a', 'first-1', 'letters-2', 'words-2', 'heard-2'])('%s fits on one page', async (id) => {
    const { parent } = await aReader();
    const { status, headers } = await parent.get(`/api/reading/forms/${id}/sheet`);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    const { pages } = await pdfText(await printSheet(db, { id }, { brand: app.frame.brand(), now: new Date() }));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(/w0\b.*w34\b/s);
  });

  test.each(['ear-1/sheet', 'nenhum/sheet', 'class-2-a/sheet?version=9'])('there is none of %s', async (address) => {
    const { parent } = await aReader();
    expect((await parent.get(`/api/reading/forms/${address}`)).body.code).toBe('unknown-form');
  });
});

describe('a reading', () => {
  test('is scored on the server, a lápis until the ear is trained', async () => {
    const { parent, child } = await aReader();
    const { status, body } = await send(parent, child.id, { wrong: [3, 8] });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      right: 58,
      attempted: 60,
      wordsPerMinute: 58,
      accuracy: 58 / 60,
      understood: true,
      provisional: true,
      reasons: ['ear-not-trained'],
      sentence: 'A Maria lê perto de 58 palavras por minuto.',
      next: 'train-ear',
      agreement: null,
    });
  });

  test('counts once the ear is trained; earlier ones do not', async () => {
    const { parent, child } = await aReader();
    await send(parent, child.id);
    await train(parent);
    const { body } = await send(parent, child.id, { wrong: [3, 8], formId: 'class-2-b' });
    expect(body).toMatchObject({
      provisional: false,
      reasons: [],
      sentence: 'A Maria lê 58 palavras certas por minuto e compreende o que lê.',
      next: 'three-times',
    });
    const { readings, earTrained } = await readingsOf(parent, child.id);
    expect(earTrained).toBe(true);
    expect(readings.map(({ provisional }: { provisional: boolean }) => provisional)).toEqual([false, true]);
    expect(readings[0]).toMatchObject({
      wrongWords: ['w3', 'w8'],
      band: { from: 48, to: 68 },
      comprehension: { total: 5, asked: 5, right: 5 },
    });
  });

  test('sent twice is stored once: 201, then 200 with the same body, also after a second listener', async () => {
    const { parent, child } = await aReader();
    await train(parent);
    const sent = aReading(child.id);
    const first = await parent.post('/api/readings', sent);
    await send(parent, child.id, { listener: 2, recordedBy: sent.clientId, wrong: [1, 2, 3, 4, 5, 6, 7], answers: [] });
    const again = await parent.post('/api/readings', { ...sent, wrong: [1, 2] });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect((await readingsOf(parent, child.id)).readings).toHaveLength(1);
  });

  test('sent by two devices at once is stored once', async () => {
    const { parent, child } = await aReader();
    const sent = aReading(child.id);
    const replies = await Promise.all([1, 2, 3, 4].map(() => parent.post('/api/readings', sent)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
  });

  test('marked live tells the speed, never accuracy', async () => {
    const { parent, child } = await aReader();
    await train(parent);
    const { body } = await send(parent, child.id, { mode: 'live' });
    expect(body).toMatchObject({ accuracy: null, understood: null, provisional: false, wordsPerMinute: 60 });
  });

  test('that broke off is a lápis and has no speed', async () => {
    const { parent, child } = await aReader();
    await train(parent);
    const { body } = await send(parent, child.id, { seconds: 38, lastItem: 37, answers: [] });
    expect(body).toMatchObject({
      reasons: ['broken-off'],
      provisional: true,
      wordsPerMinute: null,
      next: 'read-again',
    });
    expect(body.sentence).toBe('A Maria leu 38 das 110 palavras, todas certas.');
    expect(
      (await send(parent, child.id, { mode: 'live', seconds: 6, lastItem: 16, wrong: [3], answers: [] })).body,
    ).toMatchObject({
      reasons: ['broken-off'],
      sentence: 'A Maria leu 17 das 110 palavras, 1 errada.',
    });
    const { body: skills } = await parent.get(`/api/children/${child.id}/skills`);
    expect(skills.reading.sentence).toBe('Leu 17 das 110 palavras, 1 errada.');
    const stopped = await send(parent, child.id, {
      seconds: 38,
      lastItem: 9,
      wrong: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      answers: [],
      formId: 'class-2-b',
    });
    expect(stopped.body).toMatchObject({ reasons: [], right: 0, sentence: 'A Maria ainda não lê um texto.' });
  });

  test('that nobody can have heard so fast is a lápis, has no speed and is no use of the free plan', async () => {
    const { parent, child } = await aReader('free');
    await train(parent);
    const { body } = await send(parent, child.id, { mode: 'live', seconds: 3, finished: true, lastItem: null });
    expect(body).toMatchObject({ reasons: ['too-fast'], provisional: true, wordsPerMinute: null });
    expect((await readingsOf(parent, child.id)).limit).toEqual({ nextDay: null });
  });

  test('of nothing: 0 of 0, speed 0, no accuracy', async () => {
    const { parent, child } = await aReader();
    const { body } = await send(parent, child.id, { lastItem: null, answers: [] });
    expect(body).toMatchObject({ right: 0, attempted: 0, wordsPerMinute: 0, accuracy: null, understood: null });
  });

  test('a story that is heard tells what is understood', async () => {
    const { parent, child } = await aReader();
    await send(parent, child.id, { answers: [] });
    const heard = { step: 'listening', formId: 'heard-2', lastItem: null, wrong: [], selfCorrected: [] };
    const answers = (...outcomes: string[]) =>
      outcomes.map((outcome, index) => ({ questionId: `q${index + 1}`, outcome }));
    const { body } = await send(parent, child.id, { ...heard, answers: answers('right', 'right', 'none') });
    expect(body).toMatchObject({
      understood: true,
      attempted: 0,
      reasons: [],
      sentence: 'A Maria já lê palavras, e compreende o que ouve.',
    });
    const lost = await send(parent, child.id, { ...heard, answers: answers('right', 'wrong', 'none') });
    expect(lost.body).toMatchObject({
      understood: false,
      sentence: 'A Maria acertou 1 de 3 perguntas sobre a história: parece que ainda não compreende bem o português.',
    });
    expect((await send(parent, child.id, { ...heard, lastItem: 3 })).body.code).toBe('nothing-to-mark');
  });

  test.each<[string, Record<string, unknown>, number, string]>([
    ['an unknown text', { formId: 'nenhum' }, 422, 'unknown-form'],
    ['a recording of the training', { formId: 'ear-1' }, 422, 'unknown-form'],
    ['another version', { version: 9 }, 422, 'unknown-version'],
    ['another step', { step: 'words' }, 422, 'wrong-step'],
    ['a mark beyond the text', { finished: true, lastItem: null, wrong: [110] }, 422, 'no-such-item'],
    ['a mark after the last item', { wrong: [60] }, 422, 'after-last-item'],
    ['a mark twice', { wrong: [3], selfCorrected: [3] }, 422, 'twice'],
    ['a last item beyond the text', { lastItem: 110 }, 422, 'last-item'],
    ['finished before the end', { finished: true, lastItem: 59 }, 422, 'last-item'],
    ['no time', { seconds: 0 }, 422, 'seconds'],
    ['too much time', { seconds: 601 }, 422, 'seconds'],
    ['hundredths', { seconds: 30.55 }, 422, 'seconds'],
    ['a question of another text', { answers: [{ questionId: 'q9', outcome: 'right' }] }, 422, 'unknown-question'],
    [
      'two answers to a question',
      {
        answers: [
          { questionId: 'q1', outcome: 'right' },
          { questionId: 'q1', outcome: 'none' },
        ],
      },
      422,
      'answered-twice',
    ],
    ['a question about what was not read', { lastItem: 15 }, 422, 'not-reached'],
    ['a second listener of nothing', { listener: 2 }, 422, 'second-listener'],
    ['a second listener of an unknown reading', { listener: 2, recordedBy: randomUUID() }, 422, 'second-listener'],
    ['a first listener of a recording', { recordedBy: randomUUID() }, 422, 'second-listener'],
    ['a mark that is no number', { wrong: ['3'] }, 400, 'invalid-input'],
    ['a fraction as a mark', { wrong: [1.5] }, 400, 'invalid-input'],
    ['an unknown outcome', { answers: [{ questionId: 'q1', outcome: 'maybe' }] }, 400, 'invalid-input'],
    ['no id', { clientId: 'abc' }, 400, 'invalid-input'],
    ['no date', { startedAt: 'ontem' }, 400, 'invalid-input'],
    ['an unknown mode', { mode: 'video' }, 400, 'invalid-input'],
    ['a third listener', { listener: 3 }, 400, 'invalid-input'],
  ])('with %s is refused with a sentence, and nothing is stored', async (_what, change, status, code) => {
    const { parent, child } = await aReader();
    const reply = await send(parent, child.id, change);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(reply.body.message).toMatch(/^[A-ZÀ-Ú].*\.$/);
    expect((await readingsOf(parent, child.id)).readings).toEqual([]);
  });

  test('of another family’s child is not found', async () => {
    const { parent } = await aReader();
    const other = await aReader();
    expect((await send(parent, other.child.id)).status).toBe(404);
    expect((await parent.get(`/api/children/${other.child.id}/readings`)).status).toBe(404);
  });

  test('of words of an earlier version is still counted by them', async () => {
    const { parent, child } = await aReader();
    const forms = someForms();
    const changed = forms.map((form) =>
      form.id === 'class-2-d'
        ? { ...form, items: 100, body: { ...form.body, words: form.body.words.slice(0, 100) } }
        : form,
    );
    await storeForms(db, changed);
    const old = await send(parent, child.id, { formId: 'class-2-d', version: 1, finished: true, lastItem: null });
    const now = await send(parent, child.id, { formId: 'class-2-d', version: 2, finished: true, lastItem: null });
    expect([old.body.attempted, now.body.attempted]).toEqual([110, 100]);
    await storeForms(db, changed);
    expect(await db.row('select max(version) as version from reading_forms where id = $1', ['class-2-d'])).toEqual({
      version: 2,
    });
  });

  test('adds its answers to the map once, unless it is a lápis', async () => {
    const { parent, child } = await aReader();
    const evidence = async () =>
      (
        await db.rows<{ right: boolean }>(
          `select is_right as right from outside_answers where child_id = $1 and source = 'reading' order by content`,
          [child.id],
        )
      ).map(({ right }) => right);
    await send(parent, child.id);
    expect(await evidence()).toEqual([]);
    await train(parent);
    const sent = aReading(child.id, { formId: 'class-2-b' });
    await parent.post('/api/readings', sent);
    await parent.post('/api/readings', sent);
    expect(await evidence()).toEqual([true, true, true, true, true]);
  });
});

describe('a second listener', () => {
  test('who hears differently leaves the reading a lápis, and both figures are shown', async () => {
    const { parent, child } = await aReader();
    await train(parent);
    const sent = aReading(child.id);
    expect((await parent.post('/api/readings', sent)).body.provisional).toBe(false);
    const second = { listener: 2, recordedBy: sent.clientId, answers: [], wrong: [0, 1, 2, 3, 4, 5, 6] };
    const { body } = await send(parent, child.id, second);
    expect(body).toMatchObject({
      provisional: true,
      reasons: ['listeners-differ'],
      wordsPerMinute: 53,
      agreement: { share: 53 / 60, differing: [0, 1, 2, 3, 4, 5, 6], speed: 7 },
    });
    const { readings } = await readingsOf(parent, child.id);
    expect(readings).toHaveLength(1);
    expect(readings[0]).toMatchObject({
      wordsPerMinute: 60,
      provisional: true,
      reasons: ['listeners-differ'],
      second: { wordsPerMinute: 53 },
    });
    expect((await send(parent, child.id, second)).body.code).toBe('second-listener');
  });

  test('who hears alike confirms it', async () => {
    const { parent, child } = await aReader();
    await train(parent);
    const sent = aReading(child.id, { wrong: [4] });
    await parent.post('/api/readings', sent);
    const { body } = await send(parent, child.id, {
      listener: 2,
      recordedBy: sent.clientId,
      answers: [],
      wrong: [4, 9],
    });
    expect(body).toMatchObject({ provisional: false, agreement: { kappa: expect.closeTo(29 / 44, 9) } });
  });
});

describe('the training of the ear', () => {
  const mark = (parent: Parent, recordingId: string, wrong: number[], clientId = randomUUID() as string) =>
    parent.post('/api/ear-training', { clientId, recordingId, wrong, selfCorrected: [] });

  test('says what was missed, and is passed with two recordings', async () => {
    const { parent } = await aReader();
    const first = await mark(parent, 'ear-1', [2, 7]);
    expect(first.body).toEqual({ agreement: 0.9, missed: [5], extra: [7], passed: false });
    expect((await mark(parent, 'ear-1', [2, 5])).body.passed).toBe(false);
    // Most words are right: who marks nothing agrees on 90 % of them.
    expect((await mark(parent, 'ear-2', [])).body).toMatchObject({ agreement: 0.9, missed: [2, 5], passed: false });
    expect((await mark(parent, 'ear-2', [2, 5, 7])).body).toMatchObject({ agreement: 0.95, passed: true });
    // Trained once, trained for good.
    expect((await mark(parent, 'ear-2', [0, 1, 2, 3, 4])).body.passed).toBe(true);
  });

  test('lifts the reason a lápis of a reading that is marked after it, with the last marking of each recording', async () => {
    const { parent, child } = await aReader();
    const { body: before } = await send(parent, child.id);
    expect([before.provisional, before.reasons, before.next]).toEqual([true, ['ear-not-trained'], 'train-ear']);
    expect(await readingsOf(parent, child.id)).toMatchObject({ earTrained: false, ear: [] });
    await mark(parent, 'ear-1', []);
    await mark(parent, 'ear-1', [2]);
    expect(await readingsOf(parent, child.id)).toMatchObject({
      earTrained: false,
      ear: [{ recordingId: 'ear-1', agreement: 0.95, passes: false }],
    });
    await mark(parent, 'ear-1', [2, 5, 7]);
    await mark(parent, 'ear-2', [2, 5]);
    const { body: after } = await send(parent, child.id, { formId: 'class-2-b' });
    expect([after.provisional, after.reasons]).toEqual([false, []]);
    const told = await readingsOf(parent, child.id);
    expect(told).toMatchObject({
      earTrained: true,
      ear: [
        { recordingId: 'ear-1', agreement: 0.95, passes: true },
        { recordingId: 'ear-2', agreement: 1, passes: true },
      ],
    });
    expect(told.readings.map(({ reasons }: { reasons: string[] }) => reasons)).toEqual([[], ['ear-not-trained']]);
    // Another family's ear is not trained by it.
    const other = await aReader();
    expect(await readingsOf(other.parent, other.child.id)).toMatchObject({ earTrained: false, ear: [] });
  });

  test('is safe to repeat', async () => {
    const { parent } = await aReader();
    const clientId = randomUUID();
    const first = await mark(parent, 'ear-1', [2], clientId);
    const again = await mark(parent, 'ear-1', [2, 5], clientId);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test.each([
    ['class-2-a', [], 'unknown-recording'],
    ['nenhuma', [], 'unknown-recording'],
    ['ear-1', [20], 'no-such-item'],
    ['ear-1', [3, 3], 'twice'],
  ])('%s with %o is refused: %s', async (recordingId, wrong, code) => {
    const { parent } = await aReader();
    expect((await mark(parent, recordingId, wrong)).body.code).toBe(code);
  });
});

describe('what a plan allows', () => {
  test('a reading that broke off before half a minute is no use of the free plan', async () => {
    const { parent, child } = await aReader('free');
    const stopped = await send(parent, child.id, { seconds: 6, lastItem: 16, answers: [] });
    expect([stopped.status, stopped.body.reasons]).toEqual([201, ['ear-not-trained', 'broken-off']]);
    expect((await readingsOf(parent, child.id)).limit).toEqual({ nextDay: null });
    expect((await send(parent, child.id)).status).toBe(201);
    expect((await send(parent, child.id)).status).toBe(402);
  });

  test('without a plan one text of each kind a trimester, and no medians or growth', async () => {
    const { parent, child } = await aReader('free');
    await train(parent);
    expect((await readingsOf(parent, child.id)).limit).toEqual({ nextDay: null });
    expect((await send(parent, child.id, { formId: 'first-1', lastItem: 29, answers: [] })).status).toBe(201);
    const text = aReading(child.id);
    expect((await parent.post('/api/readings', text)).status).toBe(201);
    const more = await send(parent, child.id, { formId: 'class-2-b' });
    expect([more.status, more.body.code]).toEqual([402, 'reading-limit']);
    expect(more.body.message).toMatch(/^A leitura deste trimestre está feita\. Há outra a partir de \d+ de \p{L}+\.$/u);
    // What is stored can be repeated, words and letters go on, and a second listener is no other text.
    expect((await parent.post('/api/readings', text)).status).toBe(200);
    expect((await send(parent, child.id, { step: 'words', formId: 'words-2', lastItem: 9, answers: [] })).status).toBe(
      201,
    );
    expect((await send(parent, child.id, { listener: 2, recordedBy: text.clientId, answers: [] })).status).toBe(201);
    const list = await readingsOf(parent, child.id);
    expect(list).toMatchObject({
      measures: [],
      growth: null,
      limit: { nextDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  test('with a plan medians of three texts, and growth after eight weeks', async () => {
    const { parent, child } = await aReader();
    await train(parent);
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    for (const [formId, days, lastItem] of [
      ['class-2-a', 70, 39],
      ['class-2-b', 69, 44],
      ['class-2-c', 68, 41],
      ['class-2-a', 10, 59],
      ['class-2-b', 9, 57],
      ['class-2-c', 8, 64],
    ] as const)
      expect((await send(parent, child.id, { formId, startedAt: at(days), lastItem, answers: [] })).status).toBe(201);
    const list = await readingsOf(parent, child.id);
    const thisYear = list.measures.map(({ wordsPerMinute }: { wordsPerMinute: number }) => wordsPerMinute);
    expect(thisYear.at(-1)).toBe(60);
    expect(list.measures.at(-1)).toMatchObject({ band: { from: 53, to: 67 }, readings: [{}, {}, {}] });
    if (thisYear.length === 2)
      expect(list.growth).toMatchObject({ kind: 'grew', words: 18, sentence: 'Cresceu 18 palavras por minuto.' });
    expect(list).toMatchObject({
      limit: null,
      reference: { sentence: 'A ganhar fluência.', aim: null, source: 'Portugal, 2025, 2.º ano' },
    });
  });

  test('what a speed means is said of the speed that is said, not of an earlier measure', async () => {
    const { parent, child } = await aReader();
    await train(parent);
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    for (const [formId, days, lastItem] of [
      ['class-2-a', 62, 39],
      ['class-2-b', 61, 44],
      ['class-2-c', 60, 41],
      ['class-2-a', 1, 64],
    ] as const)
      expect((await send(parent, child.id, { formId, startedAt: at(days), lastItem, answers: [] })).status).toBe(201);
    const { now, reference } = await readingsOf(parent, child.id);
    expect([now.sentence, reference.sentence]).toEqual([
      expect.stringContaining('lê 65 palavras certas por minuto'),
      'A ganhar fluência.',
    ]);
  });
});
