import { type TOTP, URI } from 'otpauth';
import { aName, expect, isAccessible, signIn, signInAsStaff, signOut, test } from './fixtures.ts';

test('a teacher enables the second factor, and signs in with a code of the telephone or a recovery code, not with another', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await browser.newContext(baseURL ? { baseURL } : {});
  const panel = await admin.newPage();
  await signInAsStaff(panel, 'admin', { confirmed: true });
  const username = aName();
  const password = 'goiabas-azuis-7';
  const made = await panel.request.post('/api/admin/users', {
    data: { username, fullName: 'Paula Segura', email: `${username}@escola.example`, password, role: 'teacher' },
  });
  expect(made.ok()).toBe(true);
  await admin.close();

  await signIn(page, username, password);
  await page.goto('/teacher/settings');
  await page.getByRole('button', { name: 'Ligar a verificação em dois passos' }).click();
  await page.getByLabel('A sua senha').fill('outra-senha-9');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('A senha actual não está certa.')).toBeVisible();
  await page.getByLabel('A sua senha').fill(password);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('img', { name: 'Código QR para a aplicação de códigos' })).toBeVisible();
  await isAccessible(page);
  const link = await page.getByRole('link', { name: 'abra-a por aqui' }).getAttribute('href');
  const phone = URI.parse(link as string) as TOTP;
  const codeOf = (stepsAhead = 0) => phone.generate({ timestamp: Date.now() + stepsAhead * 30_000 });
  const code = page.getByLabel('Código de 6 números que a aplicação mostra');
  await code.fill(codeOf() === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Ligar', exact: true }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(codeOf());
  await page.getByRole('button', { name: 'Ligar', exact: true }).click();
  await expect(page.getByText('Está ligada.')).toBeVisible();
  const onPaper = (await page.getByRole('listitem').allInnerTexts()).find((text) =>
    /^([a-z2-9]{6}-){3}[a-z2-9]{6}$/.test(text.trim()),
  ) as string;
  await page.getByRole('button', { name: 'Já os guardei' }).click();
  await expect(page.getByText('10 códigos de recuperação por usar.')).toBeVisible();

  const enter = async () => {
    await signOut(page);
    await page.context().clearCookies();
    await page.goto('/auth');
    await page.getByLabel('Nome de usuário').fill(username);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByLabel('Código do telemóvel')).toBeFocused();
  };
  const typed = page.getByLabel('Código do telemóvel');
  const send = page.getByRole('button', { name: 'Entrar', exact: true });
  await enter();
  await isAccessible(page);
  await typed.fill(codeOf() === '000000' ? '111111' : '000000');
  await send.click();
  await expect(page.getByText('Este código não está certo', { exact: false }).first()).toBeVisible();
  // The code that enabled the second factor is used; the next one is valid.
  await typed.fill(codeOf(1));
  await send.click();
  await expect(page).toHaveURL(/\/teacher$/);

  await enter();
  await typed.fill(onPaper.toUpperCase());
  await send.click();
  await expect(page).toHaveURL(/\/teacher$/);
  await enter();
  await typed.fill(onPaper);
  await send.click();
  await expect(page.getByText('Este código não está certo', { exact: false }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/auth/);
});
