import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aParent, aTest, aUser } from '../../../../test/support/builders.ts';
import { loadContent } from './content.server.ts';

const app = await testApp();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-content-'));
fs.mkdirSync(path.join(folder, 'bank'));
fs.mkdirSync(path.join(folder, 'figures'));
fs.mkdirSync(path.join(folder, 'curriculum'));
const curriculum = (themes: string) =>
  fs.writeFileSync(
    path.join(folder, 'curriculum', 'matematica.yaml'),
    `discipline: Matemática\nclasses:\n  - schoolClass: 4º Ano\n    themes:\n${themes}`,
  );
const theme = (code: string, name: string, objectives: [string, string][]) =>
  `      - code: ${code}\n        theme: ${name}\n        content: "partes"\n        objectives:\n${objectives
    .map(([objective, text]) => `          - code: ${objective}\n            text: ${text}\n`)
    .join('')}`;
curriculum(theme('MAT4.6', 'Fracções', [['MAT4.6.1', 'Ler fracções']]));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const bank = (statement: string, keys = ['q1', 'q2']) => `
discipline: Matemática
schoolClass: 4º Ano
tests:
  - key: mat4-x
    theme: Frações
    curriculumTheme: MAT4.6
    description: "Partes de um todo."
    difficultyLevel: Básico
    evaluationType: Diagnóstico
    questions:
${keys
  .map(
    (key) => `      - key: ${key}
        objective: MAT4.6.1
        statement: ${JSON.stringify(statement)}
        alternatives: ["A) $\\\\frac{1}{2}$", "B) <b>2</b>"]
        correctAnswer: A
        explanation: "Porque sim."
        skillCategory: Aplicação
        difficulty: 4
        figure: meio.svg
        figureAlt: "Meio círculo."`,
  )
  .join('\n')}
`;
const write = (text: string) => fs.writeFileSync(path.join(folder, 'bank', 'matematica-4.yaml'), text);
fs.writeFileSync(
  path.join(folder, 'figures', 'meio.svg'),
  '<!-- desenho -->\n<svg viewBox="0 0 2 2">\n  <path d="M0 0"/>\n</svg>\n',
);
const load = () => loadContent(app.db, app.frame.log, folder);

test('content is loaded once and updated where it changed; attempts and teachers’ edits are not changed', async () => {
  write(bank('Quanto é $\\frac{1}{2}$ de 1?'));
  expect(await load()).toEqual(expect.objectContaining({ tests: 1, questions: 2 }));
  const parent = await aParent(app);
  const child = await aChild(parent);
  const test_ = (await parent.get('/api/tests')).body[0];
  expect(test_).toMatchObject({ theme: 'Frações', schoolClass: '4º Ano', questionCount: 2 });
  const sitting = (await parent.post('/api/attempts', { childId: child.id, testId: test_.id })).body;
  expect(sitting.questions[0]).toMatchObject({
    figure: { svg: '<svg viewBox="0 0 2 2"><path d="M0 0"/></svg>', alt: 'Meio círculo.' },
  });
  expect(sitting.questions[0].statementHtml).toMatch(/^Quanto é <math.*<mfrac>.*<\/math> de 1\?$/);
  // Questions of the bank are shuffled, so the letter is unknown.
  expect(sitting.questions[0].alternativesHtml).toContainEqual(expect.stringMatching(/^[AB]\) &lt;b&gt;2&lt;\/b&gt;$/));
  expect(sitting.questions[0].statementHtml).not.toMatch(/style=/);

  // Loading again changes nothing; the ids stay the same.
  await load();
  expect((await parent.get('/api/tests')).body[0].id).toBe(test_.id);

  // Changed and shortened: new attempts get the change, the running one does not.
  write(bank('Metade de 1?', ['q2']));
  await load();
  const changed = (await (await aParent(app)).get(`/api/tests/${test_.id}`)).body;
  expect(changed.questions.map(({ statement }: { statement: string }) => statement)).toEqual(['Metade de 1?']);
  expect(changed.questions[0].id).toBe(sitting.questions[1].id);
  expect((await parent.post('/api/attempts', { childId: child.id, testId: test_.id })).body.questions).toEqual(
    sitting.questions,
  );

  // The duration of a test is frozen with its questions; the default applies without one.
  write(bank('Metade de 1?', ['q2']).replace('    questions:', '    duration: 90\n    questions:'));
  await load();
  expect((await parent.get('/api/tests')).body[0]).toMatchObject({ id: test_.id, duration: 90 });
  write(bank('Metade de 1?', ['q2']).replace('    questions:', '    duration: 121\n    questions:'));
  await expect(load()).rejects.toThrow('tests.0.duration');
  write(bank('Metade de 1?', ['q2']));
  await load();
  expect((await parent.get('/api/tests')).body[0]).toMatchObject({ duration: 15 });

  // After an edit by a teacher the file is no longer applied.
  await app.db.count('update tests set edited_at = now() where id = $1', [test_.id]);
  write(bank('Do ficheiro, outra vez'));
  await load();
  expect((await (await aParent(app)).get(`/api/tests/${test_.id}`)).body.questions[0].statement).toBe('Metade de 1?');

  // Removed from the files: the test leaves the catalogue, but the attempt continues.
  await app.db.count('update tests set edited_at = null where id = $1', [test_.id]);
  write(bank('Outro teste').replace('mat4-x', 'mat4-y'));
  await load();
  expect((await parent.get('/api/tests')).body.map(({ id }: { id: number }) => id)).not.toContain(test_.id);
  expect((await parent.post('/api/attempts', { childId: child.id, testId: test_.id })).status).toBe(200);
});

