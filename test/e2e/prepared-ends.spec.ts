import type { Page } from '@playwright/test';
import { aFamily, choose, expect, inDatabase, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';
import { answerAll, aPayingFamily, history, prepare } from './prepared.ts';

// What may happen to a prepared test between its being taken along and its being sent.

const WAITS = /O resultado chega quando houver rede/;

/** The address at which the family's one prepared test is taken. */
async function addressOf(page: Page): Promise<string> {
  const [one] = (await (await page.request.get('/api/prepared')).json()) as [{ testId: number; childId: number }];
  return `/tests/${one.testId}?childId=${one.childId}`;
}

/** Starts the prepared test while there is a network, and does it without one. */
async function doWithoutNetwork(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText('Guardado neste telemóvel', { exact: true }).first()).toBeVisible();
  await isReadyOffline(page);
  await cutNetwork(page);
  await answerAll(page);
  await expect(page.getByText(WAITS)).toBeVisible();
}

test('the same prepared test on two phones: the first that arrives counts, and the other is told so', async ({
  page,
  context,
  browser,
  watch,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  await prepare(page, childId, 1);
  const address = await addressOf(page);
  const otherContext = await browser.newContext({ storageState: { cookies: await context.cookies(), origins: [] } });
  const other = await otherContext.newPage();
  watch(other);
  await other.goto(`/prepared?childId=${childId}`);
  await other.getByRole('button', { name: /^Trazer/ }).click();
  await expect(other.getByRole('heading', { name: 'Já há 1 teste neste telemóvel' })).toBeVisible();

  await doWithoutNetwork(page, address);
  await doWithoutNetwork(other, address);
  await context.setOffline(false);
  await page.waitForURL('**/results/*');
  await otherContext.setOffline(false);
  await expect(other.getByText('Este teste já chegou de outro telemóvel. Só o primeiro conta.')).toBeVisible();
  expect((await history(page)).map(({ attempt }) => attempt.offline)).toEqual([true]);
  await otherContext.close();
});

test('a prepared test that lapsed cannot be begun, and what was done of it takes no answers', async ({
  page,
  context,
  watch,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  await prepare(page, childId, 1);
  const address = await addressOf(page);
  await page.reload();
  await isReadyOffline(page);
  await cutNetwork(page);
  // Eight days later by the phone's clock, which is all it has.
  const late = await context.newPage();
  watch(late);
  await late.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 8 * 86_400_000;
  });
  await late.goto('/dashboard');
  await expect(late.getByText(/^Acabou a .* Com rede, prepare-o outra vez\.$/)).toBeVisible();
  await expect(late.getByRole('link', { name: /^Começar a prova/ })).toHaveCount(0);
  await late.close();
  await context.setOffline(false);

  await doWithoutNetwork(page, address);
  // As the hourly round does with one whose time is over.
  await inDatabase((db) =>
    db.count(`update attempts set state = 'abandoned', free_month = null where child_id = $1`, [childId]),
  );
  await context.setOffline(false);
  await expect(
    page.getByText('O prazo deste teste acabou ou ele foi devolvido: já não aceita respostas.'),
  ).toBeVisible();
  expect(await history(page)).toEqual([]);
});

test('the plan ends and the app is updated while one sitting waits and another is half done: both count', async ({
  page,
  context,
}) => {
  test.slow();
  const { childId } = await aPayingFamily(page);
  await prepare(page, childId, 2);
  await page.reload();
  await isReadyOffline(page);
  await cutNetwork(page);
  await page.goto('/dashboard');
  const starts = page.getByRole('link', { name: /^Começar a prova/ });
  await expect(starts).toHaveCount(2);
  await starts.first().click();
  await answerAll(page);
  await expect(page.getByText(WAITS)).toBeVisible();
  await page.goto('/dashboard');
  await starts.first().click();
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  const halfDone = page.url();
  await choose(page, 'A');
  await page.getByRole('button', { name: 'Próxima' }).click();
  await choose(page, 'B');

  await inDatabase((db) =>
    db.count(
      `update users set subscription_type = 'free', subscription_end = null
       where id = (select user_id from children where id = $1)`,
      [childId],
    ),
  );
  // An update leaves nothing of the old build: neither its worker nor its files. What the child did is elsewhere.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  });
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto(halfDone);
  await expect(page.getByText('Questão 2 de 10')).toBeVisible();
  await expect(page.locator('input[type=radio][value="B"]')).toBeChecked();
  await answerAll(page, 2);
  await page.waitForURL('**/results/*');
  await expect.poll(async () => (await history(page)).length).toBe(2);
  for (const { attempt } of await history(page)) expect(attempt).toMatchObject({ completed: true, offline: true });
});

test('what was done without network goes out by itself while the app is closed', async ({ page, context }) => {
  test.slow();
  const { childId } = await aFamily(page);
  await prepare(page, childId, 1);
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [ours] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await doWithoutNetwork(page, await addressOf(page));
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  await page.goto('about:blank');
  await context.setOffline(false);
  // What the browser does by itself some time after the network is back.
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'sittings',
    lastChance: false,
  });
  await expect.poll(async () => (await history(page)).map(({ attempt }) => attempt.offline)).toEqual([true]);
  // The app, opened again, is told the same and has nothing left to send.
  await page.goto('/dashboard');
  await expect(page.getByText(/à espera de rede/)).toHaveCount(0);
  expect(await history(page)).toHaveLength(1);
});
