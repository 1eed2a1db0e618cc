import type { Page } from '@playwright/test';
import { PAGES } from '../../src/areas/pages.ts';
import { aFamily, announced, aTestFor, choose, complete, expect, isAccessible, isChosen, test } from './fixtures.ts';
import { cutNetwork } from './network.ts';

const PIN = ['8', '3', '7', '4'];

async function typePin(page: Page, digits: readonly string[], then: 'Sair' | 'Seguir' = 'Sair'): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const digit of digits) await dialog.getByRole('button', { name: digit, exact: true }).click();
  await dialog.getByRole('button', { name: then }).click();
}

/** Enters child mode for the first time, and chooses the PIN. */
async function handOver(page: Page, childId: number): Promise<void> {
  await page.goto(`/tests?childId=${childId}`);
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Crie o seu PIN' })).toBeVisible();
  await typePin(page, PIN, 'Seguir');
  await expect(page.getByText('Outra vez, o mesmo PIN')).toBeVisible();
  await typePin(page, ['9', '9', '9', '9'], 'Seguir');
  await expect(page.getByText('Os dois PIN não são iguais. Comece de novo: escreva o PIN duas vezes.')).toBeVisible();
  await typePin(page, PIN, 'Seguir');
  await expect(page.getByText('Outra vez, o mesmo PIN')).toBeVisible();
  await typePin(page, PIN, 'Seguir');
  await page.getByLabel('Senha da conta').fill('segredo-1');
  await page.getByRole('button', { name: 'Guardar o PIN' }).click();
  await page.waitForURL('**/child');
}