test('a theme with another spelling is the same test, with its attempts, and found by either spelling', async () => {
  const key = 'mat4-fraccoes';
  write(bank('Metade de 4?').replace('mat4-x', key));
  await load();
  const parent = await aParent(app);
  const child = await aChild(parent);
  const find = async (theme: string) =>
    (await parent.get(`/api/tests?theme=${encodeURIComponent(theme)}`)).body as { id: number; theme: string }[];
  const [before] = await find('Frações');
  const sitting = (await parent.post('/api/attempts', { childId: child.id, testId: before?.id })).body;
  await parent.post('/api/answers', {
    attemptId: sitting.id,
    questionId: sitting.questions[0].id,
    selectedAnswer: 'A',
  });
  write(bank('Metade de 4?').replace('mat4-x', key).replace('theme: Frações', 'theme: Fracções'));
  await load();
  for (const theme of ['Fracções', 'Frações', 'fraccoes'])
    expect(await find(theme)).toMatchObject([{ id: before?.id, theme: 'Fracções' }]);
  await parent.put(`/api/attempts/${sitting.id}`, { completed: true });
  const history = (await parent.get(`/api/recent-tests?childId=${child.id}`)).body;
  expect(history).toMatchObject([{ test: { theme: 'Fracções' } }]);
  expect((await parent.get(`/api/tests?childId=${child.id}&theme=Frações`)).body).toMatchObject([
    { id: before?.id, forChild: { taken: true } },
  ]);
});

test('an invalid file stops the load, and is named', async () => {
  write(bank('x').replace('Aplicação', 'Adivinhação'));
  await expect(load()).rejects.toThrow(/matematica-4\.yaml: tests\.0\.questions\.0\.skillCategory/);
});

test('a formula that is not TeX stops the load, and is named', async () => {
  write(bank('Quanto é $\\frac{1}$?'));
  await expect(load()).rejects.toThrow(/A fórmula .*não se consegue ler/);
});

/** Returns parallel tests of one theme in the file, with their keys and letters. */
const parallel = (...forms: [key: string, form: string][]) => {
  const [head, tests] = bank('Metade?', ['q1']).split('tests:\n') as [string, string];
  const one = ([key, form]: [string, string]) =>
    tests.replace('mat4-x', key).replace('theme: Frações', `form: ${form}\n    theme: Metades`);
  return `${head}tests:\n${forms.map(one).join('')}`;
};
const lettersNow = async () =>
  Object.fromEntries(
    (
      await app.db.rows<{ key: string; form: string }>(
        `select coalesce(content_key, author_id::text) as key, form from tests where theme = 'Metades' and active`,
      )
    ).map(({ key, form }) => [key, form]),
  );

test('forms of a theme are loaded with their letters, which may be exchanged', async () => {
  write(parallel(['mat4-m', 'A'], ['mat4-m-b', 'B']));
  await load();
  expect(await lettersNow()).toEqual({ 'mat4-m': 'A', 'mat4-m-b': 'B' });
  expect(
    await app.db.rows(
      `select v.objective, v.difficulty from version_questions v join tests t on t.version_id = v.version_id where t.content_key = 'mat4-m'`,
    ),
  ).toEqual([{ objective: 'MAT4.6.1', difficulty: 4 }]);

  write(parallel(['mat4-m', 'B'], ['mat4-m-b', 'A']));
  await load();
  expect(await lettersNow()).toEqual({ 'mat4-m': 'B', 'mat4-m-b': 'A' });

  // A letter that one test gives up and a new test takes, in the same load.
  write(parallel(['mat4-m', 'B'], ['mat4-m-c', 'A']));
  await load();
  expect(await lettersNow()).toEqual({ 'mat4-m': 'B', 'mat4-m-c': 'A' });
});

