import type { Locator, Page } from '@playwright/test';
import { aFamily, answerSomehow, aTestFor, expect, isAccessible, test } from './fixtures.ts';
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

/** Checks that nothing exceeds the page's width, except in parts that scroll themselves. */
async function fits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `${page.url()} does not scroll sideways` }).toBeLessThanOrEqual(0);
}

test.describe('on a phone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  for (const path of PUBLIC)
    test(`${path} does not scroll sideways`, async ({ page }) => {
      await openDrawn(page, path);
      await fits(page);
    });

  for (const pattern of PARENT_PATTERNS)
    test(`${pattern} does not scroll sideways`, async ({ page }) => {
      await openDrawn(page, await parentAddress(page, pattern));
      await fits(page);
    });
});

test.describe('with text at 200 %, on a phone of 360 px', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test.beforeEach(async ({ page }) => {
    // The font size in the browser's settings: the page's own sizes and its media queries in em are relative to it.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  });

  /** Checks that the page is as wide as the window, and that each label has a place of its own. */
  const isReadable = async (page: Page) => {
    expect(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))).toBe(32);
    await fits(page);
    expect(await page.evaluate(overlaps)).toEqual([]);
  };

  for (const path of PUBLIC)
    test(`${path} is readable`, async ({ page }) => {
      await openDrawn(page, path);
      await isReadable(page);
      if (['/', '/auth?tab=register'].includes(path)) await isAccessible(page);
    });

  for (const pattern of PARENT_PATTERNS)
    test(`${pattern} is readable and accessible`, async ({ page }) => {
      await openDrawn(page, await parentAddress(page, pattern));
      await isReadable(page);
      await isAccessible(page);
    });

  test('a question can be read and answered', async ({ page }) => {
    const { childId } = await aFamily(page);
    await page.goto(`/tests/${await aTestFor(page, childId)}?childId=${childId}`);
    await expect(page.getByText('Questão 1 de 10')).toBeVisible();
    await fits(page);
    expect(await page.evaluate(overlaps)).toEqual([]);
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

/** Returns, in the page, texts that overlap each other and texts that exceed their button. */
function overlaps(): string[] {
  interface Box {
    text: Text;
    layer: Element | undefined;
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  const boxes: Box[] = [];
  const found = new Set<string>();
  const said = (text: Text) => text.data.trim().slice(0, 40);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parent = text.parentElement as HTMLElement;
    if (!text.data.trim() || parent.closest('script, style, svg, option')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const above: Element[] = [];
    for (let one: Element | null = parent; one; one = one.parentElement) above.push(one);
    if (above.some((one) => getComputedStyle(one).clipPath !== 'none')) continue;
    // Fixed bars stay in place while the page scrolls beneath them.
    const layer = above.findLast((one) => /fixed|sticky/.test(getComputedStyle(one).position));
    const frames = above.filter((one) => getComputedStyle(one).overflowX !== 'visible');
    const button = parent.closest('button, [class*=button]')?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    const size = Number.parseFloat(getComputedStyle(parent).fontSize);
    for (const line of range.getClientRects()) {
      // Only the height of the letters counts: with a tight line height, adjacent lines overlap at their edges.
      const spare = Math.max(0, (line.height - size * 0.9) / 2);
      const box = { left: line.left, right: line.right, top: line.top + spare, bottom: line.bottom - spare };
      if (button && (box.left < button.left - 2 || box.right > button.right + 2))
        found.add(`${said(text)} | its button`);
      for (const frame of frames) {
        const { left, right, top, bottom } = frame.getBoundingClientRect();
        box.left = Math.max(box.left, left);
        box.right = Math.min(box.right, right);
        box.top = Math.max(box.top, top);
        box.bottom = Math.min(box.bottom, bottom);
      }
      if (box.right - box.left > 2 && box.bottom - box.top > 2) boxes.push({ ...box, text, layer });
    }
  }
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (one.text === other.text || one.layer !== other.layer) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 2 && down > 2) found.add(`${said(one.text)} | ${said(other.text)}`);
    }
  return [...found];
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
