import type { Page } from '@playwright/test';
import { test as testOfBuilds } from './builds.ts';
import { test as overCourier } from './courier.ts';
import { aFamily, expect, isAccessible, signIn, test } from './fixtures.ts';
import { cutNetwork } from './network.ts';

// Without network the last copy of the family's own pages is shown, and never to anybody else.

const copies = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('own')).keys()).map(({ url }) => new URL(url).pathname));

/** Opens a page under the service worker's control, and waits until the worker has stored it: the page sends itself once it is at rest. */
async function isCopied(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => copies(page)).toContain(new URL(path, page.url()).pathname);
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/app-shell')))).toBe(true);
}

test('without network the dashboard is a copy marked with its time; with network it is current again', async ({
  page,
  context,
}) => {
  await aFamily(page);
  await isCopied(page, '/dashboard');
  const { length } = (await (await page.request.get('/api/children')).json()) as unknown[];
  expect(length).toBe(1);
  await cutNetwork(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Olá, Teresa' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Maria Domingos' })).toBeVisible();
  await expect(page.getByText(/^Sem internet\. Está a ver a cópia de (hoje|ontem), \d/)).toBeVisible();
  await isAccessible(page);

  // A brother was added on another phone.
  await page.request.post('/api/children', { data: { fullName: 'João Domingos', schoolClass: '2º Ano' } });
  await expect(page.getByText('João Domingos')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'João Domingos' })).toBeVisible();
  await expect(page.getByText(/Está a ver a cópia/)).toHaveCount(0);
});

test('the reference of a payment can be read without network', async ({ page }) => {
  await aFamily(page);
  const asked = { planId: 'individual', amount: 9_000, paymentMethod: 'reference' };
  const { payment } = (await (await page.request.post('/api/emis/initiate-payment', { data: asked })).json()) as {
    payment: { transactionId: string; referenceNumber: string };
  };
  await isCopied(page, `/payment-gateway?transaction=${payment.transactionId}`);
  await cutNetwork(page);
  await page.reload();
  const grouped = payment.referenceNumber.replace(/(\d{3})(?=\d)/g, '$1 ');
  await expect(page.getByText(grouped)).toBeVisible();
  await expect(page.getByText(/Sem internet\. Pode pagar com estes dados/)).toBeVisible();
});

test('copies are deleted at sign-out, when the session ends, and when another user signs in', async ({
  page,
  context,
}) => {
  await aFamily(page);
  await isCopied(page, '/dashboard');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sair' }).last().click();
  await expect(page).toHaveURL(/\/$/);
  expect(await copies(page)).toEqual([]);
  await cutNetwork(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Está sem internet.').first()).toBeVisible();
  await expect(page.getByText('Maria')).toHaveCount(0);
  // The page is left before the network returns: otherwise it would notice that its session has ended, and navigate.
  await page.goto('about:blank');
  await context.setOffline(false);

  // The session is ended on another device: the next reply of the server deletes the copies.
  await signIn(page, 'gratis');
  await isCopied(page, '/dashboard');
  await context.clearCookies();
  await page.goto('/children');
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => copies(page)).toEqual([]);

  await signIn(page, 'gratis');
  await isCopied(page, '/dashboard');
  await context.clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Nome de usuário').fill('encarregado');
  await page.getByLabel('Senha', { exact: true }).fill('caderneta');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
  await expect.poll(() => copies(page)).toEqual([]);
});

/** Milliseconds in which a page at rest sends itself to the service worker, and in which that stores it. */
const KEPT_BY_NOW = 5_000;

