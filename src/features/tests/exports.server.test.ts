import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { multipart, testApp } from '../../../test/support/app.ts';
import { anObjective, aTest, aUser } from '../../../test/support/builders.ts';

const app = await testApp();
const teacher = await aUser(app, 'teacher');

async function bytesOf(path: string): Promise<{ bytes: Buffer; type: string; name: string }> {
  const reply = await app.frame.server.inject({ url: path, headers: { cookie: teacher.cookie ?? '' } });
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200);
  return {
    bytes: reply.rawPayload,
    type: String(reply.headers['content-type']),
    name: String(reply.headers['content-disposition']),
  };
}

async function bringIn(testId: number, name: string, bytes: Uint8Array | string, fields: Record<string, string> = {}) {
  const { payload, headers } = multipart({ dryRun: 'false', ...fields }, { name, type: 'text/plain', bytes });
  const reply = await teacher.request('POST', `/api/teacher/tests/${testId}/import`, payload, headers);
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  return reply.body;
}

interface Listed {
  id: number;
  [field: string]: unknown;
}
await anObjective(app.db, { code: 'MAT.4.1: fracções' });
const asked = async (testId: number) =>
  ((await teacher.get(`/api/teacher/tests/${testId}/questions`)).body as Listed[]).map(
    ({
      statement,
      passage,
      alternatives,
      correctAnswer,
      explanation,
      weight,
      skillCategory,
      objective,
      statementHtml,
      alternativesHtml,
    }) => ({
      statement,
      passage,
      alternatives,
      correctAnswer,
      explanation,
      weight,
      skillCategory,
      objective,
      statementHtml,
      alternativesHtml,
    }),
  );

const ODD = JSON.stringify([
  {
    statement: '=HYPERLINK("http://x";"y")',
    alternatives: ['+1', '-1', '@SUM(A1)', '＝1'],
    correctAnswer: 'C',
    explanation: "'=já tinha",
    weight: 3,
    skillCategory: 'Análise',
  },
  {
    statement: 'Duas linhas,\n"aspas"; e vírgulas',
    passage: 'Um texto — com travessão\n\n  e recuo',
    alternatives: ['A) sim | não', 'B) ção 🍊'],
    correctAnswer: 'B',
    objective: 'MAT.4.1: fracções',
  },
  {
    statement: 'Quanto é $\\frac{1}{2}$ de \\$8?',
    alternatives: ['$2^2$', '{4}~#'],
    correctAnswer: 'A',
    explanation: ']]> fim',
  },
]);

test('T47 nothing that leaves for a spreadsheet is computed there, and it comes back as it was', async () => {
  const from = await aTest(app.db, { keys: [] });
  await bringIn(from.id, 'x.json', ODD);
  const csv = (await bytesOf(`/api/teacher/tests/${from.id}/export?format=csv&scope=all`)).bytes.toString();
  expect(csv).toContain(`"'=HYPERLINK(""http://x"";""y"")"`);
  for (const cell of ['+1', '-1', '@SUM(A1)', '＝1', "'=já tinha"]) expect(csv).toContain(`"'${cell}"`);
  const cells = [...csv.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell as string);
  expect(cells.filter((cell) => /^[=+\-@\t\r＝]/.test(cell))).toEqual([]);
  const workbook = unzipSync((await bytesOf(`/api/teacher/tests/${from.id}/export?format=excel&scope=all`)).bytes);
  const sheet = strFromU8(workbook['xl/worksheets/sheet1.xml'] as Uint8Array);
  expect(strFromU8(workbook['xl/sharedStrings.xml'] as Uint8Array)).toContain('=HYPERLINK');
  expect(sheet).not.toMatch(/<f[ >]/);
  const kept = [...sheet.matchAll(/<c [^>]*>/g)].map(([cell]) => cell);
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter((cell) => !cell.includes('t="s"'))).toEqual([]);
  const to = await aTest(app.db, { keys: [] });
  await bringIn(to.id, 'x.csv', csv);
  expect(await asked(to.id)).toEqual(await asked(from.id));
});

