import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { updateEmailVerified } from '../../src/domains/people/accounts/accounts.store.ts';
import { queueMail } from '../../src/server/mail/mail.ts';
import { openMail } from '../support/smtp.ts';
import { aName, expect, inDatabase, isAccessible, register, signInAsStaff, test } from './fixtures.ts';

/** Waits for the newest mail of a kind to an address, which the app writes to a file, and returns it. */
async function mailTo(address: string, kind: string) {
  const folder = path.join(process.env['E2E_DATA'] as string, 'mails');
  const find = () =>
    (fs.existsSync(folder) ? fs.readdirSync(folder) : [])
      .filter((name) => name.endsWith(`-${kind}.eml`))
      .sort()
      .map((name) => openMail(fs.readFileSync(path.join(folder, name), 'latin1')))
      .findLast(({ headers }) => headers['to'] === address);
  await expect.poll(() => find() !== undefined, { timeout: 30_000 }).toBe(true);
  return find() as ReturnType<typeof openMail>;
}

const leave = (page: Page) => page.context().clearCookies();

test('a forgotten password is replaced by the link in the mail, once', async ({ page }) => {
  const username = await register(page);
  const address = `${username}@familia.example`;
  const verification = (await mailTo(address, 'email_verification')).text;
  expect(verification).not.toContain(username);
  await page.goto(/\/auth\/email#[\w-]{43}/.exec(verification)?.[0] as string);
  await expect(page.getByRole('heading', { name: 'E-mail confirmado' })).toBeVisible();
  await isAccessible(page);
  await leave(page);
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  await page.getByRole('button', { name: 'Enviar ligação' }).click();
  await expect(page.getByText('Escreva o nome de usuário ou o e-mail.').first()).toBeVisible();
  await page.getByLabel('Nome de usuário ou e-mail').fill(`${username}@familia.example`);
  await page.getByRole('button', { name: 'Enviar ligação' }).click();
  await expect(page.getByRole('heading', { name: 'Veja o seu e-mail' })).toBeVisible();
  await isAccessible(page);

  const mail = await mailTo(`${username}@familia.example`, 'password_reset');
  expect(mail.text).toContain(username);
  const link = /\/auth\/recover#[\w-]{43}/.exec(mail.text)?.[0] as string;
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Escolher senha nova' })).toBeVisible();
  await isAccessible(page);
  await page.getByLabel('Nova senha', { exact: true }).fill('outra-senha-boa');
  await page.getByLabel('Confirmar nova senha').fill('outra-senha');
  await page.getByRole('button', { name: 'Guardar a senha nova' }).click();
  await expect(page.getByText('As senhas não coincidem').first()).toBeVisible();
  await page.getByLabel('Confirmar nova senha').fill('outra-senha-boa');
  await page.getByRole('button', { name: 'Guardar a senha nova' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText('Entre agora com a senha nova.')).toBeVisible();
  expect(asked.join('\n')).not.toContain(link.split('#')[1]);

  await page.getByLabel('Nome de usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill('outra-senha-boa');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await mailTo(`${username}@familia.example`, 'password_changed');

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('Nova senha', { exact: true }).fill('mais-uma-senha');
  await page.getByLabel('Confirmar nova senha').fill('mais-uma-senha');
  await page.getByRole('button', { name: 'Guardar a senha nova' }).click();
  await expect(page.getByRole('heading', { name: 'Esta ligação já não serve' })).toBeVisible();
  await page.getByRole('button', { name: 'Pedir outra ligação' }).click();
  await expect(page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeVisible();
});

test('the link in a mail unsubscribes, and the settings show it', async ({ page }) => {
  const username = await register(page);
  const address = `${username}@familia.example`;
  await inDatabase(async (db) => {
    const user = await db.row<{ id: number }>('select id from users where username = $1', [username]);
    const userId = user?.id as number;
    await updateEmailVerified(db, userId);
    await queueMail(db, {
      to: address,
      userId,
      kind: 'weekly_report',
      topic: 'weeklyReports',
      subject: 'A semana',
      content: { title: 'A semana', paragraphs: ['Dois testes.'] },
    });
  });
  const mail = await mailTo(address, 'weekly_report');
  const link = /\/api\/notifications\/unsubscribe\/[\w.-]+/.exec(mail.text)?.[0] as string;
  await page.goto(link);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Não receber nenhum e-mail de avisos' }).click();
  await expect(page.getByRole('heading', { name: 'Está feito' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Configurações de notificações' }).click();
  await expect(page.getByRole('switch', { name: 'E-mail' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'No telemóvel' })).toBeChecked();
});

test('a family without a confirmed e-mail recovers its account with a code', async ({ page }) => {
  const username = await register(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Fazer um código' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Fazer o código' }).click();
  await expect(dialog.getByText('Escreva a sua senha actual.')).toBeVisible();
  await dialog.getByLabel('A sua senha').fill('segredo-1');
  await dialog.getByRole('button', { name: 'Fazer o código' }).click();
  const code = (await dialog.getByText(/^(\w{5}-){3}\w{5}$/).innerText()).toLowerCase();
  const picture = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Guardar imagem' }).click();
  expect((await picture).suggestedFilename()).toBe('codigo-de-recuperacao.png');
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Já o guardei' }).click();
  await expect(page.getByText(/^Tem um código de recuperação/)).toBeVisible();

  await leave(page);
  await page.goto('/auth/recover');
  await page.getByRole('button', { name: 'Tenho um código de recuperação' }).click();
  await page.getByLabel('Nome de usuário').fill(username);
  await page.getByLabel('Código de recuperação').fill('AAAAA-AAAAA');
  await page.getByLabel('Nova senha', { exact: true }).fill('outra-senha-boa');
  await page.getByLabel('Confirmar nova senha').fill('outra-senha-boa');
  await page.getByRole('button', { name: 'Guardar a senha nova' }).click();
  await expect(page.getByText('O nome de usuário ou o código não estão certos.').first()).toBeVisible();
  await isAccessible(page);
  await page.getByLabel('Código de recuperação').fill(code.replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Guardar a senha nova' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('an invited teacher is welcomed, chooses a password and signs in; the invitation works once', async ({ page }) => {
  const username = aName();
  await signInAsStaff(page, 'admin', { confirmed: true });
  const address = `${username}@escola.example`;
  const invited = await page.request.post('/api/admin/users', {
    data: { username, fullName: 'Paula Nova', email: address, role: 'teacher' },
  });
  expect(invited.status()).toBe(201);
  await leave(page);
  const link = /\/auth\/recover#\S+/.exec((await mailTo(address, 'staff_invitation')).text)?.[0] as string;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Boas-vindas à equipa' })).toBeVisible();
  await expect(page.getByText(username)).toBeVisible();
  await isAccessible(page);
  await page.getByLabel('Nova senha', { exact: true }).fill('curta-9');
  await page.getByLabel('Confirmar nova senha').fill('curta-9');
  await page.getByRole('button', { name: 'Guardar a minha senha' }).click();
  await expect(page.getByText('A senha deve ter pelo menos 10 caracteres.').first()).toBeVisible();
  await page.getByLabel('Nova senha', { exact: true }).fill('mangueira-do-largo-4');
  await page.getByLabel('Confirmar nova senha').fill('mangueira-do-largo-4');
  await page.getByRole('button', { name: 'Guardar a minha senha' }).click();
  await expect(page.getByText(`Entre com ${username} e a senha que escolheu.`)).toBeVisible();
  await page.getByLabel('Nome de usuário').first().fill(username);
  await page.getByLabel('Senha').first().fill('mangueira-do-largo-4');
  await page.getByRole('button', { name: 'Entrar' }).last().click();
  await page.waitForURL(/\/teacher/);

  await leave(page);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('Nova senha', { exact: true }).fill('outra-mangueira-5');
  await page.getByLabel('Confirmar nova senha').fill('outra-mangueira-5');
  await page.getByRole('button', { name: 'Guardar a minha senha' }).click();
  await expect(page.getByRole('heading', { name: 'Este convite já não serve' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Entrar' })).toBeVisible();
});
