import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { multipart, testApp } from '../../../../test/support/app.ts';
import { aChild, aParent, aTest, aUser, takeTheirTime } from '../../../../test/support/builders.ts';
import { MAX_PASTED_TAGS } from '../../../shared/questions/question-limits.ts';
import { deleteUnusedImages } from '../test-bank/images.store.ts';

// Bold, underlined, tables and pictures within texts, from the form, from the clipboard and from files to a child's phone and to paper.

const app = await testApp();
const teacher = await aUser(app, 'teacher');
const parent = await aParent(app);

/** A picture in one colour. */
const png = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

async function upload(background: string): Promise<string> {
  const { payload, headers } = multipart({}, { name: 'x.png', type: 'image/png', bytes: await png(background) });
  const sent = await teacher.post('/api/teacher/images', payload as never, headers as never);
  expect(sent.status, sent.text).toBe(201);
  return sent.body.src;
}

const newTest = async () =>
  (
    await teacher.post('/api/teacher/tests', {
      discipline: 'Matemática',
      theme: `Figuras ${Math.trunc(performance.now() * 1000)}`,
      schoolClass: '1º Ano',
      shuffle: false,
    })
  ).body.id as number;
const ask = (testId: number, fields: object) =>
  teacher.post(`/api/teacher/tests/${testId}/questions`, {
    statement: 'Qual é?',
    alternatives: ['um', 'dois'],
    correctAnswer: 'A',
    ...fields,
  });
const questionsOf = async (testId: number) => (await teacher.get(`/api/teacher/tests/${testId}/questions`)).body;
const importInto = async (testId: number, name: string, bytes: string | Uint8Array, dryRun = false) => {
  const { payload, headers } = multipart({ dryRun: String(dryRun) }, { name, type: 'application/octet-stream', bytes });
  return teacher.request('POST', `/api/teacher/tests/${testId}/import`, payload, headers);
};

