import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aFamily, expect, isAccessible, isAccessibleInBothThemes, register, signIn, test, unfold } from './fixtures.ts';

const part = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

async function fits(page: Page): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
}

test('a parent changes their particulars and password, and signs out other devices', async ({ page, browser }) => {
  const username = await register(page);
  const other = await browser.newContext();
  const phone = await other.newPage();
  await signIn(phone, username, 'segredo-1');
  await page.goto('/settings');
  // The cards of the settings load one after the other.
  await page.waitForLoadState('networkidle');
  await unfold(page);

  const profile = part(page, 'Perfil');
  await profile.getByRole('button', { name: 'Editar perfil' }).click();
  await expect(profile.getByLabel('Nome completo')).toBeFocused();
  await profile.getByLabel('Nome completo').fill('Teresa Neto <b>');
  await profile.getByLabel('Telefone').fill('923 111 222');
  await expect(profile.getByLabel('Senha actual')).toHaveCount(0);
  await profile.getByLabel('E-mail').fill('nova@familia.example');
  await profile.getByLabel('Senha actual').fill('errada-1');
  await profile.getByRole('button', { name: 'Guardar' }).click();
  await expect(profile.getByText('A senha actual não está certa.')).toBeVisible();
  await profile.getByLabel('Senha actual').fill('segredo-1');
  await profile.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Perfil actualizado.')).toBeVisible();
  await expect(profile.getByText('Teresa Neto <b>')).toBeVisible();
  await expect(profile.getByText('nova@familia.example')).toBeVisible();
  await expect(profile.getByRole('button', { name: 'Editar perfil' })).toBeFocused();

  const devices = part(page, 'Aparelhos');
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('Este aparelho')).toHaveCount(1);
  await devices.getByRole('button', { name: /^Terminar sessão/ }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  expect((await phone.request.get('/api/user')).status()).toBe(401);

  await signIn(phone, username, 'segredo-1');
  const password = part(page, 'Senha');
  await password.getByRole('button', { name: 'Mudar a senha' }).click();
  await password.getByLabel('Senha actual').fill('segredo-1');
  await password.getByLabel('Nova senha', { exact: true }).fill('goiabas-azuis-7');
  await expect(password.getByText('Senha forte')).toBeVisible();
  await password.getByLabel('Confirmar nova senha').fill('goiabas-azuis-8');
  await password.getByRole('button', { name: 'Mudar a senha' }).click();
  await expect(password.getByText('As senhas não coincidem')).toBeVisible();
  await password.getByLabel('Confirmar nova senha').fill('goiabas-azuis-7');
  await password.getByRole('button', { name: 'Mudar a senha' }).click();
  await expect(page.getByText('Senha mudada')).toBeVisible();
  expect((await phone.request.get('/api/user')).status()).toBe(401);
  expect((await page.request.get('/api/user')).status()).toBe(200);
  await other.close();
});

test('a card of the settings that cannot be read says so, and is read again', async ({ page }) => {
  await register(page);
  await page.route('**/api/child-mode', (route) =>
    route.fulfill({ status: 503, json: { message: 'Muitos pedidos.', code: 'busy' } }),
  );
  await page.goto('/settings');
  const pin = part(page, 'PIN do encarregado');
  await expect(pin.getByText('Não foi possível carregar.')).toBeVisible();
  await page.unroute('**/api/child-mode');
  await pin.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(pin.getByRole('button', { name: 'Criar o PIN' })).toBeEnabled();
  await expect(pin.getByText('Não foi possível carregar.')).toHaveCount(0);
});

