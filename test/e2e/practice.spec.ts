import type { Locator } from '@playwright/test';
import { aFamily, expect, inDatabase, isAccessible, test } from './fixtures.ts';
import { test as overLine } from './line.ts';
import { aPhone, cutNetwork, isReadyOffline, stored } from './network.ts';
import { answerCard, daysPass, mistakesOf, packOf, practise, takeTest, writeCard } from './practice.ts';

test('ten mistakes of two tests are practised on three days, and leave the book', async ({ page }) => {
  test.slow();
  const { childId } = await aFamily(page);
  const first = await takeTest(page, childId, '4º Ano', 5);
  await takeTest(page, childId, '4º Ano', 5, 'História');
  expect(await mistakesOf(page, childId)).toBe(10);

  // Practice is offered right after the weak result: its five mistakes, then three related questions, also on the free plan.
  await page.goto(`/results/${first}`);
  await page.getByRole('link', { name: 'Treinar 5 minutos' }).click();
  await expect(page.getByText('Pergunta 1 de 8')).toBeVisible();
  await isAccessible(page);
  await answerCard(page, await packOf(page, childId, `?attemptId=${first}`), false);
  await expect(page.getByRole('heading', { name: 'Ainda não.' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Parar' }).click();
  await expect(
    page.getByRole('heading', { name: /Das 10 perguntas d[ae] .*, \d são para treinar hoje/ }),
  ).toBeVisible();
  await isAccessible(page);

  for (let day = 0; day < 12 && (await mistakesOf(page, childId)) > 0; day += 1) {
    await page.goto(`/practice/${childId}`);
    const nothing = page.getByRole('heading', { name: 'Hoje está tudo treinado' });
    await expect(nothing.or(page.getByText(/^Pergunta 1 de/))).toBeVisible();
    if (!(await nothing.isVisible())) {
      await practise(page, childId, true);
      await expect.poll(async () => (await packOf(page, childId)).doneToday).toBeGreaterThan(0);
    }
    await daysPass(childId, 1);
  }
  expect(await mistakesOf(page, childId)).toBeLessThanOrEqual(2);
  await page.goto(`/children/${childId}/mistakes`);
  await expect(page.getByText(/^Saíram do caderno: \d+ perguntas$/)).toBeVisible();
});

test('a wrong card comes once more, the keyboard is enough, and the end praises effort without a mark', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  await takeTest(page, childId, '4º Ano', 2);
  await page.goto(`/practice/${childId}`);
  await expect(page.getByText('Pergunta 1 de 2', { exact: true })).toBeVisible();
  // With the keyboard alone: the space bar chooses an alternative, Enter answers, and then the button to continue has the focus.
  await expect(page.locator('main h1')).toBeFocused();
  await page.locator('main .tile input').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Pergunta 2 de 2', { exact: true })).toBeVisible();
  const pack = await packOf(page, childId);
  await answerCard(page, pack, false);
  await expect(page.getByText('Esta pergunta volta mais logo.')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText(/outra vez/)).toBeVisible();
  await practise(page, childId, true);
  await expect(page.getByText('Treinaste 2 perguntas agora.')).toBeVisible();
  expect(await page.locator('body').innerText()).not.toMatch(/%|nota|pontuação/i);
  await isAccessible(page);
});

test('a card of a number is answered in writing', async ({ page }) => {
  const { childId } = await aFamily(page);
  await takeTest(page, childId, '4º Ano', 10, 'Matemática');
  const pack = await packOf(page, childId);
  await page.goto(`/practice/${childId}`);
  await expect(page.getByText(/^Pergunta 1 de/)).toBeVisible();
  const box = page.locator('input[data-written]');
  while (!(await box.isVisible())) {
    await answerCard(page, pack, true);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('button', { name: 'Continuar' })).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Responder' })).toBeDisabled();
  await isAccessible(page);
  // The box stands apart from the question, and the bar with the button covers no key.
  const edge = (found: Locator, side: 'top' | 'bottom') =>
    found.evaluate((one, which) => one.getBoundingClientRect()[which], side);
  const question = page.locator('main h1').locator('xpath=../..');
  expect((await edge(box, 'top')) - (await edge(question, 'bottom'))).toBeGreaterThanOrEqual(8);
  const zero = page.getByRole('button', { name: '0', exact: true });
  const bar = page.getByRole('button', { name: 'Responder' }).locator('xpath=../..');
  expect((await edge(bar, 'top')) - (await edge(zero, 'bottom'))).toBeGreaterThanOrEqual(4);
  await writeCard(page, pack);
  await expect(page.getByRole('heading', { name: /^Certa/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeFocused();
  await isAccessible(page);
});

test('practising a theme from the map leads back to the map of its discipline', async ({ page }) => {
  const { childId } = await aFamily(page);
  await takeTest(page, childId, '4º Ano', 2);
  const [mistakes] = (await (await page.request.get(`/api/children/${childId}/mistakes`)).json()) as { code: string }[];
  await page.goto(`/practice/${childId}?theme=${encodeURIComponent(mistakes?.code ?? '')}`);
  await expect(page.getByText(/^Pergunta 1 de/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Parar' })).toHaveAttribute('href', /children\/\d+\?discipline=Ci/);
  await practise(page, childId, true);
  await page.getByRole('link', { name: 'Acabei' }).click();
  await expect(page).toHaveURL(`/children/${childId}?discipline=Ci%C3%AAncias`);
  await expect(page.locator('nav[aria-label="Disciplina"] [aria-current]')).toContainText('Ciências');
});

test('a child of the first class practises by touch alone, in child mode', async ({ browser, baseURL, watch }) => {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    hasTouch: true,
    viewport: { width: 360, height: 640 },
  });
  const page = await context.newPage();
  watch(page);
  const { childId } = await aFamily(page, { schoolClass: '1º Ano' });
  const attemptId = await takeTest(page, childId, '1º Ano', 3, 'Matemática');
  // A child practises only what the parent has opened.
  expect((await page.request.get(`/api/attempts/${attemptId}`)).status()).toBe(200);
  expect((await page.request.post('/api/child-mode', { data: { childId } })).status()).toBe(204);
  await page.goto('/child');
  await page.getByRole('link', { name: 'Treinar' }).tap();
  await expect(page.getByText('Pergunta 1 de 3')).toBeVisible();
  for (const target of await page.locator('main .tile').all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(64);
    await expect(target, 'the question is seen with all its answers').toBeInViewport({ ratio: 1 });
  }
  // On a low screen the page ends where the last answer stands on the bar: nothing empty makes a child look for more.
  await page.setViewportSize({ width: 360, height: 500 });
  await expect
    .poll(() =>
      page.evaluate(() => {
        const answers = [...document.querySelectorAll('main .tile')].map((tile) => tile.getBoundingClientRect().bottom);
        return document.documentElement.scrollHeight - scrollY - Math.max(...answers);
      }),
    )
    .toBeLessThanOrEqual(90);
  await page.setViewportSize({ width: 360, height: 640 });
  await practise(page, childId, true, 'tap');
  await page.getByRole('link', { name: 'Acabei' }).tap();
  await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  await expect.poll(async () => (await packOf(page, childId)).dots).toBe(3);
  await context.close();
});

overLine(
  'without network from a cold start: practised, closed, opened again, and sent once from any page',
  async ({ baseURL, line, watch }) => {
    test.slow();
    const phone = aPhone(baseURL, watch);
    let { context, page } = await phone.open();
    const { childId } = await aFamily(page);
    await takeTest(page, childId, '4º Ano', 4);
    await page.goto(`/practice/${childId}`);
    await expect(page.getByText('Pergunta 1 de 4')).toBeVisible();
    const pack = await packOf(page, childId);
    await isReadyOffline(page);
    await context.close();

    line.cut();
    ({ context, page } = await phone.open());
    await context.setOffline(true);
    await page.goto(`/practice/${childId}`);
    await expect(page.getByText('Pergunta 1 de 4')).toBeVisible();
    for (let card = 0; card < 4; card += 1) {
      await answerCard(page, pack, true);
      await page.getByRole('button', { name: 'Continuar' }).click();
      await expect(page.getByRole('button', { name: 'Continuar' })).toHaveCount(0);
    }
    // After practice the page has no more cards today, also after a restart without network.
    await page.goto('about:blank');
    await page.goto(`/practice/${childId}`);
    await expect(page.getByRole('heading', { name: /tudo treinado/ })).toBeVisible();
    expect(
      await inDatabase((db) =>
        db.row('select count(*) as reviews from practice_reviews where child_id = $1', [childId]),
      ),
    ).toEqual({ reviews: 0 });
    await context.close();
    line.mend();

    ({ context, page } = await phone.open());
    await page.goto('/dashboard');
    await expect.poll(async () => (await packOf(page, childId)).dots, { timeout: 30_000 }).toBe(4);
    await page.goto(`/practice/${childId}`);
    await expect(page.getByRole('heading', { name: /tudo treinado/ })).toBeVisible();
    expect((await packOf(page, childId)).dots).toBe(4);
    await context.close();
  },
);

test('two tabs share a pack, and reviews of two devices are merged', async ({
  page,
  context,
  browser,
  baseURL,
  watch,
}) => {
  test.slow();
  const { childId } = await aFamily(page);
  await takeTest(page, childId, '4º Ano', 4);
  await page.goto(`/practice/${childId}`);
  await expect(page.getByText('Pergunta 1 de 4')).toBeVisible();
  const tab = await context.newPage();
  watch(tab);
  await tab.goto(`/practice/${childId}`);
  await expect(tab.getByText('Pergunta 1 de 4')).toBeVisible();
  const device = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    storageState: await context.storageState(),
  });
  const other = await device.newPage();
  watch(other);
  await other.goto(`/practice/${childId}`);
  await expect(other.getByText('Pergunta 1 de 4')).toBeVisible();

  await practise(page, childId, true);
  // The other tab is still at its first card; after that one, all others are already practised.
  await answerCard(tab, await packOf(page, childId), true);
  await tab.getByRole('button', { name: 'Continuar' }).click();
  await expect(tab.getByRole('heading', { name: /fio cresceu/ })).toBeVisible();
  await practise(other, childId, true);
  const counts = () =>
    inDatabase((db) =>
      db.row<{ reviews: number; cards: number; ids: number }>(
        'select count(*) as reviews, count(distinct card) as cards, count(distinct client_id) as ids from practice_reviews where child_id = $1',
        [childId],
      ),
    );
  await expect.poll(async () => (await counts())?.reviews, { timeout: 30_000 }).toBeGreaterThanOrEqual(8);
  const kept = await counts();
  expect(kept?.cards).toBe(4);
  expect(kept?.ids).toBe(kept?.reviews);
  // Each card counts once a day, however many devices showed it.
  expect(await packOf(page, childId)).toMatchObject({ dots: 4, doneToday: 4 });
  await device.close();
});

test('a practice session transfers at most 3 KB', async ({ page }) => {
  const { childId } = await aFamily(page);
  await takeTest(page, childId, '4º Ano', 8);
  await page.goto(`/practice/${childId}`);
  await expect(page.getByText('Pergunta 1 de 8')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let moved = 0;
  /** Bytes of the headers of a request. They may be reported before the request. */
  const headersOf = new Map<string, number>();
  // Files of the app are excluded: the build's budgets count them, and they are loaded once.
  const calls = new Set<string>();
  session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    headersOf.set(
      requestId,
      Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0),
    );
  });
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/assets/')) return;
    calls.add(requestId);
    moved += (request.postData?.length ?? 0) + request.url.length;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (calls.has(requestId)) moved += encodedDataLength;
  });
  await practise(page, childId, true);
  await expect.poll(async () => (await packOf(page, childId)).doneToday).toBe(8);
  for (const id of calls) moved += headersOf.get(id) ?? 0;
  expect(moved).toBeGreaterThan(1_000);
  expect(moved).toBeLessThanOrEqual(3_000);
});

