import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChildOfLastYear, anObjective, aParent, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { aDictation, aText, loadWritingForms, signs } from '../../../../test/support/writings.ts';
import { seedDemoWritings } from '../../../demo/writings.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { storeForms } from './content.server.ts';
import { formsOfFiles } from './content-files.server.ts';
import { printPrompt, printRuler } from './sheet.server.ts';

const app = await testApp();
const { db } = app;

beforeAll(async () => {
  await anObjective(db, { code: 'LP4.9.2', discipline: 'Português', schoolClass: '4º Ano' });
  await loadWritingForms(db);
});

const aWriter = async (plan: 'free' | 'family' = 'family', schoolClass = '4º Ano') => {
  const parent = await aParent(app, { plan });
  const child = await aChildOfLastYear(db, parent, { schoolClass, fullName: 'Maria Domingos', gender: 'feminino' });
  return { parent, child };
};
const dictate = (parent: Parent, childId: number, change: Record<string, unknown> = {}) =>
  parent.post('/api/dictations', aDictation(childId, change));
const place = (parent: Parent, childId: number, change: Record<string, unknown> = {}) =>
  parent.post('/api/texts', aText(childId, change));
const writingsOf = async (parent: Parent, childId: number) =>
  (await parent.get(`/api/children/${childId}/writings`)).body;
const childMode = async (parent: Parent, childId: number) => {
  await parent.put('/api/account/pin', { pin: '1234', password: PASSWORD });
  expect((await parent.post('/api/child-mode', { childId })).status).toBe(204);
};

describe('the pack of a class', () => {
  test('has dictations in groups, tasks, rulers with five anchors, and signs', async () => {
    const { parent } = await aWriter();
    const { status, body } = await parent.get('/api/writing/pack?schoolClass=2%C2%BA%20Ano');
    expect([status, body.schoolClass, body.dictations.length]).toEqual([200, 2, 4]);
    const dictation = body.dictations.find(({ id }: { id: string }) => id === 'd2-burro');
    expect(dictation).toMatchObject({ singles: 10, groups: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16] });
    expect(dictation.words.slice(8, 14)).toEqual(['farinha', 'garrafa', 'O', 'burro', 'ficou', 'parado']);
    expect(dictation.rules[0].at).toContain(0);
    expect(body.rulers[0].anchors.map(({ level }: { level: number }) => level)).toEqual([1, 2, 3, 4, 5]);
    expect(body.signs).toHaveLength(6);
  });

  test('in child mode has no rulers and signs', async () => {
    const { parent, child } = await aWriter();
    await childMode(parent, child.id);
    const { status, body } = await parent.get('/api/writing/pack?schoolClass=4');
    expect([status, body.rulers, body.signs, body.dictations.length]).toEqual([200, [], [], 4]);
  });

  test.each(['', '0', 'dois'])('refuses the class "%s"', async (schoolClass) => {
    const { parent } = await aWriter();
    expect((await parent.get(`/api/writing/pack?schoolClass=${schoolClass}`)).status).toBe(400);
  });
});

