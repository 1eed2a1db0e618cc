import { expect, test } from 'vitest';
import { testApp } from './support/app.ts';
import { aChildMidTest, aParent, KEY_SENTINEL } from './support/builders.ts';

const app = await testApp();

/** After these there is nothing left to look at. */
const ENDINGS = ['POST /api/logout', 'DELETE /api/children/:id'];

/**
 * Builders put a sentinel into every secret field of a question. Before completion a parent's calls, all of them that the
 * document names, must never bring it back, nor the names of the fields it was in.
 */
test('T2 nothing that a parent can call before completion gives the key away', async () => {
  const parent = await aParent(app);
  const sitting = await aChildMidTest(app, parent);
  const first = sitting.test.questions[0]?.id;
  const ids: Record<string, number> = {
    '/api/children/:id': sitting.childId,
    '/api/children/:id/archive': sitting.childId,
    '/api/children/:id/restore': sitting.childId,
    '/api/tests/:id': sitting.test.id,
    '/api/attempts/:id': sitting.id,
  };
  const replies: string[] = [];
  for (const [key, endpoint] of app.frame.endpoints) {
    const [method, path] = key.split(' ') as [string, string];
    if (!endpoint.authz.allow.includes('parent') || ENDINGS.includes(key)) continue;
    const bodies: Record<string, unknown> = {
      'POST /api/attempts': { childId: sitting.childId, testId: sitting.test.id },
      'POST /api/answers': { attemptId: sitting.id, questionId: first, selectedAnswer: 'A' },
      'PUT /api/attempts/:id': { completed: false },
    };
    const address = path.replace(/:\w+/, String(ids[path] ?? sitting.test.id));
    const reply = await parent.request(method, address, method === 'GET' ? undefined : (bodies[key] ?? {}));
    replies.push(JSON.stringify(reply.headers), reply.text);
  }
  for (const query of [`?childId=${sitting.childId}`, '?discipline=Matemática'])
    replies.push((await parent.get(`/api/tests${query}`)).text);
  // One choice of each letter: the replies are the same to the letter, so none of them is the right one's.
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((letter) => sitting.answer(0, letter)));
  expect(new Set(answers.map(({ status, text, headers }) => `${status}${text}${headers['content-length']}`)).size).toBe(
    1,
  );
  const everything = replies.join('\n');
  expect(everything).toContain('Quanto são 0 laranjas');
  expect(everything).not.toMatch(new RegExp(`${KEY_SENTINEL}|correctAnswer"|correct_answer|isCorrect|explanation`));
});

test('the sentinel is found once the attempt is completed, so that the test above could fail', async () => {
  const parent = await aParent(app);
  const sitting = await aChildMidTest(app, parent);
  await sitting.answer(0, 'B');
  await sitting.complete();
  expect((await parent.get(`/api/attempts/${sitting.id}`)).text).toContain(KEY_SENTINEL);
});
