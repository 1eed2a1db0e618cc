import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

// What holds on the smallest phones and with large text: nothing is cut, covered or drawn over something else.

/** Makes texts twice as large by the browser's own setting: the page's sizes and its media queries in em are relative to it. */
export async function withLargeText(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
}

/** Changes the size of the window, and waits until the open page has it. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
}

/** Checks that nothing exceeds the page's width, except in parts that scroll themselves. */
export async function fits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `${page.url()} does not scroll sideways` }).toBeLessThanOrEqual(0);
}

/** Checks that the texts are large, that the page is as wide as the window, and that each label has a place of its own. */
export async function isReadable(page: Page): Promise<void> {
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  await expect.poll(size).toBe(32);
  await fits(page);
  expect(await page.evaluate(overlaps)).toEqual([]);
}

/** Checks, in the page, that the end of the page can be scrolled out from under a bar at the lower edge, which leaves room for the page. */
export async function isClearOfBars(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const isBar = (one: Element) => getComputedStyle(one).position === 'fixed' && one.getClientRects().length > 0;
    const bars = [...document.querySelectorAll('#root *')].filter(isBar);
    const top = Math.min(
      innerHeight,
      ...bars
        .map((one) => one.getBoundingClientRect())
        .filter(({ bottom, height }) => height > 0 && bottom > innerHeight - 2)
        .map((box) => box.top),
    );
    const said = [...document.querySelectorAll('main *')].filter(
      (one) =>
        one.children.length === 0 &&
        (one.textContent ?? '').trim() !== '' &&
        !bars.some((bar) => bar.contains(one)) &&
        one.checkVisibility() &&
        !one.closest('.sr, svg'),
    );
    const last = Math.max(0, ...said.map((one) => one.getBoundingClientRect().bottom));
    scrollTo(0, 0);
    return { under: Math.max(0, Math.round(last - top)), bars: Math.round(innerHeight - top) / innerHeight };
  });
  expect(covered.under).toBeLessThanOrEqual(2);
  expect(covered.bars).toBeLessThanOrEqual(0.5);
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
