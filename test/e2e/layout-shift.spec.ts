import type { Page } from '@playwright/test';
import { PAGES } from '../../src/areas/pages.ts';
import { STAFF_PAGES } from '../../src/areas/staff-pages.ts';
import { aTestFor, expect, signIn, test } from './fixtures.ts';
import { openDrawn, PARENT_PATTERNS, parentAddresses } from './parent-pages.ts';
import { aPayingFamily } from './prepared.ts';

// Pages do not move what they have shown, on a phone whose typeface arrives late. On a processor of a quarter they did not either, but a
// busy machine does not show a page in time then.

/** Milliseconds after which the typeface arrives. */
const TYPEFACE_AFTER = 800;
/**
 * The largest sum of layout shifts of a page. A line of text that moves a list has 0.017; letters may move by a fraction of a pixel. Lists of
 * the staff may move once: web.dev calls 0.1 good.
 */
const [NOTHING, LITTLE] = [0.005, 0.1];

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, serviceWorkers: 'block' });

const PUBLIC = [
  '/',
  '/about',
  '/privacy-policy',
  '/terms-of-use',
  '/funciona',
  '/auth',
  '/auth?tab=register',
  '/auth/recover',
];
const staffAddresses = (role: string) =>
  STAFF_PAGES.filter((page) => page.role === role && !page.path.includes(':')).flatMap(({ path, parts = [] }) =>
    parts.length > 0 ? parts.map(({ id }) => `${path}?tab=${id}`) : [path],
  );

/** Addresses of the pages without a frame, which a child or a parent uses for one task; a photograph is needed for an opinion. */
const SITTINGS = PAGES.filter(
  ({ role, path, area }) =>
    role === 'parent' && area !== 'src/areas/parent.tsx' && path !== '/child' && path !== '/writing/:id/opinion',
).map(({ path }) => path);
const sittingOf = (path: string, childId: number, testId: number) =>
  ({
    '/tests/:id': `/tests/${testId}?childId=${childId}`,
    '/diagnostic': `/diagnostic?childId=${childId}&discipline=Matem%C3%A1tica`,
  })[path] ?? path.replace(':id', String(childId));

interface Shift {
  value: number;
  /** The elements that moved. */
  what: string;
}

async function lateTypeface(page: Page): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    await new Promise((later) => setTimeout(later, TYPEFACE_AFTER));
    await route.continue().catch(() => {});
  });
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.textContent));
        shifts.push({ value, what: moved.map((text) => text?.slice(0, 80)).join(' · ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Runs in the page: waits until it is painted in its own typeface, and returns the layout shifts recorded so far. */
async function shiftsOnceSettled(): Promise<Shift[]> {
  await document.fonts.ready;
  // What moves is reported after the frame in which it moves.
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  return (window as unknown as { shifts: Shift[] }).shifts;
}

async function movesAtMost(limit: number, page: Page, paths: readonly string[]): Promise<void> {
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    await openDrawn(page, path);
    const shifts = await page.evaluate(shiftsOnceSettled);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(limit);
  }
}

test('public pages', async ({ page }) => {
  await lateTypeface(page);
  await movesAtMost(NOTHING, page, PUBLIC);
});

for (const pattern of PARENT_PATTERNS)
  test(`${pattern}`, async ({ page }) => {
    await signIn(page, 'encarregado');
    await lateTypeface(page);
    await movesAtMost(NOTHING, page, await parentAddresses(page, pattern));
  });

test('tasks of a child, its home', async ({ page }) => {
  const { childId } = await aPayingFamily(page);
  const testId = await aTestFor(page, childId);
  await lateTypeface(page);
  await movesAtMost(
    NOTHING,
    page,
    SITTINGS.map((path) => sittingOf(path, childId, testId)),
  );
  expect((await page.request.post('/api/child-mode', { data: { childId } })).status()).toBe(204);
  await movesAtMost(NOTHING, page, ['/child', '/child?ver=testes']);
});

for (const [username, role] of [
  ['professor', 'teacher'],
  ['admin', 'admin'],
] as const)
  test(`pages of the role ${role}`, async ({ page }) => {
    await signIn(page, username);
    await lateTypeface(page);
    await movesAtMost(LITTLE, page, staffAddresses(role));
  });
