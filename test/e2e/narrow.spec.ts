import type { Locator, Page } from '@playwright/test';
import { aFamily, answerSomehow, aTestFor, expect, isAccessible, test } from './fixtures.ts';
import { fits, isReadable, resize, withLargeText } from './narrow.ts';
import { openDrawn, PARENT_PATTERNS, parentAddress } from './parent-pages.ts';

// Tests a family's screens on the smallest phones, also with larger text.

// The typeface may arrive late or never: texts must also fit in the browser's default font, which is wider here.
test.beforeEach(({ page }) => page.route('**/*.woff2', (route) => route.abort()));

const PUBLIC = [
  '/',
  '/about',
  '/privacy-policy',
  '/terms-of-use',
  '/funciona',
  '/auth',
  '/auth?tab=register',
  '/auth/recover',
  '/auth/email#token',
];

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

/** Checks the page as shown: on a phone of 320 px, and with text at 200 % on one of 360 px. */
async function isForNarrowPhones(page: Page): Promise<void> {
  await resize(page, 320, 640);
  await fits(page);
  await resize(page, 360, 640);
  await withLargeText(page);
  await isReadable(page);
}

for (const path of PUBLIC)
  test(`${path} does not scroll sideways, and is readable with text at 200 %`, async ({ page }) => {
    await openDrawn(page, path);
    await isForNarrowPhones(page);
    if (['/', '/auth?tab=register'].includes(path)) await isAccessible(page);
  });

for (const pattern of PARENT_PATTERNS)
  test(`${pattern} does not scroll sideways, and is readable and accessible with text at 200 %`, async ({ page }) => {
    await openDrawn(page, await parentAddress(page, pattern));
    await isForNarrowPhones(page);
    await isAccessible(page);
  });

test.describe('with text at 200 %, on a phone of 360 px', () => {
  test.beforeEach(({ page }) => withLargeText(page));

  test('a question can be read and answered', async ({ page }) => {
    const { childId } = await aFamily(page);
    await page.goto(`/tests/${await aTestFor(page, childId)}?childId=${childId}`);
    await expect(page.getByText('Questão 1 de 10')).toBeVisible();
    await isReadable(page);
    await isAccessible(page);
    await isUncovered(page.locator('fieldset label').last());
    await answerSomehow(page);
    await page.getByRole('button', { name: 'Próxima' }).tap();
    await expect(page.getByText('Questão 2 de 10')).toBeVisible();
  });

  test('the last key of the keypad can be reached', async ({ page }) => {
    const { childId } = await aFamily(page);
    const testId = await aTestFor(page, childId, 'Matemática');
    const { questions } = (await (await page.request.get(`/api/tests/${testId}`)).json()) as {
      questions: { asks?: object }[];
    };
    const place = questions.findIndex(({ asks }) => asks) + 1;
    await page.goto(`/tests/${testId}?childId=${childId}`);
    await expect(page.locator('#first-question')).toHaveCount(0);
    for (let at = 1; at < place; at += 1) await page.getByRole('button', { name: 'Próxima' }).tap();
    await expect(page.getByText(`Questão ${place} de 10`)).toBeVisible();
    await isUncovered(page.locator('fieldset').getByRole('button', { name: '0', exact: true }));
    await isUncovered(page.getByRole('button', { name: 'Próxima' }));
  });

  test("the user's menu is within the window", async ({ page }) => {
    await aFamily(page);
    await openDrawn(page, '/dashboard');
    const menu = page.locator('header details').last();
    await menu.locator('summary').tap();
    for (const entry of await menu.locator('a, button').all()) {
      await isUncovered(entry);
      const { x, width } = (await entry.boundingBox()) as { x: number; width: number };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(360);
    }
  });
});

/** Checks that the whole element can be scrolled into the window, and that no other layer covers it there. */
async function isUncovered(element: Locator): Promise<void> {
  await element.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  const covered = () =>
    element.evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const middle = (left + right) / 2;
      return [top + 4, bottom - 4].filter((y) => !one.contains(document.elementFromPoint(middle, y)));
    });
  await expect.poll(covered).toEqual([]);
}

for (const [title, width, height] of [
  ['held sideways', 740, 360],
  ['held sideways with text at 200 %', 370, 180],
] as const)
  test(`a question can be read on a phone ${title}: nothing fixed covers it`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const { childId } = await aFamily(page);
    const testId = await aTestFor(page, childId);
    await page.goto(`/tests/${testId}?childId=${childId}`);
    const statement = page.locator('fieldset h1');
    await expect(statement).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const part of [
      statement,
      page.locator('fieldset label').last(),
      page.getByRole('button', { name: 'Próxima' }),
    ]) {
      await part.scrollIntoViewIfNeeded();
      const isOnTop = await part.evaluate((element) => {
        element.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return element.contains(found);
      });
      expect(isOnTop).toBe(true);
    }
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
        .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0),
    );
    expect(covered).toBe(0);
    await fits(page);
  });