/** Returns all texts in a reply. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

describe('a question written in the form', () => {
  test('has pictures as alternatives, which a child gets as pictures, hears by their descriptions, and prints', async () => {
    const id = await newTest();
    const [red, blue] = [await upload('#d00'), await upload('#00d')];
    const made = await ask(id, {
      statement: 'Qual é a figura **vermelha**?',
      alternatives: [`![um rectângulo vermelho](${red})`, `![um rectângulo azul](${blue})`],
    });
    expect(made.status, made.text).toBe(201);
    const { body } = await parent.post('/api/attempts', { childId: (await aChild(parent)).id, testId: id });
    expect(body.questions[0]).toMatchObject({
      statement: 'Qual é a figura **vermelha**?',
      statementHtml: 'Qual é a figura <b>vermelha</b>?',
      alternativesHtml: [
        `A) <img class="in-text" src="${red}" alt="um rectângulo vermelho">`,
        `B) <img class="in-text" src="${blue}" alt="um rectângulo azul">`,
      ],
    });
    const pdf = await teacher.get(`/api/teacher/tests/${id}/export?format=pdf`);
    expect([pdf.status, pdf.text.includes('/Subtype /Image')]).toEqual([200, true]);
    // The pictures are referred to by texts only: they are kept.
    await app.db.count(`update question_images set uploaded_at = now() - interval '2 days'`);
    await deleteUnusedImages(app.db);
    for (const source of [red, blue]) expect((await parent.get(source)).status).toBe(200);
  });

  test('with pictures as alternatives is answered, reviewed, practised, printed and counted with them, in child mode too', async () => {
    const id = await newTest();
    const [red, blue] = [await upload('#e10'), await upload('#01e')];
    const alternatives = [`![vermelho](${red})`, `![azul](${blue})`];
    await ask(id, { statement: 'Qual é vermelho?', alternatives });
    const shown = [
      `A) <img class="in-text" src="${red}" alt="vermelho">`,
      `B) <img class="in-text" src="${blue}" alt="azul">`,
    ];
    const family = await aParent(app, { plan: 'family' });
    const [child, sibling] = [await aChild(family), await aChild(family)];

    const started = await family.post('/api/attempts', { childId: child.id, testId: id, order: 'own' });
    const { id: attemptId, questions } = started.body;
    await family.post('/api/answers', { attemptId, questionId: questions[0].id, selectedAnswer: 'B' });
    await takeTheirTime(app.db, attemptId);
    expect((await family.put(`/api/attempts/${attemptId}`, { completed: true })).status).toBe(200);
    const review = await family.get(`/api/attempts/${attemptId}`);
    expect(textsOf(review.body)).toEqual(expect.arrayContaining(shown));

    const practice = await family.get(`/api/children/${child.id}/practice`);
    expect(practice.body.cards).toHaveLength(1);
    expect(textsOf(practice.body)).toEqual(expect.arrayContaining(shown));

    const sheet = await teacher.get(`/api/teacher/tests/${id}/sheet`);
    expect([sheet.status, sheet.text.match(/\/Subtype \/Image/g)?.length]).toEqual([200, expect.any(Number)]);
    const statistics = await teacher.get(`/api/teacher/tests/${id}/statistics`);
    expect([statistics.status, statistics.text]).toEqual([200, expect.stringContaining('azul')]);

    await family.post('/api/child-mode', { childId: sibling.id });
    const inChildMode = await family.post('/api/attempts', { childId: sibling.id, testId: id, order: 'own' });
    expect(inChildMode.body.questions[0].alternativesHtml).toEqual(shown);
    expect((await family.get(red)).status).toBe(200);
  });

  test('keeps several pictures, a table and a formula in its statement, and marks in its text to read', async () => {
    const id = await newTest();
    const [red, blue] = [await upload('#c00'), await upload('#00c')];
    const made = await ask(id, {
      statement: `Vê ![um gato](${red}) e ![um cão](${blue}).\n| Dia | Chuva |\n|---|---|\n| 2.ª | $\\frac{1}{2}$ |`,
      passage: 'A palavra ++casa++ está sublinhada.',
    });
    expect(made.body.statementHtml).toMatch(/<img .*<img .*<span role="table".*<mfrac>/);
    expect(made.body.passageHtml).toBe('A palavra <u>casa</u> está sublinhada.');
  });

  test.each([
    [
      'a picture that does not exist',
      `![um gato](/api/images/${'0'.repeat(32)})`,
      'Esta imagem não existe. Envie-a de novo.',
    ],
    ['a picture of no file', `![um gato](file:${'0'.repeat(32)})`, 'Esta imagem não existe. Envie-a de novo.'],
    [
      'a picture without description',
      `![…](/api/images/${'0'.repeat(32)})`,
      expect.stringMatching(/^Descreva cada imagem/),
    ],
    [
      'a picture that is shown twice and described once',
      `![…](/api/images/${'0'.repeat(32)}) e ![um gato](/api/images/${'0'.repeat(32)})`,
      expect.stringMatching(/^Descreva cada imagem/),
    ],
  ])('%s is refused', async (_, text, message) => {
    const id = await newTest();
    const inStatement = await ask(id, { statement: `Vê ${text}` });
    expect([inStatement.status, inStatement.body.fields.statement]).toEqual([400, message]);
    const inAlternative = await ask(id, { alternatives: ['um', text] });
    expect([inAlternative.status, inAlternative.body.fields.alternatives]).toEqual([400, message]);
    expect(await questionsOf(id)).toEqual([]);
  });
});

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body>
<p class=MsoNormal>O que <b style='mso-bidi-font-weight:normal'>não</b> é <u>água</u>: H<sub>2</sub>O ou 2<span style='mso-text-raise:5.0pt;position:relative;top:-5.0pt'>3</span>?<o:p></o:p></p>
<table class=MsoTableGrid><tr><td><p>Dia</p></td><td><p>Litros</p></td></tr><tr><td><p>2.ª</p></td><td><p>3</p></td></tr></table></body></html>`;

test.each([
  ['Word', WORD, 'O que **não** é ++água++: H₂O ou 2³?\n|  |  |\n|---|---|\n| Dia | Litros |\n| 2.ª | 3 |', []],
  [
    'Google Docs',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">O </span><span style="font-weight:700">Sol</span><span style="text-decoration:underline"> brilha</span><span style="vertical-align:super">2</span></p></b>',
    'O **Sol** ++brilha++²',
    [],
  ],
  [
    'a page with a script',
    '<p onclick="x()">a<script>alert(1)</script></p><i>b</i> c',
    'a\nb c',
    ['O destaque de «b» não é guardado.'],
  ],
  [
    'Word with a formula',
    '<p>Metade é <m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>.</p>',
    'Metade é .',
    ['O que colou traz uma fórmula, que ficou de fora: complete aqui o que falta.'],
  ],
])('what is pasted from %s is what it shows', async (_, html, text, notes) => {
  const { status, body } = await teacher.post('/api/teacher/pasted', { html });
  expect([status, body]).toEqual([200, { text, notes }]);
});

test('pasted HTML of very many tags is refused, not read for seconds', async () => {
  const paste = (html: string) => teacher.post('/api/teacher/pasted', { html });
  expect((await paste('<b>'.repeat(MAX_PASTED_TAGS))).status).toBe(200);
  const { status, body } = await paste('<b>'.repeat(MAX_PASTED_TAGS + 1));
  expect([status, body.fields.html]).toEqual([400, 'O texto colado é demasiado grande.']);
});

describe('a file', () => {
  /** Moodle's question with a picture in each of two alternatives, and a bold word. */
  const moodle = async () => {
    const file = async (name: string, colour: string) =>
      `<file name="${name}" path="/" encoding="base64">${(await png(colour)).toString('base64')}</file>`;
    return `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Qual é a <b>vermelha</b>?</p>]]></text></questiontext>
<answer fraction="100" format="html"><text><![CDATA[<img src="@@PLUGINFILE@@/v.png" alt="vermelha">]]></text>${await file('v.png', '#e00')}</answer>
<answer fraction="0" format="html"><text><![CDATA[<img src="@@PLUGINFILE@@/a.png" alt="azul">]]></text>${await file('a.png', '#00e')}</answer></question></quiz>`;
  };

  test('of Moodle with pictures in alternatives is previewed with them, and stored', async () => {
    const { id } = await aTest(app.db);
    const before = (await questionsOf(id)).length;
    const preview = await importInto(id, 'x.xml', await moodle(), true);
    expect(preview.body).toMatchObject({ counts: { created: 1, wrong: 0 }, pictures: 1 });
    expect(preview.body.rows[0].question.html).toMatchObject({
      statement: 'Qual é a <b>vermelha</b>?',
      alternatives: [
        expect.stringMatching(/^<img class="in-text" src="data:image\/webp;base64,[^"]+" alt="vermelha">$/),
        expect.stringMatching(/ alt="azul">$/),
      ],
    });
    expect((await importInto(id, 'x.xml', await moodle())).body.counts.created).toBe(1);
    const made = (await questionsOf(id))[before];
    const [first, second] = JSON.parse(made.alternatives);
    expect([first, second]).toEqual([
      expect.stringMatching(/^A\) !\[vermelha\]\(\/api\/images\/[0-9a-f]{32}\)$/),
      expect.stringMatching(/^B\) !\[azul\]\(\/api\/images\/[0-9a-f]{32}\)$/),
    ]);
    expect((await parent.get(/\((.*)\)/.exec(first)?.[1] ?? '')).status).toBe(200);
    // Sent again it is the same question.
    expect((await importInto(id, 'x.xml', await moodle())).body.counts.duplicate).toBe(1);
  });

  test.each(['json', 'excel', 'moodle', 'qti', 'csv', 'gift'])(
    'exported as %s comes back with its pictures',
    async (format) => {
      const from = await newTest();
      const red = await upload('#b00');
      await ask(from, {
        statement: `O que **não** é ![um rectângulo](${red})?`,
        alternatives: ['um', `![dois](${red})`],
      });
      const { rawPayload: bytes, headers } = await app.frame.server.inject({
        url: `/api/teacher/tests/${from}/export?format=${format}`,
        headers: { cookie: teacher.cookie as string },
      });
      const name = /filename="?([^";]+)/.exec(String(headers['content-disposition']))?.[1] ?? '';
      const into = await newTest();
      const reply = await importInto(into, name, bytes);
      expect(reply.body.counts, reply.text).toMatchObject({ created: 1 });
      const [made] = await questionsOf(into);
      expect([
        made.statement.replace(/\/api\/images\/[0-9a-f]{32}/, 'X'),
        made.alternatives.replace(/\/api\/images\/[0-9a-f]{32}/, 'X'),
      ]).toEqual(['O que **não** é ![um rectângulo](X)?', '["A) um","B) ![dois](X)"]']);
    },
  );

  test('with many pictures in a row that it does not hold is refused, not read for minutes', async () => {
    const { id } = await aTest(app.db);
    const csv = `Enunciado;A;B;Resposta\nVê ${'![x](x.png) '.repeat(60)}x;1;2;A\n`;
    const reply = await importInto(id, 'x.csv', csv, true);
    expect(reply.body.rows[0].verdict, reply.text).toBe('wrong');
  });

  test.each([
    ['of another installation', '', `/api/images/${'9'.repeat(32)}`],
    // The invisible sign in front says that the text is in the bank's notation.
    ['of no file', '\u2060', `file:${'0'.repeat(32)}`],
  ])('with a picture %s is refused by row', async (_, sign, address) => {
    const { id } = await aTest(app.db);
    const csv = `Enunciado;A;B;Resposta\n${sign}Vê ![gato](${address});1;2;A\n`;
    const reply = await importInto(id, 'x.csv', csv, true);
    expect(reply.body.rows[0]).toMatchObject({
      verdict: 'wrong',
      problems: [expect.stringMatching(/nem existe aqui/)],
    });
  });
});
