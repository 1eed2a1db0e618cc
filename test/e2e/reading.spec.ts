import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS } from '../support/chromium.ts';
import { aFamily, expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';

/** Writes a sound like a child that reads: silence, then words of 400 ms with pauses, then silence. */
function aVoice({ silence, words }: { silence: number; words: number }): string {
  const rate = 16_000;
  const samples = new Int16Array(rate * (silence + words * 0.55 + 20));
  for (let index = 0; index < samples.length; index++) {
    const at = index / rate - silence;
    const isWord = at >= 0 && at < words * 0.55 && at % 0.55 < 0.4;
    const noise = ((index * 7919) % 200) - 100;
    samples[index] =
      noise * 0.2 +
      (isWord
        ? 9000 * Math.sin(2 * Math.PI * 180 * at) * Math.sin(2 * Math.PI * 3 * at) ** 2 +
          3000 * Math.sin(2 * Math.PI * 220 * at)
        : 0);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'voice-')), 'voice.wav');
  fs.writeFileSync(file, Buffer.concat([header, Buffer.from(samples.buffer)]));
  return file;
}

test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...(process.env['CHROME'] ? { executablePath: process.env['CHROME'] } : {}),
    args: [
      ...CHROMIUM_ARGUMENTS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${aVoice({ silence: 1.5, words: 12 })}%noloop`,
    ],
  },
});

/** Returns the readings under way that the device keeps. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ hasSound: boolean; isExportable: boolean }[]>((resolve, reject) => {
        const opening = indexedDB.open('caderneta');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('readings').objectStore('readings').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(
              all.result.map(({ sound }) => ({
                hasSound: Boolean(sound),
                isExportable: sound?.key.extractable ?? false,
              })),
            );
          };
        };
      }),
  );

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
  await expect(page.getByRole('button', { name: 'Parou' })).toBeVisible();
  await isAccessible(page);
  // Every word of a line is on the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.waitForTimeout(6_000);
  await page.getByRole('button', { name: 'Parou' }).click();
  await expect(page.getByRole('heading', { name: /^Obrigad/ })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([{ hasSound: true, isExportable: false }]);

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
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/lê perto de \d+ palavras por minuto/);
  await expect(page.getByText(/O seu ouvido ainda não treinou/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Treinar o ouvido' })).toBeVisible();
  await expect(page.getByText(/por minuto, igual em \d+% das palavras/)).toBeVisible();
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
  await page.getByRole('button', { name: 'Parou' }).click();
  await page.getByRole('button', { name: 'Seguir para as perguntas' }).click();
  for (let question = 0; question < 3; question++)
    await page.getByRole('button', { name: 'Certa', exact: true }).click();
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('por minuto');
  await context.setOffline(false);
  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/readings`)).json()).readings.length)
    .toBe(1);
});
