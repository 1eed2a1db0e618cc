import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aChild, aParent } from '../../../test/support/builders.ts';
import { loadContent } from './content.server.ts';

const app = await testApp();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-content-'));
fs.mkdirSync(path.join(folder, 'bank'));
fs.mkdirSync(path.join(folder, 'figures'));
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

test('content comes in once, changes where it changed, and leaves attempts and teachers’ edits alone', async () => {
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
  expect(sitting.questions[0].alternativesHtml[1]).toBe('B) &lt;b&gt;2&lt;/b&gt;');
  expect(sitting.questions[0].statementHtml).not.toMatch(/style=/);

  // Again: nothing to do. The ids stay.
  await load();
  expect((await parent.get('/api/tests')).body[0].id).toBe(test_.id);

  // Changed and shortened: new attempts see it, the one under way does not.
  write(bank('Metade de 1?', ['q2']));
  await load();
  const changed = (await parent.get(`/api/tests/${test_.id}`)).body;
  expect(changed.questions.map(({ statement }: { statement: string }) => statement)).toEqual(['Metade de 1?']);
  expect(changed.questions[0].id).toBe(sitting.questions[1].id);
  expect((await parent.post('/api/attempts', { childId: child.id, testId: test_.id })).body.questions).toEqual(
    sitting.questions,
  );

  // Edited by a teacher: the file is not applied any more.
  await app.db.count('update tests set edited_at = now() where id = $1', [test_.id]);
  write(bank('Do ficheiro, outra vez'));
  await load();
  expect((await parent.get(`/api/tests/${test_.id}`)).body.questions[0].statement).toBe('Metade de 1?');

  // Gone from the files: out of the catalogue, but the attempt goes on.
  await app.db.count('update tests set edited_at = null where id = $1', [test_.id]);
  write(bank('Outro teste').replace('mat4-x', 'mat4-y'));
  await load();
  expect((await parent.get('/api/tests')).body.map(({ id }: { id: number }) => id)).not.toContain(test_.id);
  expect((await parent.post('/api/attempts', { childId: child.id, testId: test_.id })).status).toBe(200);
});

test('a file that cannot be right stops the load and says which', async () => {
  write(bank('x').replace('Aplicação', 'Adivinhação'));
  await expect(load()).rejects.toThrow(/matematica-4\.yaml: tests\.0\.questions\.0\.skillCategory/);
});

test('a formula that is not TeX stops the load and says which', async () => {
  write(bank('Quanto é $\\frac{1}$?'));
  await expect(load()).rejects.toThrow(/A fórmula .*não se consegue ler/);
});