test('the letter of a teacher’s test is not overwritten', async () => {
  const teacher = await aUser(app, 'teacher');
  const made = await teacher.post('/api/teacher/tests', {
    discipline: 'Matemática',
    theme: 'metades',
    schoolClass: '4º Ano',
  });
  expect(made.body.form).toBe('C');
  write(parallel(['mat4-m', 'B'], ['mat4-m-c', 'A'], ['mat4-m-d', 'C']));
  await load();
  expect(await lettersNow()).toMatchObject({ 'mat4-m': 'B', 'mat4-m-c': 'A', 'mat4-m-d': 'D' });
});

test('a changed drawing reloads its questions', async () => {
  const drawn = () =>
    app.db.rows(
      `select distinct figure_svg from questions q join tests t on t.id = q.test_id where t.content_key = 'mat4-m'`,
    );
  const before = await drawn();
  fs.writeFileSync(path.join(folder, 'figures', 'meio.svg'), '<svg viewBox="0 0 2 2"><path d="M1 1"/></svg>');
  await load();
  expect(await drawn()).not.toEqual(before);
  expect(await drawn()).toEqual([{ figureSvg: '<svg viewBox="0 0 2 2"><path d="M1 1"/></svg>' }]);
});

test('drawings as alternatives become stored pictures of them, described by the words in brackets', async () => {
  fs.writeFileSync(
    path.join(folder, 'figures', 'roda.svg'),
    '<svg viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>',
  );
  const drawn = bank('Qual é redonda?', ['q1'])
    .replace('mat4-x', 'mat4-figuras')
    .replace('theme: Frações', 'theme: Figuras')
    .replace(/alternatives: \[.*\]/, 'alternatives: ["A) ![uma roda](roda.svg)", "B) ![meio círculo](meio.svg)"]');
  fs.writeFileSync(path.join(folder, 'bank', 'matematica-6.yaml'), drawn);
  await load();
  const [question] = await app.db.rows<{ alternatives: string[] }>(
    `select alternatives from questions q join tests t on t.id = q.test_id where t.content_key = 'mat4-figuras'`,
  );
  const stored = /^([AB])\) !\[(.+)\]\(\/api\/images\/([0-9a-f]{32})\)$/;
  const found = question?.alternatives.map((text) => stored.exec(text)) ?? [];
  expect(found.map((one) => one?.slice(1, 3))).toEqual([
    ['A', 'uma roda'],
    ['B', 'meio círculo'],
  ]);
  expect(new Set(found.map((one) => one?.[3])).size).toBe(2);
  const parent = await aParent(app);
  for (const one of found) expect((await parent.get(`/api/images/${one?.[3]}`)).status).toBe(200);
  fs.writeFileSync(path.join(folder, 'bank', 'matematica-6.yaml'), drawn.replace('roda.svg', 'nada.svg'));
  await expect(load()).rejects.toThrow('matematica-6.yaml: mat4-figuras/q1: there is no nada.svg');
  fs.writeFileSync(path.join(folder, 'bank', 'matematica-6.yaml'), drawn);
});

test('if any file has an error, nothing is loaded', async () => {
  const before = await lettersNow();
  const good = parallel(['mat4-novo', 'F']);
  for (const [bad, message] of [
    [good.replace('meio.svg', 'nada.svg'), 'matematica-5.yaml: mat4-novo/q1: there is no nada.svg'],
    [
      good.replace('statement: "Metade?"', 'statement: "Metade $\\\\frac{1}$?"'),
      /matematica-5\.yaml: mat4-novo\/q1: A fórmula/,
    ],
    [
      parallel(['mat4-m', 'E']),
      'matematica-5.yaml: mat4-m: the key mat4-m is already in content/bank/matematica-4.yaml',
    ],
    [parallel(['mat4-novo', 'B']), /mat4-novo: form B of 4º Ano\|Matemática\|metades is already in/],
  ] as const) {
    write(parallel(['mat4-m', 'B'], ['mat4-m-e', 'E']).replace('Metade?', 'Outra metade?'));
    fs.writeFileSync(path.join(folder, 'bank', 'matematica-5.yaml'), bad);
    await expect(load()).rejects.toThrow(message);
    expect(await lettersNow()).toEqual(before);
  }
  fs.rmSync(path.join(folder, 'bank', 'matematica-5.yaml'));
});