describe('a dictation', () => {
  test('marked on paper is counted by words, with kinds beside', async () => {
    const { parent, child } = await aWriter();
    const sent = aDictation(child.id, {
      wrong: [
        { index: 1, kind: 'accent' },
        { index: 7 },
        { index: 0, kind: 'capital' },
        { index: 2, kind: 'punctuation' },
      ],
    });
    const { status, body } = await parent.post('/api/dictations', sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      words: 45,
      right: 43,
      mistakes: [
        { index: 1, word: 'sábado', written: null, kinds: ['accent'] },
        { index: 7, kinds: [] },
      ],
      kinds: [{ kind: 'accent', count: 1 }],
      capitals: 1,
      punctuation: 1,
      sentence: 'A Maria escreveu bem 43 das 45 palavras.',
    });
    const again = await parent.post('/api/dictations', { ...sent, wrong: [] });
    expect([again.status, again.body]).toEqual([200, body]);
  });

  test('that was typed is aligned, its kinds found by rule, and the spelling of 1990 is right', async () => {
    const { parent, child } = await aWriter();
    const typed =
      'No principio de outubro a diretora leu um avizo: uma atriz de cinema vinha vizitar a escola. A turma preparou um espetáculo ótimo com dois leões de cartam. A actriz gostou tanto que pediu para entrar. Fez de pedra no fundo e ninguém a reconheceu.';
    const { status, body } = await dictate(parent, child.id, { dictationId: 'd4-actriz', wrong: undefined, typed });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      right: body.words - 4,
      kinds: [
        { kind: 's-z-c', count: 2 },
        { kind: 'accent', count: 1 },
        { kind: 'am-ao', count: 1 },
      ],
      spelled1990: ['directora', 'actriz', 'espectáculo', 'óptimo'],
    });
    expect(body.mistakes[1]).toMatchObject({ word: 'aviso', written: 'avizo', kinds: ['s-z-c'] });
    expect((await dictate(parent, child.id, { wrong: undefined, typed: '' })).body).toMatchObject({
      right: 0,
      words: 45,
    });
  });

  test('with nothing typed is no use of the free plan, and says nothing of how the child writes', async () => {
    const { parent, child } = await aWriter('free');
    for (const typed of ['', ' . '])
      expect((await dictate(parent, child.id, { wrong: undefined, typed })).body).toMatchObject({
        right: 0,
        words: 45,
      });
    const evidence = () => db.rows('select content from outside_answers where child_id = $1', [child.id]);
    expect(await evidence()).toEqual([]);
    expect((await parent.get(`/api/children/${child.id}/skills`)).body.writing).toBeNull();
    expect((await dictate(parent, child.id)).status).toBe(201);
    expect(await evidence()).not.toEqual([]);
    expect((await dictate(parent, child.id)).status).toBe(402);
  });

  test('T25 that was typed is compared once, when it arrives, and shown as it was told then', async () => {
    const { parent, child } = await aWriter();
    const { body } = await dictate(parent, child.id, { wrong: undefined, typed: 'No sabado' });
    expect((await writingsOf(parent, child.id)).dictations[0]).toMatchObject(body);
    await db.count(`update dictations set summary = summary || '{"right": 7}' where id = $1`, [body.id]);
    expect((await writingsOf(parent, child.id)).dictations[0].right).toBe(7);
    await db.count('update dictations set summary = null where id = $1', [body.id]);
    expect((await writingsOf(parent, child.id)).dictations[0]).toMatchObject(body);
  });

  test('T25 with more words than can be compared is refused, whatever stands between them', async () => {
    const { parent, child } = await aWriter();
    const { status, body } = await dictate(parent, child.id, { wrong: undefined, typed: 'aa.bh.'.repeat(333) });
    expect([status, body.code]).toEqual([422, 'too-long']);
  });

  test('T3 typed by the child in child mode is taken without saying how it went; marks are refused', async () => {
    const { parent, child } = await aWriter();
    const other = await aChildOfLastYear(db, parent, { schoolClass: '4º Ano' });
    await childMode(parent, child.id);
    const typed = await dictate(parent, child.id, { wrong: undefined, typed: 'No sabado' });
    expect([typed.status, typed.body.right, typed.body.mistakes, typed.body.sentence]).toEqual([
      201,
      null,
      [],
      'Obrigado!',
    ]);
    expect(typed.text).not.toMatch(/sábado/);
    expect((await dictate(parent, child.id)).status).toBe(403);
    expect((await dictate(parent, other.id, { wrong: undefined, typed: '' })).status).toBe(403);
    expect((await place(parent, child.id)).status).toBe(403);
    expect((await parent.get(`/api/children/${child.id}/writings`)).status).toBe(403);
  });

  test.each<[string, Record<string, unknown>, number, string]>([
    ['an unknown dictation', { dictationId: 'nenhum' }, 422, 'unknown-dictation'],
    ['a task instead of a dictation', { dictationId: 't4-luz' }, 422, 'unknown-dictation'],
    ['another version', { version: 9 }, 422, 'unknown-version'],
    ['a mark beyond the words', { wrong: [{ index: 45 }] }, 422, 'no-such-word'],
    ['a negative mark', { wrong: [{ index: -1 }] }, 422, 'no-such-word'],
    ['a word twice', { wrong: [{ index: 3 }, { index: 3, kind: 'accent' }] }, 422, 'twice'],
    ['marks and typed words', { typed: 'No' }, 422, 'typed-or-marked'],
    ['neither', { wrong: undefined }, 422, 'typed-or-marked'],
    ['typed before the 4.ª', { dictationId: 'd3-cafe', wrong: undefined, typed: 'a' }, 422, 'typed-too-early'],
    ['far too many words', { wrong: undefined, typed: 'a '.repeat(500) }, 422, 'too-long'],
    ['endless text', { wrong: undefined, typed: 'a'.repeat(5000) }, 400, 'invalid-input'],
    ['a NUL character', { wrong: undefined, typed: 'No\u0000' }, 400, 'invalid-input'],
    ['an unknown kind', { wrong: [{ index: 3, kind: 'preguiça' }] }, 400, 'invalid-input'],
    ['a mark that is no number', { wrong: [{ index: '3' }] }, 400, 'invalid-input'],
    ['no date', { startedAt: 'ontem' }, 400, 'invalid-input'],
    ['no id', { clientId: 'abc' }, 400, 'invalid-input'],
  ])('with %s is refused with a sentence, and nothing is stored', async (_what, change, status, code) => {
    const { parent, child } = await aWriter();
    const reply = await dictate(parent, child.id, change);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(reply.body.message).toMatch(/^[A-ZÀ-Ú].*\.$/);
    expect((await writingsOf(parent, child.id)).dictations).toEqual([]);
  });

  test('adds its rules to the map once', async () => {
    const { parent, child } = await aWriter();
    const sent = aDictation(child.id, { wrong: [{ index: 1 }, { index: 3 }] });
    await parent.post('/api/dictations', sent);
    await parent.post('/api/dictations', sent);
    const rows = await db.rows<{ content: string; right: boolean }>(
      `select content, is_right as right from outside_answers where child_id = $1 and source = 'dictation' order by content`,
      [child.id],
    );
    expect(rows).toEqual([
      { content: 'dictation:d4-pao:accent', right: false },
      { content: 'dictation:d4-pao:ch-x', right: true },
      { content: 'dictation:d4-pao:s-z-c', right: true },
    ]);
  });

  test('of words of an earlier version is still counted by them', async () => {
    const { parent, child } = await aWriter();
    const forms = formsOfFiles();
    await storeForms(
      db,
      forms.map((form) =>
        form.id === 'd4-cinto' && 'words' in form.body
          ? { ...form, body: { ...form.body, words: form.body.words.slice(0, 40), rules: [] } }
          : form,
      ),
    );
    const old = await dictate(parent, child.id, { dictationId: 'd4-cinto', version: 1 });
    const now = await dictate(parent, child.id, { dictationId: 'd4-cinto', version: 2 });
    expect([old.body.words > 40, now.body.words]).toEqual([true, 40]);
    await storeForms(db, forms);
  });
});

