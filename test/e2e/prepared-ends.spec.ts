import type { Page } from '@playwright/test';
import { DAY_MS } from '../../src/shared/time.ts';
import { test as testOfBuilds } from './builds.ts';
import { aFamily, choose, expect, inDatabase, isChosen, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline, stored } from './network.ts';
import { answerAll, aPayingFamily, history, prepare } from './prepared.ts';

// Tests what may happen between preparing a test and sending its sitting.

const WAITS = /O resultado chega quando houver internet/;

/** Returns the address of the only prepared test of the family. */
async function addressOf(page: Page): Promise<string> {
  const [one] = (await (await page.request.get('/api/prepared')).json()) as [{ testId: number; childId: number }];
  return `/tests/${one.testId}?childId=${one.childId}`;
}

/** Starts the prepared test with network, and takes it without. */
async function doWithoutNetwork(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText('Guardado neste telemóvel', { exact: true }).first()).toBeVisible();
  await isReadyOffline(page);
  await cutNetwork(page);
  await answerAll(page);
  await expect(page.getByText(WAITS)).toBeVisible();
}

/** Checks that nothing of a refused test is left on the phone: no question, no choice, nothing to send. */
async function isCleared(page: Page): Promise<void> {
  const sittings = await stored<{ sitting: { questions: unknown[] }; choices: object }>(page, 'caderneta', 'sittings');
  expect(sittings.length).toBeGreaterThan(0);
  for (const { sitting, choices } of sittings) expect([sitting.questions, choices]).toEqual([[], {}]);
  for (const table of ['prepared', 'waiting']) expect(await stored(page, 'caderneta', table)).toEqual([]);
}

