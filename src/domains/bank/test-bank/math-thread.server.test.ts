import { expect, test, vi } from 'vitest';
import { multipart, testApp } from '../../../../test/support/app.ts';
import { aTest, aUser } from '../../../../test/support/builders.ts';
import { renderForeign } from './math-thread.server.ts';

// In this thread rendering fails, so whatever is rendered was rendered in another thread.
vi.mock('temml', () => ({
  default: {
    renderToString: () => {
      throw new Error('drawn in the thread that answers families');
    },
  },
}));

const app = await testApp();

test('formulas from users are rendered in a separate thread, in order', async () => {
  const drawn = await Promise.all(
    ['$1$', '$\\frac{1}{2}$', 'sem fórmula', '$\\nada$'].map((statement) => renderForeign({ statement })),
  );
  expect(drawn.map(({ html }) => html.statement?.slice(0, 5))).toEqual(['<math', '<math', undefined, '$\\nad']);
  expect(drawn[3]?.problems['statement']).toMatch(/não se consegue ler/);
});

test('T44 previews, new questions and small imports use that thread, and a formula that expands too far is refused', async () => {
  const teacher = await aUser(app, 'teacher');
  const { id } = await aTest(app.db);
  const bomb = String.raw`$\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b}\c\c\c$`;
  const question = (statement: string) => ({
    statement,
    alternatives: ['um', 'dois', 'três', 'quatro'],
    correctAnswer: 'A',
    explanation: 'Porque sim.',
    weight: 1,
    skillCategory: 'Aplicação',
  });
  const preview = await teacher.post('/api/teacher/preview', { statement: bomb, explanation: 'É $\\frac{1}{2}$.' });
  expect(preview.body.problems.statement).toMatch(/não pode definir comandos/);
  expect(preview.body.html.explanation).toContain('<mfrac>');
  const refused = await teacher.post(`/api/teacher/tests/${id}/questions`, question(bomb));
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['statement']]);
  expect((await teacher.post(`/api/teacher/tests/${id}/questions`, question('Quanto é $\\frac{1}{2}$?'))).status).toBe(
    201,
  );

  const importing = (statements: string[]) => {
    const { payload, headers } = multipart(
      { dryRun: 'true' },
      { name: 'questoes.json', type: 'application/json', bytes: JSON.stringify(statements.map(question)) },
    );
    return teacher.request('POST', `/api/teacher/tests/${id}/import`, payload, headers);
  };
  const report = await importing(['Quanto é $\\frac{1}{3}$?', bomb]);
  expect(report.body.rows.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['created', 'wrong']);
  expect(report.body.rows[1].problems[0]).toMatch(/não pode definir comandos/);
});
