import type { Page } from '@playwright/test';
import { aFamily, aTestFor, choose, expect, finishUntil, inDatabase, next, signIn, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline, stored } from './network.ts';
import { prepare } from './prepared.ts';

// What a phone keeps of one child is neither shown nor written while another child has it, and answers that the screen called saved are sent, or their loss is reported.

const PIN = '8374';

/** Adds a second child to the family and sets its PIN. */
async function withSibling(page: Page): Promise<{ childId: number; siblingId: number; testId: number }> {
  const { childId } = await aFamily(page);
  const added = await page.request.post('/api/children', {
    data: { fullName: 'Kiala Domingos', schoolClass: '4º Ano' },
  });
  await page.request.put('/api/account/pin', { data: { pin: PIN, password: 'segredo-1' } });
  return { childId, siblingId: ((await added.json()) as { id: number }).id, testId: await aTestFor(page, childId) };
}

/** Turns the phone over to a child, as the dialog does. */
async function handOver(page: Page, childId: number): Promise<void> {
  await page.goto(`/tests?childId=${childId}`);
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  await page.waitForURL('**/child');
}

const isSaved = (page: Page) => expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();

test('in one child’s mode a sibling’s running test, prepared test and practice do not open from the phone', async ({
  page,
  context,
  watch,
}) => {
  test.slow();
  const { childId, siblingId, testId } = await withSibling(page);
  await prepare(page, siblingId, 1);
  const [prepared] = (await (await page.request.get('/api/prepared')).json()) as [{ testId: number }];
  const running = await aTestFor(page, siblingId, 'História');
  await page.goto(`/tests/${running}?childId=${siblingId}`);
  await choose(page, 'A');
  await isSaved(page);
  // A second tab has the sibling's test on its screen when the phone is handed over.
  const tab = await context.newPage();
  watch(tab);
  await tab.goto(`/tests/${running}?childId=${siblingId}`);
  await expect(tab.getByText('Questão 1 de 10')).toBeVisible();
  await page.goto('/dashboard');
  await isReadyOffline(page);
  await handOver(page, childId);
  await expect(tab.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();

  const closed = [
    `/tests/${running}?childId=${siblingId}`,
    `/tests/${prepared.testId}?childId=${siblingId}`,
    `/practice/${siblingId}`,
  ];
  const staysClosed = async () => {
    for (const address of closed) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
      expect(new URL(page.url()).pathname, address).toBe('/child');
      await page.reload();
      await expect(page.getByText(/Kiala|Questão \d+ de/)).toHaveCount(0);
    }
  };
  await staysClosed();
  await cutNetwork(page);
  await staysClosed();
  await context.setOffline(false);

  // The own test opens and is saved; the sibling's answers and test are as they were.
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await choose(page, 'B');
  await isSaved(page);
  const rows = await inDatabase((db) =>
    db.rows<{ childId: number; letter: string }>(
      `select a.child_id as "childId", w.selected_answer as letter from answers w join attempts a on a.id = w.attempt_id
       where a.child_id = any($1::int[]) order by a.child_id`,
      [[childId, siblingId]],
    ),
  );
  expect(rows).toEqual([
    { childId, letter: 'B' },
    { childId: siblingId, letter: 'A' },
  ]);
});

test('in one child’s mode a sibling’s waiting answers stay on the phone, and follow once the parent has it again', async ({
  page,
  context,
}) => {
  test.slow();
  const { childId, siblingId, testId } = await withSibling(page);
  await page.goto(`/tests/${testId}?childId=${siblingId}`);
  await choose(page, 'A');
  await isSaved(page);
  await isReadyOffline(page);
  const answers = () => stored<{ childId: number }>(page, 'caderneta', 'waiting');
  await page.route('**/api/answers', (route) => route.abort());
  await next(page);
  await choose(page, 'C');
  await expect.poll(async () => (await answers()).length).toBe(1);
  const calls: string[] = [];
  context.on('request', (request) => request.url().includes('/api/answers') && calls.push(request.url()));
  await page.goto('/dashboard');
  await handOver(page, childId);
  await page.unrouteAll();
  calls.length = 0;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  // Longer than the pause before the home sends what waits.
  await page.waitForTimeout(4_000);
  expect([calls, await answers()]).toEqual([[], []]);
  // It is encrypted (leaks.spec.ts), and not lost.
  expect(await stored(page, 'caderneta', 'closed')).toHaveLength(1);
  await page.request.delete('/api/child-mode', { data: { pin: PIN } });
  await page.goto('/dashboard');
  await expect.poll(async () => (await answers()).length).toBe(0);
});

