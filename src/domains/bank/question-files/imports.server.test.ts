import { randomUUID } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { multipart, testApp } from '../../../../test/support/app.ts';
import { aChildMidTest, anObjective, aParent, aTest, aUser } from '../../../../test/support/builders.ts';
import { WrittenReply } from '../../../server/http/written-reply.ts';
import { writeFile } from '../question-formats/writing.server.ts';
import { EXAMPLES } from './exports.rules.ts';
import { importFile } from './import-thread.server.ts';
import type { ImportReport } from './imports.contract.ts';

const app = await testApp();
const teacher = await aUser(app, 'teacher');
const parent = await aParent(app);

type Fields = Record<string, string>;

async function send(testId: number, name: string, bytes: string | Uint8Array, fields: Fields = {}, who = teacher) {
  const { payload, headers } = multipart(fields, { name, type: 'application/octet-stream', bytes });
  return who.request('POST', `/api/teacher/tests/${testId}/import`, payload, headers);
}
const store = (testId: number, name: string, bytes: string | Uint8Array, fields: Fields = {}) =>
  send(testId, name, bytes, { dryRun: 'false', ...fields });

const questionsOf = async (testId: number) =>
  (await teacher.get(`/api/teacher/tests/${testId}/questions`)).body as {
    id: number;
    statement: string;
    correctAnswer: string;
    alternatives: string;
    weight: number;
    objective: string | null;
  }[];

const CSV = 'Enunciado;A;B;C;Resposta\nQue cor tem o céu?;Azul;Verde;Roxo;A\nQuanto é 2 + 2?;3;4;5;B\n';

test('a preview gives a verdict for every row, and stores nothing', async () => {
  const { id } = await aTest(app.db);
  const before = await questionsOf(id);
  const reply = await send(id, 'novas.csv', `${CSV}Quantas pernas tem um gato?;2;4;;D\n`);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    dryRun: true,
    format: 'csv',
    pictures: 0,
    batchId: null,
    counts: { rows: 3, created: 2, replaced: 0, duplicate: 0, wrong: 1 },
  });
  expect(reply.body.rows[2]).toEqual({
    row: 4,
    verdict: 'wrong',
    label: 'Quantas pernas tem um gato?',
    problems: ['E (Resposta): A resposta «D» não está entre as alternativas (A a B).'],
    notes: [],
    questionId: null,
    differences: [],
    question: null,
  });
  expect(await questionsOf(id)).toEqual(before);
});

test('a preview shows each question as a child will see it: formulas drawn, the right alternative, the picture', async () => {
  const { id } = await aTest(app.db);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="currentColor"/></svg>';
  const list = [
    {
      statement: 'Quanto é $\\frac{1}{2}$ de 8?',
      passage: 'Tem 8 mangas.',
      alternatives: ['2', '$2^2$'],
      correctAnswer: 'B',
      figure: { svg, alt: 'Um quadrado' },
    },
  ];
  const reply = await send(id, 'x.json', JSON.stringify(list));
  expect(reply.body.rows[0].question).toMatchObject({
    statement: 'Quanto é $\\frac{1}{2}$ de 8?',
    passage: 'Tem 8 mangas.',
    alternatives: ['2', '$2^2$'],
    correct: 1,
    weight: 1,
    skillCategory: null,
    html: {
      statement: expect.stringMatching(/^Quanto é <math/),
      alternatives: [expect.stringMatching(/^2$/), expect.stringMatching(/^<math/)],
    },
    figure: { alt: 'Um quadrado', svg: expect.stringContaining('<rect') },
    image: null,
    imageIsLeftOut: false,
  });
  expect((await store(id, 'x.json', JSON.stringify(list))).body.rows[0].question).toBeNull();
});

