import type { Page } from '@playwright/test';
import { aName, expect, isAccessible, register, signIn, test } from './fixtures.ts';

// The back-office's dialogs, in both themes: what each asks, what it refuses, and where it says so.

const dialog = (page: Page) => page.getByRole('dialog').last();
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

for (const theme of ['light', 'dark'] as const)
  test(`${theme}: an account is looked after, each thing after a second question, and the dialogs are accessible`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const other = await browser.newContext();
    const family = await other.newPage();
    const username = await register(family, `Ângela ${'Muitonome'.repeat(8)}`);
    await signIn(page, 'admin');
    await page.goto(`/admin?tab=users&search=${username}`);
    const open = () => page.getByRole('button', { name: /^Gerir Ângela/ }).click();
    await open();
    await isAccessible(page);
    const fits = await dialog(page).evaluate((box) => box.scrollWidth <= box.clientWidth);
    expect(fits).toBe(true);
    await dialog(page).getByRole('button', { name: 'Terminar sessões' }).click();
    await isAccessible(page);
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await dialog(page).getByRole('button', { name: 'Terminar sessões' }).click();
    await dialog(page).getByRole('button', { name: 'Terminar sessões' }).dblclick();
    await said(page, 'Sessões terminadas.');
    expect((await family.request.get('/api/user')).status()).toBe(401);
    await dialog(page).getByRole('button', { name: 'Mudar o papel' }).click();
    await isAccessible(page);
    await dialog(page).getByLabel('Novo papel').selectOption('teacher');
    await dialog(page).getByRole('button', { name: 'Mudar o papel' }).click();
    await said(page, 'Papel mudado.');
    await dialog(page).getByRole('button', { name: 'Pedir nova senha' }).click();
    await dialog(page).getByRole('button', { name: 'Pedir nova senha' }).click();
    await said(page, 'E-mail com a ligação a caminho.');
    await dialog(page).locator('footer').getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: 'Nova conta' }).click();
    await dialog(page).getByRole('button', { name: 'Criar conta' }).click();
    await said(page, 'Há um problema');
    await isAccessible(page);
    await other.close();
  });

test('a backup is made, and taken away only with the password', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  await page.goto('/admin?tab=database');
  await page.getByRole('button', { name: 'Fazer cópia agora' }).click();
  await expect(page.getByText('Cópia feita')).toBeVisible({ timeout: 60_000 });
  await page
    .getByRole('button', { name: /^Descarregar/ })
    .first()
    .click();
  await isAccessible(page);
  await dialog(page).getByLabel('A sua senha').fill('outra-qualquer');
  await dialog(page).getByRole('button', { name: 'Descarregar' }).click();
  await expect(dialog(page).locator('[id$=-error]')).toBeVisible();
  await dialog(page).getByLabel('A sua senha').fill('caderneta');
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Descarregar' }).click();
  expect((await download).suggestedFilename()).toMatch(/\S/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a test is put away and offered again from the panel; a refusal stays in the dialog', async ({ page }) => {
  await signIn(page, 'professor');
  const theme = `Painel ${Date.now()}`;
  await page.request.post('/api/teacher/tests', { data: { discipline: 'Artes', theme, schoolClass: '9º Ano' } });
  await page.context().clearCookies();
  await signIn(page, 'admin');
  await page.goto('/admin?tab=tests');
  await page.getByLabel('Procurar').fill(theme);
  await page.getByRole('button', { name: `Desactivar ${theme}, 9º Ano` }).click();
  await isAccessible(page);
  await page.route('**/toggle-active', (route) =>
    route.fulfill({ status: 503, json: { message: 'O serviço está ocupado.', code: 'unavailable' } }),
  );
  await dialog(page).getByRole('button', { name: 'Desactivar' }).click();
  await expect(dialog(page).getByText('O serviço está ocupado.')).toBeVisible();
  await page.unroute('**/toggle-active');
  await dialog(page).getByRole('button', { name: 'Desactivar' }).click();
  await said(page, 'Status do teste alterado com sucesso');
  await expect(page.getByRole('button', { name: `Activar ${theme}, 9º Ano` })).toBeVisible();
});

test('settings say what is wrong where it is, and a session that ends takes nothing along', async ({ page }) => {
  const username = aName();
  await signIn(page, 'admin');
  await page.goto('/admin?tab=settings');
  const account = page.locator('#transfer-account');
  await account.getByLabel('IBAN').fill('AO06 0000 0000 0000 0000 0000 1');
  await account.getByRole('button', { name: 'Guardar' }).click();
  await expect(account.locator('[id$=-error]').first()).toBeVisible();
  const brand = page.locator('#brand');
  const name = await brand.getByLabel('Nome da empresa').inputValue();
  await brand.getByLabel('Nome da empresa').fill(`${name} ${username}`);
  await page.context().clearCookies();
  await brand.getByRole('button', { name: 'Guardar' }).click();
  const again = page.getByRole('dialog', { name: 'A sessão terminou' });
  await again.getByLabel('Senha de admin').fill('caderneta');
  await again.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await expect(brand.getByLabel('Nome da empresa')).toHaveValue(`${name} ${username}`);
  await brand.getByLabel('Nome da empresa').fill(name);
  await brand.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Acrescentar' }).click();
  await page.getByRole('button', { name: 'Guardar webinars' }).click();
  await expect(page.locator('[id^=webinar][id$=-error]').first()).toBeVisible();
  await isAccessible(page);
});
