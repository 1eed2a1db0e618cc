import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { multipart, testApp, type Visitor } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, anObjective, aParent, aTest, aUser } from '../../../../test/support/builders.ts';

const app = await testApp();
const teacher = await aUser(app, 'teacher');
const other = await aUser(app, 'teacher');
const admin = await aUser(app, 'admin');

const FRACTIONS = { discipline: 'Matemática', theme: 'Frações próprias', schoolClass: '4º Ano' };
const HALF = {
  statement: 'Quanto é $\\frac{1}{2}$ de 8?',
  alternatives: JSON.stringify(['2', '4', '6']),
  correctAnswer: 'B',
  explanation: 'Metade de 8 são 4.',
  skillCategory: 'Aplicação',
};

async function newTest(fields: Record<string, unknown> = {}): Promise<{ id: number; revision: number }> {
  const made = await teacher.post('/api/teacher/tests', { ...FRACTIONS, ...fields });
  expect(made.status, made.text).toBe(201);
  return made.body;
}
async function addQuestion(testId: number, fields: Record<string, unknown> = {}) {
  const made = await teacher.post(`/api/teacher/tests/${testId}/questions`, { ...HALF, ...fields });
  expect(made.status, made.text).toBe(201);
  return made.body;
}
const questionsOf = async (testId: number) => (await teacher.get(`/api/teacher/tests/${testId}/questions`)).body;
const logged = (subject: string) =>
  app.db.rows<{ action: string; userId: number; before: Record<string, unknown>; after: Record<string, unknown> }>(
    'select action, user_id as "userId", before, after from audit_log where subject = $1 order by id',
    [subject],
  );