test('a question answered in writing is previewed, stored and exported as such; a file without it says what changes', async () => {
  const { id } = await aTest(app.db);
  const gift =
    '// [tag:unidade=Kz]\n::Q1::Quanto custam 3 pães de 50 Kz?{#150:0.5}\n\nQual é o plural de pão?{=pães}\n';
  const preview = await send(id, 'x.gift.txt', gift);
  expect(preview.body.rows.map(({ question }: { question: object }) => question)).toMatchObject([
    { alternatives: [], answering: { way: 'number', accepted: ['150'], unit: 'Kz', tolerance: '0,5' } },
    { alternatives: [], answering: { way: 'word', accepted: ['pães'] } },
  ]);
  await store(id, 'x.gift.txt', gift);
  const exported = await teacher.get(`/api/teacher/tests/${id}/export?format=json&scope=all`);
  expect(exported.body.questions.slice(-2)).toMatchObject([
    { answering: { way: 'number', accepted: ['150'], unit: 'Kz', tolerance: '0,5' } },
    { answering: { way: 'word', accepted: ['pães'] } },
  ]);
  const aiken = await teacher.get(`/api/teacher/tests/${id}/export?format=aiken&scope=all`);
  expect([aiken.status, aiken.body.code]).toEqual([400, 'nothing-to-choose']);
  const chosen = 'Enunciado;A;B;Resposta\nQual é o plural de pão?;pães;pãos;A\n';
  const [row] = (await send(id, 'x.csv', chosen, { overwriteDuplicates: 'true' })).body.rows;
  expect([row.verdict, row.notes[0]]).toEqual([
    'replaced',
    expect.stringContaining('passa a responder-se por escolha'),
  ]);
});

test('T51 a file is stored as a whole or not at all, by teachers only, and a second import of it creates nothing', async () => {
  const { id } = await aTest(app.db);
  const before = await questionsOf(id);
  const refused = await store(id, 'x.csv', `${CSV}Sem resposta?;1;2;3;\n`);
  expect([refused.status, refused.body.code]).toEqual([400, 'wrong-rows']);
  expect(refused.body.message).toBe(
    'Há uma linha com problemas; nada foi importado. Linha 4: E (Resposta): Falta a resposta certa.',
  );
  expect(refused.body.fields).toEqual({ 'linha 4': 'E (Resposta): Falta a resposta certa.' });
  expect(await questionsOf(id)).toEqual(before);
  expect((await send(id, 'x.csv', CSV, { dryRun: 'false' }, parent)).status).toBe(403);
  expect((await send(id, 'x.csv', CSV, { dryRun: 'false' }, await aUser(app, 'admin'))).status).toBe(403);
  expect(await questionsOf(id)).toEqual(before);

  const stored = await store(id, 'x.csv', CSV);
  expect(stored.body).toMatchObject({ dryRun: false, counts: { created: 2 } });
  const again = await store(id, 'x.csv', CSV);
  expect(again.body).toMatchObject({ batchId: null, counts: { created: 0, duplicate: 2 } });
  const after = await questionsOf(id);
  expect(
    after
      .slice(before.length)
      .map(({ statement, correctAnswer, alternatives }) => [statement, correctAnswer, JSON.parse(alternatives)]),
  ).toEqual([
    ['Que cor tem o céu?', 'A', ['A) Azul', 'B) Verde', 'C) Roxo']],
    ['Quanto é 2 + 2?', 'B', ['A) 3', 'B) 4', 'C) 5']],
  ]);
});

test('two simultaneous imports of the same file create each question once', async () => {
  const { id } = await aTest(app.db);
  // On a busy machine one waits for its turn for too long, and is sent again as its reply says.
  const storeInTurn = async () => {
    let reply = await store(id, 'x.csv', CSV);
    while (reply.status === 429) reply = await store(id, 'x.csv', CSV);
    return reply;
  };
  const replies = await Promise.all([1, 2, 3].map(storeInTurn));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(replies.reduce((sum, { body }) => sum + body.counts.created, 0)).toBe(2);
});

test('rows of a file whose questions share a line are called by their number', async () => {
  const { id } = await aTest(app.db);
  const asked = (name: string) =>
    `<question type="multichoice"><questiontext><text>${name}</text></questiontext><answer fraction="100"><text>x</text></answer><answer fraction="0"><text>y</text></answer></question>`;
  const xml = `<quiz>${asked('Um?')}${asked('Dois?')}${asked('Um?')}</quiz>`;
  const { rows, numbering } = (await send(id, 'x.xml', xml)).body;
  expect([numbering, rows[2]]).toMatchObject([
    'question',
    { row: 3, problems: ['É igual à da questão 1: está repetida no ficheiro.'] },
  ]);
  expect((await store(id, 'x.xml', xml)).body).toMatchObject({
    code: 'wrong-rows',
    message:
      'Há uma questão com problemas; nada foi importado. Questão 3: É igual à da questão 1: está repetida no ficheiro.',
    fields: { 'questão 3': 'É igual à da questão 1: está repetida no ficheiro.' },
  });
});

