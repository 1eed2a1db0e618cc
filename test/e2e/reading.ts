import type { Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS } from '../support/chromium.ts';
import { microphoneOf, soundFileOf } from '../support/voice.ts';
import { expect } from './fixtures.ts';
import { stored } from './network.ts';

/** Options of a browser whose microphone hears a child that reads. */
export const withMicrophone = () => ({
  permissions: ['microphone'],
  launchOptions: {
    ...(process.env['CHROME'] ? { executablePath: process.env['CHROME'] } : {}),
    args: [...CHROMIUM_ARGUMENTS, ...microphoneOf(soundFileOf({ silence: 1.5, words: 12 }))],
  },
});

/** What a test asks of a reading under way that the device keeps. */
interface Kept {
  hasSound: boolean;
  isExportable: boolean;
  isForSecond: boolean;
  /** Hours until it is erased. */
  hours: number;
}

/** Returns the readings under way that the device keeps, as far as they are not closed. */
export const keptReadings = (page: Page): Promise<Kept[]> =>
  page.evaluate(
    () =>
      new Promise<Kept[]>((resolve, reject) => {
        const opening = indexedDB.open('caderneta');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('readings').objectStore('readings').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(
              all.result.map(({ sound, isForSecond, eraseAt }) => ({
                hasSound: Boolean(sound),
                isExportable: sound?.key.extractable ?? false,
                isForSecond: isForSecond === true,
                hours: Math.round((eraseAt - Date.now()) / 3_600_000),
              })),
            );
          };
        };
      }),
  );

/** Returns the recordings that are closed because a sibling has the phone. */
export const closedRecordings = async (page: Page): Promise<{ childId: number; eraseAt: number }[]> =>
  (await stored<{ childId: number; eraseAt?: number }>(page, 'caderneta', 'closed')).flatMap(({ childId, eraseAt }) =>
    eraseAt === undefined ? [] : [{ childId, eraseAt }],
  );

/** Opens a child's reading and records until the microphone hears a voice. */
export async function startReading(page: Page, childId: number): Promise<void> {
  await page.goto(`/reading/${childId}`);
  await page.getByRole('button', { name: 'Ligar o microfone' }).click();
  await expect(page.getByRole('button', { name: 'Acabou de ler' })).toBeVisible();
}

/** Records a reading and stops it. */
export async function recordReading(page: Page, childId: number): Promise<void> {
  await startReading(page, childId);
  await page.getByRole('button', { name: 'Acabou de ler' }).click();
  await expect(page.getByRole('heading', { name: /^Obrigad/ })).toBeVisible();
}

/** From the marks to the result, with all answers right. */
export async function finishReading(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Seguir para as perguntas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Perguntas' })).toBeVisible();
  for (const more = page.getByRole('button', { name: 'Certa', exact: true }); (await more.count()) > 0; )
    await more.first().click();
  await page.getByRole('button', { name: 'Ver resultado' }).click();
}

interface OfChild {
  readings: { second: { agreement: { differing: number[] } } | null; reasons: string[] }[];
}
export const readingsOf = async (page: Page, childId: number): Promise<OfChild['readings']> =>
  ((await (await page.request.get(`/api/children/${childId}/readings`)).json()) as OfChild).readings;
