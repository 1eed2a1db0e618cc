import type { Page } from '@playwright/test';
import { aFamily, expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';

/** Types a number on the keypad of the screen and confirms it. */
async function answer(page: Page, number: number): Promise<void> {
  const keys = page.getByRole('group', { name: 'Teclado' });
  for (const digit of String(number)) await keys.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'Seguinte' }).click();
}

/** Returns the result of the sum on the screen, as a child reads it. */
async function resultOnScreen(page: Page): Promise<number> {
  const said = (await page.getByText(/ é igual a$/).textContent()) ?? '';
  const [, left = '', sign = '', right = ''] = /(\d+) (.) (\d+)/.exec(said) ?? [];
  return sign === '+' ? Number(left) + Number(right) : Number(left) - Number(right);
}

/** Copies three numbers and begins the sums, without waiting for the time to pass. */
async function copyNumbers(page: Page): Promise<void> {
  for (let count = 0; count < 3; count++) {
    await expect(page.getByRole('heading', { name: 'Escreve o número que vês' })).toBeVisible();
    const shown = page.locator('main p').getByText(/^\d+$/).first();
    await answer(page, Number(await shown.textContent()));
  }
  await page.clock.runFor(15_000);
  await page.getByRole('button', { name: 'Começar' }).click();
}

test('a child does sums in the head, the parent sees what to train, and the training takes it off', async ({
  page,
}) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /Conta: ainda não sabemos/ }).click();
  await expect(page.getByRole('heading', { name: 'Números em voz alta' })).toBeVisible();
  await isAccessible(page);
  await page.clock.install();
  await page.goto(`/calculating/${childId}`);
  await expect(page.getByRole('button', { name: 'Passar a Maria' })).toBeVisible();
  await expect(page.getByText('O resto do telemóvel não fica fechado: fique por perto.')).toBeVisible();
  await expect(page).toHaveTitle(/Contas de cabeça/);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Passar a Maria' }).click();
  await isAccessible(page);
  await copyNumbers(page);
  for (let count = 0; count < 3; count++) await answer(page, await resultOnScreen(page));
  await isAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (let count = 0; count < 4; count++) await answer(page, 0);
  await expect(page.getByRole('heading', { name: /^Terminaste/ })).toBeVisible();
  await page.getByRole('button', { name: 'Já tenho o telemóvel: ver' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('faz 3 contas certas por minuto, de cabeça.');
  await expect(page.getByText('errada')).toHaveCount(4);
  await isAccessible(page);
  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/calculations`)).json()).facts.length)
    .toBe(4);

  await expect(page.getByRole('link', { name: 'Treinar 4 contas' })).toBeVisible();
  // The practice of the day leads there too.
  await page.goto(`/practice/${childId}`);
  await expect(page.getByRole('heading', { name: 'Hoje está tudo treinado' })).toBeVisible();
  await page.getByRole('link', { name: 'Treinar 4 contas de cabeça' }).click();
  for (let count = 0; count < 4; count++) await answer(page, await resultOnScreen(page));
  await expect(page.getByText('Treinaste 4 contas.')).toBeVisible();
  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/calculations`)).json()).facts.length)
    .toBe(0);
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect(page.getByRole('heading', { name: 'A linha de Maria' })).toBeVisible();
  await isAccessible(page);
});

test('stopping asks first, at the browser’s Back too; a run that broke off is begun again', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.clock.install();
  await page.goto(`/calculating/${childId}`);
  await page.getByRole('button', { name: 'Passar a Maria' }).click();
  await copyNumbers(page);
  await answer(page, await resultOnScreen(page));
  const asking = page.getByRole('dialog', { name: 'Parar as contas?' });
  await page.goBack();
  await isAccessible(page);
  await asking.getByRole('button', { name: 'Continuar' }).click();
  await answer(page, await resultOnScreen(page));
  // On a wide screen the button stands below the keys.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect
    .poll(async () => {
      const keys = await page.getByRole('group', { name: 'Teclado' }).boundingBox();
      const next = await page.getByRole('button', { name: 'Seguinte' }).boundingBox();
      return keys && next ? [next.x - keys.x, next.width - keys.width].map(Math.round) : [];
    })
    .toEqual([0, 0]);
  await page.getByRole('button', { name: 'Parar' }).click();
  await asking.getByRole('button', { name: 'Parar' }).click();
  await expect(page.getByRole('heading', { name: 'Paraste antes do fim, Maria.' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Já tenho o telemóvel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maria parou antes do fim.');
  await page.getByRole('button', { name: 'Começar outra vez' }).click();
  await expect(page.getByRole('button', { name: 'Passar a Maria' })).toBeVisible();
  await page.goto(`/children/${childId}/calculating`);
  await expect(page.getByText(/não conta: Parou antes do fim\./)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Começar contas de cabeça' })).toBeVisible();
});

test('a child finds on its home the sums that its parent has opened on this phone', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  const handOver = () => page.request.post('/api/child-mode', { data: { childId } });
  await page.goto(`/calculating/${childId}`);
  await expect(page.getByRole('button', { name: 'Passar a Maria' })).toBeVisible();
  expect((await handOver()).status()).toBe(204);
  await page.goto('/child');
  await page.getByRole('link', { name: 'Contas de cabeça' }).click();
  await expect(page).toHaveURL(new RegExp(`/calculating/${childId}$`));
  await expect(page).toHaveTitle(/Contas de cabeça/);
  await isAccessible(page);
});

test('numbers aloud without network: the parent marks, the result is sent later', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '1º Ano' });
  await page.goto(`/calculating/${childId}/numbers`);
  await expect(page.getByRole('heading', { name: '«Que número é este?»' })).toBeVisible();
  await isReadyOffline(page);
  await cutNetwork(page);
  await page.clock.install();
  await page.goto(`/calculating/${childId}/numbers`);
  await expect(page.getByRole('heading', { name: '«Que número é este?»' })).toBeVisible();
  await isAccessible(page);
  const marked = async (name: string, next: string) => {
    const buttons = page.getByRole('button', { name });
    for (const button of await buttons.all()) await button.click();
    await page.getByRole('button', { name: next }).click();
  };
  // Nothing is right before it is marked.
  await expect(page.getByRole('button', { name: 'Seguir: comparar' })).toBeDisabled();
  await expect(page.getByText('Falta marcar 6.')).toBeVisible();
  await marked(', certa', 'Seguir: comparar');
  const wrong = page.getByRole('button', { name: ', errada' });
  await expect(wrong).toHaveCount(5);
  for (const item of await wrong.all()) expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Ver as respostas' }).click();
  for (const button of await page.getByRole('button', { name: ', certa' }).all()) await button.click();
  await wrong.nth(2).click();
  await page.getByRole('button', { name: 'Seguir: somar' }).click();
  await marked(', certa', 'Seguir: continuar');
  await page.clock.fastForward(60_000);
  await marked(', certa', 'Ver resultado');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'já lê números, soma e continua uma fila de números. Falta comparar.',
  );
  await isAccessible(page);
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/calculations`)).json()).calculations)
    .toMatchObject([{ kind: 'numbers', right: 20 }]);
});