overCourier(
  'on a slow line too, nothing is copied between signing out and the next page',
  async ({ page, courier }) => {
    await aFamily(page);
    await isCopied(page, '/dashboard');
    const next = courier.hold('/');
    await page.locator('summary').filter({ hasText: 'Teresa' }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await next.waits;
    await page.waitForTimeout(KEPT_BY_NOW);
    next.release();
    await expect(page).toHaveURL(/\/$/);
    expect(await copies(page)).toEqual([]);
  },
);

test('pages opened by links inside the app can be read without network too, marked with their time', async ({
  page,
  context,
}) => {
  const { childId } = await aFamily(page);
  await isCopied(page, '/dashboard');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.getByRole('link', { name: 'Relatórios' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/children/${childId}/reports`));
  await expect.poll(() => copies(page)).toContain(`/children/${childId}/reports`);
  const shown = await page.getByRole('heading', { level: 1 }).innerText();
  await context.setOffline(true);
  await page.goto(`/children/${childId}/reports`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown);
  await expect(page.getByText(/^Sem internet\. Está a ver a cópia de (hoje|ontem), \d/)).toBeVisible();
});

const listed = (page: Page) =>
  page.getByRole('list').filter({ has: page.locator('a[href^="/children/"], a[href="/dashboard"]') });

/** Opens a child's report by its link until the device has stored a copy of it. */
async function reportIsCopied(page: Page, childId: number): Promise<void> {
  await page.goto('/dashboard');
  await page.locator(`a[href^="/children/${childId}/reports"]`).first().click();
  await expect.poll(() => copies(page)).toContain(`/children/${childId}/reports`);
}

test('without network each copy names its child and its time', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.request.post('/api/children', { data: { fullName: 'João Domingos', schoolClass: '2º Ano' } });
  await isCopied(page, '/dashboard');
  await reportIsCopied(page, childId);
  await cutNetwork(page);
  await page.goto('/nao-existe');
  await expect(page.getByRole('heading', { name: 'O que abriu por último' })).toBeVisible();
  const report = listed(page).getByRole('listitem').filter({ hasText: 'Relatório' });
  await expect(report).toHaveText(/^RelatórioMaria · (hoje|ontem), \d{1,2}:\d\d$/);
  await expect(listed(page).getByRole('listitem').filter({ hasText: 'Início' })).toHaveText(/^Início(hoje|ontem), \d/);
  await expect(page.getByRole('navigation', { name: 'Principal' }).first()).toBeVisible();
  await isAccessible(page);
  // The copy is opened from that page, and links to the next copy.
  await report.getByRole('link').click();
  await expect(page.getByText(/ Está a ver a cópia de (hoje|ontem), \d/)).toBeVisible();
  await page.getByRole('link', { name: 'Início' }).last().click();
  await expect(page.getByRole('heading', { name: 'Olá, Teresa' })).toBeVisible();
});

test('a phone that reports a network that does not work opens its copies too', async ({ page }) => {
  const { childId } = await aFamily(page);
  await isCopied(page, '/dashboard');
  await reportIsCopied(page, childId);
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => true }));
  await cutNetwork(page);
  await page.goto('/nao-existe');
  await listed(page).getByRole('link', { name: 'Relatório' }).click();
  await expect(page.getByText(/^A internet não responde\. Está a ver a cópia de (hoje|ontem), \d/)).toBeVisible();
});

test('copies of an erased child are deleted, and so are those of another parent', async ({ page }) => {
  const { childId } = await aFamily(page);
  const brother = await page.request.post('/api/children', {
    data: { fullName: 'João Domingos', schoolClass: '2º Ano' },
  });
  const { id: brotherId } = (await brother.json()) as { id: number };
  await isCopied(page, '/dashboard');
  await reportIsCopied(page, brotherId);
  await reportIsCopied(page, childId);
  // The child is erased on another phone.
  await page.request.delete(`/api/children/${brotherId}`, { data: { password: 'segredo-1' } });
  await page.goto('/children');
  await expect(page.getByRole('cell', { name: 'Maria Domingos', exact: true })).toBeVisible();
  await expect.poll(() => copies(page)).toEqual(['/children']);

  // Another parent signs in without the app being notified.
  await page.goto('about:blank');
  await aFamily(page, { fullName: 'Ana Pedro' });
  await page.goto('/children');
  await expect(page.getByRole('cell', { name: 'Ana Pedro', exact: true })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const cache = await caches.open('own');
        const texts = await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text()));
        return texts.map((text) => /Ana|Maria|João/.exec(text ?? '')?.[0]);
      }),
    )
    .toEqual(['Ana']);
});

testOfBuilds('a server that refuses a page does not hide its copy', async ({ page, builds }) => {
  await aFamily(page);
  await isCopied(page, '/dashboard');
  builds.refusePages();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Olá, Teresa' })).toBeVisible();
  // A page without a copy shows what the server says.
  await page.goto('/settings');
  await expect(page.getByText('Ocupado')).toBeVisible();
});

test('without network a diagnostic that is loaded again does not lead to the copy of the dashboard', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  await isCopied(page, '/dashboard');
  const address = `/diagnostic?childId=${childId}&discipline=${encodeURIComponent('Matemática')}`;
  await page.goto(address);
  await expect(page.locator('fieldset h1')).toBeVisible();
  await cutNetwork(page);
  await page.reload();
  await expect(page.getByText('Está sem internet.').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/diagnostic');
  await expect(page.getByText('Teresa')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);
});
