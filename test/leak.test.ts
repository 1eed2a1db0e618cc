import { expect, test } from 'vitest';
import { PAGES } from '../src/areas/pages.ts';
import { freezeTest } from '../src/domains/bank/test-bank/tests.server.ts';
import { testApp } from './support/app.ts';
import { aBank, aChild, aChildMidTest, aParent, aTest, KEY_SENTINEL } from './support/builders.ts';

const app = await testApp({}, undefined, { pages: true });

/** Calls after which there is nothing left to read. */
const ENDINGS = ['POST /api/logout', 'DELETE /api/children/:id'];

/**
 * Builders put a sentinel into every secret field of a question. Before completion none of a parent's calls in the OpenAPI document may
 * return it, nor the names of the secret fields.
 */
test('T2 no call that a parent can make before completion returns the key', async () => {
  const parent = await aParent(app);
  const sitting = await aChildMidTest(app, parent);
  const toPrepare = await aTest(app.db, { discipline: 'Português' });
  const first = sitting.test.questions[0]?.id;
  await aBank(app.db, 'Geografia', ['3º Ano', '4º Ano', '5º Ano']);
  const diagnostic = { childId: sitting.childId, discipline: 'Geografia' };
  const adaptive = await parent.post('/api/diagnostics', diagnostic);
  const ids: Record<string, number> = {
    '/api/children/:id': sitting.childId,
    '/api/children/:id/practice': sitting.childId,
    '/api/children/:id/practice/size': sitting.childId,
    '/api/children/:id/check': sitting.childId,
    '/api/children/:id/errors': sitting.childId,
    '/api/children/:id/mistakes': sitting.childId,
    '/api/children/:id/readings': sitting.childId,
    '/api/children/:id/writings': sitting.childId,
    '/api/children/:id/calculations': sitting.childId,
    '/api/children/:id/skills': sitting.childId,
    '/api/children/:id/archive': sitting.childId,
    '/api/children/:id/restore': sitting.childId,
    '/api/tests/:id': sitting.test.id,
    '/api/attempts/:id': sitting.id,
    '/api/diagnostics/:id': adaptive.body.id,
    '/api/diagnostics/:id/answers': adaptive.body.id,
  };
  const replies: string[] = [];
  for (const [key, endpoint] of app.frame.endpoints) {
    const [method, path] = key.split(' ') as [string, string];
    if (!endpoint.authz.allow.includes('parent') || ENDINGS.includes(key)) continue;
    const bodies: Record<string, unknown> = {
      'POST /api/attempts': { childId: sitting.childId, testId: sitting.test.id, draw: true },
      'POST /api/prepared': { childId: sitting.childId, testIds: [toPrepare.id] },
      'POST /api/answers': { attemptId: sitting.id, questionId: first, selectedAnswer: 'A' },
      'PUT /api/attempts/:id': { completed: false },
      'POST /api/diagnostics': diagnostic,
      'POST /api/diagnostics/:id/answers': { questionId: adaptive.body.question.id, selectedAnswer: 'A' },
    };
    const address = path.replace(/:\w+/, String(ids[path] ?? sitting.test.id));
    const reply = await parent.request(method, address, method === 'GET' ? undefined : (bodies[key] ?? {}));
    replies.push(JSON.stringify(reply.headers), reply.text);
  }
  for (const query of [`?childId=${sitting.childId}`, '?discipline=Matemática'])
    replies.push((await parent.get(`/api/tests${query}`)).text);
  const visit = async (pages: readonly (typeof PAGES)[number][]) => {
    for (const page of pages) {
      const address = page.path
        .replace(/^\/(children|practice)\/:id/, `/$1/${sitting.childId}`)
        .replace(':id', String(sitting.id));
      for (const search of [`childId=${sitting.childId}&attemptId=${sitting.id}`, 'ver=testes']) {
        if (search === 'ver=testes' && page.path !== '/child') continue;
        const reply = await parent.get(`${address}?${search}`);
        // Pages that are sent with their content are searched as well.
        if (page.drawn) expect([page.path, reply.text]).toEqual([page.path, expect.stringContaining('"drawnAt":')]);
        replies.push(JSON.stringify(reply.headers), reply.text);
      }
    }
  };
  const ofParents = PAGES.filter(({ role }) => role === 'parent');
  await visit(ofParents.filter(({ childMode }) => childMode !== 'only'));
  // All four letters are sent: except for the stored letter the replies are equal, so that none reveals the key.
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((letter) => sitting.answer(0, letter)));
  expect(
    new Set(
      answers.map(({ status, text, headers }) => `${status}${text.replace(/"[A-D]"/, '')}${headers['content-length']}`),
    ).size,
  ).toBe(1);
  // The same in child mode.
  await parent.post('/api/child-mode', { childIds: [sitting.childId] });
  await visit(ofParents.filter(({ childMode }) => childMode));
  const everything = replies.join('\n');
  expect(everything).toContain('Fazer um teste');
  expect(everything).toContain('Quanto são 0 laranjas');
  expect(everything).toMatch(/"languages":\["pt","pt","pt"\],"answered":1/);
  expect(everything).not.toMatch(/"(difficulty|guessing|ability|theme_key)"/);
  expect(everything).not.toMatch(new RegExp(`${KEY_SENTINEL}|correctAnswer"|correct_answer|isCorrect|explanation`));
});

