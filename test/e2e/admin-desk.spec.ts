import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import { openDatabase } from '../../src/server/db/db.ts';
import { embeddedUrl } from '../../src/server/db/embedded.ts';
import { confirmWithoutCode } from '../support/builders.ts';
import {
  aFamily,
  aName,
  announced,
  expect,
  inDatabase,
  isAccessible,
  isAccessibleInBothThemes,
  register,
  signIn,
  signInAsStaff,
  test,
} from './fixtures.ts';

// Tests the dialogs of the back office in both themes: what each asks, what it refuses, and where it shows errors.

const dialog = (page: Page) => page.getByRole('dialog').last();
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('each action on an account asks for confirmation, and the dialogs are accessible in both themes', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const other = await browser.newContext();
  const family = await other.newPage();
  const username = await register(family, `Ângela ${'Muitonome'.repeat(8)}`);
  await signInAsStaff(page, 'admin', { confirmed: true });
  await page.goto(`/admin?tab=users&search=${username}`);
  const open = () => page.getByRole('button', { name: /^Gerir Ângela/ }).click();
  await open();
  await isAccessibleInBothThemes(page);
  const fits = await dialog(page).evaluate((box) => box.scrollWidth <= box.clientWidth);
  expect(fits).toBe(true);
  await dialog(page).getByRole('button', { name: 'Terminar sessões' }).click();
  await isAccessibleInBothThemes(page);
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await dialog(page).getByRole('button', { name: 'Terminar sessões' }).click();
  await dialog(page).getByRole('button', { name: 'Terminar sessões' }).dblclick();
  await announced(page, 'Sessões terminadas.');
  expect((await family.request.get('/api/user')).status()).toBe(401);
  await dialog(page).getByRole('button', { name: 'Mudar a função' }).click();
  await isAccessibleInBothThemes(page);
  await dialog(page).getByLabel('Nova função').selectOption('teacher');
  await dialog(page).getByRole('button', { name: 'Mudar a função' }).click();
  await announced(page, 'Função mudada.');
  await dialog(page).getByRole('button', { name: 'Pedir nova senha' }).click();
  await dialog(page).getByRole('button', { name: 'Pedir nova senha' }).click();
  await announced(page, 'A senha antiga já não serve. A ligação está na fila dos e-mails.');
  await dialog(page).locator('footer').getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('button', { name: 'Nova conta' }).click();
  await dialog(page).getByRole('button', { name: 'Convidar' }).click();
  await said(page, 'Corrija estes campos');
  await isAccessibleInBothThemes(page);
  await other.close();
});

test('an administrator without a second factor has to set it up, and downloads a backup with a fresh code', async ({
  page,
}) => {
  await signInAsStaff(page, 'admin', { confirmed: false });
  await page.goto('/admin?tab=database');
  await page.getByRole('button', { name: 'Fazer cópia agora' }).click();
  await expect(dialog(page)).toContainText('Ligue a verificação em dois passos');
  await isAccessible(page);
  await dialog(page).getByRole('link', { name: 'Ligar agora' }).click();
  // The first step is shown at once, without a message.
  await expect(page.getByLabel('A sua senha')).toBeInViewport();
  await expect(page.getByText('Erro', { exact: true })).toHaveCount(0);
  await page.getByLabel('A sua senha').fill('goiabas-azuis-7');
  await page.getByRole('button', { name: 'Continuar' }).click();
  const link = await page.getByRole('link', { name: 'abra-a por aqui' }).getAttribute('href');
  const phone = URI.parse(link as string) as TOTP;
  const codeOf = (stepsAhead: number) => phone.generate({ timestamp: Date.now() + stepsAhead * 30_000 });
  await page.getByLabel('Código de 6 números que a aplicação mostra').fill(codeOf(0));
  await page.getByRole('button', { name: 'Ligar', exact: true }).click();
  await page.getByRole('button', { name: 'Já os guardei' }).click();

  await page.goto('/admin?tab=database');
  await page.getByRole('button', { name: 'Fazer cópia agora' }).click();
  await expect(dialog(page).getByLabel('Código do telemóvel')).toBeFocused();
  await isAccessible(page);
  await dialog(page).getByLabel('Código do telemóvel').fill('000000');
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog(page).locator('[id$=-error]')).toBeVisible();
  // The code that enabled the second factor is used; the next one is valid.
  await dialog(page).getByLabel('Código do telemóvel').fill(codeOf(1));
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Cópia feita')).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Descarregar/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.gz$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a test is deactivated and activated from the panel; a refusal is shown in the dialog', async ({ page }) => {
  await signIn(page, 'professor');
  const theme = `Painel ${Date.now()}`;
  await page.request.post('/api/teacher/tests', {
    data: { discipline: 'Artes', theme, schoolClass: '9º Ano' },
  });
  await page.context().clearCookies();
  await signIn(page, 'admin');
  await page.goto('/admin?tab=tests');
  await page.getByLabel('Procurar').fill(theme);
  await page.getByRole('button', { name: `Desactivar ${theme}, prova A, 9º Ano` }).click();
  await isAccessible(page);
  await page.route('**/toggle-active', (route) =>
    route.fulfill({ status: 503, json: { message: 'O serviço está ocupado.', code: 'unavailable' } }),
  );
  await dialog(page).getByRole('button', { name: 'Desactivar' }).click();
  await expect(dialog(page).getByText('O serviço está ocupado.')).toBeVisible();
  await page.unroute('**/toggle-active');
  await dialog(page).getByRole('button', { name: 'Desactivar' }).click();
  await announced(page, 'Status do teste alterado com sucesso');
  await expect(page.getByRole('button', { name: `Activar ${theme}, prova A, 9º Ano` })).toBeVisible();
});