describe('a text', () => {
  test('is placed on the ruler with its doubt and one thing to practise', async () => {
    const { parent, child } = await aWriter();
    const sent = aText(child.id);
    const { status, body } = await parent.post('/api/texts', sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      level: 3,
      maybe: [2, 4],
      sentence: 'O texto está no nível 3 de 5, talvez 2 ou 4.',
      practise: { id: 'pontos' },
    });
    const again = await parent.post('/api/texts', { ...sent, signs: signs() });
    expect([again.status, again.body]).toEqual([200, body]);
    const { texts } = await writingsOf(parent, child.id);
    expect(texts).toMatchObject([{ promptId: 't4-luz', title: 'Sem luz', level: 3, kind: 'contar' }]);
    expect(texts[0].signs).toHaveLength(6);
  });

  test.each<[string, Record<string, unknown>, number, string]>([
    ['an unknown task', { promptId: 'nenhuma' }, 422, 'unknown-prompt'],
    ['an unknown ruler', { rulerId: 'd4-pao' }, 422, 'unknown-ruler'],
    ['a ruler of another kind', { rulerId: 'r4-informar' }, 422, 'wrong-ruler'],
    ['a ruler of another class', { rulerId: 'r3-contar' }, 422, 'wrong-ruler'],
    ['too few comparisons', { comparisons: [{ anchor: 3, outcome: 'alike' }] }, 422, 'comparisons'],
    ['other anchors', { comparisons: [1, 2, 4].map((anchor) => ({ anchor, outcome: 'alike' })) }, 422, 'comparisons'],
    ['an unknown outcome', { comparisons: [{ anchor: 3, outcome: 'maybe' }] }, 400, 'invalid-input'],
    ['a sign missing', { signs: signs().slice(1) }, 422, 'signs'],
    ['a sign twice', { signs: [...signs().slice(1), ...signs().slice(1, 2)] }, 422, 'signs'],
    ['an unknown sign', { signs: [...signs().slice(1), { id: 'letra', isSeen: true }] }, 422, 'signs'],
  ])('with %s is refused with a sentence, and nothing is stored', async (_what, change, status, code) => {
    const { parent, child } = await aWriter();
    const reply = await place(parent, child.id, change);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(reply.body.message).toMatch(/^[A-ZÀ-Ú].*\.$/);
    expect((await writingsOf(parent, child.id)).texts).toEqual([]);
  });
});

