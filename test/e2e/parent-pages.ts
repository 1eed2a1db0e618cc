import { expect, type Page } from '@playwright/test';
import { PAGES } from '../../src/areas/pages.ts';
import { signIn } from './fixtures.ts';

// Every page of the parents' area, as the route table lists them, with an address of each for the demo family.

interface Ids {
  childId: number;
  attemptId: number;
  testId: number;
}

const EXAMPLES: Record<string, (ids: Ids) => string> = {
  '/dashboard': () => '/dashboard',
  '/children': () => '/children',
  '/children/:id': ({ childId }) => `/children/${childId}`,
  '/children/:id/knowledge': ({ childId }) => `/children/${childId}/knowledge`,
  '/children/:id/reports': ({ childId }) => `/children/${childId}/reports`,
  '/children/:id/mistakes': ({ childId }) => `/children/${childId}/mistakes`,
  '/children/:id/diagnostic': ({ childId }) => `/children/${childId}/diagnostic`,
  '/children/:id/reading': ({ childId }) => `/children/${childId}/reading`,
  '/children/:id/writing': ({ childId }) => `/children/${childId}/writing`,
  '/children/:id/calculating': ({ childId }) => `/children/${childId}/calculating`,
  '/tests': ({ childId }) => `/tests?childId=${childId}`,
  '/tests/history': () => '/tests/history',
  '/tests/:id/review': ({ testId, attemptId }) => `/tests/${testId}/review?attemptId=${attemptId}`,
  '/results': () => '/results',
  '/results/:id': ({ attemptId }) => `/results/${attemptId}`,
  '/reports': () => '/reports',
  '/prepared': ({ childId }) => `/prepared?childId=${childId}`,
  '/paper': () => '/paper',
  '/subscription': () => '/subscription',
  // Without a payment they say so.
  '/payment-gateway': () => '/payment-gateway?transaction=x',
  '/payment-confirmation': () => '/payment-confirmation?transaction=x',
  '/notifications/settings': () => '/notifications/settings',
  '/settings': () => '/settings',
};

/** The patterns of the pages of the parents' area, and of those that have an example here; a test compares them. */
export const PARENT_PATTERNS = PAGES.filter(({ area }) => area === 'src/areas/parent.tsx').map(({ path }) => path);
export const EXAMPLE_PATTERNS = Object.keys(EXAMPLES);

/** Returns an address of every page of the parents' area. The page must be signed in as the demo family. */
export async function parentAddresses(page: Page): Promise<string[]> {
  const ids = await idsOf(page);
  return Object.values(EXAMPLES).map((address) => address(ids));
}

/** Signs in as the demo family. Returns an address of the page with this pattern. */
export async function parentAddress(page: Page, pattern: string): Promise<string> {
  await signIn(page, 'encarregado');
  return (EXAMPLES[pattern] as (typeof EXAMPLES)[string])(await idsOf(page));
}

async function idsOf(page: Page): Promise<Ids> {
  const [row] = (await (await page.request.get('/api/recent-tests?limit=1')).json()) as [
    { attempt: { id: number }; child: { id: number }; test: { id: number } },
  ];
  return { childId: row.child.id, attemptId: row.attempt.id, testId: row.test.id };
}

/** Opens a page and waits until all of it is drawn: no part of it is loading. */
export async function openDrawn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('A carregar…', { exact: true }).filter({ visible: true })).toHaveCount(0);
}
