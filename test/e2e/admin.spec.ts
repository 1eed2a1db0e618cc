import { aName, expect, register, signIn, signInAsStaff, signOut, test } from './fixtures.ts';

test('an administrator visits the panel, creates a teacher, suspends a family and sets a notice', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext();
  const family = await other.newPage();
  const username = await register(family, 'Família Passageira');
  await signInAsStaff(page, 'admin', { confirmed: true });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Bem-vindo ao Painel Administrativo, .+!$/);
  if ((page.viewportSize()?.width ?? 1280) < 1040) await page.setViewportSize({ width: 1280, height: 900 });
  const index = page.getByRole('navigation', { name: 'Painel Administrativo' });
  for (const [part, title] of [
    ['Testes', 'Testes'],
    ['Estatísticas', 'Estatísticas'],
    ['Pagamentos', 'Pagamentos'],
    ['Base de dados', 'Base de dados'],
    ['Auditoria', 'Registo de auditoria'],
    ['A minha conta', 'A minha conta'],
    ['Contas', 'Contas'],
  ] as const) {
    await index.getByRole('link', { name: part }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  // A reload stays on the same page.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Contas' })).toBeVisible();

  const teacher = aName();
  await page.getByRole('button', { name: 'Nova conta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome completo').fill('Paula Nova');
  await dialog.getByLabel('Nome de usuário').fill(teacher);
  await dialog.getByRole('button', { name: 'Convidar' }).click();
  await expect(dialog.getByText('Indique um e-mail válido').first()).toBeVisible();
  await dialog.getByLabel('E-mail').fill(`${teacher}@escola.example`);
  await dialog.getByRole('button', { name: 'Convidar' }).click();
  await expect(page.getByText('Paula Nova escolhe a senha e entra.')).toBeVisible();

  await page.getByLabel('Procurar').fill(username);
  await expect(page).toHaveURL(new RegExp(`search=${username}`));
  await page.getByRole('button', { name: 'Gerir Família Passageira' }).click();
  await dialog.getByRole('button', { name: 'Suspender a conta' }).click();
  await dialog.getByLabel('Motivo').fill('A pedido da família');
  await dialog.getByRole('button', { name: 'Suspender a conta' }).click();
  await expect(dialog.getByText(`Escreva ${username} para confirmar.`)).toBeVisible();
  await dialog.getByLabel(/Para confirmar/).fill(username);
  await dialog.getByRole('button', { name: 'Suspender a conta' }).click();
  await expect(page.getByText('Conta suspensa.')).toBeVisible();
  await dialog.locator('footer').getByRole('button', { name: 'Fechar' }).click();
  expect((await family.request.get('/api/user')).status()).toBe(401);
  await index.getByRole('link', { name: 'Auditoria' }).click();
  await expect(page.getByText(`suspendeu a conta ${username}`)).toBeVisible();

  await index.getByRole('link', { name: 'Definições' }).click();
  const notice = page.locator('#notice');
  await notice.getByLabel(/Aviso/).fill('Domingo às 3h fazemos obras.');
  await notice.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  for (const path of ['/about', '/auth', '/']) {
    await family.goto(path);
    const bar = family.getByText('Domingo às 3h fazemos obras.');
    await expect(bar).toBeVisible();
    const [above, below] = await Promise.all([bar.boundingBox(), family.getByRole('banner').first().boundingBox()]);
    expect(below?.y, path).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await expect(family.getByRole('link', { name: 'Saltar para o conteúdo' })).not.toBeInViewport();
  }
  await notice.getByLabel(/Aviso/).fill('');
  await notice.getByRole('button', { name: 'Guardar' }).click();
  await expect(async () => {
    await family.goto('/about');
    await expect(family.getByText('Domingo às 3h')).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await other.close();
});

test('styles for staff are loaded after those of the app, which they override, and not for families', async ({
  page,
}) => {
  const sheets = () =>
    page.evaluate(() =>
      [...document.styleSheets].flatMap(({ href }) => /(style|sittings|parents|staff)-/.exec(href ?? '')?.[1] ?? []),
    );
  await signIn(page, 'encarregado');
  await page.goto('/dashboard');
  await expect.poll(sheets).toEqual(['style', 'sittings', 'parents']);
  await signOut(page);
  // The form navigates, so that the page of the panel is loaded from the server.
  await page.goto('/auth');
  await page.getByLabel('Nome de usuário').first().fill('admin');
  await page.getByLabel('Senha').first().fill('caderneta');
  await page.getByRole('button', { name: 'Entrar' }).last().click();
  await page.waitForURL(/\/admin/);
  await expect.poll(sheets).toEqual(['style', 'sittings', 'parents', 'staff']);
});