test('what another family’s child writes is not found', async () => {
  const { parent } = await aWriter();
  const other = await aWriter();
  expect((await dictate(parent, other.child.id)).status).toBe(404);
  expect((await place(parent, other.child.id)).status).toBe(404);
  expect((await parent.get(`/api/children/${other.child.id}/writings`)).status).toBe(404);
  // The same id of another child is another dictation.
  const sent = aDictation(other.child.id);
  await other.parent.post('/api/dictations', sent);
  const { child } = await aWriter();
  expect((await parent.post('/api/dictations', { ...sent, childId: child.id })).status).toBe(404);
});

describe('what a plan allows', () => {
  test('without one a dictation and a text a trimester', async () => {
    const { parent, child } = await aWriter('free');
    expect((await writingsOf(parent, child.id)).limit).toEqual({ nextDictation: null, nextText: null });
    const sent = aDictation(child.id);
    expect((await parent.post('/api/dictations', sent)).status).toBe(201);
    expect((await place(parent, child.id)).status).toBe(201);
    const more = await dictate(parent, child.id, { dictationId: 'd4-cinto' });
    expect([more.status, more.body.code]).toEqual([402, 'writing-limit']);
    expect(more.body.message).toMatch(/^O ditado deste trimestre está feito\. Há outro a partir de \d+ de \p{L}+\.$/u);
    expect((await place(parent, child.id)).status).toBe(402);
    expect((await parent.post('/api/dictations', sent)).status).toBe(200);
    expect((await writingsOf(parent, child.id)).limit).toMatchObject({
      nextDictation: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      nextText: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  test('with one all of them, and growth after eight weeks', async () => {
    const { parent, child } = await aWriter();
    const wrong = Array.from({ length: 25 }, (_, index) => ({ index }));
    const startedAt = new Date(Date.now() - 70 * DAY_MS).toISOString();
    await dictate(parent, child.id, { wrong, startedAt });
    await dictate(parent, child.id, { dictationId: 'd4-cinto', wrong: [] });
    const { growth, limit, dictations } = await writingsOf(parent, child.id);
    expect(limit).toBeNull();
    expect(growth).toMatchObject({
      kind: 'grew',
      sentence: expect.stringMatching(/^Acerta mais palavras do que em/),
    });
    expect(dictations.map(({ right }: { right: number }) => right)).toEqual([expect.any(Number), 20]);
  });
});

describe('the line of a child', () => {
  test('is of its latest dictation or text', async () => {
    const { parent, child } = await aWriter();
    const line = async () => (await parent.get(`/api/children/${child.id}/skills`)).body.writing;
    expect(await line()).toBeNull();
    await dictate(parent, child.id);
    expect(await line()).toMatchObject({
      sentence: 'Escreve bem 43 das 45 palavras de um ditado.',
      next: { title: 'Treinar: acento', time: '5 minutos' },
    });
    await place(parent, child.id, { startedAt: new Date(Date.now() - 1000).toISOString() });
    expect(await line()).toMatchObject({ sentence: 'Escreve um texto de nível 3 de 5, talvez 2 ou 4.' });
  });
});

test('the demo family has dictations and a text, once', async () => {
  const parent = await aParent(app, { plan: 'family' });
  await db.count(`update users set username = 'encarregado' where id = $1`, [parent.id]);
  const child = await aChildOfLastYear(db, parent, { schoolClass: '4º Ano', fullName: 'Maria Domingos' });
  await seedDemoWritings(db);
  await seedDemoWritings(db);
  const { dictations, texts } = await writingsOf(parent, child.id);
  expect(dictations.map(({ words, right }: { words: number; right: number }) => words - right)).toEqual([3, 5]);
  expect(texts).toMatchObject([{ level: 3, practise: { id: 'pontos' } }]);
});

describe('the sheets', () => {
  const look = () => ({ brand: app.frame.brand(), now: new Date() });
  test('have the task with lines, and the ruler with its reasons', async () => {
    const task = await pdfText(await printPrompt(db, { id: 't4-luz' }, look()));
    expect(task.pages).toHaveLength(1);
    expect(task.pages[0]).toContain('Conta uma noite em que faltou a luz.');
    const { pages } = await pdfText(await printRuler(db, { id: 'r4-contar' }, look()));
    const ruler = pages.join(' ');
    for (const level of [1, 2, 3, 4, 5]) expect(ruler).toContain(`Nível ${level}`);
    expect(ruler).toContain('Diz o que se pede, mas numa frase só.');
  });

  test('of what does not exist are refused', async () => {
    const { parent } = await aWriter();
    for (const path of ['prompts/r4-contar', 'rulers/t4-luz', 'prompts/t4-luz?version=0', `rulers/${randomUUID()}`])
      expect([400, 422]).toContain(
        (await parent.get(`/api/writing/${path.replace('?', '/sheet?')}${path.includes('?') ? '' : '/sheet'}`)).status,
      );
  });
});
