import path from 'node:path';
import { refreshNorms } from '../../src/domains/knowing/norms/norms.server.ts';
import { openDatabase } from '../../src/server/db/db.ts';
import { embeddedUrl } from '../../src/server/db/embedded.ts';
import { aCohort } from '../support/cohort.ts';
import { aFamily, complete, expect, isAccessible, test } from './fixtures.ts';

const PLACE = { schoolClass: '7º Ano', school: 'Escola do Percurso', location: 'Luanda' } as const;

test('a family with a plan sees the averages of its school, a free one reference values and what a plan adds', async ({
  page,
}) => {
  const db = openDatabase(embeddedUrl(path.join(process.env['E2E_DATA'] as string, 'postgres')), {
    connections: 1,
    statementTimeout: 30_000,
  });
  const place = { province: PLACE.location, school: PLACE.school };
  await aCohort(db, { places: [place], schoolClass: '7º Ano', children: 24, tests: 1, plain: true });
  await refreshNorms(db);
  const { childId } = await aFamily(page, PLACE);
  const buy = `update users set subscription_type = $2, subscription_end = now() + interval '1 year' where id = (select user_id from children where id = $1)`;
  await db.count(buy, [childId, 'individual']);

  const tests = await (
    await page.request.get(`/api/tests?childId=${childId}&class=7º Ano&discipline=Matemática`)
  ).json();
  const started = await (
    await page.request.post('/api/attempts', { data: { childId, testId: tests[0].id, order: 'own' } })
  ).json();
  for (const [index, question] of started.questions.entries()) {
    const selectedAnswer = index < 8 ? 'A' : 'B';
    await page.request.post('/api/answers', {
      data: { attemptId: started.id, questionId: question.id, selectedAnswer },
    });
  }
  await complete(page, started.id);

  const comparison = page.locator('section', { has: page.getByRole('heading', { name: 'Comparação' }) });
  await page.goto(`/results/${started.id}`);
  await page.getByText('Ver mais').click();
  await expect(
    comparison.getByText(/(Acima|Abaixo) da média da escola \(\d+%\)\.|Igual à média da escola/),
  ).toBeVisible();
  await comparison.getByText('Ver em tabela').click();
  await expect(comparison.getByRole('rowheader', { name: 'Escola (20 a 49 crianças)' })).toBeVisible();
  await expect(page.getByText('Com 10 perguntas ainda não há certeza')).toBeVisible();
  await isAccessible(page);
  await page.goto(`/children/${childId}/reports`);
  await expect(page.getByText(/(Acima|Abaixo) da média da escola \(\d+%\)\.|Igual à média da escola/)).toBeVisible();

  await db.count(buy, [childId, 'free']);
  await page.goto(`/results/${started.id}`);
  await page.getByText('Ver mais').click();
  await expect(comparison.getByText('Escola e país: valores de comparação.')).toBeVisible();
  await expect(comparison.getByText('Num plano pago, também com a média da escola')).toBeVisible();
  await isAccessible(page);
  await comparison.getByRole('link', { name: 'Ver planos' }).click();
  await expect(page).toHaveURL('/subscription');
  await db.close();
});