describe('a test', () => {
  test('is created with the specification’s call and defaults, which is logged', async () => {
    const made = await teacher.post('/api/teacher/tests', FRACTIONS);
    expect(made.body).toMatchObject({
      ...FRACTIONS,
      description: null,
      difficultyLevel: 'Intermediário',
      evaluationType: 'Diagnóstico',
      active: true,
      shuffle: true,
      questionCount: 0,
      author: 'Domingas Cassoma',
    });
    expect(await logged(`test ${made.body.id}`)).toMatchObject([{ action: 'test.created', userId: teacher.id }]);
  });

  test('is active from the start unless it is a draft, and offered to families once it has a question', async () => {
    const parent = await aParent(app);
    const isOffered = async (id: number) =>
      (await parent.get('/api/tests')).body.some((offered: { id: number }) => offered.id === id);
    const open = await newTest({ theme: 'Visíveis' });
    const draft = await newTest({ theme: 'Escondidos', draft: true });
    expect(await isOffered(open.id)).toBe(false);
    expect((await parent.get(`/api/tests/${open.id}`)).status).toBe(404);
    for (const { id } of [open, draft]) await addQuestion(id);
    expect([await isOffered(open.id), await isOffered(draft.id)]).toEqual([true, false]);
  });

  test.each([
    ['discipline', 'O campo Disciplina é obrigatório'],
    ['theme', 'O campo Tema é obrigatório'],
    ['schoolClass', 'O campo Ano Escolar é obrigatório'],
  ])('without its %s is refused in the specification’s words', async (field, message) => {
    const refused = await teacher.post('/api/teacher/tests', { ...FRACTIONS, [field]: '' });
    expect([refused.status, refused.body.fields[field]]).toEqual([400, message]);
  });

  test('can be changed by any teacher; of two conflicting edits the second is refused', async () => {
    const { id, revision } = await newTest();
    const first = await teacher.put(`/api/teacher/tests/${id}`, { ...FRACTIONS, theme: 'Decimais', revision });
    const second = await other.put(`/api/teacher/tests/${id}`, { ...FRACTIONS, theme: 'Áreas', revision });
    expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'changed-meanwhile']);
    expect(second.body.message).toContain('foi alterado por outra pessoa');
    expect((await other.get(`/api/teacher/tests/${id}`)).body.theme).toBe('Decimais');
    expect((await logged(`test ${id}`)).at(-1)).toMatchObject({
      action: 'test.changed',
      before: { theme: 'Frações próprias' },
      after: { theme: 'Decimais' },
    });
  });

  test('has a duration in minutes, stored in the version that the next attempt gets', async () => {
    const { id } = await newTest({ duration: '90' });
    await addQuestion(id);
    const durationNow = async () =>
      app.db.row(
        'select t.duration, v.duration as frozen from tests t join test_versions v on v.id = t.version_id where t.id = $1',
        [id],
      );
    expect(await durationNow()).toEqual({ duration: 90, frozen: 90 });
    const left = await teacher.put(`/api/teacher/tests/${id}`, { ...FRACTIONS, duration: '' });
    expect(left.body.duration).toBe(90);
    expect((await teacher.put(`/api/teacher/tests/${id}`, { ...FRACTIONS, duration: 20 })).body.duration).toBe(20);
    expect(await durationNow()).toEqual({ duration: 20, frozen: 20 });
    expect((await teacher.post(`/api/teacher/tests/${id}/duplicate`)).body.duration).toBe(20);
    expect((await teacher.post(`/api/teacher/tests/${id}/forms`)).body.duration).toBe(20);
    expect((await newTest()) as object).toMatchObject({ duration: 15 });
  });

  test.each([4, 121, 15.5, -1, '4', '121', 'uma hora', '15,5', true, [15]])(
    'with a duration of %o is refused, and the field is named',
    async (duration) => {
      const refused = await teacher.post('/api/teacher/tests', { ...FRACTIONS, duration });
      expect([refused.status, refused.body.fields.duration]).toEqual([
        400,
        'A duração é um número inteiro de minutos, de 5 a 120.',
      ]);
    },
  );

  test('can be switched on and off by teachers and administrators, who can change nothing else', async () => {
    const { id } = await newTest();
    expect((await teacher.request('PATCH', `/api/teacher/tests/${id}/toggle-active`)).body.active).toBe(false);
    expect((await admin.request('PATCH', `/api/teacher/tests/${id}/toggle-active`)).body.active).toBe(true);
    // With a state in its body, the request sets that state instead of toggling: repeating it changes nothing.
    const set = async (active: unknown) =>
      (await admin.request('PATCH', `/api/teacher/tests/${id}/toggle-active`, { active })).body;
    expect([(await set(true)).active, (await set(false)).active, (await set(false)).active]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await set('não')).message).toBe('Diga se o teste fica activo.');
    expect((await set(true)).active).toBe(true);
    expect((await admin.put(`/api/teacher/tests/${id}`, FRACTIONS)).status).toBe(403);
    expect((await admin.post(`/api/teacher/tests/${id}/questions`, HALF)).status).toBe(403);
    expect((await logged(`test ${id}`)).map(({ userId }) => userId)).toEqual([
      teacher.id,
      teacher.id,
      admin.id,
      admin.id,
      admin.id,
    ]);
  });

  test('can be copied with its questions and pictures; the copy is inactive', async () => {
    const { id } = await newTest();
    await addQuestion(id);
    const copy = await teacher.post(`/api/teacher/tests/${id}/duplicate`);
    expect(copy.body).toMatchObject({ theme: 'Frações próprias (cópia)', active: false, questionCount: 1 });
    expect((await questionsOf(copy.body.id))[0]).toMatchObject({ statement: HALF.statement, correctAnswer: 'B' });
  });

  test('can be deleted only as long as no child has taken it', async () => {
    const { id } = await newTest();
    await addQuestion(id);
    expect((await teacher.request('DELETE', `/api/teacher/tests/${id}`)).status).toBe(204);
    expect((await teacher.get(`/api/teacher/tests/${id}`)).status).toBe(404);
    const sitting = await aChildMidTest(app, await aParent(app));
    const refused = await teacher.request('DELETE', `/api/teacher/tests/${sitting.test.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'test-in-use']);
    expect((await questionsOf(sitting.test.id)).length).toBe(4);
  });

  test('is found without regard to accents and capitals, by the beginnings of words, with filters and pages', async () => {
    const { id } = await newTest({ discipline: 'Artes', theme: 'Ritmo e Canção', schoolClass: '9º Ano' });
    for (const search of ['cancao', 'CANÇ rit', 'artes'])
      expect(
        (await teacher.get(`/api/teacher/tests?search=${encodeURIComponent(search)}`)).body.map(
          (t: { id: number }) => t.id,
        ),
        search,
      ).toContain(id);
    const page = await teacher.get(
      '/api/teacher/tests?discipline=Artes&class=9º Ano&active=true&limit=1&page=1'
        .replaceAll(' ', '%20')
        .replace('º', '%C2%BA'),
    );
    expect([page.body.length, page.headers['x-total-count']]).toEqual([1, '1']);
    expect((await teacher.get('/api/teacher/tests?search=%21%21')).body).toEqual([]);
  });
});

describe('a question', () => {
  test('gets letters, formulas and a place, in whatever form its alternatives are sent', async () => {
    const { id } = await newTest();
    const forms = [JSON.stringify(['2', '4', '6']), ['A) 2', 'B) 4', 'C) 6'], JSON.stringify(['a. 2', 'b. 4', 'c. 6'])];
    for (const alternatives of forms) await addQuestion(id, { alternatives });
    const questions = await questionsOf(id);
    expect(questions.map(({ alternatives }: { alternatives: string }) => JSON.parse(alternatives))).toEqual(
      forms.map(() => ['A) 2', 'B) 4', 'C) 6']),
    );
    expect(questions[0].statementHtml).toContain('<mfrac>');
    expect(questions[0]).toMatchObject({ weight: 1, correctAnswer: 'B', skillCategory: 'Aplicação' });
  });

  test.each([
    ['statement', ' ', 'O enunciado da questão é obrigatório'],
    ['alternatives', undefined, 'As alternativas são obrigatórias'],
    ['alternatives', '[]', 'As alternativas são obrigatórias'],
    ['alternatives', 'isto não é JSON', 'As alternativas são obrigatórias'],
    ['alternatives', ['só uma'], 'Escreva pelo menos duas alternativas.'],
    ['alternatives', ['1', '2', '3', '4', '5', '6', '7'], 'No máximo 6 alternativas: há 7.'],
    ['alternatives', ['sim', 'sim'], 'As alternativas A e B são iguais.'],
    ['alternatives', ['B) sim', 'A) não'], 'As letras das alternativas não seguem a ordem A, B, C…'],
    ['correctAnswer', '', 'A resposta correta é obrigatória'],
    ['correctAnswer', 'D', 'Não existe a alternativa D: há 3.'],
    ['weight', 11, 'O peso é um número inteiro de 1 a 10.'],
    ['weight', 1.5, 'O peso é um número inteiro de 1 a 10.'],
    ['skillCategory', 'Sorte', 'Escolha uma das categorias.'],
  ])(
    'T45 with a wrong %s (%s) is refused with the field’s name, and nothing is stored',
    async (field, value, message) => {
      const { id } = await newTest();
      const refused = await teacher.post(`/api/teacher/tests/${id}/questions`, { ...HALF, [field]: value });
      expect([refused.status, refused.body.fields?.[field]]).toEqual([400, message]);
      expect(await questionsOf(id)).toEqual([]);
    },
  );

  test('T44 with an unreadable formula or with markup never becomes markup', async () => {
    const { id } = await newTest();
    const broken = await teacher.post(`/api/teacher/tests/${id}/questions`, {
      ...HALF,
      statement: 'Quanto é $\\frac{1$?',
    });
    expect([broken.status, Object.keys(broken.body.fields)]).toEqual([400, ['statement']]);
    const question = await addQuestion(id, {
      statement:
        '<img src=x onerror=alert(1)> $\\text{<script>alert(1)</script>}$ $\\href{javascript:alert(1)}{x}$'.replace(
          / \$\\href.*/,
          '',
        ),
      alternatives: ['<b>$1$</b>', '"><svg onload=alert(1)>'],
    });
    expect(`${question.statementHtml}${question.alternativesHtml}`).not.toMatch(
      /<(img|script|svg|b)\b|onerror=(?!alert\(1\)&gt;)/,
    );
    for (const nasty of ['$\\href{javascript:alert(1)}{x}$', '$\\def\\a{\\a\\a}\\a$', `$${'{'.repeat(900)}$`]) {
      const reply = await teacher.post('/api/teacher/preview', { statement: nasty });
      expect(reply.status).toBe(200);
      expect(reply.text, nasty).not.toMatch(/href=|<script/);
    }
  });

  test('is changed for later attempts only: an open attempt keeps the old questions and is graded by them', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const sitting = await aChildMidTest(app, parent, { keys: ['A', 'A'] });
    const [first, second] = sitting.test.questions as unknown as [{ id: number }, { id: number }];
    const changed = await teacher.put(`/api/teacher/questions/${first.id}`, { ...HALF, correctAnswer: 'C' });
    expect(changed.status, changed.text).toBe(200);
    expect((await teacher.request('DELETE', `/api/teacher/questions/${second.id}`)).status).toBe(204);
    await sitting.answer(0, 'A');
    expect((await sitting.answer(1, 'A')).status).toBe(200);
    expect((await sitting.complete()).body).toMatchObject({ totalScore: 100, correctAnswers: 2 });
    const result = (await parent.get(`/api/attempts/${sitting.id}`)).body;
    expect(result.test.questions.map(({ statement }: { statement: string }) => statement)).toEqual([
      'Quanto são 0 laranjas mais uma?',
      'Quanto são 1 laranjas mais uma?',
    ]);
    const next = await parent.post('/api/attempts', {
      childId: (await aChild(parent)).id,
      testId: sitting.test.id,
      order: 'own',
    });
    expect(next.body.questions.map(({ statement }: { statement: string }) => statement)).toEqual([HALF.statement]);
  });

  test('edited by two people at once: the second edit is refused, and does not overwrite the first', async () => {
    const { id } = await newTest();
    const { id: questionId, revision } = await addQuestion(id);
    const change = (who: Visitor, statement: string) =>
      who.put(`/api/teacher/questions/${questionId}`, { ...HALF, statement, revision });
    const replies = await Promise.all([change(teacher, 'Quanto é metade de 8?'), change(other, 'Metade de oito?')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.message).toContain('foi alterada por outra pessoa');
    const kept = replies.find(({ status }) => status === 200);
    expect((await questionsOf(id))[0].statement).toBe(kept?.body.statement);
    expect((await logged(`question ${questionId}`)).map(({ action }) => action)).toEqual([
      'question.created',
      'question.changed',
    ]);
  });

  test('can be moved; an order that does not list all questions is refused', async () => {
    const { id } = await newTest();
    const ids: number[] = [];
    for (const statement of ['um', 'dois', 'três']) ids.push((await addQuestion(id, { statement })).id);
    const order = [ids[2], ids[0], ids[1]];
    const reply = await teacher.put(`/api/teacher/tests/${id}/questions/order`, { questionIds: order });
    expect(reply.body.map((q: { id: number }) => q.id)).toEqual(order);
    expect((await teacher.get(`/api/tests/${id}`)).body.questions.map((q: { id: number }) => q.id)).toEqual(order);
    const put = (questionIds: unknown[]) => teacher.put(`/api/teacher/tests/${id}/questions/order`, { questionIds });
    expect((await put(ids.slice(1))).status).toBe(409);
    // A test may have many more questions than one file brings: their order is read, and refused only because these are not its questions.
    const many = Array.from({ length: 32_767 }, (_, place) => 2_000_000_000 + place);
    expect(await put(many)).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
    expect((await put([ids[0], ids[0], ids[1]])).status).toBe(400);
    expect((await teacher.request('DELETE', `/api/teacher/questions/${ids[2]}`)).status).toBe(204);
    expect((await questionsOf(id)).map((q: { id: number }) => q.id)).toEqual([ids[0], ids[1]]);
  });

  test('is found in the whole bank, and copied into a test with all its fields', async () => {
    const { id } = await newTest({ discipline: 'Artes' });
    await anObjective(app.db, { code: 'ART4.1.1' });
    const question = await addQuestion(id, { statement: 'De que cor é a maçã vermelhíssima?', objective: 'art4.1.1' });
    expect(question.objective).toBe('ART4.1.1');
    for (const search of ['MACA vermelhissi', `${question.id}`, `#${question.id}`, 'art4']) {
      const found = await teacher.get(`/api/teacher/questions?search=${encodeURIComponent(search)}&discipline=Artes`);
      expect(
        found.body.map((q: { id: number }) => q.id),
        search,
      ).toContain(question.id);
    }
    const page = await teacher.get('/api/teacher/questions?limit=2&page=2');
    const [counted] = await app.db.rows<{ n: number }>('select count(*) as n from questions');
    expect([page.body.length, page.headers['x-total-count']]).toEqual([2, String(counted?.n)]);
    const target = await newTest();
    const copied = await teacher.post(`/api/teacher/tests/${target.id}/questions/copy`, { questionIds: [question.id] });
    expect(copied.body).toMatchObject([{ statement: question.statement, objective: 'ART4.1.1', testId: target.id }]);
    const missing = await teacher.post(`/api/teacher/tests/${target.id}/questions/copy`, {
      questionIds: [question.id, 2_000_000_000],
    });
    expect([missing.status, (await questionsOf(target.id)).length]).toEqual([404, 1]);
  });
});