test('wrong rows are left out on request', async () => {
  const { id } = await aTest(app.db);
  const reply = await store(id, 'x.csv', `${CSV}Sem resposta?;1;2;3;\n`, { leaveOutWrong: 'true' });
  expect(reply.body.counts).toMatchObject({ created: 2, wrong: 1 });
});

test('with the switch on, existing questions are replaced and keep their place and id, and undoing restores them', async () => {
  const { id } = await aTest(app.db);
  await store(id, 'x.csv', CSV);
  const before = await questionsOf(id);
  const better = CSV.replace('Roxo;A', 'Cinzento;A').replace('5;B', '22;B');
  expect((await send(id, 'x.csv', better, { overwriteDuplicates: 'true' })).body.counts).toMatchObject({
    replaced: 2,
    created: 0,
  });
  const stored = await store(id, 'x.csv', better, { overwriteDuplicates: 'true' });
  const after = await questionsOf(id);
  expect(after.map((one) => one.id)).toEqual(before.map((one) => one.id));
  expect(JSON.parse(after.at(-2)?.alternatives ?? '')).toEqual(['A) Azul', 'B) Verde', 'C) Cinzento']);
  const undone = await teacher.post(`/api/teacher/imports/${stored.body.batchId}/undo`);
  expect(undone.body).toMatchObject({ replaced: 2, undoneBy: 'Domingas Cassoma' });
  // The manual change may have increased the revision of the question, so only what a child reads is compared.
  expect((await questionsOf(id)).map(({ id: one, statement, alternatives }) => [one, statement, alternatives])).toEqual(
    before.map(({ id: one, statement, alternatives }) => [one, statement, alternatives]),
  );
  expect((await teacher.post(`/api/teacher/imports/${stored.body.batchId}/undo`)).body.code).toBe('already-undone');
});

test('undoing an import restores the objective to which that of a replaced question was joined meanwhile', async () => {
  const { id } = await aTest(app.db);
  const [old, other, into] = await Promise.all(
    ['ART8.90.1', 'ART8.90.2', 'ART8.90.3'].map(async (code) => ({ code, ...(await anObjective(app.db, { code })) })),
  );
  const measuring = (code = '') =>
    `Enunciado;A;B;Resposta;Objectivo\nQue cor tem a terra?;Vermelha;Azul;A;${code}\nE o mar?;Vermelho;Azul;B;${code}\n`;
  const objectives = async () => (await questionsOf(id)).slice(-2).map(({ objective }) => objective);
  await store(id, 'x.csv', measuring(old?.code));
  const stored = await store(id, 'x.csv', measuring(other?.code), { overwriteDuplicates: 'true' });
  expect(stored.body.counts).toMatchObject({ replaced: 2 });
  expect(await objectives()).toEqual([other?.code, other?.code]);
  await teacher.post(`/api/teacher/curriculum/objectives/${old?.id}/join`, { into: into?.id });
  expect((await teacher.post(`/api/teacher/imports/${stored.body.batchId}/undo`)).status).toBe(200);
  expect(await objectives()).toEqual([into?.code, into?.code]);
});

test('a batch is undone as a whole; children in the middle of the test keep their questions', async () => {
  const sitting = await aChildMidTest(app, parent, { discipline: 'História' });
  const { body } = await store(sitting.test.id, 'x.csv', CSV);
  const batches = (await teacher.get(`/api/teacher/tests/${sitting.test.id}/imports`)).body;
  expect(batches).toMatchObject([
    { id: body.batchId, fileName: 'x.csv', format: 'csv', created: 2, by: 'Domingas Cassoma', undoneAt: null },
  ]);
  expect((await teacher.get(`/api/tests/${sitting.test.id}`)).body.questions).toHaveLength(6);
  expect((await teacher.post(`/api/teacher/imports/${body.batchId}/undo`)).status).toBe(200);
  expect((await teacher.get(`/api/tests/${sitting.test.id}`)).body.questions).toHaveLength(4);
  expect((await sitting.answer(0, 'A')).status).toBe(200);
  expect((await sitting.complete()).body.totalScore).toBe(25);
  const log = await app.db.rows<{ action: string }>('select action from audit_log where subject = $1 order by id', [
    `test ${sitting.test.id}`,
  ]);
  expect(log.map(({ action }) => action)).toEqual(['questions.imported', 'questions.import-undone']);
});

