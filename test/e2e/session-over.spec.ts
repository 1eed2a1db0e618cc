import { aFamily, aName, announced, expect, isAccessible, isHydrated, register, signIn, test } from './fixtures.ts';

// Tests that input survives the end of the session, and is sent after signing in again.

const ended = { name: 'A sessão terminou' };

test('a child’s form survives the end of the session: a dialog asks for the password, and the child is added', async ({
  page,
  context,
}) => {
  await register(page);
  await page.goto('/children?action=add');
  const form = page.getByRole('dialog', { name: 'Adicionar Filho' });
  await form.getByLabel('Nome completo').fill('Maria Domingos');
  await form.getByLabel('Classe').selectOption('4º Ano');
  await form.getByText('Mais sobre a criança (opcional)').click();
  await context.clearCookies();
  // School suggestions are requested while typing; their refusal must not navigate away either.
  await form.getByLabel('Escola').pressSequentially('Escola');
  const again = page.getByRole('dialog', ended);
  await expect(again).toBeVisible();
  await isAccessible(page);
  await again.getByRole('button', { name: 'Agora não' }).click();
  await expect(again).toHaveCount(0);
  await expect(form.getByLabel('Escola')).toHaveValue('Escola');

  await form.getByRole('button', { name: 'Guardar' }).click();
  await again.getByLabel(/^Senha de /).fill('outra-1');
  await again.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(again.getByText('A senha não está certa.')).toBeVisible();
  await again.getByLabel(/^Senha de /).fill('segredo-1');
  await again.getByRole('button', { name: 'Entrar', exact: true }).click();
  await announced(page, 'Filho adicionado com sucesso!');
  await expect(page.getByRole('row', { name: /Maria Domingos/ })).toBeVisible();
  const children = (await (await page.request.get('/api/children')).json()) as { fullName: string; school: string }[];
  expect(children.map(({ fullName, school }) => [fullName, school])).toEqual([['Maria Domingos', 'Escola']]);
});

test('a form of the settings stays as it is when the password is not given, and is sent when it is', async ({
  page,
  context,
}) => {
  await register(page);
  await page.goto('/settings');
  // The cards of the settings load one after the other.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Editar perfil' }).click();
  await page.getByLabel('Localização').fill('Huambo');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Guardar' }).click();
  const again = page.getByRole('dialog', ended);
  await again.getByRole('button', { name: 'Agora não' }).click();
  await expect(page.getByText('Entre na sua conta para continuar.')).toBeVisible();
  await expect(page.getByLabel('Localização')).toHaveValue('Huambo');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await again.getByLabel(/^Senha de /).fill('segredo-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Perfil actualizado.')).toBeVisible();
  await expect(page.getByText('Huambo')).toBeVisible();
});

test('without unsaved input the sign-in page says that the session has ended, and leads back', async ({
  page,
  context,
}) => {
  await aFamily(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Olá, Teresa' })).toBeVisible();
  const { username } = (await (await page.request.get('/api/user')).json()) as { username: string };
  const cookies = await context.cookies();
  await isHydrated(page);
  // The end of the session is noticed by the app during a navigation or by one of its requests…
  await page.evaluate(async () => {
    await fetch('/api/logout', { method: 'POST' });
    (document.querySelector('main a[href="/tests"]') as HTMLElement).click();
  });
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('A sessão terminou')).toBeVisible();
  // …or by the server, when the browser still sends the cookie.
  await context.addCookies(cookies);
  await page.goto('/notifications/settings');
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText('A sessão terminou')).toBeVisible();
  await page.getByLabel('Nome de usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/notifications\/settings$/);
  // A visitor who never had a session sees no such message.
  await context.clearCookies();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/$/);
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('A sessão terminou')).toHaveCount(0);
});

test('a teacher’s form survives the end of the session too', async ({ page, context }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, 'professor');
  const theme = `Tema ${aName()}`;
  await page.goto('/teacher');
  await page.getByRole('button', { name: 'Novo Teste Padronizado' }).click();
  const form = page.getByRole('dialog', { name: 'Novo Teste Padronizado' });
  await form.getByLabel('Disciplina').selectOption('Matemática');
  await form.getByLabel('Tema').fill(theme);
  await form.getByLabel('Ano Escolar').selectOption('4º Ano');
  await context.clearCookies();
  await form.getByRole('button', { name: 'Criar Teste' }).click();
  const again = page.getByRole('dialog', ended);
  await again.getByLabel(/^Senha de /).fill('caderneta');
  await again.getByRole('button', { name: 'Entrar', exact: true }).click();
  await announced(page, 'Teste criado com sucesso');
});

test('a registration form survives a network that fails while it is filled in', async ({ page }) => {
  await page.route(/\/assets\/Strength[^/]*\.js/, (route) => route.abort());
  await page.goto('/auth?tab=register');
  await page.getByLabel('Nome completo').fill('Teresa Domingos');
  await page.getByLabel('Senha', { exact: true }).pressSequentially('segredo-1');
  await page.waitForLoadState('networkidle');
  await expect(page.getByLabel('Nome completo')).toHaveValue('Teresa Domingos');
  await expect(page.getByRole('button', { name: 'Criar conta' })).toBeEnabled();
});
