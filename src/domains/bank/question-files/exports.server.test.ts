import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { multipart, testApp } from '../../../../test/support/app.ts';
import { anObjective, aTest, aUser } from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { QUESTION_FORMATS, TWO_WAY_FORMATS } from '../../../shared/questions/question-formats.ts';
import { openZip, zipInParts } from '../question-formats/zip.server.ts';

const app = await testApp();
const teacher = await aUser(app, 'teacher');

async function bytesOf(path: string): Promise<{ bytes: Buffer; type: string; name: string }> {
  const reply = await app.frame.server.inject({ url: path, headers: { cookie: teacher.cookie ?? '' } });
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200);
  const [, name = ''] = /^attachment; filename="?([\w.-]+)"?$/.exec(String(reply.headers['content-disposition'])) ?? [];
  return { bytes: reply.rawPayload, type: String(reply.headers['content-type']), name };
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

test('T47 no exported cell is a formula to a spreadsheet, and imports restore the original text', async () => {
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
  // Only the weights (column K) are numbers; every text is wrapped.
  expect(kept.filter((cell) => !cell.includes('t="s"')).map((cell) => /r="(\w+)"/.exec(cell)?.[1])).toEqual([
    'K2',
    'K3',
    'K4',
  ]);
  expect(strFromU8(workbook['xl/styles.xml'] as Uint8Array)).toContain('wrapText="1"');
  const to = await aTest(app.db, { keys: [] });
  await bringIn(to.id, 'x.csv', csv);
  expect(await asked(to.id)).toEqual(await asked(from.id));
});

// The lossless formats; the hint of every other format says what it loses.
test.each(TWO_WAY_FORMATS.filter((format) => !('hint' in QUESTION_FORMATS[format])))(
  '%s is exported from one test and imported into another with the same questions',
  async (format) => {
    const from = await aTest(app.db, { keys: [], theme: 'Ângulos & áreas' });
    await bringIn(from.id, 'x.json', ODD);
    const file = await bytesOf(`/api/teacher/tests/${from.id}/export?format=${format}&scope=all`);
    expect(file.type).toBe(QUESTION_FORMATS[format].type);
    expect(file.name).toMatch(/^matematica-angulos-areas-4o-ano-prova-[a-z]\./);
    const to = await aTest(app.db, { keys: [] });
    expect((await bringIn(to.id, file.name, file.bytes)).counts).toMatchObject({ created: 3 });
    expect(await asked(to.id)).toEqual(await asked(from.id));
    // The file is imported into its own test again: no question is new, and the replaced questions are unchanged.
    expect((await bringIn(to.id, file.name, file.bytes, { overwriteDuplicates: 'true' })).counts).toMatchObject({
      replaced: 3,
    });
    expect(await asked(to.id)).toEqual(await asked(from.id));
  },
);

