import type { Page } from '@playwright/test';
import { aFamily, choose, expect } from './fixtures.ts';

/** Prepares the first tests that are offered, by the form. */
export async function prepare(page: Page, childId: number, count: number): Promise<void> {
  await page.goto(`/prepared?childId=${childId}`);
  const tiles = page.getByRole('checkbox');
  await expect(tiles.first()).toBeVisible();
  for (let n = 0; n < count; n += 1) await tiles.nth(n).check();
  await page.getByRole('button', { name: 'Preparar', exact: true }).click();
  await expect(
    page.getByRole('heading', { name: `Já há ${count} ${count === 1 ? 'teste' : 'testes'} neste telemóvel` }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Retirar/ })).toHaveCount(count);
}

export async function answerAll(page: Page, from = 1): Promise<void> {
  for (let question = from; question <= 10; question += 1) {
    await expect(page.getByText(`Questão ${question} de 10`)).toBeVisible();
    await choose(page, 'ABCD'[question % 4] as string);
    await page.getByRole('button', { name: question === 10 ? 'Finalizar' : 'Próxima' }).click();
    if (question === 10) break;
  }
}

/** Returns a family whose plan has no limit of tests. */
export async function aPayingFamily(page: Page): Promise<{ childId: number }> {
  const family = await aFamily(page);
  const { payment } = await (
    await page.request.post('/api/emis/initiate-payment', {
      data: { planId: 'individual', amount: 9_000, paymentMethod: 'reference' },
    })
  ).json();
  const paid = await page.request.post(`/api/emis/complete-payment/${payment.transactionId}`, {
    data: { status: 'completed', callbackData: { reference: '1' } },
  });
  expect(paid.status()).toBe(200);
  return family;
}

/** Returns the attempts of the family, newest first. */
export const history = async (page: Page) =>
  (await (await page.request.get('/api/recent-tests')).json()) as {
    attempt: { offline: boolean; timeConfirmed: boolean | null; completed: boolean };
  }[];