test('a fraction is found in the whole bank as one number, however it is written', async () => {
  const { id } = await newTest({ discipline: 'Artes' });
  const find = async (search: string) =>
    (await teacher.get(`/api/teacher/questions?search=${encodeURIComponent(search)}&discipline=Artes`)).body.map(
      (q: { id: number }) => q.id,
    );
  const [inFormula, asSign, inAnswer, bare, apart, other] = [
    await addQuestion(id, { statement: 'Pinta $\\dfrac{1}{7}$ da faixa' }),
    await addQuestion(id, { statement: 'Pinta ⅐ da faixa' }),
    await addQuestion(id, { statement: 'Quanto?', alternatives: ['A) $\\frac{1}{7}$', 'B) 2', 'C) 3', 'D) 4'] }),
    await addQuestion(id, { statement: 'Junta $3\\frac17$ litros' }),
    await addQuestion(id, { statement: 'Pinta de 1 a 7' }),
    await addQuestion(id, { statement: 'Pinta 11/7 ou 1/75 da faixa' }),
  ].map((question) => question.id);
  const found = await find('1/7');
  for (const right of [inFormula, asSign, inAnswer, bare]) expect(found).toContain(right);
  expect(await find('\\frac17')).toEqual(found);
  for (const wrong of [apart, other]) expect(found).not.toContain(wrong);
  expect(await find('faixa ⅐')).toEqual([asSign, inFormula]);
});