test('exports cover all, the filtered or the selected questions, with and without column names and facts of the test', async () => {
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

test('a printed test has its questions, and its key on a separate page', async () => {
  const { id } = await aTest(app.db, { keys: ['A', 'B'] });
  const file = await bytesOf(`/api/teacher/tests/${id}/export?format=pdf&scope=all`);
  expect(file.type).toBe('application/pdf');
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('every template file can be imported unchanged', async () => {
  for (const format of TWO_WAY_FORMATS) {
    const { id } = await aTest(app.db, { keys: [] });
    const file = await bytesOf(`/api/teacher/templates/${format}`);
    expect((await bringIn(id, file.name, file.bytes)).counts).toMatchObject({ created: 2, wrong: 0 });
  }
});

test.each(TWO_WAY_FORMATS.filter((format) => QUESTION_FORMATS[format].pictures))(
  '%s moves drawings and pictures to another test unchanged',
  async (format) => {
    const from = await aTest(app.db, { keys: [] });
    const made = await bringIn(from.id, 'x.json', await PICTURED());
    expect(made).toMatchObject({ pictures: 3, counts: { created: 4 } });
    const file = await bytesOf(`/api/teacher/tests/${from.id}/export?format=${format}&scope=all`);
    const to = await aTest(app.db, { keys: [] });
    expect(await bringIn(to.id, file.name, file.bytes)).toMatchObject({ pictures: 3, counts: { created: 4 } });
    const shown = await pictures(to.id);
    expect(shown).toEqual(await pictures(from.id));
    expect(shown.map((one) => Object.keys(one))).toEqual([['figure'], ['figure'], ['image'], []]);
    // Importing the same questions again finds them by their pictures too.
    expect(await bringIn(to.id, file.name, file.bytes)).toMatchObject({ counts: { created: 0, duplicate: 4 } });
  },
);

test('undoing an import that replaced a picture restores the earlier one', async () => {
  const { id } = await aTest(app.db, { keys: [] });
  const [, , image] = JSON.parse(await PICTURED());
  await bringIn(id, 'x.json', JSON.stringify([{ ...image, image: null }]));
  const { batchId } = await bringIn(id, 'x.json', JSON.stringify([image]), { overwriteDuplicates: 'true' });
  expect(await pictures(id)).toMatchObject([{ image: { alt: 'Uma cor' } }]);
  // A file without the picture leaves the stored picture unchanged.
  await bringIn(id, 'x.json', JSON.stringify([{ ...image, explanation: 'Outra.', image: null }]), {
    overwriteDuplicates: 'true',
  });
  expect(await pictures(id)).toMatchObject([{ image: { alt: 'Uma cor' } }]);
  expect((await teacher.post(`/api/teacher/imports/${batchId}/undo`)).status).toBe(409);
  const [, second] = (await teacher.get(`/api/teacher/tests/${id}/imports`)).body.map((one: Listed) => one.id);
  expect(second).toBe(batchId);
  const [latest] = (await teacher.get(`/api/teacher/tests/${id}/imports`)).body as Listed[];
  expect((await teacher.post(`/api/teacher/imports/${latest?.id}/undo`)).status).toBe(200);
  expect((await teacher.post(`/api/teacher/imports/${batchId}/undo`)).status).toBe(200);
  expect(await pictures(id)).toEqual([{}]);
});

test.each([
  ['a drawing with a script', { figure: { svg: SVG('<script>alert(1)</script>'), alt: 'x' } }, /O desenho \(SVG\)/],
  ['a drawing with an event handler', { figure: { svg: SVG('<rect fill="none" onclick="x()"/>'), alt: 'x' } }, /SVG/],
  [
    'a picture whose bytes are not a picture',
    { image: { data: 'data:image/png;base64,bm9uZQ==', alt: 'x' } },
    /PNG, JPEG ou WebP/,
  ],
  ['an incomplete picture', { image: { data: 'data:image/png;base64,iVBORw0KGgo=', alt: 'x' } }, /não se consegue ler/],
  ['two pictures', { figure: { svg: SVG(''), alt: 'x' }, image: { data: 'data:,x', alt: 'y' } }, /várias imagens/],
])('%s is refused in the verdict, and nothing is stored', async (_, more, reason) => {
  const { id } = await aTest(app.db, { keys: [] });
  const question = { statement: 'Um?', alternatives: ['x', 'y'], correctAnswer: 'A', ...more };
  const told = await bringIn(id, 'x.json', JSON.stringify([question]), { dryRun: 'true' });
  expect(told.rows).toMatchObject([{ verdict: 'wrong', problems: [expect.stringMatching(reason)] }]);
});

const pictures = async (testId: number) =>
  ((await teacher.get(`/api/teacher/tests/${testId}/questions`)).body as Listed[]).map(({ figure, image }) => ({
    ...(figure ? { figure } : {}),
    ...(image ? { image } : {}),
  }));

function SVG(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inside}</svg>`;
}

/** Returns two questions that differ only in their picture: one has a picture, the other has none. */
async function PICTURED(): Promise<string> {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#aa3311' } })
    .png()
    .toBuffer();
  const asked = { statement: 'Quantos vês?', alternatives: ['um', 'dois'], correctAnswer: 'A' };
  return JSON.stringify([
    { ...asked, figure: { svg: SVG('<circle cx="1" cy="2" r="1" fill="none"/>'), alt: 'Um «círculo» & mais' } },
    { ...asked, figure: { svg: SVG('<rect width="2" height="2" fill="none"/>'), alt: 'Um quadrado' }, passage: null },
    {
      ...asked,
      statement: 'Que cor é?',
      passage: 'Olha bem.\nAgora.',
      image: { data: `data:image/png;base64,${png.toString('base64')}`, alt: 'Uma cor' },
    },
    { ...asked, statement: 'E sem nada?' },
  ]);
}

test('the whole bank is exported as one archive, and each of its files imports the same questions', async () => {
  const first = await aTest(app.db, { keys: [], theme: 'Arquivo: primeiro', schoolClass: '7º Ano' });
  const second = await aTest(app.db, { keys: ['A', 'C'], theme: 'Arquivo: segundo', schoolClass: '7º Ano' });
  const empty = await aTest(app.db, { keys: [], theme: 'Arquivo: vazio', schoolClass: '7º Ano' });
  await bringIn(first.id, 'x.json', ODD);
  const { bytes, type, name } = await bytesOf('/api/teacher/export');
  expect([type, name]).toEqual(['application/zip', expect.stringMatching(/banco-de-questoes-\d{4}-\d\d-\d\d\.zip/)]);
  const files = openZip(bytes);
  const fileOf = (id: number) => [...files.values()].find(({ path }) => path.endsWith(`-${id}.json`));
  expect(fileOf(empty.id)).toBeUndefined();
  expect(fileOf(first.id)?.path).toBe(`7o-ano/matematica/arquivo-primeiro-prova-a-${first.id}.json`);
  for (const { id } of [first, second]) {
    const target = await aTest(app.db, { keys: [], schoolClass: '7º Ano' });
    await bringIn(target.id, 'volta.json', fileOf(id)?.unpack() ?? '');
    expect(await asked(target.id)).toEqual(await asked(id));
  }
  expect(
    await app.db.row(`select after from audit_log where action = 'questions.exported' order by id desc limit 1`),
  ).toMatchObject({ after: { rows: expect.any(Number) } });
});

test('an archive is written file by file, never faster than the client reads it', async () => {
  let asked = 0;
  async function* endless() {
    for (;;) {
      asked += 1;
      yield { path: `${asked}.txt`, bytes: Buffer.alloc(1_000_000, asked) };
    }
  }
  const parts = zipInParts(endless());
  for (let taken = 1; taken <= 5; taken += 1) {
    await parts.next();
    expect(asked).toBe(taken);
  }
  await parts.return(undefined);
});

test('a printed test has a line for an answer in writing, and its key the values; a sheet of circles is refused', async () => {
  const { id } = await aTest(app.db, { keys: [] });
  await bringIn(
    id,
    'x.gift',
    'Quanto é 7:2? {#3,5:0,1}\n\nQual é a cor do céu? {=azul =azulado}\n\nQual é? {=um ~dois}\n\nQuantas pessoas são? {#300000:1000}\n',
  );
  const printed = await bytesOf(`/api/teacher/tests/${id}/export?format=pdf&scope=all`);
  const [questions = '', key = ''] = (await pdfText(printed.bytes)).pages;
  expect(questions.match(/Resposta: _+/g)).toHaveLength(3);
  expect(key).toMatch(/3,5 ± 0,1.*azul ou azulado.*A.*300\s000\s±\s1\s000/s);
  const sheet = await teacher.get(`/api/teacher/tests/${id}/sheet`);
  expect([sheet.status, sheet.body.code]).toEqual([409, 'no-alternatives']);
});