test('settings show errors at their fields, and keep unsaved input when the session ends', async ({ page }) => {
  const username = aName();
  const admin = await signInAsStaff(page, 'admin', { confirmed: false });
  await page.goto('/admin?tab=settings');
  const brand = page.locator('#brand');
  const name = await brand.getByLabel('Nome da empresa').inputValue();
  await brand.getByLabel('Nome da empresa').fill(`${name} ${username}`);
  await page.context().clearCookies();
  await brand.getByRole('button', { name: 'Guardar' }).click();
  const again = page.getByRole('dialog', { name: 'A sessão terminou' });
  await again.getByLabel(`Senha de ${admin.username}`).fill('goiabas-azuis-7');
  await again.getByRole('button', { name: 'Entrar', exact: true }).click();
  // The names are shown to everybody, so the password alone does not change them.
  await dialog(page).getByRole('button', { name: 'Agora não' }).click();
  await expect(brand.getByLabel('Nome da empresa')).toHaveValue(`${name} ${username}`);
  await inDatabase((db) => confirmWithoutCode(db, admin.id));
  await brand.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await brand.getByLabel('Nome da empresa').fill(name);
  await brand.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Acrescentar' }).click();
  await page.getByRole('button', { name: 'Guardar webinars' }).click();
  await expect(page.locator('[id^=webinar][id$=-error]').first()).toBeVisible();
  const account = page.locator('#transfer-account');
  await account.getByLabel('IBAN').fill('AO07 0000 0000 0000 0000 0000 1');
  await account.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('button', { name: 'Mudar a conta' }).click();
  await expect(account.locator('[id$=-error]').first()).toBeVisible();
  await isAccessible(page);
});

