import type { Page } from '@playwright/test';
import { aFamily, expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';
import { keptReadings as kept, startReading, withMicrophone } from './reading.ts';

// Where reading is offered, how its text is shown, and that every word of a long one can be hit.

test.use(withMicrophone());

const isNotWider = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

test('a mother with one phone hears the first word after three taps from the dashboard', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano', gender: 'feminino' });
  await page.goto('/dashboard');
  await expect(page.getByText('Ouvir a Maria ler')).toBeVisible();
  await page.addInitScript(() => {
    addEventListener(
      'click',
      () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1)),
      {
        capture: true,
      },
    );
  });
  await page.reload();
  await page.getByRole('link', { name: 'Começar leitura' }).click();
  await page.waitForURL(`**/reading/${childId}`);
  await page.getByRole('button', { name: 'Ligar o microfone' }).click();
  // The first voice begins the reading, not a tap.
  await expect(page.getByRole('button', { name: 'Acabou de ler' })).toBeVisible();
  expect(Number(await page.evaluate(() => sessionStorage.getItem('taps')))).toBeLessThanOrEqual(5);
});

test('the size of the text and the guide are chosen before, stay for the next time, and no word is cut', async ({
  page,
}) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.goto(`/reading/${childId}`);
  await page.getByText('Tamanho das letras e guia de linha').click();
  await page.getByRole('radio', { name: 'Maior' }).check({ force: true });
  await page.getByRole('checkbox', { name: /^Destacar a frase/ }).uncheck();
  await isAccessible(page);
  await startReading(page, childId);
  const sentence = page.locator('main p > span').first();
  expect(await sentence.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))).toBe(46);
  await isNotWider(page);
  const before = await sentence.getAttribute('class');
  await sentence.dispatchEvent('pointerdown');
  expect(await sentence.getAttribute('class')).toBe(before);
});

test('a child that has the phone reads and cannot mark; the parent marks afterwards', async ({ page }) => {
  test.slow();
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.request.put('/api/account/pin', { data: { pin: '8374', password: 'segredo-1' } });
  await page.goto(`/reading/${childId}`);
  await expect(page.getByRole('button', { name: 'Ligar o microfone' })).toBeVisible();
  await page.goto(`/tests?childId=${childId}`);
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  await page.waitForURL('**/child');
  const aloud = page.getByRole('link', { name: 'Ler em voz alta' });
  await expect(aloud).toBeVisible();
  const [practise, below] = await Promise.all([
    page.getByRole('link', { name: 'Treinar' }).boundingBox(),
    aloud.boundingBox(),
  ]);
  expect(below?.height).toBeGreaterThanOrEqual(64);
  expect((below?.y ?? 0) - (practise?.y ?? 0) - (practise?.height ?? 0)).toBeGreaterThanOrEqual(8);
  await aloud.click();
  await page.getByRole('button', { name: 'Ligar o microfone' }).click();
  await page.getByRole('button', { name: 'Acabou de ler' }).click();
  await expect(page.getByText('Entrega o telemóvel.')).toBeVisible();
  await expect(page.getByRole('button', { name: /marcar/ })).toHaveCount(0);
  await expect.poll(() => kept(page)).toMatchObject([{ hasSound: true }]);
  await page.request.delete('/api/child-mode', { data: { pin: '8374' } });
  await page.goto(`/reading/${childId}`);
  await expect(page.getByRole('heading', { name: 'Toque nas palavras erradas' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tocar' })).toBeVisible();
});

test('the texts of a class are brought before leaving, and a child reads without network', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '3º Ano' });
  await page.goto(`/prepared?childId=${childId}`);
  await expect(page.getByText('Textos, palavras e perguntas da classe: menos de 40 KB.')).toBeVisible();
  await page.getByRole('button', { name: 'Levar as leituras' }).click();
  await expect(page.getByText('Os textos da classe já estão neste telemóvel.')).toBeVisible();
  await isAccessible(page);
  await isReadyOffline(page);
  await cutNetwork(page);
  await startReading(page, childId);
});

for (const percent of [100, 200])
  test(`every word of a text of the 6.ª classe can be hit with text at ${percent} %`, async ({ page }) => {
    await page.addInitScript((percent) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`:root { font-size: ${percent}% }`);
      document.adoptedStyleSheets = [sheet];
    }, percent);
    const { childId } = await aFamily(page, { schoolClass: '6º Ano' });
    await page.route('**/api/children/*/readings', async (route) => {
      const reply = await route.fetch();
      const json = await reply.json();
      // The child has read a text of its class before, so it begins with one.
      json.readings = [{ formId: 'c6-antes', kind: 'class', day: '2026-01-10', stoppedEarly: false }];
      await route.fulfill({ response: reply, json });
    });
    await page.goto(`/reading/${childId}`);
    await page.getByRole('radio', { name: /^Em papel/ }).check({ force: true });
    await page.getByRole('button', { name: 'Começar', exact: true }).click();
    await expect(page.locator('[data-item="150"]')).toBeVisible();
    const found = await page.evaluate(() => {
      const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
      const missed = items.filter((item) => {
        item.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = item.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return height < 44 || left < 0 || left + width > innerWidth || hit?.closest('[data-item]') !== item;
      });
      return { count: items.length, missed: missed.map(({ textContent }) => textContent) };
    });
    expect(found.count).toBeGreaterThan(165);
    expect(found.missed).toEqual([]);
    await isNotWider(page);
  });