describe('shuffled alternatives', () => {
  const LETTERS = ['A', 'B', 'C', 'D'];
  async function shuffledTest() {
    const { id } = await newTest({ shuffle: true });
    for (let index = 0; index < 4; index += 1)
      await addQuestion(id, {
        statement: `Qual é o número ${index}?`,
        alternatives: ['certa', 'errada um', 'errada dois', 'errada $\\frac{1}{3}$'],
        correctAnswer: 'A',
      });
    return id;
  }
  const textOf = (alternatives: string, letter: string) =>
    (JSON.parse(alternatives) as string[]).find((option) => option.startsWith(`${letter})`))?.slice(3);

  test('differ between attempts, stay the same within one, and are graded and reviewed as they were shown', async () => {
    const testId = await shuffledTest();
    const parent = await aParent(app, { plan: 'family-plus' });
    const orders = new Set<string>();
    for (let index = 0; index < 6; index += 1) {
      const childId = (await aChild(parent)).id;
      const { body: sitting } = await parent.post('/api/attempts', { childId, testId, order: 'own' });
      orders.add(JSON.stringify(sitting.questions.map((q: { alternatives: string }) => q.alternatives)));
      const resumed = await parent.post('/api/attempts', { childId, testId, order: 'own' });
      expect(resumed.body.questions).toEqual(sitting.questions);
      for (const question of sitting.questions) {
        const letter = LETTERS.find((candidate) => textOf(question.alternatives, candidate) === 'certa');
        expect((JSON.parse(question.alternatives) as string[]).map((option) => option[0])).toEqual(LETTERS);
        const whole = (JSON.parse(question.alternatives) as string[]).find((option) => option.endsWith('errada um'));
        const right = question !== sitting.questions[3];
        await parent.post('/api/answers', {
          attemptId: sitting.id,
          questionId: question.id,
          selectedAnswer: right ? letter : whole,
        });
      }
      const done = await parent.put(`/api/attempts/${sitting.id}`, { completed: true });
      expect(done.body).toMatchObject({ totalScore: 75, correctAnswers: 3 });
      const { body: result } = await parent.get(`/api/attempts/${sitting.id}`);
      for (const [place, question] of result.test.questions.entries()) {
        expect(question.alternatives).toBe(sitting.questions[place].alternatives);
        expect(textOf(question.alternatives, question.correctAnswer)).toBe('certa');
        expect(question.alternativesHtml.findIndex((html: string) => html.includes('<mfrac>'))).toBe(
          (JSON.parse(question.alternatives) as string[]).findIndex((option) => option.includes('frac')),
        );
      }
    }
    expect(orders.size).toBeGreaterThan(2);
    // Statistics use the bank's letters, whatever order each child saw.
    const chosen = await app.db.rows<{ letter: string }>(
      `select v.bank_letters[array_position(v.letters, w.selected_answer)] as letter
       from answers w join attempts a on a.id = w.attempt_id join version_questions v on v.version_id = a.version_id and v.question_id = w.question_id
       where a.test_id = $1`,
      [testId],
    );
    expect(chosen.filter(({ letter }) => letter === 'A').length).toBe(18);
    expect(chosen.filter(({ letter }) => letter === 'B').length).toBe(6);
  });

  test('are left in order where a test says so or the text names letters or positions', async () => {
    const plain = await aTest(app.db);
    const parent = await aParent(app, { plan: 'family' });
    const childId = (await aChild(parent)).id;
    const { body } = await parent.post('/api/attempts', { childId, testId: plain.id, order: 'own' });
    expect(JSON.parse(body.questions[0].alternatives)[0]).toBe('A) duas');
    const { id } = await newTest({ shuffle: true });
    const kept = ['Luanda', 'Huambo', 'Todas as anteriores'];
    await addQuestion(id, { statement: 'Quais são cidades?', alternatives: kept, correctAnswer: 'C' });
    for (let index = 0; index < 4; index += 1) {
      const { body } = await parent.post('/api/attempts', {
        childId: (await aChild(parent)).id,
        testId: id,
        order: 'own',
      });
      expect(JSON.parse(body.questions[0].alternatives)).toEqual(['A) Luanda', 'B) Huambo', 'C) Todas as anteriores']);
    }
  });
});

