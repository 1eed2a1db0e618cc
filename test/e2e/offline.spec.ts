import type { Page } from '@playwright/test';
import { DAY_MS } from '../../src/shared/time.ts';
import { aFamily, aTestFor, choose, expect, isChosen, next, test } from './fixtures.ts';
import { test as overLine } from './line.ts';
import { aPhone, cutNetwork, isReadyOffline, stored } from './network.ts';

async function answersOf(page: Page, childId: number, testId: number): Promise<Record<number, string>> {
  const sitting = (await (
    await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } })
  ).json()) as {
    questions: { id: number }[];
    answers: { questionId: number; selectedAnswer: string }[];
  };
  const place = new Map(sitting.questions.map(({ id }, index) => [id, index + 1]));
  return Object.fromEntries(
    sitting.answers.map(({ questionId, selectedAnswer }) => [place.get(questionId), selectedAnswer]),
  );
}

test('the network is lost during a test: the child continues, reloads, and no answer is lost when it returns', async ({
  page,
  context,
}) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await choose(page, 'A');
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  await isReadyOffline(page);

  await cutNetwork(page);
  await next(page);
  await choose(page, 'B');
  await expect(page.getByText('Sem ligação — guardado neste telemóvel').first()).toBeVisible();
  await next(page);
  await choose(page, 'C');
  await page.reload();
  await expect(page.getByText('Questão 3 de 10')).toBeVisible();
  await isChosen(page, 'C');
  await next(page);
  await choose(page, 'D');

  await context.setOffline(false);
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  expect(await answersOf(page, childId, testId)).toEqual({ 1: 'A', 2: 'B', 3: 'C', 4: 'D' });
});

overLine(
  'finished without a network, closed and opened again: sent and graded once when the network is back',
  async ({ baseURL, line, watch }) => {
    const phone = aPhone(baseURL, watch);
    let { context, page } = await phone.open();
    const { childId } = await aFamily(page);
    const testId = await aTestFor(page, childId);
    const address = `/tests/${testId}?childId=${childId}`;
    await page.goto(address);
    await choose(page, 'A');
    await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
    await isReadyOffline(page);
    await cutNetwork(page);
    for (let question = 2; question <= 9; question += 1) {
      await next(page);
      await expect(page.getByText(`Questão ${question} de 10`)).toBeVisible();
      await choose(page, 'B');
    }
    await next(page);
    await expect(page.getByText('Questão 10 de 10')).toBeVisible();
    // The position is stored a moment after the move; a choice is stored before the tap returns.
    await expect
      .poll(async () =>
        (await stored<{ current: number }>(page, 'caderneta', 'sittings')).map(({ current }) => current),
      )
      .toEqual([9]);
    await context.close();

    line.cut();
    ({ context, page } = await phone.open());
    await context.setOffline(true);
    await page.goto(address);
    await expect(page.getByText('Questão 10 de 10')).toBeVisible();
    await choose(page, 'C');
    await page.getByRole('button', { name: 'Finalizar' }).click();
    await expect(page.getByText(/O resultado chega quando houver internet/)).toBeVisible();

    line.mend();
    await context.setOffline(false);
    await expect(page.getByText(/Terminaste/)).toBeVisible({ timeout: 30_000 });
    await page.waitForURL('**/results/*', { timeout: 30_000 });
    const attemptId = Number(/results\/(\d+)/.exec(page.url())?.[1]);
    const result = (await (await page.request.get(`/api/attempts/${attemptId}`)).json()) as {
      attempt: { completed: boolean; late: boolean };
      answers: { selectedAnswer: string }[];
    };
    expect(result.attempt).toMatchObject({ completed: true, late: false });
    expect(result.answers.map(({ selectedAnswer }) => selectedAnswer).join('')).toBe('ABBBBBBBBC');
    await context.close();
    phone.forget();
  },
);

test('a choice made just before a reload is not lost', async ({ page, context }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  await isReadyOffline(page);
  await cutNetwork(page);
  for (const letter of ['A', 'D', 'B']) {
    const loaded = page.waitForEvent('load');
    // The tap and the reload happen in the same task.
    await page.evaluate((value) => {
      document.querySelector<HTMLInputElement>(`input[type=radio][value="${value}"]`)?.click();
      location.reload();
    }, letter);
    await loaded;
    await isChosen(page, letter);
  }
  await context.setOffline(false);
  await expect.poll(() => answersOf(page, childId, testId)).toEqual({ 1: 'B' });
});

test('a session that ended without network keeps the answers until someone signs in again', async ({
  page,
  context,
}) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await choose(page, 'A');
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  const cookies = await context.cookies();
  await context.clearCookies();
  await next(page);
  await choose(page, 'D');
  await expect(page.getByText(/A sessão terminou/)).toBeVisible();
  await context.addCookies(cookies);
  await page.reload();
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  expect(await answersOf(page, childId, testId)).toEqual({ 1: 'A', 2: 'D' });
});

test('a phone whose clock is a day ahead shows the same fifteen minutes', async ({ page }) => {
  await page.addInitScript((ahead) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ahead;
  }, DAY_MS);
  const { childId } = await aFamily(page);
  await page.goto(`/tests/${await aTestFor(page, childId)}?childId=${childId}`);
  await expect(page.getByText(/1[45]:\d\d/).first()).toBeVisible();
});
