import { describe, expect, test } from 'vitest';
import { multipart, testApp, type Visitor } from '../../../../test/support/app.ts';
import {
  aChildMidTest,
  anObjective,
  aParent,
  aTest,
  aUser,
  type TestWanted,
} from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { MAX_OBJECTIVES } from './curriculum.rules.ts';

const app = await testApp();
const teacher = await aUser(app, 'teacher');
const colleague = await aUser(app, 'teacher');

interface Listed {
  id: number;
  code: string;
  theme: string;
  content: string;
  revision: number;
  objectives: { id: number; code: string; text: string; revision: number }[];
}
const BASE = '/api/teacher/curriculum';
const planOf = async (discipline: string, schoolClass: string, who: Visitor = teacher): Promise<Listed[]> =>
  (await who.get(`${BASE}?discipline=${encodeURIComponent(discipline)}&class=${encodeURIComponent(schoolClass)}`)).body
    .themes;
const coverageOf = async (discipline: string, schoolClass: string) =>
  (
    await teacher.get(
      `/api/teacher/coverage?discipline=${encodeURIComponent(discipline)}&class=${encodeURIComponent(schoolClass)}`,
    )
  ).body;
const newTheme = async (discipline: string, schoolClass: string, theme: string, content?: string): Promise<Listed> => {
  const made = await teacher.post(`${BASE}/themes`, { discipline, schoolClass, theme, content });
  expect(made.status, made.text).toBe(201);
  return made.body;
};
const newObjective = async (themeId: number, text: string): Promise<Listed['objectives'][number]> => {
  const made = await teacher.post(`${BASE}/themes/${themeId}/objectives`, { text });
  expect(made.status, made.text).toBe(201);
  return made.body;
};
const remove = (path: string, who: Visitor = teacher) => who.request('DELETE', `${BASE}${path}`);
const logged = (subject: string) =>
  app.db.rows<{ action: string }>('select action from audit_log where subject = $1 order by id', [subject]);

