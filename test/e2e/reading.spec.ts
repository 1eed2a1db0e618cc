import { aFamily, expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';
import { keptReadings as kept, withMicrophone } from './reading.ts';

test.use(withMicrophone());

test('a child reads aloud, the parent marks and asks: from the dashboard to the result, and no sound leaves the phone', async ({
  page,
}) => {
  const sent: { url: string; type: string; size: number }[] = [];
  page.on('request', (request) => {
    const body = request.postDataBuffer();
    if (body) sent.push({ url: request.url(), type: request.headers()['content-type'] ?? '', size: body.length });
  });
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /Lê: ainda não sabemos/ }).click();
  await page.getByRole('link', { name: 'Começar leitura' }).click();
  await expect(page.getByText('A voz não sai deste telemóvel.')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Ligar o microfone' }).click();
  // The first voice, not a tap, begins the reading.
  await expect(page.getByRole('button', { name: 'Acabou de ler' })).toBeVisible();
  await isAccessible(page);
  // Every word of a line is on the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.waitForTimeout(6_000);
  await page.getByRole('button', { name: 'Acabou de ler' }).click();
  await expect(page.getByRole('heading', { name: /^Obrigad/ })).toBeVisible();
  await expect.poll(() => kept(page)).toMatchObject([{ hasSound: true, isExportable: false }]);

  // A reload in the middle goes on with marking.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Toque nas palavras erradas' })).toBeVisible();
  const third = page.locator('[data-item="2"]');
  await third.click();
  await expect(third).toHaveAccessibleName(/, errada, palavra 3 de \d+$/);
  await third.press('ArrowRight');
  await page.keyboard.press(' ');
  await page.keyboard.press(' ');
  await expect(page.locator('[data-item="3"]')).toHaveAccessibleName(/, corrigiu-se, palavra 4 de \d+$/);
  for (const item of await page.locator('[data-item]').all())
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Tocar' }).click();
  // Another person marks the same recording without seeing these marks.
  await page.getByRole('button', { name: 'Passar a um segundo ouvinte' }).click();
  await expect(page.getByText('as primeiras marcas estão escondidas')).toBeVisible();
  await expect(third).toHaveAccessibleName(/^[^,]+, palavra 3 de \d+$/);
  await expect(page.getByRole('button', { name: 'Tocar' })).toBeVisible();
  await page.locator('[data-item="5"]').click();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Seguir para as perguntas' }).click();
  for (let question = 0; question < 3; question++)
    await page.getByRole('button', { name: 'Certa', exact: true }).click();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/leu \d+ das \d+ palavras/);
  await expect(page.getByText(/O seu ouvido ainda não está treinado/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Treinar o ouvido' })).toBeVisible();
  await expect(page.getByText(/igual em \d+% das palavras/)).toBeVisible();
  await isAccessible(page);
  await expect.poll(() => kept(page)).toEqual([]);

  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/readings`)).json()).readings.length)
    .toBe(1);
  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/readings`)).json()).readings[0].second)
    .toMatchObject({ agreement: { differing: [2, 5] } });
  expect(sent.filter(({ type }) => /audio|video|octet|multipart/.test(type))).toEqual([]);
  expect(sent.filter(({ url, size }) => /reading/.test(url) && size > 2_000)).toEqual([]);
});

test('without network a reading is marked live, and sent once when the network is back', async ({ page, context }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.goto(`/reading/${childId}`);
  await expect(page.getByRole('button', { name: 'Ligar o microfone' })).toBeVisible();
  await isReadyOffline(page);
  await cutNetwork(page);
  await page.reload();
  await page.getByRole('radio', { name: /^Em papel/ }).check({ force: true });
  await page.getByRole('button', { name: 'Começar', exact: true }).click();
  await page.getByRole('button', { name: 'Começou' }).click();
  await page.waitForTimeout(1_500);
  await page.getByRole('button', { name: 'Acabou de ler' }).click();
  await page.getByRole('button', { name: 'Seguir para as perguntas' }).click();
  for (let question = 0; question < 3; question++)
    await page.getByRole('button', { name: 'Certa', exact: true }).click();
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/leu \d+ das \d+ palavras/);
  await context.setOffline(false);
  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/readings`)).json()).readings.length)
    .toBe(1);
});
