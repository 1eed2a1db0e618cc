import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anObjective, aParent, aTest, aUser } from '../../../../test/support/builders.ts';

const app = await testApp();
const teacher = await aUser(app, 'teacher');
const theme = 'Provas lado a lado';

test('the forms of a theme are listed with what they measure and, from ten attempts on, their marks', async () => {
  const first = await aTest(app.db, { theme, keys: ['A', 'B', 'C', 'D'] });
  const second = await aTest(app.db, { theme, keys: ['A', 'B'] });
  await aTest(app.db, { theme, schoolClass: '5º Ano' });
  await anObjective(app.db, { code: 'LADO.1', text: 'Comparar' });
  await app.db.count(`update questions set objective = 'LADO.1', difficulty = 4 where id = $1`, [
    second.questions[0]?.id,
  ]);
  const look = async () => (await teacher.get(`/api/teacher/tests/${second.id}/forms`)).body;
  expect(await look()).toEqual({
    discipline: 'Matemática',
    theme,
    schoolClass: '4º Ano',
    forms: [
      { id: first.id, form: 'A', active: true, questionCount: 4, attempts: 0, mean: null, spread: null },
      { id: second.id, form: 'B', active: true, questionCount: 2, attempts: 0, mean: null, spread: null },
    ],
    blueprint: [
      { kind: 'objective', name: 'LADO.1', text: 'Comparar', counts: [0, 1] },
      expect.objectContaining({ kind: 'objective', counts: [4, 1] }),
      { kind: 'category', name: 'Aplicação', text: null, counts: [4, 2] },
      { kind: 'difficulty', name: '4', text: null, counts: [0, 1] },
    ],
  });

  for (let place = 0; place < 10; place += 1) {
    const parent = await aParent(app);
    const child = await aChild(parent);
    const { body } = await parent.post('/api/attempts', { childId: child.id, testId: first.id });
    for (const { id } of body.questions.slice(0, place < 5 ? 4 : 1)) {
      const key = first.questions.find((question) => question.id === id)?.correctAnswer;
      await parent.post('/api/answers', { attemptId: body.id, questionId: id, selectedAnswer: key });
    }
    expect((await look()).forms[0]).toMatchObject({ attempts: place, mean: null });
    await parent.put(`/api/attempts/${body.id}`, { completed: true });
  }
  // Five children answered everything right, five one question of four: 62.5 on average.
  expect((await look()).forms).toMatchObject([
    { attempts: 10, mean: 63, spread: 40 },
    { attempts: 0, mean: null },
  ]);
  expect((await teacher.get('/api/teacher/tests/999999/forms')).status).toBe(404);
});

test('a new form copies the particulars, gets the next letter, and is inactive', async () => {
  const particulars = {
    discipline: 'Geografia',
    theme: 'Rios de Angola',
    schoolClass: '5º Ano',
    description: 'Nascente e foz.',
    difficultyLevel: 'Avançado',
    evaluationType: 'Somativo',
    shuffle: true,
  };
  const { body: original } = await teacher.post('/api/teacher/tests', { ...particulars });
  const begun = await teacher.post(`/api/teacher/tests/${original.id}/forms`, {});
  expect(begun.status).toBe(201);
  expect(begun.body).toMatchObject({ ...particulars, form: 'B', active: false, questionCount: 0 });
  // The letter of an inactive form is not given to another one.
  expect((await teacher.post(`/api/teacher/tests/${original.id}/forms`, {})).body.form).toBe('C');
  const [noted] = await app.db.rows<{ after: Record<string, unknown> }>(
    `select after from audit_log where action = 'test.created' and subject = $1`,
    [`test ${begun.body.id}`],
  );
  expect(noted?.after).toMatchObject({ from: original.id, form: 'B' });
});

test('a letter of another active form is refused by name; without one the first free letter is used', async () => {
  const fields = { discipline: 'Artes', theme: 'Cores', schoolClass: '2º Ano' };
  const make = (more: object = {}) => teacher.post('/api/teacher/tests', { ...fields, ...more });
  const a = (await make()).body;
  expect(a.form).toBe('A');
  expect((await make({ form: 'c' })).body.form).toBe('C');
  const taken = await make({ form: 'C' });
  expect(taken.status).toBe(400);
  expect(taken.body.fields).toEqual({ form: 'Este tema já tem uma prova C em uso. A primeira letra livre é B.' });
  expect((await make({ form: '1' })).status).toBe(400);

  const b = (await make()).body;
  expect(b.form).toBe('B');
  // If a change does not mention the letter, it is kept; if the test moves to a theme that has the letter already, it gets a free one.
  expect((await teacher.put(`/api/teacher/tests/${b.id}`, { ...fields, theme: 'cores' })).body.form).toBe('B');
  const other = (await teacher.post('/api/teacher/tests', { ...fields, theme: 'Formas', form: 'B' })).body;
  expect((await teacher.put(`/api/teacher/tests/${other.id}`, fields)).body.form).toBe('D');

  // Deactivated, and activated again after another form took its letter.
  const toggle = async (id: number) => (await teacher.request('PATCH', `/api/teacher/tests/${id}/toggle-active`)).body;
  expect(await toggle(a.id)).toMatchObject({ active: false, form: 'A' });
  expect((await make()).body.form).toBe('A');
  expect(await toggle(a.id)).toMatchObject({ active: true, form: 'E' });
});