test.each([
  ['json', 'x.json', 'application/json; charset=utf-8'],
  ['csv', 'x.csv', 'text/csv; charset=utf-8'],
  ['excel', 'x.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['gift', 'x.gift.txt', 'text/plain; charset=utf-8'],
  ['moodle', 'x.xml', 'application/xml; charset=utf-8'],
  ['qti', 'x.qti.zip', 'application/zip'],
] as const)('%s leaves one test and comes into another with the same questions', async (format, name, type) => {
  const from = await aTest(app.db, { keys: [], theme: 'Ângulos & áreas' });
  await bringIn(from.id, 'x.json', ODD);
  const file = await bytesOf(`/api/teacher/tests/${from.id}/export?format=${format}&scope=all`);
  expect(file.type).toBe(type);
  expect(file.name).toMatch(/^attachment; filename="?matematica-angulos-areas-4o-ano\./);
  const to = await aTest(app.db, { keys: [] });
  expect((await bringIn(to.id, name, file.bytes)).counts).toMatchObject({ created: 3 });
  expect(await asked(to.id)).toEqual(await asked(from.id));
  // And once more onto itself: nothing is new, and what is replaced is the same.
  expect((await bringIn(to.id, name, file.bytes, { overwriteDuplicates: 'true' })).counts).toMatchObject({
    replaced: 3,
  });
  expect(await asked(to.id)).toEqual(await asked(from.id));
});

test('all, what the filters show, or what is ticked; with and without names of columns and facts of the test', async () => {
  const { id, questions } = await aTest(app.db, { keys: ['A', 'B', 'C'], weights: [1, 2, 3] });
  const path = `/api/teacher/tests/${id}/export?format=json`;
  const list = async (more: string) => JSON.parse((await bytesOf(path + more)).bytes.toString());
  expect((await list('')).questions).toHaveLength(3);
  expect((await list('')).test).toMatchObject({ Disciplina: 'Matemática', 'Ano escolar': '4º Ano' });
  expect(
    (await list('&scope=filtered&search=2 LARANJAS')).questions.map((one: { weight: number }) => one.weight),
  ).toEqual([3]);
  expect((await list('&scope=all&search=nada')).questions).toHaveLength(3);
  expect(await list(`&scope=selected&ids=${questions[2]?.id},${questions[0]?.id}&metadata=false`)).toMatchObject([
    { weight: 1 },
    { weight: 3 },
  ]);
  expect((await teacher.get(`${path}&scope=selected`)).body.code).toBe('invalid-input');
  expect((await teacher.get(`${path}&scope=filtered&category=Síntese`)).body.code).toBe('nothing-to-export');
  const bare = (
    await bytesOf(`/api/teacher/tests/${id}/export?format=csv&headers=false&metadata=false`)
  ).bytes.toString();
  expect(bare.split('\r\n')).toHaveLength(4);
  const to = await aTest(app.db, { keys: [] });
  expect((await bringIn(to.id, 'x.csv', bare, { skipHeader: 'false' })).counts.created).toBe(3);
});

test('a printed test has its questions, and its key on a page apart', async () => {
  const { id } = await aTest(app.db, { keys: ['A', 'B'] });
  const file = await bytesOf(`/api/teacher/tests/${id}/export?format=pdf&scope=all`);
  expect(file.type).toBe('application/pdf');
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('every template imports as it is', async () => {
  for (const [format, name] of [
    ['json', 'm.json'],
    ['csv', 'm.csv'],
    ['excel', 'm.xlsx'],
    ['gift', 'm.gift.txt'],
    ['moodle', 'm.xml'],
    ['qti', 'm.zip'],
    ['aiken', 'm.aiken.txt'],
  ] as const) {
    const { id } = await aTest(app.db, { keys: [] });
    const file = await bytesOf(`/api/teacher/templates/${format}`);
    expect((await bringIn(id, name, file.bytes)).counts).toMatchObject({ created: 2, wrong: 0 });
  }
});