test('a list keeps its filters and order in the address, can be sorted on a phone, and shows the last page if rows are gone', async ({
  page,
}) => {
  const family = aName();
  const db = openDatabase(embeddedUrl(path.join(process.env['E2E_DATA'] as string, 'postgres')), { connections: 1 });
  // The names are in reverse order of the accounts; 26 are one more than a page.
  await db.count(
    `insert into users (username, username_key, password_hash, email, full_name, terms_version)
     select $1 || n, $1 || n, 'x', 'x@familia.example', chr(91 - n) || ' da Lista', '2025-04' from generate_series(1, 26) n`,
    [family],
  );
  const last = await db.row<{ id: number }>('select id from users where username = $1', [`${family}1`]);
  await db.close();
  await signInAsStaff(page, 'admin', { confirmed: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin?tab=users&search=${family}&state=active`);
  const rows = page.getByRole('table', { name: 'Contas' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(25);
  await expect(rows.first()).toContainText('A da Lista');
  await expect(page.getByText('1–25 de 26 contas')).toBeVisible();
  await page.getByRole('button', { name: 'Nome', exact: true }).click();
  await expect(page).toHaveURL(/sort=name&order=asc/);
  await page.getByRole('button', { name: 'Nome', exact: true }).click();
  await expect(page).toHaveURL(/sort=name&order=desc/);
  await expect(rows.first()).toContainText('Z da Lista');
  await isAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  // Leaving and returning, and reloading, show the same list.
  await page.getByRole('navigation', { name: 'Painel Administrativo' }).getByRole('link', { name: 'Testes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Testes' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Procurar')).toHaveValue(family);
  await expect(rows.first()).toContainText('Z da Lista');
  await page.reload();
  await expect(page.getByLabel('Estado')).toHaveValue('active');
  await expect(rows.first()).toContainText('Z da Lista');

  // The file has the rows of both pages.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descarregar CSV' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(1 + 26);

  // The only row of the second page is removed, so that the first page is shown.
  await page.getByRole('button', { name: 'Nome', exact: true }).click();
  await expect(page).toHaveURL(/order=asc/);
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Z da Lista');
  const suspended = await page.request.post(`/api/admin/users/${last?.id}/suspend`, { data: { reason: 'Lista' } });
  expect(suspended.status()).toBe(200);
  await page.reload();
  await expect(rows).toHaveCount(25);
  await expect(page).not.toHaveURL(/page=/);
  await expect(page.getByText('25 contas', { exact: true })).toBeVisible();
});

test('a flagged payment is resolved from its row; one already resolved by another administrator is reported', async ({
  page,
}) => {
  await aFamily(page);
  const { fullName, username } = (await (await page.request.get('/api/user')).json()) as Record<string, string>;
  const asked = { planId: 'family', amount: 18_000, paymentMethod: 'reference' };
  const { payment } = (await (await page.request.post('/api/emis/initiate-payment', { data: asked })).json()) as {
    payment: { id: number };
  };
  const db = openDatabase(embeddedUrl(path.join(process.env['E2E_DATA'] as string, 'postgres')), { connections: 1 });
  const flags = await db.rows<{ id: number }>(
    `insert into emis_notifications (payment_id, notification_type, status, raw_data)
     select $1, 'mismatch', 'flagged', '{"amount": "8500.00", "terminal_location": "Talatona"}' from generate_series(1, 2) returning id`,
    [payment.id],
  );
  await db.close();
  await page.context().clearCookies();
  await signInAsStaff(page, 'admin', { confirmed: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/admin?tab=payments&search=${username}`);
  await page.getByRole('button', { name: /^Sinalizado/ }).click();
  await expect(page).toHaveURL(/status=flagged/);
  const row = page
    .getByRole('table', { name: /^Transacções/ })
    .locator('tbody')
    .getByRole('row');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(fullName as string);
  await row.getByRole('button', { name: /^Resolver/ }).click();
  await expect(dialog(page).getByText('8.500 Kz').first()).toBeVisible();
  await isAccessible(page);
  await dialog(page).getByRole('button', { name: 'Guardar a decisão' }).click();
  await expect(dialog(page).locator('[id$=-error]').first()).toBeVisible();

  // The flag opened here, the newest one, is resolved by another administrator.
  const newest = Math.max(...flags.map(({ id }) => id));
  const elsewhere = await page.request.post(`/api/admin/payments/flagged/${newest}/resolve`, {
    data: { decision: 'dismissed', note: 'Noutro computador.' },
  });
  expect(elsewhere.status()).toBe(200);
  await dialog(page)
    .getByRole('radio', { name: /Foi devolvido/ })
    .check();
  await dialog(page).getByLabel('Porquê').fill('Montante errado.');
  await dialog(page).getByRole('button', { name: 'Guardar a decisão' }).click();
  await expect(dialog(page).getByText('já decidiu isto entretanto')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();

  await row.getByRole('button', { name: /^Resolver/ }).click();
  await dialog(page)
    .getByRole('radio', { name: /Foi devolvido/ })
    .check();
  await dialog(page).getByLabel('Porquê').fill('Montante errado.');
  await dialog(page).getByRole('button', { name: 'Guardar a decisão' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await announced(page, 'A decisão e o seu motivo ficam em Decisões.');
  await expect(page.getByText('Nenhuma transacção com estes filtros.')).toBeVisible();
  await page.goto('/admin?tab=audit&kind=payment');
  await said(page, `resolveu o que estava sinalizado no pagamento n.º ${payment.id}`);
  await said(page, 'Devolvido');
  // The reason can be read again, and the entry leads to its payment.
  await said(page, 'Montante errado.');
  await page
    .getByRole('link', { name: `resolveu o que estava sinalizado no pagamento n.º ${payment.id}` })
    .first()
    .click();
  await expect(page.getByLabel('Procurar')).toHaveValue(`n.º ${payment.id}`);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(fullName as string);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel('Partes dos pagamentos').first().selectOption('Decisões');
  const decided = page
    .getByRole('table', { name: /^Decisões/ })
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: fullName as string });
  await expect(decided).toHaveCount(2);
  await expect(decided.first()).toContainText('Montante errado.');
  await isAccessible(page);
});

test('a mistaken confirmation is reverted from the list of payments, with the keyboard', async ({ page }) => {
  await aFamily(page);
  const { username } = (await (await page.request.get('/api/user')).json()) as Record<string, string>;
  const asked = { planId: 'family', amount: 18_000, paymentMethod: 'multicaixa' };
  const { payment } = (await (await page.request.post('/api/emis/initiate-payment', { data: asked })).json()) as {
    payment: { transactionId: string };
  };
  await page.context().clearCookies();
  await signInAsStaff(page, 'admin', { confirmed: true });
  const confirmed = await page.request.post(`/api/admin/payments/${payment.transactionId}/confirm`, {
    data: { bankReference: `Engano ${username}` },
  });
  expect(confirmed.status()).toBe(200);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin?tab=payments&search=${username}`);
  const row = page
    .getByRole('table', { name: /^Transacções/ })
    .locator('tbody')
    .getByRole('row');
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^Anular/ }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('radio', { name: 'Foi engano' })).toBeFocused();
  await isAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Escreva porquê.').first()).toBeVisible();
  await dialog(page).getByLabel('Porquê').fill('A transferência era de outra família.');
  await page.keyboard.press('Enter');
  await announced(page, 'Pagamento anulado.');
  await expect(row).toContainText('Anulado');
});

test('chosen accounts are written to, exported and suspended at once, with the keyboard on a phone', async ({
  page,
}) => {
  const family = `Grupo ${aName()}`;
  for (const name of ['Alda', 'Bento', 'Carla']) {
    await register(page, `${name} ${family}`);
    await page.context().clearCookies();
  }
  await signInAsStaff(page, 'admin', { confirmed: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin?tab=users&search=${family}&sort=name&order=asc`);
  const rows = page.getByRole('table', { name: 'Contas' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(3);
  const choose = async (name: string) => {
    await page.getByRole('checkbox', { name: `Seleccionar ${name} ${family}` }).focus();
    await page.keyboard.press('Space');
  };
  await choose('Alda');
  await choose('Carla');
  await expect(page.getByText('2 seleccionadas')).toBeVisible();
  // At the top the sticky bar covers no check box. Further down it half covers one, which counts as a target that is too small.
  await page.evaluate(() => scrollTo(0, 0));
  await isAccessible(page);
  const bar = page.getByText('2 seleccionadas').locator('xpath=ancestor::div[1]');
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Descarregar CSV' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(1 + 2);

  await bar.getByRole('button', { name: 'Enviar mensagem' }).focus();
  await page.keyboard.press('Enter');
  await isAccessible(page);
  await dialog(page).getByLabel('Título').fill('O vosso pedido');
  await dialog(page).getByLabel('Texto').fill('Já está resolvido.');
  await dialog(page).getByRole('button', { name: 'Enviar a 2 contas' }).click();
  await announced(page, 'Chega a 2 contas.');

  await choose('Bento');
  await choose('Carla');
  await page.getByRole('button', { name: 'Suspender', exact: true }).focus();
  await page.keyboard.press('Enter');
  await isAccessible(page);
  const intro = dialog(page).getByText(/^Deixam de poder entrar/);
  await expect(dialog(page)).toContainText(`Bento ${family} e Carla ${family}`);
  await expect(intro).toHaveCSS('font-weight', '400');
  await dialog(page).getByLabel('Porquê').fill('Contas de ensaio.');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Escreva 2 para confirmar.').first()).toBeVisible();
  await dialog(page).getByLabel('Para confirmar').fill('2');
  await page.keyboard.press('Enter');
  await announced(page, '2 contas suspensas.');
  await expect(rows.filter({ hasText: 'Suspensa' })).toHaveCount(2);
  await expect(page.getByText('seleccionadas')).toHaveCount(0);
});