test('a batch whose questions were edited since cannot be undone, and the reason is given', async () => {
  const { id } = await aTest(app.db);
  const { body } = await store(id, 'x.csv', CSV);
  await app.db.count(
    "update questions set explanation = 'Porque sim.' where test_id = $1 and statement like 'Que cor%'",
    [id],
  );
  const reply = await teacher.post(`/api/teacher/imports/${body.batchId}/undo`);
  expect([reply.status, reply.body.code]).toEqual([409, 'changed-since']);
  expect(reply.body.message).toMatch(/^Uma questão desta importação foi alterada/);
  expect(await questionsOf(id)).toHaveLength(6);
});

test('undoing an unknown batch is not found', async () => {
  expect((await teacher.post('/api/teacher/imports/2000000000/undo')).status).toBe(404);
  expect((await send(2_000_000_000, 'x.csv', CSV)).status).toBe(404);
  expect((await parent.post('/api/teacher/imports/1/undo')).status).toBe(403);
});

/** Returns a zip archive whose directory states the given sizes, true or not. */
function zipOf(entries: { name: string; bytes: Uint8Array; size?: number }[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, size = bytes.length } of entries) {
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    const heading = (signature: number, more: number) => {
      const head = Buffer.alloc(more);
      const at = signature === 0x02014b50 ? 2 : 0;
      head.writeUInt32LE(signature, 0);
      head.writeUInt16LE(20, 4 + at);
      head.writeUInt16LE(8, 8 + at);
      head.writeUInt32LE(crc32(bytes), 14 + at);
      head.writeUInt32LE(packed.length, 18 + at);
      head.writeUInt32LE(size, 22 + at);
      head.writeUInt16LE(path.length, 26 + at);
      return head;
    };
    const local = Buffer.concat([heading(0x04034b50, 30), path, packed]);
    const entry = heading(0x02014b50, 46);
    entry.writeUInt32LE(offset, 42);
    directory.push(Buffer.concat([entry, path]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

const sheet = (text: string) => strToU8(`<worksheet><sheetData>${text}</sheetData></worksheet>`);
const workbook = (sheetBytes: Uint8Array, size?: number) =>
  zipOf([
    { name: 'xl/workbook.xml', bytes: strToU8('<workbook><sheets><sheet name="a" sheetId="1"/></sheets></workbook>') },
    { name: 'xl/worksheets/sheet1.xml', bytes: sheetBytes, ...(size === undefined ? {} : { size }) },
  ]);

test('T48 a file that unpacks to far more than it states is refused quickly, with little memory', async () => {
  const { id } = await aTest(app.db);
  const noughts = new Uint8Array(60 * 1024 * 1024);
  const cells = Array.from({ length: 900_000 }, (_, index) => `<c><v>${(index * 7919) % 100_003}</v></c>`).join('');
  const bombs: [string, Uint8Array, number][] = [
    ['honest about its size', workbook(noughts), 413],
    ['lying about its size', workbook(noughts, 1_000), 413],
    ['compressed beyond belief', workbook(noughts.subarray(0, 40 * 1024 * 1024)), 413],
    [
      'of very many files',
      zipOf(Array.from({ length: 7_000 }, (_, index) => ({ name: `f${index}.xml`, bytes: strToU8('<a/>') }))),
      413,
    ],
    ['with a way out of its folder', zipOf([{ name: '../../etc/passwd.xml', bytes: strToU8('<a/>') }]), 400],
    ['of very many cells', workbook(sheet(cells)), 413],
    ['inside another', zipSync({ 'xl/inner.zip': workbook(noughts) }), 415],
    ['cut short', workbook(sheet('')).subarray(0, 100), 400],
  ];
  const memory = process.memoryUsage().rss;
  for (const [what, bytes, status] of bombs) {
    const reply = await store(id, 'x.xlsx', bytes);
    expect([what, reply.status, reply.body?.message?.length > 20]).toEqual([what, status, true]);
  }
  // The memory of the whole process, in which another file's tests run at the same time. The reading thread alone takes about 100 MB.
  expect(process.memoryUsage().rss - memory).toBeLessThan(1_200 * 1024 * 1024);
  expect(await questionsOf(id)).toHaveLength(4);
});

test('T49 files with a wrong type or without content are refused with a sentence', async () => {
  const { id } = await aTest(app.db);
  const latin = Buffer.from(CSV, 'latin1');
  const mixed = Buffer.concat([Buffer.from(CSV), Buffer.from('Amanhã é?;sim;não;;A\n', 'latin1')]);
  const cases: [string, string, string | Uint8Array, number, string][] = [
    ['a program as csv', 'x.csv', Buffer.from('MZ\u0090\u0000\u0003\u0000'), 415, 'wrong-type'],
    [
      'a workbook as csv',
      'x.csv',
      (await writeFile('excel', EXAMPLES, { headers: true, about: null })).bytes,
      415,
      'wrong-type',
    ],
    ['a text as workbook', 'x.xlsx', CSV, 415, 'wrong-type'],
    ['an old workbook', 'x.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 415, 'wrong-type'],
    ['a page as csv', 'x.csv', '<!DOCTYPE html><html></html>', 415, 'wrong-type'],
    ['a picture', 'x.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 415, 'wrong-type'],
    ['very deep JSON', 'x.json', '['.repeat(200_000), 400, 'broken-json'],
    ['an open quote', 'x.csv', 'Enunciado;A;B;Resposta\n"aberto;1;2;A\n', 400, 'broken-csv'],
    ['two encodings', 'x.csv', mixed, 400, 'mixed-encoding'],
    ['nothing', 'x.csv', '', 400, 'no-rows'],
    ['only a header', 'x.csv', 'Enunciado;A;B;Resposta\n', 400, 'no-rows'],
    ['no names of columns', 'x.csv', 'um;dois;três\n1;2;3\n', 400, 'bad-header'],
    [
      'ten megabytes on a line',
      'x.csv',
      `Enunciado;A;B;Resposta\n${'x'.repeat(10 * 1024 * 1024 - 100)}`,
      400,
      'broken-csv',
    ],
    ['too much', 'x.csv', 'x'.repeat(10 * 1024 * 1024 + 1), 413, 'too-large'],
    [
      'too many rows',
      'x.csv',
      `Enunciado;A;B;Resposta\n${Array.from({ length: 5_001 }, (_, index) => `${index}?;1;2;A\n`).join('')}`,
      400,
      'too-many-rows',
    ],
  ];
  for (const [what, name, bytes, status, code] of cases) {
    const reply = await store(id, name, bytes);
    expect([what, reply.status, reply.body?.code]).toEqual([what, status, code]);
  }
  expect((await store(id, 'x.csv', mixed)).body.message).toMatch(/^Linha 4: /);
  expect(await questionsOf(id)).toHaveLength(4);
  expect((await store(id, 'x.csv', latin)).body.counts.created).toBe(2);
  expect((await questionsOf(id)).at(-2)?.statement).toBe('Que cor tem o céu?');
});

test('T50 XML with a document type or entities is refused anywhere, and nothing is read or expanded', async () => {
  const { id } = await aTest(app.db);
  const laughs = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const outside = '<!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]>';
  const quiz = (entity: string) =>
    `<quiz><question type="multichoice"><questiontext><text>${entity}</text></questiontext></question></quiz>`;
  for (const [name, bytes] of [
    ['x.xml', `<?xml version="1.0"?>${laughs}${quiz('&b;')}`],
    ['x.xml', `${outside}${quiz('&secret;')}`],
    ['x.xml', quiz('&secret;')],
    ['x.xlsx', workbook(strToU8(`${laughs}<worksheet><sheetData/></worksheet>`))],
    ['x.zip', zipSync({ 'imsmanifest.xml': strToU8(`${outside}<manifest/>`) })],
  ] as const) {
    const reply = await store(id, name, bytes);
    expect([reply.status, reply.body.code]).toEqual([400, 'xml-entities']);
    expect(reply.body.message).toMatch(/Linha 1/);
  }
  const broken = await store(id, 'x.xml', '<quiz>\n<question>\n</quiz>');
  expect([broken.status, broken.body.code, broken.body.message]).toEqual([
    400,
    'broken-xml',
    'Linha 3: o elemento <question> não fecha como devia.',
  ]);
});

test('five thousand rows are imported as one batch in a thread of their own, and progress can be requested', async () => {
  const { id } = await aTest(app.db);
  const rows = Array.from(
    { length: 5_000 },
    (_, index) => `Quanto é ${index} + $\\frac{1}{2}$?;${index},5;${index + 1};A`,
  );
  const token = '6f9619ff-8b86-4d01-b42d-00cf4fc964aa';
  const sent = store(id, 'muitas.csv', `Enunciado;A;B;Resposta\n${rows.join('\n')}`, { token });
  const stages = new Set<string>();
  let done = false;
  const watching = (async () => {
    while (!done) {
      const { status, body } = await teacher.get(`/api/teacher/imports/progress/${token}`);
      if (status === 200) stages.add(body.stage);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  })();
  const reply = await sent;
  done = true;
  await watching;
  expect(reply.status).toBe(200);
  expect(reply.body.counts).toMatchObject({ rows: 5_000, created: 5_000 });
  expect(stages.has('checking')).toBe(true);
  const { body } = await teacher.get(`/api/tests/${id}`);
  expect(body.questions).toHaveLength(5_004);
  expect(body.questions[4]).toMatchObject({ statementHtml: expect.stringContaining('<math') });
  expect((await teacher.post(`/api/teacher/imports/${reply.body.batchId}/undo`)).status).toBe(200);
  expect(await questionsOf(id)).toHaveLength(4);
});

const MANY = `Enunciado;A;B;Resposta\n${Array.from({ length: 1_000 }, (_, index) => `Quanto é ${index} + 1?;${index + 1};${index};A\n`).join('')}`;
/** Begins to import a large file. */
function begin(testId: number) {
  const token = randomUUID();
  const ending = new AbortController();
  const job = {
    testId,
    userId: teacher.id,
    address: '::1',
    fileName: 'muitas.csv',
    bytes: Buffer.from(MANY),
    dryRun: false,
    skipHeader: true,
    overwriteDuplicates: false,
    leaveOutWrong: false,
    token,
  };
  const outcome = importFile(app.db, job, ending.signal).then(
    (report) => {
      if (!(report instanceof WrittenReply))
        throw new Error('a large file is read in a thread, which writes the reply');
      return (JSON.parse(new TextDecoder().decode(report.json)) as ImportReport).counts.created;
    },
    (error: { status: number }) => error.status,
  );
  return { token, outcome, end: () => ending.abort() };
}
const stageIs = (stage: string, { token }: { token: string }) =>
  vi.waitFor(async () => expect(await stageOf(token)).toBe(stage), { timeout: 10_000 });
const stageOf = async (token: string) => (await teacher.get(`/api/teacher/imports/progress/${token}`)).body.stage;

type Begun = ReturnType<typeof begin>;

test('a large file that waits for another says so, and is dropped if its call ends meanwhile', async () => {
  const tests = await Promise.all([1, 2, 3].map(() => aTest(app.db, { keys: [] })));
  const [running, dropped, waiting] = tests.map(({ id }) => begin(id)) as [Begun, Begun, Begun];
  await stageIs('waiting', dropped);
  await stageIs('waiting', waiting);
  dropped.end();
  expect(await dropped.outcome).toBe(503);
  expect([await running.outcome, await waiting.outcome]).toEqual([1_000, 1_000]);
  expect(await Promise.all(tests.map(async ({ id }) => (await questionsOf(id)).length))).toEqual([1_000, 0, 1_000]);
});

test('a large file whose call ends before its questions are committed is not stored', async () => {
  const { id } = await aTest(app.db, { keys: [] });
  await app.db.transaction(async (held) => {
    // No question can be inserted until this transaction ends, so the import is certainly still at work when its call ends.
    await held.count('lock table questions in share mode');
    const stopped = begin(id);
    await stageIs('writing', stopped);
    stopped.end();
    expect(await stopped.outcome).toBe(503);
  });
  expect(await begin((await aTest(app.db, { keys: [] })).id).outcome).toBe(1_000);
  expect(await questionsOf(id)).toEqual([]);
});

test('an import ends with the connection of its call', async () => {
  const [first, second] = [await aTest(app.db, { keys: [] }), await aTest(app.db, { keys: [] })];
  const address = await app.frame.server.listen({ host: '127.0.0.1', port: 0 });
  const running = begin(first.id);
  const ending = new AbortController();
  const token = randomUUID();
  const { payload, headers } = multipart({ dryRun: 'false', token }, { name: 'x.csv', type: 'text/csv', bytes: MANY });
  const sent = fetch(`${address}/api/teacher/tests/${second.id}/import`, {
    method: 'POST',
    headers: { ...headers, cookie: teacher.cookie ?? '' },
    body: new Uint8Array(payload),
    signal: ending.signal,
  }).catch(() => 'aborted');
  await stageIs('waiting', { token });
  ending.abort();
  expect(await sent).toBe('aborted');
  expect(await running.outcome).toBe(1_000);
  expect(await begin((await aTest(app.db, { keys: [] })).id).outcome).toBe(1_000);
  expect(await questionsOf(second.id)).toEqual([]);
});
