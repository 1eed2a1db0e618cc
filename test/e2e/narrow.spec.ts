import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';

// What a family sees on the smallest phones.

const PUBLIC = ['/', '/about', '/privacy-policy', '/terms-of-use', '/auth', '/auth?tab=register', '/auth/recover'];

/** The addresses of a family's screens, with a child and a result of the demo family. */
async function familyScreens(page: Page): Promise<string[]> {
  await signIn(page, 'encarregado');
  const [row] = (await (await page.request.get('/api/recent-tests?limit=1')).json()) as [
    { attempt: { id: number }; child: { id: number }; test: { id: number } },
  ];
  const { attempt, child, test: taken } = row;
  return [
    '/dashboard',
    '/children',
    `/tests?childId=${child.id}`,
    '/tests/history',
    `/results/${attempt.id}`,
    `/tests/${taken.id}/review?attemptId=${attempt.id}`,
    '/reports',
    `/children/${child.id}/reports`,
    `/children/${child.id}/knowledge`,
    `/children/${child.id}/mistakes`,
    `/children/${child.id}/diagnostic`,
    `/prepared?childId=${child.id}`,
    '/paper',
    '/subscription',
    '/notifications/settings',
    '/settings',
  ];
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Nothing stands outside the page's width, unless in a part that scrolls by itself. */
async function fits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `${page.url()} does not scroll sideways` }).toBeLessThanOrEqual(0);
}

test.describe('on a phone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test('no page scrolls sideways', async ({ page }) => {
    test.setTimeout(240_000);
    for (const path of PUBLIC) {
      await open(page, path);
      await fits(page);
    }
    for (const path of await familyScreens(page)) {
      await open(page, path);
      await fits(page);
    }
  });
});