describe('a programme', () => {
  test('is edited theme by theme, numbered by the server, can be reordered, and every change is logged', async () => {
    expect(await planOf('Artes', '7º Ano')).toEqual([]);
    const colours = await newTheme('Artes', '7º Ano', '  As   cores ', 'primárias;\n secundárias');
    const clay = await newTheme('Artes', '7º Ano', 'O barro');
    expect([colours, clay]).toMatchObject([
      { code: 'ART7.1', theme: 'As cores', content: 'primárias; secundárias', objectives: [] },
      { code: 'ART7.2', theme: 'O barro', content: '' },
    ]);
    const name = await newObjective(colours.id, 'Nomear as cores primárias');
    const mix = await newObjective(colours.id, 'Misturar cores');
    expect([name.code, mix.code]).toEqual(['ART7.1.1', 'ART7.1.2']);

    const ordered = await teacher.put(`${BASE}/order`, {
      discipline: 'Artes',
      schoolClass: '7º Ano',
      themeIds: [clay.id, colours.id],
    });
    expect(ordered.body.map(({ code }: Listed) => code)).toEqual(['ART7.2', 'ART7.1']);
    const inside = await teacher.put(`${BASE}/themes/${colours.id}/order`, { objectiveIds: [mix.id, name.id] });
    expect(inside.body.objectives.map(({ code }: { code: string }) => code)).toEqual(['ART7.1.2', 'ART7.1.1']);
    const changed = await teacher.put(`${BASE}/themes/${clay.id}`, { theme: 'Modelar', revision: clay.revision });
    expect(changed.body).toMatchObject({ code: 'ART7.2', theme: 'Modelar', revision: clay.revision + 1 });

    // Moved to another theme: the code stays, and the position is the last one.
    const gone = await teacher.put(`${BASE}/objectives/${mix.id}`, { text: 'Misturar barro', themeId: clay.id });
    expect(gone.body).toMatchObject({ code: 'ART7.1.2', text: 'Misturar barro' });
    expect(
      (await planOf('Artes', '7º Ano', colleague)).map(({ objectives }) => objectives.map(({ code }) => code)),
    ).toEqual([['ART7.1.2'], ['ART7.1.1']]);
    expect((await logged('objective ART7.1.2')).map(({ action }) => action)).toEqual([
      'curriculum.objective-created',
      'curriculum.objective-changed',
    ]);
    expect((await logged('theme ART7.2')).map(({ action }) => action)).toEqual([
      'curriculum.theme-created',
      'curriculum.theme-changed',
    ]);
    expect(await logged('plan ART7')).toEqual([{ action: 'curriculum.reordered' }]);
  });

  test('never reuses a code, not even of a deleted objective', async () => {
    const theme = await newTheme('Artes', '6º Ano', 'Um');
    const first = await newObjective(theme.id, 'Primeiro');
    expect((await remove(`/objectives/${first.id}`)).status).toBe(204);
    expect((await newObjective(theme.id, 'Segundo')).code).toBe('ART6.1.2');
    expect((await remove(`/themes/${theme.id}`)).status).toBe(204);
    expect((await newTheme('Artes', '6º Ano', 'Dois')).code).toBe('ART6.2');
  });

  test('of two conflicting edits the second is refused, and nothing is overwritten', async () => {
    const theme = await newTheme('Artes', '5º Ano', 'Um');
    const objective = await newObjective(theme.id, 'Primeiro');
    const other = await newObjective(theme.id, 'Segundo');
    expect((await teacher.put(`${BASE}/themes/${theme.id}`, { theme: 'Meu', revision: 1 })).status).toBe(200);
    expect((await teacher.put(`${BASE}/objectives/${objective.id}`, { text: 'Meu', revision: 1 })).status).toBe(200);
    for (const refused of [
      await colleague.put(`${BASE}/themes/${theme.id}`, { theme: 'Deles', revision: 1 }),
      await colleague.put(`${BASE}/objectives/${objective.id}`, { text: 'Deles', revision: 1 }),
      await remove(`/objectives/${objective.id}?revision=1`, colleague),
      await remove(`/themes/${theme.id}?revision=1`, colleague),
      await colleague.post(`${BASE}/objectives/${objective.id}/join`, { into: other.id, revision: 1 }),
      await colleague.put(`${BASE}/themes/${theme.id}/order`, { objectiveIds: [objective.id] }),
      await colleague.put(`${BASE}/order`, {
        discipline: 'Artes',
        schoolClass: '5º Ano',
        themeIds: [theme.id, 999_999],
      }),
    ]) {
      expect([refused.status, refused.body.code], refused.text).toEqual([409, 'changed-meanwhile']);
      expect(refused.body.message).toContain('por outra pessoa');
    }
    expect(await planOf('Artes', '5º Ano')).toMatchObject([{ theme: 'Meu', objectives: [{ text: 'Meu' }, {}] }]);
  });

  test('simultaneous edits give no code or place twice, and none is lost', async () => {
    const theme = await newTheme('Artes', '4º Ano', 'Muitos');
    const people = [teacher, colleague, await aUser(app, 'admin')];
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (people[index % 3] as Visitor).post(`${BASE}/themes/${theme.id}/objectives`, { text: `Objectivo ${index}` }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const objectives = (await planOf('Artes', '4º Ano'))[0]?.objectives ?? [];
    expect(objectives.map(({ code }) => code)).toEqual(Array.from({ length: 12 }, (_, index) => `ART4.1.${index + 1}`));
    // Two concurrent reorderings: they are applied one after another, each as a whole.
    const ids = objectives.map(({ id }) => id);
    const put = (objectiveIds: number[]) => teacher.put(`${BASE}/themes/${theme.id}/order`, { objectiveIds });
    await Promise.all([put(ids.toReversed()), put([...ids.slice(6), ...ids.slice(0, 6)])]);
    expect((await planOf('Artes', '4º Ano'))[0]?.objectives.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
    // Of two users who save the same revision, one succeeds.
    const both = await Promise.all(
      [teacher, colleague].map((who) => who.put(`${BASE}/objectives/${ids[0]}`, { text: 'Eu', revision: 1 })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('has at most a fixed number of objectives in a theme', async () => {
    const theme = await newTheme('Artes', '3º Ano', 'Cheio');
    await app.db.count(
      `insert into curriculum_objectives (theme_id, code, position, text) select $1, 'CHEIO.' || n, n, 'x' from generate_series(1, $2) n`,
      [theme.id, MAX_OBJECTIVES],
    );
    const refused = await teacher.post(`${BASE}/themes/${theme.id}/objectives`, { text: 'Mais um' });
    expect([refused.status, refused.body.code]).toEqual([409, 'too-many']);
  });

  test('can be edited by teachers and administrators; errors are reported at their fields', async () => {
    const theme = await newTheme('Artes', '2º Ano', 'Cores');
    const elsewhere = await newTheme('Artes', '1º Ano', 'Outro');
    const objective = await newObjective(theme.id, 'Nomear');
    const parent = await aParent(app);
    expect((await parent.get(`${BASE}?discipline=Artes&class=2º Ano`)).status).toBe(403);
    expect((await parent.put(`${BASE}/themes/${theme.id}`, { theme: 'Meu' })).status).toBe(403);
    expect((await app.visitor().get(`${BASE}?discipline=Artes&class=2º Ano`)).status).toBe(401);
    expect((await planOf('Artes', '2º Ano', await aUser(app, 'admin'))).length).toBe(1);
    for (const [reply, field] of [
      [await teacher.get(`${BASE}?discipline=Alquimia&class=2º Ano`), 'discipline'],
      [await teacher.get(`${BASE}?discipline=Artes`), 'class'],
      [await teacher.post(`${BASE}/themes`, { discipline: 'Artes', schoolClass: '2º Ano', theme: '  ' }), 'theme'],
      [
        await teacher.post(`${BASE}/themes`, { discipline: 'Artes', schoolClass: '12º Ano', theme: 'x' }),
        'schoolClass',
      ],
      [await teacher.post(`${BASE}/themes/${theme.id}/objectives`, { text: 'x'.repeat(401) }), 'text'],
      [await teacher.put(`${BASE}/objectives/${objective.id}`, { text: 'x', themeId: elsewhere.id }), 'themeId'],
      [await teacher.post(`${BASE}/objectives/${objective.id}/join`, { into: objective.id }), 'into'],
      [await teacher.get(`${BASE}/file?class=2º Ano&format=docx`), 'format'],
    ] as const) {
      expect(reply.status, reply.text).toBe(400);
      expect(Object.keys(reply.body.fields)).toEqual([field]);
    }
    for (const reply of [
      await teacher.put(`${BASE}/themes/2000000000`, { theme: 'x' }),
      await remove('/themes/2000000000'),
      await remove('/objectives/2000000000'),
      await teacher.post(`${BASE}/objectives/${objective.id}/join`, { into: 2_000_000_000 }),
    ])
      expect(reply.status).toBe(404);
  });
});

describe('objectives and questions', () => {
  const aQuestion = { statement: 'Que cor é esta?', alternatives: ['Azul', 'Verde'], correctAnswer: 'A' };

  test('a question may name an existing objective in any spelling; an unknown one is refused', async () => {
    await anObjective(app.db, { code: 'HIS9.1.1' });
    const { id } = await aTest(app.db, { keys: [] });
    const path = `/api/teacher/tests/${id}/questions`;
    const kept = await teacher.post(path, { ...aQuestion, objective: ' his9.1.1 ' });
    expect([kept.status, kept.body.objective]).toEqual([201, 'HIS9.1.1']);
    const refused = await teacher.post(path, { ...aQuestion, objective: 'HIS9.1.2' });
    expect([refused.status, refused.body.fields.objective]).toEqual([
      400,
      expect.stringContaining('«HIS9.1.2» não está nos planos curriculares'),
    ]);
    expect((await teacher.get(path)).body).toHaveLength(1);
    const none = await teacher.put(`/api/teacher/questions/${kept.body.id}`, { ...aQuestion, objective: '' });
    expect([none.status, none.body.objective]).toEqual([200, null]);
  });

  test('an objective measured by a question cannot be deleted; joining it to another moves its questions', async () => {
    const theme = await newTheme('História', '8º Ano', 'Reinos');
    const [used, other, free] = [
      await newObjective(theme.id, 'Situar o Reino do Kongo'),
      await newObjective(theme.id, 'Ler um mapa antigo'),
      await newObjective(theme.id, 'Por usar'),
    ];
    const { id } = await aTest(app.db, { discipline: 'História', schoolClass: '8º Ano', keys: [] });
    const asked = await teacher.post(`/api/teacher/tests/${id}/questions`, { ...aQuestion, objective: used.code });
    const inUse = await remove(`/objectives/${used.id}`);
    expect([inUse.status, inUse.body.code]).toEqual([409, 'objective-in-use']);
    expect(inUse.body.message).toContain('não se pode apagar');
    expect((await remove(`/themes/${theme.id}`)).body.code).toBe('objective-in-use');
    expect((await planOf('História', '8º Ano'))[0]?.objectives).toHaveLength(3);
    expect((await remove(`/objectives/${free.id}`)).status).toBe(204);

    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent, {});
    const joined = await teacher.post(`${BASE}/objectives/${used.id}/join`, {
      into: other.id,
      revision: used.revision,
    });
    expect([joined.status, joined.body]).toEqual([200, { moved: 1 }]);
    const [now] = (await teacher.get(`/api/teacher/tests/${id}/questions`)).body;
    expect(now).toMatchObject({ id: asked.body.id, objective: other.code, revision: asked.body.revision + 1 });
    // A user who had the question open gets a conflict; a running sitting continues.
    const late = await colleague.put(`/api/teacher/questions/${now.id}`, {
      ...aQuestion,
      revision: asked.body.revision,
    });
    expect(late.status).toBe(409);
    expect((await sitting.complete()).status).toBe(200);
    expect((await planOf('História', '8º Ano'))[0]?.objectives.map(({ code }) => code)).toEqual([other.code]);
    expect((await logged(`objective ${used.code}`)).at(-1)).toEqual({ action: 'curriculum.objective-joined' });
  });

  test('of deleting an objective and using it at the same moment, only one succeeds', async () => {
    const theme = await newTheme('História', '7º Ano', 'Corrida');
    const { id } = await aTest(app.db, { keys: [] });
    for (let round = 0; round < 8; round++) {
      const objective = await newObjective(theme.id, `Volta ${round}`);
      const [deleted, asked] = await Promise.all([
        remove(`/objectives/${objective.id}`),
        colleague.post(`/api/teacher/tests/${id}/questions`, {
          ...aQuestion,
          statement: `Volta ${round}?`,
          objective: objective.code,
        }),
      ]);
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual([deleted.status, asked.status]);
    }
  });

  test('coverage counts the questions of active tests by theme and class; the bank lists them', async () => {
    const theme = await newTheme('Geografia', '9º Ano', 'Rios');
    const [many, few, gap] = [
      await newObjective(theme.id, 'Nomear rios'),
      await newObjective(theme.id, 'Localizar rios'),
      await newObjective(theme.id, 'Comparar rios'),
    ];
    const wanted: TestWanted = { discipline: 'Geografia', schoolClass: '9º Ano', keys: [] };
    const test_ = await aTest(app.db, wanted);
    const asleep = await aTest(app.db, { ...wanted, active: false });
    const add = (testId: number, statement: string, objective: string | null) =>
      teacher.post(`/api/teacher/tests/${testId}/questions`, { ...aQuestion, statement, objective });
    for (const statement of ['Um?', 'Dois?', 'Três?']) await add(test_.id, statement, many.code);
    await add(test_.id, 'Quatro?', few.code);
    await add(asleep.id, 'Cinco?', few.code);
    await add(test_.id, 'Seis?', null);
    expect(await coverageOf('Geografia', '9º Ano')).toEqual({
      objectives: [
        { code: many.code, active: 3, total: 3 },
        { code: few.code, active: 1, total: 2 },
        { code: gap.code, active: 0, total: 0 },
      ],
      without: 1,
      disciplines: expect.arrayContaining([{ discipline: 'Geografia', objectives: 3, gaps: 1, few: 1, questions: 4 }]),
    });
    const found = async (query: string) =>
      (await teacher.get(`/api/teacher/questions?${query}`)).body.map(
        ({ statement }: { statement: string }) => statement,
      );
    expect(await found(`objective=${few.code.toLowerCase()}`)).toEqual(['Cinco?', 'Quatro?']);
    expect(await found(`objective=${theme.code}`)).toHaveLength(5);
    expect(await found(`objective=${theme.code}&search=tres&discipline=Geografia`)).toEqual(['Três?']);
    expect(await found('objective=GEO9.99')).toEqual([]);
  });

  test('an objective that a file names is stored if it exists, and otherwise left out with a note', async () => {
    await anObjective(app.db, { code: 'ING9.1.1' });
    const { id } = await aTest(app.db, { keys: [] });
    const send = async (more: Record<string, string>) => {
      const { payload, headers } = multipart(more, {
        name: 'q.csv',
        type: 'text/csv',
        bytes: 'Enunciado;A;B;Resposta;Objectivo\nQue cor?;Azul;Verde;A;ing9.1.1\nQue som?;Alto;Baixo;A;ZZZ\n',
      });
      return teacher.post(`/api/teacher/tests/${id}/import`, payload, headers);
    };
    const dry = await send({ dryRun: 'true' });
    expect(dry.body.rows).toMatchObject([
      { verdict: 'created' },
      { verdict: 'created', notes: [expect.stringContaining('O objectivo «ZZZ» não existe')] },
    ]);
    expect((await send({ dryRun: 'false' })).status).toBe(200);
    expect((await teacher.get(`/api/teacher/tests/${id}/questions`)).body).toMatchObject([
      { objective: 'ING9.1.1' },
      { objective: null },
    ]);
  });
});

describe('the reference document of a class', () => {
  const fileOf = (query: string, who: Visitor = teacher) => who.get(`${BASE}/file?${query}`);

  test('is a table that a spreadsheet shows without computing formulas', async () => {
    const theme = await newTheme('Ciências', '9º Ano', '=1+1', 'água; ar');
    await newObjective(theme.id, 'Dizer "água"; e ar');
    await newTheme('Ciências', '9º Ano', 'Sem objectivos');
    const { status, headers, text } = await fileOf('class=9º Ano&discipline=Ciências&format=csv');
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
    expect(headers['content-disposition']).toContain('plano-curricular-9-ano-ciencias.csv');
    expect(text.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
      '"Ano";"Disciplina";"Código do tema";"Tema";"Conteúdos";"Código do objectivo";"Objectivo"',
      `"9º Ano";"Ciências";"CIE9.1";"'=1+1";"água; ar";"CIE9.1.1";"Dizer ""água""; e ar"`,
      '"9º Ano";"Ciências";"CIE9.2";"Sem objectivos";"";"";""',
    ]);
  });

  test('is a PDF with selectable text, of all disciplines of the class or of one', async () => {
    const theme = await newTheme('Matemática', '9º Ano', 'Equações e inequações', 'incógnita, solução');
    await newObjective(theme.id, 'Resolver equações do 1.º grau');
    await newTheme('Inglês', '9º Ano', 'Travelling');
    const bytes = async (query: string) =>
      (
        await app.frame.server.inject({
          url: `${BASE}/file?class=${encodeURIComponent('9º Ano')}&format=pdf${query}`,
          headers: { cookie: teacher.cookie as string },
        })
      ).rawPayload;
    const textOf = async (file: Uint8Array) => (await pdfText(file)).pages.join(' ').replace(/\s+/g, ' ');
    const whole = await textOf(await bytes(''));
    for (const words of [
      'Plano curricular · 9º Ano',
      'Equações e inequações',
      'Conteúdos: incógnita, solução',
      'Resolver equações do 1.º grau',
      'MAT9.1.1',
      'Travelling',
    ])
      expect(whole).toContain(words);
    const one = await bytes(`&discipline=${encodeURIComponent('Matemática')}`);
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await textOf(one)).not.toContain('Travelling');
    const empty = await fileOf('class=8º Ano&discipline=Inglês&format=pdf');
    expect([empty.status, empty.body.code]).toEqual([400, 'nothing-to-export']);
  });

  test('is refused as a PDF when it is too long; the table is still available', async () => {
    await newTheme('Educação Física', '8º Ano', 'Um');
    await app.db.count(
      `with themes as (
         insert into curriculum_themes (plan_id, code, position, theme)
         select plan_id, 'LONGO.' || n, n + 1, 'Tema' from curriculum_themes, generate_series(1, 30) n where code = 'EDF8.1' returning id)
       insert into curriculum_objectives (theme_id, code, position, text) select id, 'LONGO.' || id || '.' || n, n, 'Fazer' from themes, generate_series(1, 40) n`,
    );
    const refused = await fileOf('class=8º Ano&discipline=Educação Física&format=pdf');
    expect([refused.status, refused.body.code]).toEqual([400, 'too-many-rows']);
    const table = await fileOf('class=8º Ano&discipline=Educação Física&format=csv');
    expect(table.text.trimEnd().split('\r\n')).toHaveLength(1 + 1 + 1200);
  });

  test('is limited to a number of downloads an hour', async () => {
    const eager = await aUser(app, 'teacher');
    await newTheme('Português', '9º Ano', 'Contos');
    expect((await fileOf('class=9º Ano&format=csv', eager)).status).toBe(200);
    await app.db.count(`update rate_limits set hits = 60 where key = $1`, [`curriculum-file:${eager.id}`]);
    expect((await fileOf('class=9º Ano&format=csv', eager)).status).toBe(429);
  });
});
