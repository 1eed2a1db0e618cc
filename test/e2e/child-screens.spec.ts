import type { Page, Route } from '@playwright/test';
import { PAGES } from '../../src/areas/pages.ts';
import { aFamily, aTestFor, complete, expect, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';

// Every screen of child mode, as the route table lists them: whatever the server says, a child reads no status code and no raw reply, and
// finds no link to a page of the parent's.

interface Ids {
  childId: number;
  siblingId: number;
  testId: number;
}

/** Addresses of each page, for one of the two children. */
const EXAMPLES: Record<string, (ids: Ids, whose: number) => string[]> = {
  '/child': () => ['/child', '/child?ver=testes', '/child?ver=testes&disciplina=Hist%C3%B3ria', '/child?quem=1'],
  '/calculating/:id': (_, whose) => [`/calculating/${whose}`],
  '/calculating/:id/training': (_, whose) => [`/calculating/${whose}/training`],
  '/diagnostic': (_, whose) => [`/diagnostic?childId=${whose}&discipline=${encodeURIComponent('Matemática')}`],
  '/practice/:id': (_, whose) => [`/practice/${whose}`],
  '/reading/:id': (_, whose) => [`/reading/${whose}`],
  '/writing/:id': (_, whose) => [`/writing/${whose}`],
  '/tests/:id': ({ testId }, whose) => [`/tests/${testId}?childId=${whose}`, `/tests/99999999?childId=${whose}`],
};
const CHILD_PAGES = PAGES.filter(({ childMode }) => childMode);
const PATTERNS = CHILD_PAGES.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '\\d+')}/?$`));

/** A status code or a raw reply. */
const RAW = /\b(4\d\d|5\d\d)\b\s*[:—-]|\{"|Forbidden|child-mode|undefined|\[object/;

async function isForChildren(page: Page, state: string): Promise<void> {
  // A page without network may go on asking for it.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {});
  await expect(page.getByRole('heading').or(page.getByRole('alert')).first(), state).toBeVisible();
  const text = await page.locator('body').innerText();
  expect([state, RAW.exec(text)?.[0]]).toEqual([state, undefined]);
  const paths = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.getClientRects().length > 0)
      .map((link) => new URL(link.href).pathname),
  );
  expect([state, paths.filter((path) => !PATTERNS.some((pattern) => pattern.test(path)))]).toEqual([state, []]);
}

/** Replies of the server, and of what may stand between. */
const REFUSALS: Record<string, (route: Route) => Promise<void>> = {
  'the server refuses': (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'child-mode', message: 'O telemóvel está com a criança. Para abrir isto, saia do modo criança.' },
    }),
  'a raw refusal': (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>403 Forbidden</h1>' }),
  'a fault of the server': (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: '500: fault' }),
  'no reply': (route) => route.abort(),
};

test('child mode has an example of every page of its own', () => {
  expect(CHILD_PAGES.map(({ path }) => path).sort()).toEqual(Object.keys(EXAMPLES).sort());
});

test('T56 no screen of child mode shows a raw reply or a link to a page of the parent’s, whatever the server says', async ({
  page,
  context,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  const added = await page.request.post('/api/children', {
    data: { fullName: 'Kiala Domingos', schoolClass: '4º Ano' },
  });
  const siblingId = ((await added.json()) as { id: number }).id;
  const past = await aTestFor(page, childId, 'História');
  const attempt = await (await page.request.post('/api/attempts', { data: { childId, testId: past } })).json();
  for (const { id } of attempt.questions as { id: number }[])
    await page.request.post('/api/answers', { data: { attemptId: attempt.id, questionId: id, selectedAnswer: 'A' } });
  await complete(page, attempt.id);
  await page.request.get(`/api/attempts/${attempt.id}`);
  const ids = { childId, siblingId, testId: await aTestFor(page, childId) };
  // What the parent has opened once is on the phone, and the child may use it.
  for (const skill of ['reading', 'writing', 'calculating']) {
    await page.goto(`/${skill}/${childId}`);
    await page.waitForLoadState('networkidle');
  }
  await page.goto('/dashboard');
  await isReadyOffline(page);
  await page.request.post('/api/child-mode', { data: { childIds: [childId] } });
  const addressesOf = (whose: number) =>
    CHILD_PAGES.flatMap(({ path }) => (EXAMPLES[path] as (typeof EXAMPLES)[string])(ids, whose));
  const addresses = [...new Set([...addressesOf(childId), ...addressesOf(siblingId)])];
  for (const address of addresses) {
    await page.goto(address);
    await isForChildren(page, address);
  }
  await cutNetwork(page);
  for (const address of addresses) {
    await page.goto(address);
    await isForChildren(page, `without network: ${address}`);
  }
  await context.setOffline(false);
  for (const [what, refuse] of Object.entries(REFUSALS)) {
    await page.route('**/api/**', refuse);
    for (const address of addressesOf(childId)) {
      await page.goto(address);
      await isForChildren(page, `${what}: ${address}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('a child’s home that opened without network shows what is begun once there is one', async ({ page, context }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.goto('/dashboard');
  await isReadyOffline(page);
  await page.request.post('/api/child-mode', { data: { childIds: [childId] } });
  await page.goto('/child');
  await expect(page.getByRole('link', { name: 'Fazer um teste' })).toBeVisible();
  // As on another phone of the family.
  const begun = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
  expect(begun.status()).toBe(201);
  await cutNetwork(page);
  await page.goto('/child');
  await expect(page.getByRole('link', { name: 'Fazer um teste' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: /^Continuar/ })).toBeVisible();
});