test('the practice of the week is prepared as a separate choice, and works without network', async ({ page }) => {
  const { childId } = await aFamily(page);
  await takeTest(page, childId, '4º Ano', 4);
  const pack = await packOf(page, childId);
  await page.goto(`/prepared?childId=${childId}`);
  const practice = page.getByRole('checkbox', { name: /Caderno de erros/ });
  await expect(page.getByText(`${pack.cards.length} perguntas para treinar em 7 dias`)).toBeVisible();
  await practice.check();
  const size = await page.request.get(`/api/children/${childId}/practice/size`);
  const { kilobytes } = (await size.json()) as { kilobytes: number };
  await expect(page.getByText(`${kilobytes} KB agora`)).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Preparar', exact: true }).click();
  await expect(page.getByText(/^Já neste telemóvel/)).toBeVisible();
  await expect(practice).not.toBeChecked();
  await expect(page.getByRole('heading', { name: 'Ainda não há testes neste telemóvel' })).toBeVisible();

  await page.reload();
  await isReadyOffline(page);
  await cutNetwork(page);
  await page.goto('/tests');
  await expect(
    page.getByText(new RegExp(`^${pack.cards.length} perguntas para treinar até \\d+ de \\p{Lu}`, 'u')),
  ).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Treinar' }).click();
  await expect(page.getByText(/^Pergunta 1 de/)).toBeVisible();
  await practise(page, childId, true, 'click', pack);
  // The code of the end was never loaded with network.
  await expect(page.getByText(/^Treinaste \d+ perguntas? agora\.$/)).toBeVisible();
});

test('cards on the phone are deleted at sign-out, on a page that does not practise', async ({ page }) => {
  const { childId } = await aFamily(page);
  await takeTest(page, childId, '4º Ano', 4);
  await page.goto(`/practice/${childId}`);
  const packs = () => stored<{ childId: number }>(page, 'caderneta-treino', 'packs');
  await expect.poll(async () => (await packs()).map((pack) => pack.childId)).toEqual([childId]);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sair' }).last().click();
  await expect(page).toHaveURL(/\/$/);
  expect(await packs()).toEqual([]);
});