test('the curriculum is loaded first: new entries are added, unedited ones updated, edited or deleted ones left alone', async () => {
  const teacher = await aUser(app, 'teacher');
  const planOf = async () =>
    (await teacher.get('/api/teacher/curriculum?discipline=Matemática&class=4º Ano')).body.themes as {
      id: number;
      code: string;
      theme: string;
      objectives: { id: number; code: string; text: string }[];
    }[];
  write(bank('Quanto?', ['q1', 'q2']).replace('mat4-x', 'mat4-curriculo'));
  await load();
  const [first] = await planOf();
  expect(first).toMatchObject({ code: 'MAT4.6', objectives: [{ code: 'MAT4.6.1', text: 'Ler fracções' }] });
  const mine = (
    await teacher.post(`/api/teacher/curriculum/themes/${first?.id}/objectives`, { text: 'Escrito por um professor' })
  ).body;
  expect(mine.code).toBe('MAT4.6.2');

  curriculum(
    theme('MAT4.7', 'Decimais', [['MAT4.7.1', 'Ler décimas']]) +
      theme('MAT4.6', 'Fracções e partes', [
        ['MAT4.6.1', 'Ler e escrever fracções'],
        ['MAT4.6.2', 'Outra coisa com o mesmo código'],
        ['MAT4.6.3', 'Comparar fracções'],
      ]),
  );
  await load();
  expect(await planOf()).toMatchObject([
    {
      code: 'MAT4.6',
      theme: 'Fracções e partes',
      objectives: [
        { code: 'MAT4.6.1', text: 'Ler e escrever fracções' },
        { code: 'MAT4.6.2', text: 'Escrito por um professor' },
        { code: 'MAT4.6.3', text: 'Comparar fracções' },
      ],
    },
    { code: 'MAT4.7', theme: 'Decimais', objectives: [{ code: 'MAT4.7.1' }] },
  ]);

  // Changed and deleted in the application: the files undo neither, and their question is loaded without the objective.
  await teacher.put(`/api/teacher/curriculum/themes/${first?.id}`, { theme: 'As minhas fracções' });
  const [, decimals] = await planOf();
  await teacher.request('DELETE', `/api/teacher/curriculum/themes/${decimals?.id}`);
  curriculum(
    theme('MAT4.6', 'Outra vez', [['MAT4.6.1', 'Ler fracções, por fim']]) +
      theme('MAT4.7', 'Decimais', [['MAT4.7.1', 'Ler décimas']]),
  );
  write(bank('Décimas?', ['q1']).replace('mat4-x', 'mat4-decimais').replace('MAT4.6.1', 'MAT4.7.1'));
  await load();
  expect((await planOf()).map(({ code, theme: name }) => [code, name])).toEqual([['MAT4.6', 'As minhas fracções']]);
  expect((await planOf())[0]?.objectives[0]?.text).toBe('Ler fracções, por fim');
  const [brought] = await app.db.rows<{ objective: string | null }>(
    `select objective from questions q join tests t on t.id = q.test_id where t.content_key = 'mat4-decimais'`,
  );
  expect(brought).toEqual({ objective: null });
});

test('objectives that are not in the curriculum are removed from questions, and the old text is logged', async () => {
  const { questions } = await aTest(app.db, { keys: ['A'] });
  // The state of a database from before the curriculum existed.
  await app.db.script('alter table questions drop constraint questions_objective');
  await app.db.count(`update questions set objective = 'Somar e tirar' where id = $1`, [questions[0]?.id]);
  await app.db.script(
    'alter table questions add constraint questions_objective foreign key (objective) references curriculum_objectives (code) not valid',
  );
  await load();
  expect(await app.db.row('select objective, revision from questions where id = $1', [questions[0]?.id])).toEqual({
    objective: null,
    revision: 2,
  });
  expect(
    await app.db.row('select user_id, before from audit_log where subject = $1', [`question ${questions[0]?.id}`]),
  ).toEqual({ userId: null, before: { objective: 'Somar e tirar' } });
});
