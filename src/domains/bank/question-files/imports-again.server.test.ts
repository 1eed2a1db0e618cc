import { expect, test } from 'vitest';
import { multipart, testApp } from '../../../../test/support/app.ts';
import { aTest, aUser } from '../../../../test/support/builders.ts';

// A file that is imported again, changed or not.

const app = await testApp();
const teacher = await aUser(app, 'teacher');

async function send(testId: number, name: string, bytes: string, fields: Record<string, string> = {}) {
  const { payload, headers } = multipart(fields, { name, type: 'text/plain', bytes });
  return teacher.request('POST', `/api/teacher/tests/${testId}/import`, payload, headers);
}
const store = (testId: number, name: string, bytes: string, fields: Record<string, string> = {}) =>
  send(testId, name, bytes, { dryRun: 'false', ...fields });
const REPLACE = { overwriteDuplicates: 'true' };
type Row = { verdict: string; differences: string[]; notes: string[]; problems: string[] };
const rowsOf = async (testId: number, bytes: string, fields = {}, name = 'x.csv') =>
  (await send(testId, name, bytes, fields)).body.rows as Row[];
const lastOf = async (testId: number) => (await teacher.get(`/api/teacher/tests/${testId}/questions`)).body.at(-1);

const HEAD = 'Pergunta;A;B;C;Certa;Peso;Explicação;Categoria\n';

test('what a corrected file changes is said, and with the switch on it is stored', async () => {
  const { id } = await aTest(app.db);
  const first = `${HEAD}Capital do Bié?;Cuíto;Camacupa;Andulo;B;1;;\n`;
  const corrected = `${HEAD}Capital do Bié?;Cuíto;Camacupa;Chinguar;A;5;Cuíto é a capital.;Conhecimento\n`;
  await store(id, 'x.csv', first);
  expect(await rowsOf(id, first)).toMatchObject([{ verdict: 'duplicate', differences: [] }]);
  const differences = [
    'Resposta certa: B) «Camacupa» no teste, A) «Cuíto» no ficheiro.',
    'Alternativas: «Cuíto Camacupa Andulo» no teste, «Cuíto Camacupa Chinguar» no ficheiro.',
    'Explicação: nada no teste, «Cuíto é a capital.» no ficheiro.',
    'Categoria: nada no teste, «Conhecimento» no ficheiro.',
    'Peso: 1 no teste, 5 no ficheiro.',
  ];
  expect(await rowsOf(id, corrected)).toMatchObject([{ verdict: 'duplicate', differences }]);
  expect(await rowsOf(id, corrected, REPLACE)).toMatchObject([{ verdict: 'replaced', differences }]);
  await store(id, 'x.csv', corrected, REPLACE);
  expect(await lastOf(id)).toMatchObject({ correctAnswer: 'A', weight: 5, skillCategory: 'Conhecimento' });
});

test('a question that was edited after the preview is not overwritten', async () => {
  const { id } = await aTest(app.db);
  await store(id, 'x.csv', `${HEAD}Que dia é?;1;2;3;A;1;;\nQue mês é?;1;2;3;A;1;;\n`);
  const file = `${HEAD}Que dia é?;1;2;3;B;1;;\nQue mês é?;1;2;3;B;1;;\n`;
  const { state } = (await send(id, 'x.csv', file, REPLACE)).body;
  const key = async () => (await teacher.get(`/api/teacher/tests/${id}/questions`)).body.at(-2).correctAnswer;
  await app.db.count(
    "update questions set explanation = 'Nova.', revision = revision + 1 where test_id = $1 and statement = 'Que mês é?'",
    [id],
  );
  const refused = await store(id, 'x.csv', file, { ...REPLACE, state });
  expect([refused.status, refused.body.code, await key()]).toEqual([409, 'changed-meanwhile', 'A']);
  expect(refused.body.message).toContain('escolha o ficheiro de novo');
  const seen = (await send(id, 'x.csv', file, REPLACE)).body.state;
  expect((await store(id, 'x.csv', file, { ...REPLACE, state: seen })).body.counts.replaced).toBe(2);
  expect(await key()).toBe('B');
});