test('the same prepared test on two phones: the first sitting to arrive counts, and the other is told so', async ({
  page,
  context,
  browser,
  watch,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  await prepare(page, childId, 1);
  const address = await addressOf(page);
  const [one] = (await (await page.request.get('/api/prepared')).json()) as [{ test: { discipline: string } }];
  const otherContext = await browser.newContext({ storageState: { cookies: await context.cookies(), origins: [] } });
  const other = await otherContext.newPage();
  watch(other);
  await other.goto(`/prepared?childId=${childId}`);
  await other.getByRole('button', { name: /^Trazer/ }).click();
  await expect(other.getByRole('heading', { name: 'Já há 1 teste neste telemóvel' })).toBeVisible();

  // A third phone is warned before it takes the test over; the one that has it is not.
  const thirdContext = await browser.newContext({ storageState: { cookies: await context.cookies(), origins: [] } });
  const third = await thirdContext.newPage();
  watch(third);
  for (const [phone, warnings] of [
    [third, 1],
    [page, 0],
  ] as const) {
    await phone.goto(`/tests?childId=${childId}&discipline=${one.test.discipline}`);
    const card = phone.locator('details').filter({ hasText: 'Preparado para fazer sem internet.' });
    if ((await card.getAttribute('open')) === null) await card.locator('summary').click();
    await card.getByRole('link', { name: /^Começar/ }).click();
    await expect(phone.getByRole('dialog')).toBeVisible();
    await expect(phone.getByText(/preparado noutro telemóvel/)).toHaveCount(warnings);
  }
  await thirdContext.close();

  await doWithoutNetwork(page, address);
  await doWithoutNetwork(other, address);
  await context.setOffline(false);
  await page.waitForURL('**/results/*');
  await otherContext.setOffline(false);
  await expect(other.getByText('Este teste já chegou de outro telemóvel. Só o primeiro conta.')).toBeVisible();
  expect((await history(page)).map(({ attempt }) => attempt.offline)).toEqual([true]);
  await isCleared(other);
  await other.getByRole('link', { name: 'Voltar aos testes' }).click();
  await expect(other.getByRole('heading', { name: 'Testes para Maria' })).toBeVisible();
  await otherContext.close();
});

/** Moves the phone's clock, the only one that it has without network. */
const moveClock = (milliseconds: number) => {
  const now = Date.now.bind(Date);
  Date.now = () => now() + milliseconds;
};
const EIGHT_DAYS = 8 * DAY_MS;

test('an expired prepared test cannot be started', async ({ page, context, watch }) => {
  const { childId } = await aFamily(page);
  await prepare(page, childId, 1);
  await page.reload();
  await isReadyOffline(page);
  await cutNetwork(page);
  const late = await context.newPage();
  watch(late);
  await late.addInitScript(moveClock, EIGHT_DAYS);
  await late.goto('/tests');
  await expect(late.getByText(/^Acabou a .* Com internet, prepare-o outra vez\.$/)).toBeVisible();
  await expect(late.getByRole('heading', { name: 'Nenhum teste pronto neste telemóvel' })).toBeVisible();
  await expect(late.getByRole('link', { name: /^Começar o teste/ })).toHaveCount(0);
});

test('a prepared test that expires before it is sent accepts no answers: the phone says so, and deletes it', async ({
  page,
  context,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  await prepare(page, childId, 1);
  await page.goto(await addressOf(page));
  await expect(page.getByText('Guardado neste telemóvel', { exact: true }).first()).toBeVisible();
  await isReadyOffline(page);
  await cutNetwork(page);
  await answerAll(page);
  await page.evaluate(moveClock, EIGHT_DAYS);
  await expect(page.getByText(WAITS)).toBeVisible();
  // Has the effect of the hourly job on an expired reservation.
  await inDatabase((db) =>
    db.count(`update attempts set state = 'abandoned', free_month = null where child_id = $1`, [childId]),
  );
  await context.setOffline(false);
  await expect(
    page.getByText('O prazo deste teste acabou ou ele foi retirado: já não aceita respostas.'),
  ).toBeVisible();
  expect(await history(page)).toEqual([]);
  await isCleared(page);
  // The family is told until it has read it, also on a page that was not open when the sitting was refused.
  await page.goto('/dashboard');
  await expect(page.getByText(/^O teste de .* \(Maria\) não foi aceite\. O prazo deste teste acabou/)).toBeVisible();
  await page.getByRole('button', { name: /^Entendi/ }).click();
  await expect(page.getByText(/não foi aceite/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Maria/ }).first()).toBeVisible();
  await expect(page.getByText(/não foi aceite/)).toHaveCount(0);
  // The free test of the month is available again.
  await page.goto(`/prepared?childId=${childId}`);
  await expect(page.getByRole('heading', { name: 'Ainda não há testes neste telemóvel' })).toBeVisible();
  await expect(page.getByRole('checkbox').first()).toBeEnabled();
});

/** Takes one prepared test without network and half of the next. @returns the address of the second. */
async function oneAndAHalf(page: Page): Promise<string> {
  await page.reload();
  await isReadyOffline(page);
  await cutNetwork(page);
  await page.goto('/tests');
  const starts = page.getByRole('link', { name: /^Começar o teste/ });
  await expect(starts).toHaveCount(2);
  await starts.first().click();
  await answerAll(page);
  await expect(page.getByText(WAITS)).toBeVisible();
  await page.goto('/tests');
  await expect(starts).toHaveCount(1);
  await starts.click();
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await choose(page, 'A');
  await page.getByRole('button', { name: 'Próxima' }).click();
  await choose(page, 'B');
  return page.url();
}

/** Checks that the unfinished test continues where it was, and that both attempts count. */
async function bothCount(page: Page): Promise<void> {
  await expect(page.getByText('Questão 2 de 10')).toBeVisible();
  await isChosen(page, 'B');
  await answerAll(page, 2);
  await page.waitForURL('**/results/*');
  await expect.poll(async () => (await history(page)).length).toBe(2);
  for (const { attempt } of await history(page)) expect(attempt).toMatchObject({ completed: true, offline: true });
}

test('the plan ends between preparing and sending: a test prepared under it counts, and no other', async ({
  page,
  context,
}) => {
  test.slow();
  const { childId } = await aPayingFamily(page);
  await prepare(page, childId, 2);
  await oneAndAHalf(page);
  await inDatabase((db) =>
    db.count(
      `update users set subscription_type = 'free', subscription_end = null
       where id = (select user_id from children where id = $1)`,
      [childId],
    ),
  );
  await context.setOffline(false);
  await bothCount(page);
  await page.goto(`/tests/history?childId=${childId}`);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  // From here on the free plan applies: one test of each discipline a month.
  await page.goto(`/prepared?childId=${childId}`);
  await expect(page.getByText(/^Usa o teste grátis deste mês/)).toBeVisible();
});

testOfBuilds(
  'the app is updated while one sitting waits and another is half done: the new build sends both',
  async ({ page, context, builds }) => {
    testOfBuilds.slow();
    const { childId } = await aPayingFamily(page);
    await prepare(page, childId, 2);
    const halfDone = await oneAndAHalf(page);
    await page.goto('about:blank');
    builds.update();
    await context.setOffline(false);
    await page.goto(halfDone);
    await expect(page.locator('script[src*="/assets/new/"]').first()).toBeAttached();
    await bothCount(page);
    // Waits until the new service worker has replaced the shell, so that the new build starts without network as well.
    await expect
      .poll(() =>
        page.evaluate(async () => (await (await caches.match('/app-shell'))?.text())?.includes('/assets/new/')),
      )
      .toBe(true);
    await isReadyOffline(page);
    await cutNetwork(page);
    await page.goto('/nao-existe');
    await expect(page.getByRole('navigation', { name: 'Principal' }).first()).toBeVisible();
  },
);

test('a sitting taken without network is sent while the app is closed', async ({ page, context }) => {
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
  // Triggers the background sync that the browser starts some time after the network is back.
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'waiting',
    lastChance: false,
  });
  await expect.poll(async () => (await history(page)).map(({ attempt }) => attempt.offline)).toEqual([true]);
  // The reopened app gets the same reply and has nothing left to send.
  await page.goto('/dashboard');
  await expect(page.getByText(/à espera de internet/)).toHaveCount(0);
  expect(await history(page)).toHaveLength(1);
});