test('the sentinel is found once the attempt is completed, which proves that the test above can fail', async () => {
  const parent = await aParent(app);
  const sitting = await aChildMidTest(app, parent);
  await sitting.answer(0, 'B');
  await sitting.complete();
  expect((await parent.get(`/api/attempts/${sitting.id}`)).text).toContain(KEY_SENTINEL);
});

/** Returns a test whose questions are in no other test and contain a given word. */
async function aTestOfItsOwn(word: string, keys: string[]) {
  const built = await aTest(app.db, { keys });
  await app.db.count(`update questions set statement = $2 || ' ' || position || ' ' || statement where test_id = $1`, [
    built.id,
    word,
  ]);
  await app.db.transaction((transaction) => freezeTest(transaction, built.id));
  return built;
}

test('T2 a practice pack has no question of a test not yet taken, and no key that a result has not shown', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const other = await aChild(parent, { fullName: 'João Domingos' });
  const start = async (childId: number, testId: number) =>
    (await parent.post('/api/attempts', { childId, testId })).body.id as number;
  const answer = (attemptId: number, questionId: number, selectedAnswer: string) =>
    parent.post('/api/answers', { attemptId, questionId, selectedAnswer });
  const finish = (attemptId: number) => parent.put(`/api/attempts/${attemptId}`, { completed: true });
  const read = async () => {
    const replies = await Promise.all([
      parent.get(`/api/children/${child.id}/practice`),
      parent.get(`/api/children/${child.id}/mistakes`),
    ]);
    return replies.map(({ text }) => text).join('\n');
  };

  const done = await aTestOfItsOwn('Feito', ['A', 'A', 'B']);
  const attempt = await start(child.id, done.id);
  await answer(attempt, done.questions[0]?.id as number, 'C');
  await answer(attempt, done.questions[1]?.id as number, 'A');

  // Tests of the same objective: not taken, open, completed without an answer, interrupted, closed provisionally, of another child.
  await aTestOfItsOwn('Nunca', ['A']);
  const underWay = await aTestOfItsOwn('Aberto', ['A']);
  await answer(await start(child.id, underWay.id), underWay.questions[0]?.id as number, 'B');
  const empty = await aTestOfItsOwn('Vazio', ['A']);
  await finish(await start(child.id, empty.id));
  const halfway = await aTestOfItsOwn('Parado', ['A', 'A', 'A', 'A']);
  const interrupted = await start(child.id, halfway.id);
  await answer(interrupted, halfway.questions[0]?.id as number, 'B');
  await finish(interrupted);
  await app.db.count('update attempts set interrupted = true, valid = false where id = $1', [interrupted]);
  const late = await aTestOfItsOwn('Espera', ['A']);
  const provisional = await start(child.id, late.id);
  await answer(provisional, late.questions[0]?.id as number, 'B');
  await app.db.count(`update attempts set state = 'provisional' where id = $1`, [provisional]);
  const theirs = await aTestOfItsOwn('Irmao', ['A']);
  const ofOther = await start(other.id, theirs.id);
  await answer(ofOther, theirs.questions[0]?.id as number, 'B');
  await finish(ofOther);

  expect(await read()).not.toContain('Feito');
  await finish(attempt);
  const everything = await read();
  for (const shown of ['Feito 1', 'Feito 2', 'Feito 3', 'Parado 1', KEY_SENTINEL]) expect(everything).toContain(shown);
  expect(everything).not.toMatch(/Nunca|Aberto|Vazio|Parado [234]|Espera|Irmao/);
});