test('a parent downloads their data, deletes the account, and restores it', async ({ page }) => {
  const username = await register(page);
  await page.request.post('/api/children', { data: { fullName: 'Maria Única', schoolClass: '4º Ano' } });
  await page.goto('/settings');
  // The cards of the settings load one after the other.
  await page.waitForLoadState('networkidle');
  await unfold(page);
  const privacy = part(page, 'Privacidade');
  await page.route('**/api/account/data', (route) =>
    route.fulfill({ status: 429, json: { message: 'Já descarregou várias vezes.', code: 'too-many' } }),
  );
  await privacy.getByRole('link', { name: 'Descarregar os meus dados' }).click();
  await expect(page.getByText('O ficheiro não chegou. Já descarregou várias vezes.')).toBeVisible();
  await page.unroute('**/api/account/data');
  const downloading = page.waitForEvent('download');
  await privacy.getByRole('link', { name: 'Descarregar os meus dados' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^os-meus-dados-.*\.json$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('Maria Única');

  await privacy.getByRole('button', { name: 'Apagar a minha conta' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('30 dias')).toBeVisible();
  await dialog.getByLabel('A sua senha').fill('errada-1');
  await dialog.getByRole('button', { name: 'Apagar a minha conta' }).click();
  await expect(dialog.getByText('A senha actual não está certa.')).toBeVisible();
  await expect(dialog.getByLabel('A sua senha')).toBeFocused();
  await dialog.getByLabel('A sua senha').press('Enter');
  await expect(dialog.getByRole('alert').getByText('A senha actual não está certa.')).toBeVisible();
  await dialog.getByLabel('A sua senha').fill('segredo-1');
  await dialog.getByRole('button', { name: 'Apagar a minha conta' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('Conta fechada')).toBeVisible();
  expect((await page.request.get('/api/user')).status()).toBe(401);

  await signIn(page, username, 'segredo-1');
  await page.goto('/dashboard');
  const notice = page.getByRole('complementary', { name: 'Conta a apagar' });
  await expect(notice).toBeVisible();
  await isAccessible(page);
  await shoot(page, 'deletion-notice');
  await notice.getByRole('button', { name: 'Manter a minha conta' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a child is archived, restored, and erased after a question that names it', async ({ page }) => {
  await aFamily(page, { fullName: 'Maria Única' });
  await page.request.post('/api/children', { data: { fullName: 'João Neto', schoolClass: '2º Ano' } });
  await page.goto('/children');
  await page.getByRole('button', { name: 'Editar Maria Única' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Arquivar' }).click();
  await expect(page.getByRole('button', { name: 'Editar Maria Única' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ver crianças arquivadas' }).click();
  await page.getByRole('button', { name: 'Tirar do arquivo Maria Única' }).click();
  await expect(page.getByRole('button', { name: 'Editar Maria Única' })).toBeVisible();
  await expect(page.getByText('Nenhuma criança arquivada.')).toBeVisible();

  await page.getByRole('button', { name: 'Editar João Neto' }).click();
  await page.getByRole('button', { name: 'Apagar para sempre' }).click();
  const question = page.getByRole('dialog', { name: 'Apagar para sempre?' });
  await expect(question.getByText('João Neto')).toBeVisible();
  const password = question.getByLabel('A sua senha', { exact: true });
  await expect(password).toBeFocused();
  await shoot(page, 'erase-child');
  await password.fill('segredo-1');
  await question.getByRole('button', { name: 'Apagar para sempre' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText('O perfil de João Neto vai ser apagado daqui a 30 dias.')).toBeVisible();
  expect(((await (await page.request.get('/api/children')).json()) as unknown[]).length).toBe(1);
});

test('an e-mail in the settings is not cut into pieces where the cards are narrow', async ({ page }) => {
  await aFamily(page);
  // The narrowest cards of two columns.
  await page.setViewportSize({ width: 720, height: 800 });
  await page.goto('/settings');
  const email = part(page, 'Perfil').getByRole('definition').filter({ hasText: '@' });
  await expect.poll(async () => (await email.boundingBox())?.width ?? 0).toBeGreaterThan(200);
});

test('settings, their forms and the archive are accessible in both themes, on a phone and on a desktop', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const { childId } = await aFamily(page, { fullName: 'Maria Única' });
  await page.request.post('/api/children', { data: { fullName: 'João Neto', schoolClass: '2º Ano' } });
  await page.request.post(`/api/children/${childId}/archive`);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const look = async (name: string) => {
      await page.waitForTimeout(300);
      await fits(page);
      await isAccessibleInBothThemes(page);
      await shoot(page, `${name}-${width}`);
    };
    await page.goto('/settings');
    // The cards of the settings load one after the other.
    await page.waitForLoadState('networkidle');
    await unfold(page);
    await expect(part(page, 'Aparelhos').getByRole('listitem').first()).toBeVisible();
    await look('settings');
    await page.getByRole('button', { name: 'Editar perfil' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill('x');
    await look('settings-profile');
    await page.getByRole('button', { name: 'Mudar a senha' }).click();
    await part(page, 'Senha').getByRole('button', { name: 'Mudar a senha' }).click();
    await look('settings-password');
    await page.getByRole('button', { name: 'Apagar a minha conta' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('settings-delete');
    await page.goto('/children');
    await page.getByRole('button', { name: 'Ver crianças arquivadas' }).click();
    await expect(page.getByRole('button', { name: 'Tirar do arquivo Maria Única' })).toBeVisible();
    await look('archive');
    await page.getByRole('button', { name: 'Editar João Neto' }).click();
    await page.getByRole('button', { name: 'Arquivar', exact: true }).scrollIntoViewIfNeeded();
    await look('child-dialog');
  }
});
