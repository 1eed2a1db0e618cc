import type { Page } from '@playwright/test';
import { aFamily, aName, expect, test } from './fixtures.ts';

// Pages that arrive with their content: readable before and without the app's code, which then takes them over as they are.

/** Every request takes this many milliseconds more, so that the code comes later than the page. */
const CODE_AFTER = 300;
/** Moments at which the page is tapped, until some time after its code has come. */
const MOMENTS = Array.from({ length: 15 }, (_, place) => place * 50);

async function slowCode(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: CODE_AFTER, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', line);
}

/** Opens a page; a server that has too much to do sends it without its content, and is asked again. */
async function openDrawn(page: Page, path: string): Promise<void> {
  await expect(async () => {
    const reply = await page.goto(path, { waitUntil: 'commit' });
    expect(await reply?.text()).toContain('"drawnAt":');
  }).toPass();
}

/** Notes layout shifts, and what is fetched. */
async function watchLoading(page: Page): Promise<string[]> {
  await page.addInitScript(() => {
    const seen = { shifts: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}

const isTakenOver = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => (window as { keptTaps?: { toString(): string } }).keptTaps?.toString().length ?? 0))
    .toBeLessThan(40);

/** Pages of a family with a child, and words that are on them. */
const drawnPages = (_childId: number) =>
  [['/dashboard', ['Olá, Teresa', 'Maria Domingos', 'Testes recentes']]] as const satisfies (readonly [
    string,
    readonly string[],
  ])[];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, serviceWorkers: 'block' });
  test('a family reads its pages', async ({ page }) => {
    const { childId } = await aFamily(page);
    for (const [path, words] of drawnPages(childId)) {
      await openDrawn(page, path);
      for (const text of words) await expect(page.getByText(text).first()).toBeVisible();
      await expect(page.getByText('A carregar…')).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
  });
});

test.describe('on a slow line', () => {
  test.use({ serviceWorkers: 'block' });

  test('the code takes a page over without a jump, and without asking again for what came with it', async ({
    page,
  }) => {
    const { childId } = await aFamily(page);
    const calls = await watchLoading(page);
    await slowCode(page);
    for (const [path, words] of drawnPages(childId)) {
      calls.length = 0;
      await openDrawn(page, path);
      await expect(page.getByText(words[0]).first()).toBeVisible();
      const before = await page.locator('main').innerText();
      await isTakenOver(page);
      await page.waitForLoadState('networkidle');
      expect(await page.locator('main').innerText()).toBe(before);
      expect(calls.filter((call) => call !== '/api/notifications')).toEqual([]);
      // The typeface may move letters by a fraction of a pixel.
      expect(await page.evaluate(() => (window as unknown as { seen: { shifts: number } }).seen.shifts)).toBeLessThan(
        0.005,
      );
    }
  });

  test('a link works at any moment while the page loads', async ({ page }) => {
    await aFamily(page);
    await slowCode(page);
    for (const wait of MOMENTS) {
      await openDrawn(page, '/dashboard');
      await page.waitForTimeout(wait);
      await page.getByRole('link', { name: 'Gerenciar Filhos' }).first().click();
      await page.waitForURL('**/children');
    }
  });

  test('a choice is never lost, whenever it is made while the page loads', async ({ page }) => {
    await aFamily(page);
    await slowCode(page);
    for (const wait of MOMENTS) {
      await openDrawn(page, '/dashboard');
      await page.waitForTimeout(wait);
      const asked = page.waitForRequest('**/api/children/performance?period=year');
      await page.getByLabel('Período').selectOption('year');
      await asked;
      await expect(page.getByLabel('Período')).toHaveValue('year');
    }
  });

  test('a button is never lost, whenever it is tapped while the page loads', async ({ page }) => {
    await aFamily(page);
    await slowCode(page);
    // Signing out is answered without being done, because each round needs the session.
    await page.route('**/api/logout', (route) => route.fulfill({ status: 204 }));
    for (const wait of MOMENTS) {
      await openDrawn(page, '/dashboard');
      const asked = page.waitForRequest('**/api/logout');
      await page.locator('summary').filter({ hasText: 'Teresa' }).click();
      await page.waitForTimeout(wait);
      await page.getByRole('button', { name: 'Sair' }).click();
      await asked;
      await page.goto('about:blank');
    }
  });
});

test('another family on the same phone gets its own page', async ({ page }) => {
  await aFamily(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Maria Domingos').first()).toBeVisible();
  await page.goto('about:blank');
  await page.request.post('/api/logout');
  const username = aName();
  await page.request.post('/api/register', {
    data: {
      username,
      fullName: 'Paulo Neto',
      email: `${username}@familia.example`,
      password: 'segredo-1',
      confirmPassword: 'segredo-1',
    },
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Olá, Paulo' })).toBeVisible();
  await expect(page.getByText('Maria Domingos')).toHaveCount(0);
});