test('in child mode a child takes a test, and the result requires the parent’s PIN', async ({ page }) => {
  const { childId } = await aFamily(page);
  await handOver(page, childId);
  await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Fazer um teste' }).click();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Ciências' }).click();
  await expect(page.getByRole('heading', { name: 'Ciências' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await choose(page, 'A');
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  // The styles of a test are loaded with its code; the home does not have them.
  expect(await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? '').join())).toContain(
    '/sittings-',
  );
  await page.reload();
  await isChosen(page, 'A');
  for (let n = 1; n < 10; n += 1) {
    await page.getByRole('button', { name: 'Próxima' }).click();
    await choose(page, 'A');
  }
  await page.getByRole('button', { name: 'Finalizar' }).click();
  await expect(page.getByText(/^Entrega o telemóvel/)).toBeVisible();
  await expect(page.getByText('%')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Início' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await typePin(page, ['1', '1', '1', '1']);
  await expect(page.getByText('PIN errado. Tem mais 4 tentativas.')).toBeVisible();
  await isAccessible(page);
  // The password has not been tried: nothing is wrong with it.
  await page.getByRole('dialog').getByRole('button', { name: 'Usar a senha da conta' }).click();
  await expect(page.getByLabel('Escreva a senha da conta')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/^PIN errado/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await typePin(page, PIN);
  await page.waitForURL('**/results/*');
  await expect(page.getByText('%').first()).toBeVisible();
});

/** Addresses that a child may try, typed, from a notification, or from a stored link: every page that is not for child mode, and more. */
const CLOSED = (own: number, sibling: number, testId: number, attemptId: number) => [
  ...PAGES.filter(({ childMode }) => !childMode).map(({ path }) => path.replace(':id', String(own))),
  '/',
  '/auth',
  '/auth?tab=register',
  '/auth?tab=register&plan=family',
  '/dashboard/',
  '/dashboard?child=1#menu',
  '/children?action=add',
  ...[own, sibling].flatMap((id) => [`/tests?childId=${id}`, `/prepared?childId=${id}`]),
  ...['', '/reports', '/knowledge', '/diagnostic', '/mistakes'].map((part) => `/children/${sibling}${part}`),
  '/tests?class=9º Ano',
  `/tests/history?childId=${sibling}`,
  `/tests/${testId}/review?attemptId=${attemptId}`,
  `/paper?childId=${own}&testId=${testId}`,
  `/results/${attemptId}`,
  `/results/${attemptId}?print=1`,
  '/subscription?plan=family',
  `/teacher/tests/${testId}/preview`,
  '/admin?tab=users',
];
/** Texts of the parent and of the other child. */
const FOREIGN = /Teresa|Kiala|familia\.example/;

test('T56 a child can reach its own pages only: addresses, Back, tabs, a restart, printing, calls, no network', async ({
  page,
  context,
}) => {
  const { childId } = await aFamily(page);
  const added = await page.request.post('/api/children', {
    data: { fullName: 'Kiala Domingos', schoolClass: '4º Ano' },
  });
  const siblingId = ((await added.json()) as { id: number }).id;
  const testId = await aTestFor(page, childId);
  const attempt = await (await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } })).json();
  await complete(page, attempt.id);
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const other = await context.newPage();
  await other.goto('/children');
  await handOver(page, childId);

  const closed = CLOSED(childId, siblingId, testId, attempt.id);
  expect(closed.length).toBeGreaterThanOrEqual(40);
  for (const address of closed) {
    const reply = await page.request.get(address, { headers: { accept: 'text/html' } });
    expect(new URL(reply.url()).pathname, address).toBe('/child');
    expect(await reply.text(), address).not.toMatch(FOREIGN);
  }
  // The same requests in the browser, through its service worker and its history.
  for (const address of ['/', '/dashboard', `/results/${attempt.id}`, `/children/${siblingId}/reports`, '/settings']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
    expect(new URL(page.url()).pathname, address).toBe('/child');
    expect(await page.content(), address).not.toMatch(FOREIGN);
  }
  await page.goBack();
  await expect(page.getByText(FOREIGN)).toHaveCount(0);
  await page.goto('/child');
  await expect(page.getByRole('link', { name: 'Fazer um teste' })).toBeVisible();
  // Every link of the home and of its tests stays within child mode.
  for (const address of [
    '/child',
    `/child?quem=${childId}&ver=testes`,
    `/child?quem=${childId}&ver=testes&disciplina=${encodeURIComponent('Ciências')}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
    await expect(page.getByRole('link').first()).toBeVisible();
    await expect(page.locator('summary')).toHaveCount(0);
    const links = await page
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    for (const link of links) expect(link).toMatch(/^\/(child|tests\/\d+|practice\/\d+)$/);
  }
  await page.emulateMedia({ media: 'print' });
  expect(await page.content()).not.toMatch(FOREIGN);
  await page.emulateMedia({ media: null });

  await other.reload();
  await expect(other.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  await page.goto(`/tests/${testId}?childId=${siblingId}`);
  await expect(page.locator('input[type=radio]')).toHaveCount(0);
  await expect(page.getByText(/Kiala/)).toHaveCount(0);

  // Every GET endpoint, with the child's own cookie, refuses what is not the child's, including export and files.
  const { paths } = (await (await page.request.get('/api/openapi.json')).json()) as {
    paths: Record<string, { get?: { 'x-authz'?: { allow: string[]; childMode?: unknown } } }>;
  };
  const readings = Object.entries(paths).filter(([, { get }]) => get?.['x-authz']?.allow.includes('parent'));
  expect(readings.length).toBeGreaterThan(20);
  for (const [path, { get }] of readings) {
    if (get?.['x-authz']?.childMode || get?.['x-authz']?.allow.includes('anonymous')) continue;
    const reply = await page.request.get(path.replaceAll(/\{\w+\}/g, String(attempt.id)));
    expect([path, reply.status(), ((await reply.json()) as { code: string }).code]).toEqual([path, 403, 'child-mode']);
  }
  for (const [method, path] of [
    ['POST', '/api/logout'],
    ['POST', `/api/attempts/${attempt.id}/share`],
    ['DELETE', `/api/children/${siblingId}`],
    ['PUT', '/api/account/pin'],
    ['PUT', '/api/notifications/settings'],
    ['POST', '/api/push'],
  ] as const) {
    const reply = await page.request.fetch(path, { method, data: {} });
    expect([path, reply.status() === 403 || reply.status() === 404 || reply.status() === 405]).toEqual([path, true]);
  }
  expect((await page.request.get(`/api/attempts/${attempt.id}/pdf`)).status()).toBe(403);

  await cutNetwork(page);
  const offline = await context.newPage();
  await offline.goto('/child').catch(() => {});
  await expect(offline.getByText(FOREIGN)).toHaveCount(0);
  await offline.close();
  await context.setOffline(false);

  const anew = await context.newPage();
  await anew.goto('/dashboard');
  await expect(anew.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  await anew.getByRole('button', { name: 'Sair' }).click();
  await anew.getByRole('button', { name: 'Usar a senha da conta' }).click();
  await anew.getByLabel('Escreva a senha da conta').fill('segredo-1');
  await anew.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await anew.waitForURL('**/dashboard');
  await expect(anew.getByText('Kiala').first()).toBeVisible();
});

test('two children share a telephone: each gets its own cover, tests and practice', async ({ page }) => {
  const { childId } = await aFamily(page);
  const added = await page.request.post('/api/children', {
    data: { fullName: 'Kiala Domingos', schoolClass: '2º Ano' },
  });
  const siblingId = ((await added.json()) as { id: number }).id;
  await page.request.put('/api/account/pin', { data: { pin: PIN.join(''), password: 'segredo-1' } });
  await page.goto(`/tests?childId=${childId}`);
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('checkbox', { name: /Kiala/ }).check();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  await page.waitForURL('**/child');
  await expect(page.getByRole('heading', { name: 'Quem és tu?' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Kiala' }).click();
  await expect(page.getByRole('heading', { name: 'Kiala', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Treinar' })).toHaveAttribute('href', `/practice/${siblingId}`);
  await page.getByRole('link', { name: 'Fazer um teste' }).click();
  await page.getByRole('link', { name: 'Ciências' }).click();
  await expect(page.getByRole('heading', { name: 'Ciências' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link').first()).toHaveAttribute(
    'href',
    new RegExp(`childId=${siblingId}$`),
  );
  await page.getByRole('link', { name: 'Voltar' }).click();
  await page.getByRole('link', { name: 'Voltar' }).click();
  await page.getByRole('link', { name: 'Quem és tu?' }).click();
  await page.getByRole('link', { name: 'Maria' }).click();
  await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  // The dialog that ends child mode, on top of the child's cover.
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('dialog', { name: 'PIN do encarregado' })).toBeVisible();
  await isAccessible(page);
});

test('a parent sets a PIN in Definições and changes it; only the new one ends child mode', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.goto('/settings');
  // The cards of the settings load one after the other.
  await page.waitForLoadState('networkidle');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'PIN do encarregado' }) });
  await expect(card.getByText('Por criar', { exact: true })).toBeVisible();
  const save = async (title: string, digits: readonly string[], password: string) => {
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await typePin(page, digits, 'Seguir');
    await expect(page.getByText('Outra vez, o mesmo PIN')).toBeVisible();
    await typePin(page, digits, 'Seguir');
    await page.getByLabel('Senha da conta').fill(password);
    await page.getByRole('button', { name: 'Guardar o PIN' }).click();
  };
  await card.getByRole('button', { name: 'Criar o PIN' }).click();
  await save('Crie o seu PIN', PIN, 'errada-1');
  await expect(page.getByLabel('Senha da conta')).toHaveAccessibleDescription(/senha/i);
  await page.getByLabel('Senha da conta').fill('segredo-1');
  await page.getByRole('button', { name: 'Guardar o PIN' }).click();
  await announced(page, 'PIN guardado');
  await expect(card.getByText('Criado', { exact: true })).toBeVisible();
  await isAccessible(page);
  await card.getByRole('button', { name: 'Mudar o PIN' }).click();
  await save('Crie outro PIN', ['2', '9', '5', '1'], 'segredo-1');
  await announced(page, 'PIN guardado');

  expect((await page.request.post('/api/child-mode', { data: { childId } })).status()).toBe(204);
  expect((await page.request.delete('/api/child-mode', { data: { pin: PIN.join('') } })).status()).toBe(403);
  expect((await page.request.delete('/api/child-mode', { data: { pin: '2951' } })).status()).toBe(204);
});

test('a result is shown to the child with what it knows and what comes next, without mark or comparison', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const attempt = await (await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } })).json();
  for (const { id } of attempt.questions as { id: number }[])
    await page.request.post('/api/answers', {
      data: { attemptId: attempt.id, questionId: id, selectedAnswer: 'A', responseTime: 20 },
    });
  await complete(page, attempt.id);
  await page.goto(`/results/${attempt.id}`);
  await page.getByText('Ver mais', { exact: true }).click();
  await page.getByRole('button', { name: 'Ver com a criança' }).click();
  const dialog = page.getByRole('dialog', { name: 'Olha, Maria!' });
  await expect(dialog.getByText('O teste tinha 10 perguntas.')).toBeVisible();
  await expect(dialog.getByText(/%|média|nota/i)).toHaveCount(0);
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(dialog).toHaveCount(0);
});

/** Maximum bytes, headers included, that the child's home transfers to a phone without a cached app. */
const MAX_COLD = 106_000;

test('the child’s home on a new phone stays within its budget: document, styles, scripts, fonts, pictures and calls', async ({
  page,
  browser,
  context,
  watch,
}) => {
  const { childId } = await aFamily(page);
  await page.request.post('/api/child-mode', { data: { childId } });
  const cookies = await context.cookies();
  const phone = await browser.newContext({ storageState: { cookies, origins: [] } });
  const cold = await phone.newPage();
  watch(cold);
  const devtools = await phone.newCDPSession(cold);
  await devtools.send('Network.enable');
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await cold.goto('/child');
  await expect(cold.getByRole('link', { name: 'Treinar' })).toBeVisible();
  await cold.waitForLoadState('networkidle');
  test.info().annotations.push({ type: 'measured', description: `${bytes} bytes` });
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MAX_COLD);
  await phone.close();
});