describe('a picture', () => {
  const send = (who: Visitor, bytes: Uint8Array, name = 'mapa.png', type = 'image/png') => {
    const { payload, headers } = multipart({}, { name, type, bytes });
    return who.post('/api/teacher/images', payload as never, headers as never);
  };
  const noise = (width: number, height: number) => {
    const data = Buffer.alloc(width * height * 3);
    for (let index = 0; index < data.length; index += 1) data[index] = (index * 2_654_435_761) >>> 24;
    return sharp(data, { raw: { width, height, channels: 3 } });
  };

  test('is re-encoded as upright WebP of at most 60 KB without its location, and shown with its description', async () => {
    const photo = await noise(1800, 1200)
      .withExif({ IFD0: { Copyright: 'segredo-do-telemovel' }, IFD3: { GPSLatitude: '8/1 50/1 0/1' } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const sent = await send(teacher, photo, 'foto.jpg', 'image/jpeg');
    expect(sent.status, sent.text).toBe(201);
    expect(sent.body.bytes).toBeLessThanOrEqual(61_440);
    const { id } = await newTest();
    const without = await teacher.post(`/api/teacher/tests/${id}/questions`, {
      ...HALF,
      image: { id: sent.body.id, alt: '' },
    });
    expect([without.status, without.body.fields['image.alt']]).toEqual([400, 'Descreva a imagem para quem não a vê.']);
    const question = await addQuestion(id, { image: { id: sent.body.id, alt: 'Um mapa de Angola' } });
    expect(question.image).toMatchObject({ src: sent.body.src, alt: 'Um mapa de Angola' });
    const parent = await aParent(app);
    const sitting = await parent.post('/api/attempts', {
      childId: (await aChild(parent)).id,
      testId: id,
      order: 'own',
    });
    const { image } = sitting.body.questions[0];
    expect(image).toEqual({
      src: sent.body.src,
      width: sent.body.width,
      height: sent.body.height,
      alt: 'Um mapa de Angola',
    });
    const shown = await app.frame.server.inject({ url: image.src, headers: { cookie: parent.cookie as string } });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const { exif, format } = await sharp(shown.rawPayload).metadata();
    expect([exif, format, shown.rawPayload.includes('segredo-do-telemovel')]).toEqual([undefined, 'webp', false]);
    expect((await app.visitor().get(image.src)).status).toBe(401);
    // A change without the field `image` keeps the picture; null removes it.
    const put = (more: object) => teacher.put(`/api/teacher/questions/${question.id}`, { ...HALF, ...more });
    expect((await put({})).body.image.src).toBe(sent.body.src);
    expect((await put({ image: null })).body.image).toBeUndefined();
  });

  test.each([
    ['a drawing as SVG', 415, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['an HTML page with the name of a picture', 415, Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', 415, Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['an incomplete PNG', 400, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['nothing', 415, Buffer.alloc(0)],
  ])('T49 that is %s is refused with %i by its bytes, whatever its name says', async (_, status, bytes) => {
    const before = await app.db.row('select count(*) as n from question_images');
    const refused = await send(teacher, bytes);
    expect([refused.status, refused.body.message.length > 10]).toEqual([status, true]);
    expect(await app.db.row('select count(*) as n from question_images')).toEqual(before);
  });

  test('T49 of few bytes but a huge size in pixels is refused before it is decoded', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    const began = performance.now();
    const refused = await send(teacher, bomb);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('12000 × 12000')]);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('permissions', () => {
  test('T16 a parent is refused every call of the teachers’ area, and nothing changes', async () => {
    const parent = await aParent(app);
    const { id } = await newTest();
    const question = await addQuestion(id);
    const before = await app.db.rows('select * from tests where id = $1', [id]);
    const calls = [...app.frame.endpoints.keys()].filter((key) => key.includes('/api/teacher/'));
    expect(calls.length).toBeGreaterThan(15);
    for (const key of calls) {
      const [method, path] = key.split(' ') as [string, string];
      const address = path.replace(':id', String(path.includes('/questions/:id') ? question.id : id));
      expect((await parent.request(method, address, method === 'GET' ? undefined : {})).status, key).toBe(403);
    }
    expect(await app.db.rows('select * from tests where id = $1', [id])).toEqual(before);
  });

  test('T15 nothing in the teachers’ area reveals a family, also after a child took the test', async () => {
    const parent = await aParent(app, { fullName: 'Nome-Do-Encarregado' });
    const child = await aChild(parent, { fullName: 'Nome-Da-Crianca', school: 'Nome-Da-Escola' });
    const sitting = await aChildMidTest(app, parent, { childId: child.id });
    await sitting.answer(0, 'A');
    await sitting.complete();
    for (const path of [
      '/api/teacher/tests',
      `/api/teacher/tests/${sitting.test.id}`,
      `/api/teacher/tests/${sitting.test.id}/questions`,
      '/api/teacher/questions',
      '/api/teacher/settings',
    ])
      expect((await teacher.get(path)).text, path).not.toMatch(/Nome-D|childId|userId|attempt/);
    for (const path of [
      '/api/children',
      '/api/recent-tests',
      `/api/attempts/${sitting.id}`,
      `/api/children/${child.id}/report`,
    ])
      expect((await teacher.get(path)).status, path).toBe(403);
  });

  test('new tests begin with the defaults that each teacher chose', async () => {
    const chosen = {
      discipline: 'Ciências',
      schoolClass: '5º Ano',
      difficultyLevel: 'Avançado',
      evaluationType: 'Formativo',
      shuffle: true,
    };
    expect((await teacher.put('/api/teacher/settings', chosen)).body).toEqual(chosen);
    expect((await teacher.get('/api/teacher/settings')).body).toEqual(chosen);
    expect((await other.get('/api/teacher/settings')).body).toMatchObject({
      discipline: null,
      evaluationType: 'Diagnóstico',
    });
  });
});

test('a change that would give a test more points than an attempt can have is refused as a whole', async () => {
  const built = await aTest(app.db, { keys: ['A'] });
  await app.db.count(
    `insert into questions (test_id, position, statement, alternatives, correct_answer, weight)
     select $1, 1 + n, 'Pergunta ' || n, '["A) sim", "B) não"]', 'A', 10 from generate_series(1, 3276) as n`,
    [built.id],
  );
  const add = (weight: number) =>
    teacher.post(`/api/teacher/tests/${built.id}/questions`, {
      statement: 'Mais uma?',
      alternatives: ['sim', 'não'],
      correctAnswer: 'A',
      weight,
    });
  const refused = await add(10);
  expect([refused.status, refused.body.code]).toEqual([400, 'too-many-points']);
  expect(refused.body.message).toBe(
    'Um teste vale no máximo 32.767 pontos e este ficaria com 32.771: use menos questões ou pesos mais baixos.',
  );
  // The maximum number: a child has to take the test from beginning to end.
  expect((await add(6)).status).toBe(201);
  const parent = await aParent(app);
  const child = await aChild(parent);
  const { body } = await parent.post('/api/attempts', { childId: child.id, testId: built.id, order: 'own' });
  expect((await parent.put(`/api/attempts/${body.id}`, { completed: true })).status).toBe(200);
});

describe('the list of themes', () => {
  test('has a row for each theme with all of its tests, filtered, sorted and in pages, with what the answers say', async () => {
    const schoolClass = '7º Ano';
    const made = async (theme: string, active: boolean) => {
      const { id } = await aTest(app.db, { theme, schoolClass, active, discipline: 'Artes' });
      return id;
    };
    const [one, two, three] = [await made('Cor', true), await made('Cor', false), await made('Linha', true)];
    await app.db.count(
      `insert into bank_figures (test_id, mark, attempts, asked, answered, correct, flagged) values ($1, '', 20, 40, 40, 27, 2), ($2, '', 20, 60, 60, 48, 0)`,
      [one, three],
    );
    const list = async (query: string) =>
      (await teacher.get(`/api/teacher/themes?class=7%C2%BA+Ano&discipline=Artes${query}`)).body.map(
        (row: { theme: string; tests: { id: number }[] }) => [row.theme, ...row.tests.map(({ id }) => id)],
      );
    expect(await list('')).toEqual([
      ['Cor', one, two],
      ['Linha', three],
    ]);
    // A theme is whole although only one of its tests matches.
    expect(await list('&active=false')).toEqual([['Cor', one, two]]);
    expect(await list('&sort=facility&order=desc')).toEqual([
      ['Linha', three],
      ['Cor', one, two],
    ]);
    expect(await list('&limit=1&page=2')).toEqual([['Linha', three]]);
    expect(await list('&search=linh')).toEqual([['Linha', three]]);
    const page = await teacher.get('/api/teacher/themes?class=7%C2%BA+Ano&discipline=Artes&limit=1');
    expect(page.headers['x-total-count']).toBe('2');
    expect(page.body[0]).toMatchObject({
      questions: 8,
      facility: 68,
      flagged: 2,
      tests: [{ facility: 68 }, { facility: null }],
    });
    expect((await teacher.get('/api/teacher/themes?sort=nada')).status).toBe(400);
  });
});
