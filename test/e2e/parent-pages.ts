import type { Page } from '@playwright/test';
import { PAGES } from '../../src/areas/pages.ts';
import { expect, signIn } from './fixtures.ts';

// Every page of the parents' area, as the route table lists them, with its addresses for the demo family.

export const PARENT_PATTERNS = PAGES.filter(({ area }) => area === 'src/areas/parent.tsx').map(({ path }) => path);

interface Ids {
  childId: number;
  attemptId: number;
  testId: number;
}

/** What `:id` stands for, by the first part of a pattern. */
const ID: Readonly<Record<string, keyof Ids>> = { children: 'childId', results: 'attemptId', tests: 'testId' };

/** The parameters of pages that show nothing, or ask for a child, without them. */
const QUERY: Readonly<Record<string, (ids: Ids) => string>> = {
  '/tests': ({ childId }) => `?childId=${childId}`,
  '/prepared': ({ childId }) => `?childId=${childId}`,
  '/tests/:id/review': ({ attemptId }) => `?attemptId=${attemptId}`,
  // Without a payment they say so.
  '/payment-gateway': () => '?transaction=x',
  '/payment-confirmation': () => '?transaction=x',
};

function addressOf(pattern: string, ids: Ids): string {
  const kind = ID[pattern.split('/')[1] ?? ''];
  if (pattern.includes(':id') && !kind) throw new Error(`What is :id of ${pattern}? Name it in ID.`);
  return pattern.replace(':id', kind ? String(ids[kind]) : '') + (QUERY[pattern]?.(ids) ?? '');
}

/**
 * Returns the addresses of the page with this pattern: one for each child if the page is about a child, because one child has read often and
 * another has taken many tests. The page must be signed in as the demo family.
 */
export async function parentAddresses(page: Page, pattern: string): Promise<string[]> {
  const [row] = (await (await page.request.get('/api/recent-tests?limit=1')).json()) as [
    { attempt: { id: number }; child: { id: number }; test: { id: number } },
  ];
  const children = (await (await page.request.get('/api/children')).json()) as { id: number }[];
  const others = children.filter(({ id }) => id !== row.child.id);
  const addresses = [row.child, ...others].map(({ id }) =>
    addressOf(pattern, { childId: id, attemptId: row.attempt.id, testId: row.test.id }),
  );
  return [...new Set(addresses)];
}

/** Signs in as the demo family. Returns an address of the page with this pattern. */
export async function parentAddress(page: Page, pattern: string): Promise<string> {
  await signIn(page, 'encarregado');
  return (await parentAddresses(page, pattern))[0] as string;
}

/** Opens a page and waits until all of it is drawn: no part of it is loading. */
export async function openDrawn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('A carregar…', { exact: true }).filter({ visible: true })).toHaveCount(0);
}
