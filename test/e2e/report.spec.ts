import { REPORT_ROWS } from '../../src/domains/knowing/history/history.rules.ts';
import { testsIn } from '../../src/domains/knowing/reports/report.rules.ts';
import {
  aFamily,
  aTestFor,
  choose,
  expect,
  finishUntil,
  inDatabase,
  isAccessible,
  isAccessibleInBothThemes,
  signIn,
  test,
} from './fixtures.ts';

interface Report {
  child: { fullName: string };
  trend: { score: number; discipline: string; theme: string; date: string }[];
  since: Record<'month' | 'quarter' | 'year', string>;
  now: { percentage: number | null };
  disciplines: { discipline: string; tests: number; mean: number }[];
  themes: { discipline: string; themes: { theme: string; mean: number | null }[] }[];
  skills: { skillCategory: string; correct: number; total: number }[];
  trimesters: { all: { tests: number; mean: number | null }[] };
  next: { allowed: boolean; test: { id: number; theme: string } | null };
}

type Page = import('@playwright/test').Page;

const read = async <Body>(page: Page, address: string) => (await (await page.request.get(address)).json()) as Body;

async function firstChild(page: Page): Promise<number> {
  const [child] = await read<{ id: number }[]>(page, '/api/children');
  return (child as { id: number }).id;
}

async function fits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

test('the report and its selection are accessible in both themes and fit a narrow phone', async ({ page }) => {
  await signIn(page, 'encarregado');
  for (const path of ['/reports', `/children/${await firstChild(page)}/reports`, '/dashboard']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await fits(page);
    // The last click has scrolled: the bar of the phone may cover half of some link there.
    await page.evaluate(() => scrollTo(0, 0));
    await isAccessibleInBothThemes(page);
  }
});

test('the report shows the server’s figures, with the sentence first', async ({ page }) => {
  await signIn(page, 'encarregado');
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Ver relatório de Maria Domingos' }).click();
  await page.waitForURL('**/children/*/reports');
  const id = await firstChild(page);
  const report = await read<Report>(page, `/api/children/${id}/report`);
  expect(report.trend).toHaveLength(8);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText('A Maria');
  await expect(title).toContainText(`${report.now.percentage}%`);
  await expect(page.getByRole('img', { name: (await title.textContent()) as string })).toBeVisible();

  await page.getByText('Ver em tabela').click();
  const rows = page.getByRole('table').first().getByRole('row');
  const { tests: shown } = testsIn(report.trend, report.since, null);
  await expect(rows).toHaveCount(shown.length + 1);
  for (const [index, { score, discipline, theme }] of shown.entries()) {
    await expect(rows.nth(index + 1)).toContainText(`${discipline}: ${theme}`);
    await expect(rows.nth(index + 1)).toContainText(`${score}%`);
  }

  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });
  await section('Por disciplina')
    .getByText(/^Mais \d/)
    .click();
  await section('Por disciplina').getByText('Respostas e tempo').click();
  const disciplines = section('Por disciplina')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(disciplines).toHaveCount(report.disciplines.length);
  for (const [index, { discipline, mean }] of report.disciplines.entries()) {
    await expect(disciplines.nth(index)).toContainText(discipline);
    await expect(disciplines.nth(index)).toContainText(`${mean}%`);
  }
  await page.getByRole('heading', { name: 'Por trimestre' }).click();
  await page.getByText('Como responde').click();
  for (const { correct, total } of report.skills) {
    await expect(page.getByText(`${correct} de ${total}`).first()).toBeVisible();
  }
  await expect(section('Resultados').getByRole('listitem')).toHaveCount(REPORT_ROWS);
  await page.getByText('Cada disciplina').click();
  const trimesters = section('Por trimestre').getByRole('row').filter({ hasText: 'Todas' }).getByRole('cell');
  for (const [index, { mean }] of report.trimesters.all.entries()) {
    await expect(trimesters.nth(index)).toContainText(mean === null ? '–' : `${mean}%`);
  }
});

