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

test('questions with the same statement and other alternatives are all stored, and none replaces another', async () => {
  const { id } = await aTest(app.db);
  const asking = (...rows: string[]) =>
    `Pergunta;A;B;C;Certa\n${rows.map((row) => `Qual é a palavra intrusa?;${row}\n`).join('')}`;
  expect((await store(id, 'x.csv', asking('cão;gato;mesa;C', 'azul;pão;verde;B'))).body.counts.created).toBe(2);
  const more = asking('rio;gato;lápis;C', 'azul;pão;roxo;B');
  const rows = await rowsOf(id, more, REPLACE);
  expect(rows.map(({ verdict, notes }) => [verdict, notes])).toEqual([
    [
      'created',
      ['O teste já tem uma questão com este enunciado e outras alternativas: esta fica como mais uma.'],
    ],
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
    ['É a mesma pergunta da linha 2, com outra resposta certa: deixe no ficheiro só a que está bem.'],
  ]);
});
