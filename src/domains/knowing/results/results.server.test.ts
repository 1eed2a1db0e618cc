import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, aParent, aTest, aUser, KEY_SENTINEL } from '../../../../test/support/builders.ts';
import { withoutLetter } from '../../../shared/questions/letters.ts';
import { errorPhrase, misconceptions } from '../../bank/misconceptions/misconceptions.server.ts';

const app = await testApp();

describe('a result', () => {
  test('of a completed test shows every question with the choice, the key and the explanation', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent, { keys: ['A', 'B', 'C', 'D'] });
    await sitting.answer(0, 'A');
    await sitting.answer(1, 'C');
    const before = await parent.get(`/api/attempts/${sitting.id}`);
    expect(before.body).toMatchObject({ attempt: { state: 'open', totalScore: null }, result: null });
    expect(before.text).not.toMatch(new RegExp(`correctAnswer"|isCorrect|explanation|${KEY_SENTINEL}`));
    await sitting.complete();
    const { body } = await parent.get(`/api/attempts/${sitting.id}`);
    expect(body.result).toEqual({
      corrected: null,
      effort: null,
      away: null,
      textHeard: false,
      value: 1,
      total: 4,
      percentage: 25,
      weighted: false,
      skills: [{ skillCategory: 'Aplicação', correct: 1, total: 4 }],
      reference: { school: 65, national: 70 },
      comparison: {
        allowed: false,
        marks: [
          { group: 'school', value: 65, real: false, children: null, asOf: null, place: null },
          { group: 'national', value: 70, real: false, children: null, asOf: null, place: null },
        ],
      },
      margin: { from: 6, to: 64 },
      // Four questions are too few for a strength or a gap.
      strengths: [],
      gaps: [],
      next: { allowed: false, test: null },
      rehearsal: null,
    });
    expect(body.test.questions[1]).toMatchObject({ correctAnswer: 'B', explanation: `${KEY_SENTINEL}: porque sim.` });
    expect(
      body.answers.map(({ selectedAnswer, isCorrect }: { selectedAnswer: string; isCorrect: boolean }) => [
        selectedAnswer,
        isCorrect,
      ]),
    ).toEqual([
      ['A', true],
      ['C', false],
    ]);
  });

  test('says the error behind a wrong answer, and nothing of the others', async () => {
    const parent = await aParent(app);
    const keys = ['A', 'B', 'C', 'D'] as const;
    // A test of its own with the same questions: a version that is in memory keeps the errors that were known before.
    const { id } = await aTest(app.db, { keys: [...keys] });
    const questions = await app.db.rows<{ content: string; options: string[] }>(
      'select q.content, q.options from tests t join version_questions q on q.version_id = t.version_id where t.id = $1 order by q.position',
      [id],
    );
    const [named] = misconceptions().values();
    const shows = (place: number, letter: 'A' | 'B', error: string | undefined) =>
      app.db.count('insert into misconception_options (content, words, misconception) values ($1, $2, $3)', [
        questions[place]?.content,
        withoutLetter(questions[place]?.options['AB'.indexOf(letter)] as string, 'AB'.indexOf(letter)),
        error,
      ]);
    await shows(0, 'A', 'causa-efeito');
    await shows(0, 'B', 'causa-efeito');
    await shows(1, 'A', named?.id);
    await shows(2, 'A', 'no-longer-there');
    const sitting = await aChildMidTest(app, parent, { keys: [...keys] });
    for (const [place, letter] of ['A', 'A', 'A', 'B'].entries()) await sitting.answer(place, letter);
    expect((await parent.get(`/api/attempts/${sitting.id}`)).text).not.toContain('"error"');
    await sitting.complete();
    const { body } = await parent.get(`/api/attempts/${sitting.id}`);
    expect(body.answers.map(({ error }: { error?: string }) => error)).toEqual([
      undefined,
      named?.name,
      undefined,
      undefined,
    ]);
    // The other wrong alternative of the first question shows an error too, but nobody gave it.
    expect(JSON.stringify(body.test)).not.toContain(errorPhrase('causa-efeito'));
  });

  test('of a test completed without an answer shows no key, because it uses no free test', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    expect((await sitting.complete()).body).toMatchObject({ completed: true, totalScore: 0 });
    const { body, text } = await parent.get(`/api/attempts/${sitting.id}`);
    expect(body.result).toMatchObject({ value: 0, total: 4, percentage: 0 });
    expect(text).not.toMatch(new RegExp(`correctAnswer"|explanation|${KEY_SENTINEL}`));
  });

  test('mentions different weights', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent, { weights: [1, 1, 1, 5] });
    await sitting.answer(3, 'D');
    await sitting.complete();
    expect((await parent.get(`/api/attempts/${sitting.id}`)).body.result).toMatchObject({
      value: 1,
      total: 4,
      percentage: 63,
      weighted: true,
    });
  });

  test('is not found for another family, forbidden for a teacher, and asks a signed-out visitor to sign in', async () => {
    const sitting = await aChildMidTest(app, await aParent(app));
    await sitting.complete();
    const other = await aParent(app);
    const theirs = await other.get(`/api/attempts/${sitting.id}`);
    const absent = await other.get('/api/attempts/2000000000');
    expect([theirs.status, theirs.text]).toEqual([404, absent.text]);
    expect((await (await aUser(app, 'teacher')).get(`/api/attempts/${sitting.id}`)).status).toBe(403);
    expect((await app.visitor().get(`/api/attempts/${sitting.id}`)).status).toBe(401);
  });
});

describe('strengths and gaps of a result', () => {
  test('need five questions or more; what to practise next depends on the plan', async () => {
    const parent = await aParent(app, { plan: 'individual' });
    const ninth = { schoolClass: '9º Ano', objective: 'RES-A' } as const;
    const aNinth = () => aChild(parent, { schoolClass: '9º Ano' });
    const [covered, beyond] = [await aNinth(), await aNinth()];
    const keys = ['A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A'];
    const other = await aTest(app.db, { theme: 'Fracções', discipline: 'Geografia', keys, ...ninth });
    const taken = async (childId: number, right: number) => {
      const wanted = { childId, keys, theme: 'Fracções', discipline: 'Geografia', ...ninth } as const;
      const sitting = await aChildMidTest(app, parent, wanted);
      for (let index = 0; index < 10; index += 1) await sitting.answer(index, index < right ? 'A' : 'B');
      await sitting.complete();
      return (await parent.get(`/api/attempts/${sitting.id}`)).body.result;
    };
    const low = await taken(covered.id, 4);
    expect(low).toMatchObject({
      strengths: [],
      gaps: [
        { kind: 'theme', name: 'Fracções', correct: 4, total: 10 },
        { kind: 'skill', name: 'Aplicação', correct: 4, total: 10 },
      ],
      margin: { from: 19, to: 65 },
      comparison: { allowed: true },
      next: { allowed: true, test: { id: other.id, theme: 'Fracções' } },
    });
    const high = await taken(beyond.id, 9);
    expect(high).toMatchObject({ gaps: [], comparison: { allowed: false }, next: { allowed: false, test: null } });
    expect(high.strengths).toHaveLength(2);
  });
});