test('the dashboard shows each discipline of the period that was chosen', async ({ page }) => {
  await signIn(page, 'encarregado');
  await page.goto('/dashboard');
  const section = page
    .locator('details')
    .filter({ has: page.getByRole('heading', { name: 'Desempenho por disciplina' }) });
  await section.getByRole('heading', { name: 'Desempenho por disciplina' }).click();
  for (const [period, label] of [
    ['month', 'Último mês'],
    ['quarter', 'Último trimestre'],
    ['year', 'Ano lectivo'],
  ] as const) {
    await section.getByLabel('Período').selectOption({ label });
    const [child] = await read<{ disciplines: { discipline: string; mean: number }[] }[]>(
      page,
      `/api/children/performance?period=${period}`,
    );
    const items = section.getByRole('article').first().getByRole('listitem');
    await expect(items).toHaveCount(child?.disciplines.length ?? 0);
    for (const [index, { discipline, mean }] of (child?.disciplines ?? []).entries()) {
      await expect(items.nth(index)).toContainText(discipline);
      await expect(items.nth(index)).toContainText(`${mean}%`);
    }
  }
});

test('without a test there is a link to start one; with one child there is nothing to choose', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.goto('/reports');
  await page.waitForURL(`**/children/${childId}/reports`);
  await expect(page.getByText('Ainda sem testes')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fazer um teste' })).toHaveAttribute('href', `/tests?childId=${childId}`);
  await isAccessible(page);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Desempenho por disciplina' }).click();
  await expect(page.getByText('Nenhum dado disponível para este período.')).toBeVisible();
});

test('another family’s child is not found; without network the report says so and recovers', async ({
  page,
  context,
}) => {
  await signIn(page, 'encarregado');
  const theirs = await firstChild(page);
  await context.clearCookies();
  await aFamily(page);
  await page.goto(`/children/${theirs}/reports`);
  await expect(page.getByRole('heading', { level: 1, name: 'Relatório não encontrado' })).toBeVisible();

  await context.clearCookies();
  await signIn(page, 'encarregado');
  await page.goto('/reports');
  await expect(page.getByRole('link', { name: 'Ver relatório de Maria Domingos' })).toBeVisible();
  await page.route('**/api/children/*/report', (route) => route.abort());
  await page.getByRole('link', { name: 'Ver relatório de Maria Domingos' }).click();
  await expect(page.getByText('Está sem internet.').first()).toBeVisible();
  await page.unroute('**/api/children/*/report');
  await page.getByRole('button', { name: /Tentar de novo/ }).click();
  await expect(page.getByRole('heading', { name: 'Por disciplina' })).toBeVisible();
});

/** Milliseconds for an answer; longer than the threshold below which an answer counts as too quick for any question. */
const READING_MS = 3_500;

test('a test started from the report is in the report afterwards', async ({ page }) => {
  await page.clock.install();
  await aFamily(page);
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Fazer um teste' }).click();
  await page
    .getByRole('link', { name: /Começar/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Começar sem entregar' }).click();
  for (let question = 1; question <= 10; question += 1) {
    await expect(page.getByText(`Questão ${question} de 10`)).toBeVisible();
    // On the phone passes as much time as reading takes: answers that are too quick keep a result out of the report.
    await page.clock.fastForward(READING_MS);
    await choose(page, 'A');
    if (question < 10) await page.getByRole('button', { name: 'Próxima' }).click();
  }
  const result = page.getByRole('button', { name: 'Ver resultado' });
  await finishUntil(page, result);
  await result.click();
  await expect(page.getByText(/acertou \d+ de 10/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Relatórios' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/fez 1 teste e acertou \d+ de \d+/);
  await isAccessible(page);
});

test('opening the result of a test whose time ran out asks, and then completes it', async ({ page }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const started = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
  const { id, questions } = (await started.json()) as { id: number; questions: { id: number }[] };
  for (const { id: questionId } of questions)
    await page.request.post('/api/answers', { data: { attemptId: id, questionId, selectedAnswer: 'A' } });
  await inDatabase((db) =>
    db.count(
      `update attempts set attempt_date = attempt_date - interval '1 hour', deadline_at = deadline_at - interval '1 hour' where id = $1`,
      [id],
    ),
  );
  const stateOf = async () => (await read<{ attempt: { state: string } }>(page, `/api/attempts/${id}`)).attempt.state;
  expect(await stateOf()).toBe('provisional');
  await page.goto(`/results/${id}`);
  await expect(page.getByRole('heading', { name: 'À espera das respostas do telemóvel' })).toBeVisible();
  await isAccessible(page);
  expect(await stateOf()).toBe('provisional');
  await page.getByRole('button', { name: 'Ver agora' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /acertou \d+ de \d+/ })).toBeVisible();
  expect(await stateOf()).toBe('completed');
});
