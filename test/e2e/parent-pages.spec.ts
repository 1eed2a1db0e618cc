import { aFamily, expect, isAccessibleInBothThemes, signIn, test } from './fixtures.ts';
import { fits } from './narrow.ts';
import { openDrawn, PARENT_PATTERNS, parentAddresses } from './parent-pages.ts';

// Checks each page for parents in the route table on a phone: that it is not too high or too wide, that what can be tapped is large enough,
// that it has at most one filled button, and that it is accessible in both themes. narrow.spec.ts checks larger text.

/** Returns the most screens of a phone that a page may be high before anything is unfolded. */
const mostScreens = (path: string) => (path.endsWith('/mistakes') ? 2 : 4);

/**
 * Returns, in the page, what can be tapped and is smaller than `least` px in either direction. A link within a sentence is as high as its
 * line, and a box that has a label is as large as the label (WCAG 2.2, 2.5.8).
 */
function smallTargets(least: number): string[] {
  const found = [...document.querySelectorAll<HTMLElement>('a[href], button, select, input, textarea, summary')];
  return found.flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
    if (element.matches('a, button') && getComputedStyle(element).display === 'inline') return [];
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const after = getComputedStyle(element, '::after');
    // A link stretched over the part that it belongs to.
    const stretched = after.position === 'absolute' && after.content !== 'none' ? after : undefined;
    const sizes = [element, ...labels].map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return Math.min(width, height);
    });
    if (stretched) sizes.push(Math.min(Number.parseFloat(stretched.width), Number.parseFloat(stretched.height)));
    const size = Math.max(...sizes);
    // Elements of one or two pixels are for screen readers only.
    if (size <= 2 || size >= least - 0.5) return [];
    const name = element.textContent?.trim() || element.getAttribute('aria-label') || element.getAttribute('name');
    return [`${element.tagName} ${name?.slice(0, 40)}: ${size}`];
  });
}

/** Returns, in the page, the words of the filled buttons: a screen has one thing to do first. */
function filled(): string[] {
  const sample = document.body.appendChild(document.createElement('i'));
  sample.style.backgroundColor = 'var(--brand)';
  const brand = getComputedStyle(sample).backgroundColor;
  sample.remove();
  return [...document.querySelectorAll<HTMLElement>('main a, main button')]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === brand)
    .map((one) => one.textContent ?? '');
}

for (const pattern of PARENT_PATTERNS)
  test(`${pattern} is short and accessible, and what is tapped is large enough`, async ({ page }) => {
    await signIn(page, 'encarregado');
    // Without a child the tests ask for one.
    const others = pattern === '/tests' ? ['/tests'] : [];
    for (const address of [...(await parentAddresses(page, pattern)), ...others]) {
      // A typeface that comes late is not used, and the browser's own is larger here: the next load has the page's.
      const screens = async () => {
        await openDrawn(page, address);
        return (await page.evaluate(() => document.documentElement.scrollHeight)) / 640;
      };
      await expect.poll(screens, { message: address, timeout: 120_000 }).toBeLessThanOrEqual(mostScreens(pattern));
      await fits(page);
      expect(await page.evaluate(smallTargets, 44)).toEqual([]);
      expect((await page.evaluate(filled)).length, `filled buttons of ${address}`).toBeLessThanOrEqual(1);
      await isAccessibleInBothThemes(page);
    }
  });

test('all that a child taps in child mode is at least 64 px', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.request.post('/api/child-mode', { data: { childIds: [childId] } });
  for (const path of ['/child', '/child?ver=testes', '/child?ver=testes&disciplina=Geografia']) {
    await openDrawn(page, path);
    expect([path, await page.evaluate(smallTargets, 64)]).toEqual([path, []]);
  }
});
