import type { Page } from '@playwright/test';
import { aFamily, expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork } from './network.ts';

interface Recording {
  words: string[];
  title: string;
  read: { index: number; outcome: 'wrong' | 'selfCorrected' }[];
}

const recordingsFor = async (page: Page): Promise<Recording[]> =>
  (await (await page.request.get('/api/reading/pack?schoolClass=2')).json()).ear;
const readingsOf = async (page: Page, childId: number) =>
  (await page.request.get(`/api/children/${childId}/readings`)).json();

/** Marks the recording that is shown: its wrong words once, its self-corrections twice. */
async function mark(page: Page, { read }: Recording): Promise<void> {
  for (const { index, outcome } of read) {
    await page.locator(`[data-item="${index}"]`).click();
    if (outcome === 'selfCorrected') await page.locator(`[data-item="${index}"]`).click();
  }
  await page.getByRole('button', { name: 'Ver o que escapou' }).click();
}

test('a parent trains the ear: hears, marks, sees what escaped, and passes with two recordings, the second without network', async ({
  page,
  context,
}) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  const [first, second] = (await recordingsFor(page)) as [Recording, Recording];
  await page.goto(`/children/${childId}/reading`);
  await page.getByRole('link', { name: 'Treinar o ouvido' }).click();
  await expect(page.getByRole('heading', { name: first.title })).toBeVisible();
  await isAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const button of await page.locator('main button').all()) {
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    // Also of the bar at the bottom, which does not make the page wider.
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }

  // The recording plays, goes back and can be moved along.
  const audio = page.locator('audio');
  await page.getByRole('button', { name: 'Tocar' }).click();
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeGreaterThan(0.5);
  await page.getByRole('button', { name: '0,75×' }).click();
  await page.getByRole('button', { name: 'Pausa' }).click();
  expect(await audio.evaluate((one: HTMLAudioElement) => one.playbackRate)).toBe(0.75);
  await page.getByRole('slider', { name: 'Onde está na gravação' }).fill('10');
  await page.getByRole('button', { name: '−3 s' }).click();
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeCloseTo(7, 0);

  // Nothing marked: what escaped is shown and can be heard.
  const errors = first.read.filter(({ outcome }) => outcome === 'wrong');
  await page.getByRole('button', { name: 'Ver o que escapou' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Ouviu bem ${first.words.length - errors.length} de ${first.words.length} palavras`,
  );
  await expect(page.getByText(`Ainda não. Escaparam ${errors.length} dos ${errors.length} erros.`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Ouvir [^a]/ })).toHaveCount(errors.length);
  await page
    .getByRole('button', { name: /^Ouvir [^a]/ })
    .first()
    .click();
  await expect
    .poll(() =>
      page
        .locator('audio')
        .first()
        .evaluate((one: HTMLAudioElement) => one.played.length),
    )
    .toBe(1);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Marcar esta outra vez' }).click();
  await mark(page, first);
  await expect(page.getByText('Passou. Falta passar noutra leitura.')).toBeVisible();
  await expect(page.getByText('Nada lhe escapou')).toBeVisible();

  // Without network there is a sentence for a recording that was never heard; it loads when there is one.
  await cutNetwork(page);
  await page.getByRole('button', { name: 'Ouvir a leitura 2' }).click();
  await expect(page.getByText(/Sem internet não se ouve esta gravação/)).toBeVisible();
  await isAccessible(page);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('button', { name: 'Tocar' })).toBeVisible();
  await cutNetwork(page);
  await mark(page, second);
  await expect(page.getByText(/O seu ouvido está treinado/)).toBeVisible();
  await isAccessible(page);

  await context.setOffline(false);
  await expect.poll(async () => (await readingsOf(page, childId)).earTrained).toBe(true);
  await page.getByRole('link', { name: 'Voltar a Ler' }).click();
  await expect(page.getByRole('link', { name: 'Começar leitura' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Treinar o ouvido' })).toHaveCount(0);
});