test('questions with the same statement and other alternatives are all stored, and none replaces another', async () => {
  const { id } = await aTest(app.db);
  const asking = (...rows: string[]) =>
    `Pergunta;A;B;C;Certa\n${rows.map((row) => `Qual é a palavra intrusa?;${row}\n`).join('')}`;
  expect((await store(id, 'x.csv', asking('cão;gato;mesa;C', 'azul;pão;verde;B'))).body.counts.created).toBe(2);
  const more = asking('rio;gato;lápis;C', 'azul;pão;roxo;B');
  const rows = await rowsOf(id, more, REPLACE);
  expect(rows.map(({ verdict, notes }) => [verdict, notes])).toEqual([
    ['created', ['O teste já tem uma questão com este enunciado e outras alternativas: esta fica como mais uma.']],
    ['replaced', []],
  ]);
  expect((await rowsOf(id, more)).map(({ verdict }) => verdict)).toEqual(['created', 'duplicate']);
});

test('a question that a file repeats with another key is refused as such', async () => {
  const { id } = await aTest(app.db);
  const file = 'Pergunta;A;B;C;Certa\nQuanto é 1+1?;2;3;4;A\nQuanto é  1+1?;3;2;4;B\nQuanto é 1+1?;2;3;4;B\n';
  expect((await rowsOf(id, file)).map(({ problems }) => problems)).toEqual([
    [],
    ['É igual à da linha 2: está repetida no ficheiro.'],
    ['É a mesma questão da linha 2, com outra resposta certa: deixe no ficheiro só a que está bem.'],
  ]);
});

test('what a file does not say stays as it was, and the preview names it; an empty cell clears', async () => {
  const { id } = await aTest(app.db);
  const full = `${HEAD}Quanto é 3x3?;9;6;12;A;5;São $3$ grupos de três.;Aplicação\n`;
  await store(id, 'x.csv', full);
  const { id: questionId, revision, statement, weight: five, ...last } = await lastOf(id);
  const { explanation: why, skillCategory: kind, correctAnswer } = last;
  const texts = { statement, alternatives: ['9', '6', '12'], correctAnswer, explanation: why };
  const fields = { ...texts, weight: five, skillCategory: kind, difficulty: 4, revision };
  const edited = await teacher.put(`/api/teacher/questions/${questionId}`, fields);
  expect(edited.status, edited.text).toBe(200);
  const before = await lastOf(id);
  expect([before.difficulty, before.explanationHtml]).toEqual([4, expect.stringContaining('<math')]);

  const aiken = 'Quanto é 3x3?\nA. 9\nB. 6\nC. 13\nANSWER: A\n';
  const [row] = await rowsOf(id, aiken, REPLACE, 'x.aiken.txt');
  expect([row?.verdict, row?.notes]).toEqual([
    'replaced',
    ['O ficheiro não diz a explicação, o peso, a categoria e a dificuldade: fica como estava.'],
  ]);
  await store(id, 'x.aiken.txt', aiken, REPLACE);
  const { weight, explanation, explanationHtml, skillCategory, difficulty } = before;
  expect(await lastOf(id)).toMatchObject({ weight, explanation, explanationHtml, skillCategory, difficulty });
  expect(JSON.parse((await lastOf(id)).alternatives)).toEqual(['A) 9', 'B) 6', 'C) 13']);

  await store(id, 'x.csv', `${HEAD}Quanto é 3x3?;9;6;12;A;;;\n`, REPLACE);
  expect(await lastOf(id)).toMatchObject({ weight: 5, explanation: null, skillCategory: null, difficulty: 4 });
});

test.each(['json', 'csv', 'excel', 'gift', 'moodle', 'qti'])(
  'the difficulty of a question comes back from %s',
  async (format) => {
    const { id } = await aTest(app.db);
    const list = [
      { statement: 'Qual é a mais difícil?', alternatives: ['Esta', 'Essa'], correctAnswer: 'A', difficulty: 5 },
    ];
    expect((await store(id, 'x.json', JSON.stringify(list))).body.counts.created).toBe(1);
    expect((await lastOf(id)).difficulty).toBe(5);
    const url = `/api/teacher/tests/${id}/export?format=${format}&scope=all`;
    const file = await app.frame.server.inject({ url, headers: { cookie: teacher.cookie ?? '' } });
    const name = /filename="?([^"]+)"?/.exec(String(file.headers['content-disposition']))?.[1] ?? '';
    const { id: other } = await aTest(app.db);
    const { payload, headers } = multipart({ dryRun: 'false' }, { name, type: 'text/plain', bytes: file.rawPayload });
    expect((await teacher.request('POST', `/api/teacher/tests/${other}/import`, payload, headers)).status).toBe(200);
    expect(await lastOf(other)).toMatchObject({ statement: 'Qual é a mais difícil?', difficulty: 5 });
  },
);