/** Ends the time of the family's only attempt now, as the server does after the grace period. */
const runOut = (childId: number) =>
  inDatabase((db) =>
    db.count(
      `update attempts set state = 'provisional', attempt_date = attempt_date - (deadline_at - now()), deadline_at = now(), finished_at = now()
       where child_id = $1`,
      [childId],
    ),
  );

test('the parent is asked before a result is opened without the answers of the phone, which are never said to be sent', async ({
  page,
  context,
  browser,
  watch,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  for (const letter of ['A', 'B']) {
    await choose(page, letter);
    await isSaved(page);
    await next(page);
  }
  await isReadyOffline(page);
  await cutNetwork(page);
  await choose(page, 'C');
  await next(page);
  await choose(page, 'D');
  await expect(page.getByText(/guardado neste telemóvel/).first()).toBeVisible();
  await runOut(childId);

  const { username } = (await inDatabase((db) =>
    db.row<{ username: string }>(`select username from users join children c on c.user_id = users.id where c.id = $1`, [
      childId,
    ]),
  )) as { username: string };
  const otherContext = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const other = await otherContext.newPage();
  watch(other);
  await signIn(other, username, 'segredo-1');
  await other.goto('/tests/history');
  await other.getByRole('link', { name: /^Ver detalhes/ }).click();
  await expect(other.getByRole('heading', { name: 'À espera das respostas do telemóvel' })).toBeVisible();
  await expect(
    other.getByText(/^Há respostas por chegar do telemóvel d.+ Maria\. «Ver agora» termina o teste sem elas\./),
  ).toBeVisible();
  const stateOf = () =>
    inDatabase((db) => db.row<{ state: string }>('select state from attempts where child_id = $1', [childId]));
  expect((await stateOf())?.state).not.toBe('completed');
  await other.getByRole('button', { name: 'Ver agora' }).click();
  // Two of ten answers before the deadline: it has no mark.
  await expect(other.getByRole('heading', { level: 1, name: /2 de 10/ })).toBeVisible();
  expect((await stateOf())?.state).toBe('completed');
  await otherContext.close();

  await context.setOffline(false);
  await expect(page.getByText('2 respostas chegaram depois de o teste terminar e não contam.')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('Respondeste a 2 perguntas.')).toBeVisible();
  await expect(page.getByText(/enviadas|Enviamos quando houver internet/)).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page.getByText(/^2 respostas de .* \(Maria\) não foram aceites\. Este teste já terminou/)).toBeVisible();
  await expect(page.getByText(/enviadas|Enviamos quando houver internet/)).toHaveCount(0);
  await page.getByRole('button', { name: /^Entendi/ }).click();
  await expect(page.getByText(/não foram aceites/)).toHaveCount(0);
});

test('a parent who waits gets the late answers too', async ({ page, context }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await choose(page, 'A');
  await isSaved(page);
  const id = (
    await inDatabase((db) => db.row<{ id: number }>('select id from attempts where child_id = $1', [childId]))
  )?.id;
  // The phone has an answer from before the deadline.
  await page.route('**/api/answers', (route) => route.abort());
  await next(page);
  await choose(page, 'B');
  await expect.poll(async () => (await stored(page, 'caderneta', 'waiting')).length).toBe(1);
  await page.goto('about:blank');
  await runOut(childId);
  const later = await context.newPage();
  await later.goto(`/results/${id}`);
  await expect(later.getByRole('heading', { name: 'À espera das respostas do telemóvel' })).toBeVisible();
  await expect.poll(async () => (await stored(later, 'caderneta', 'waiting')).length).toBe(0);
  const letters = await inDatabase((db) =>
    db.rows<{ letter: string }>('select selected_answer as letter from answers where attempt_id = $1', [id]),
  );
  expect(letters).toHaveLength(2);
});

test('the answers of a second phone that arrive after the end are said not to count', async ({
  page,
  browser,
  watch,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const address = `/tests/${testId}?childId=${childId}`;
  const { username } = (await (await page.request.get('/api/user')).json()) as { username: string };
  await page.goto(address);
  for (let question = 1; question <= 9; question += 1) {
    await choose(page, 'A');
    await next(page);
  }
  await choose(page, 'A');
  await isSaved(page);
  const otherContext = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const other = await otherContext.newPage();
  watch(other);
  await signIn(other, username, 'segredo-1');
  await other.goto(address);
  await expect(other.getByText('Questão 1 de 10')).toBeVisible();
  await finishUntil(page, page.getByText(/^Entrega o telemóvel/));
  await other.locator('input[value="B"]').evaluate((option: HTMLInputElement) => option.click());
  await expect(other.getByText('Uma resposta chegou depois de o teste terminar e não conta.')).toBeVisible();
  await expect(other.getByText('Respondeste a 10 perguntas.')).toBeVisible();
  await otherContext.close();
});
