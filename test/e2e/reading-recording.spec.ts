import type { Page } from '@playwright/test';
import { aFamily, expect, isAccessible, test } from './fixtures.ts';
import {
  closedRecordings,
  finishReading,
  keptReadings as kept,
  readingsOf,
  recordReading,
  startReading,
  withMicrophone,
} from './reading.ts';

// The life of a recording on the phone: what interrupts it, who may hear it, and when it is erased.

test.use(withMicrophone());

const PIN = '8374';
const DAY_MS = 86_400_000;
const MARKING = 'Toque nas palavras erradas';

/** Makes the recordings on the device older, and opens a page as if the app were started then. The page's clock alone would not be believed. */
async function startLater(page: Page, days: number, address: string): Promise<void> {
  await page.evaluate(
    (ms) =>
      new Promise<void>((resolve, reject) => {
        const eraseAt = Number(localStorage.getItem('recording-erase-at')) - ms;
        localStorage.setItem('recording-erase-at', String(eraseAt));
        const opening = indexedDB.open('caderneta');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction(['readings', 'closed'], 'readwrite');
          for (const name of ['readings', 'closed']) {
            const store = writing.objectStore(name);
            const all = store.getAll();
            all.onsuccess = () => {
              for (const row of all.result) if (row.eraseAt) store.put({ ...row, eraseAt: row.eraseAt - ms });
            };
          }
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    days * DAY_MS,
  );
  await page.goto(address);
}

/** Makes the next microphones of a page fail as a browser does, then work again. */
const failMicrophone = (page: Page, names: readonly string[]) =>
  page.addInitScript((names) => {
    const left = [...names];
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const name = left.shift();
      if (name) throw new DOMException('no microphone', name);
      const stream = await open(wanted);
      (window as { stream?: MediaStream }).stream = stream;
      return stream;
    };
  }, names);

test('the microphone is refused, then busy: each has its sentence, a reading from paper goes on, and a retry records', async ({
  page,
}) => {
  await failMicrophone(page, ['NotAllowedError', 'NotReadableError']);
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.goto(`/reading/${childId}`);
  const record = async () => {
    await page.getByRole('radio', { name: /^Gravar/ }).check({ force: true });
    await page.getByRole('button', { name: 'Ligar o microfone' }).click();
  };
  await record();
  await expect(page.getByText('O microfone está fechado para esta página.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Abrir a folha' })).toBeVisible();
  await isAccessible(page);
  await record();
  await expect(page.getByText('Outra aplicação está a usar o microfone.')).toBeVisible();
  await record();
  await expect(page.getByRole('button', { name: 'Acabou de ler' })).toBeVisible();
});

for (const [what, end] of [
  [
    'a call takes the microphone',
    () =>
      (window as { stream?: MediaStream }).stream
        ?.getTracks()
        .map((track) => track.dispatchEvent(new Event('ended')))
        .splice(0),
  ],
  [
    'the screen goes off',
    () => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
] as const)
  test(`${what} in the middle: what was recorded is kept and marked, and the reading is a lápis`, async ({ page }) => {
    await failMicrophone(page, []);
    const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
    await startReading(page, childId);
    await page.evaluate(end as () => unknown);
    await expect(page.getByText(/^A gravação parou ao fim de \d+ segundos?\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Marcar o que ficou' }).click();
    // How far the child came is not known: it has to be marked.
    await expect(page.getByRole('button', { name: 'Seguir para as perguntas' })).toBeDisabled();
    await page.getByRole('radio', { name: 'Última palavra' }).check({ force: true });
    await page.locator('[data-item="30"]').click();
    await finishReading(page);
    await expect(page.getByText('A LÁPIS')).toBeVisible();
    await expect.poll(async () => (await readingsOf(page, childId))[0]?.reasons).toContain('broken-off');
  });

test('the storage is full: the parent is told to mark now, and the reading is not lost', async ({ page }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      const { sound } = given[0] as { sound?: unknown };
      if (sound) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, given);
    };
  });
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await recordReading(page, childId);
  await expect(page.getByText('Falta espaço no telemóvel. Marque já, sem fechar esta página.')).toBeVisible();
  await page.getByRole('button', { name: 'Já tenho o telemóvel: marcar' }).click();
  await expect(page.getByRole('button', { name: 'Tocar' })).toBeVisible();
  await finishReading(page);
  await expect.poll(async () => (await readingsOf(page, childId)).length).toBe(1);
});

test('storage is short for something else: a recording goes, its marks stay', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await recordReading(page, childId);
  await page.getByRole('button', { name: 'Já tenho o telemóvel: marcar' }).click();
  await page.locator('[data-item="2"]').click();
  await expect(page.locator('[data-item="2"]')).toHaveAccessibleName(/errada/);
  await expect.poll(() => kept(page)).toMatchObject([{ hasSound: true }]);
  // The next write of the page does not fit, until the sound is erased.
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    let isFull = true;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'readings' && !(given[0] as { sound?: unknown }).sound) isFull = false;
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, given);
    };
  });
  await page.reload();
  await expect(page.getByText('A gravação já não está neste telemóvel. As marcas ficaram.')).toBeVisible();
  await expect(page.locator('[data-item="2"]')).toHaveAccessibleName(/errada/);
  await expect.poll(() => kept(page)).toMatchObject([{ hasSound: false }]);
});

test('two tabs mark the same reading: it is stored once', async ({ page, context, watch }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await recordReading(page, childId);
  const tab = await context.newPage();
  watch(tab);
  await tab.goto(`/reading/${childId}`);
  await expect(tab.getByRole('heading', { name: MARKING })).toBeVisible();
  await page.getByRole('button', { name: 'Já tenho o telemóvel: marcar' }).click();
  await page.locator('[data-item="2"]').click();
  await finishReading(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/leu \d+ das \d+ palavras/);
  await expect.poll(async () => (await readingsOf(page, childId)).length).toBe(1);
  await finishReading(tab);
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(/leu \d+ das \d+ palavras/);
  await expect.poll(() => kept(page)).toEqual([]);
  expect(await readingsOf(page, childId)).toHaveLength(1);
});

test('a sibling has the phone: the recording is closed, comes back with its sound and marks, and ends after a day', async ({
  page,
}) => {
  test.slow();
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  const added = await page.request.post('/api/children', {
    data: { fullName: 'Kiala Domingos', schoolClass: '4º Ano' },
  });
  const siblingId = ((await added.json()) as { id: number }).id;
  await page.request.put('/api/account/pin', { data: { pin: PIN, password: 'segredo-1' } });
  const handOver = async () => {
    await page.goto(`/tests?childId=${siblingId}`);
    await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
    await page.getByRole('button', { name: 'Entregar', exact: true }).click();
    await page.waitForURL('**/child');
  };
  await recordReading(page, childId);
  await page.getByRole('button', { name: 'Já tenho o telemóvel: marcar' }).click();
  await page.locator('[data-item="2"]').click();
  await expect(page.locator('[data-item="2"]')).toHaveAccessibleName(/errada/);
  await handOver();
  await expect.poll(() => kept(page)).toEqual([]);
  await expect.poll(() => closedRecordings(page)).toMatchObject([{ childId }]);

  await page.request.delete('/api/child-mode', { data: { pin: PIN } });
  await page.goto(`/reading/${childId}`);
  await expect(page.getByRole('heading', { name: MARKING })).toBeVisible();
  await expect(page.locator('[data-item="2"]')).toHaveAccessibleName(/errada/);
  await page.getByRole('button', { name: 'Tocar' }).click();
  await expect
    .poll(() => page.locator('audio').evaluate((one: HTMLAudioElement) => one.currentTime))
    .toBeGreaterThan(0);
  await expect.poll(() => kept(page)).toMatchObject([{ hasSound: true, isExportable: false }]);

  await handOver();
  await expect.poll(() => closedRecordings(page)).toHaveLength(1);
  await startLater(page, 1.1, '/child');
  await expect.poll(() => closedRecordings(page)).toEqual([]);
});

test('a phone’s clock that is set right by months erases nothing', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await recordReading(page, childId);
  await expect.poll(() => kept(page)).toHaveLength(1);
  await page.clock.setFixedTime(Date.now() + 200 * DAY_MS);
  await page.goto(`/reading/${childId}`);
  await expect(page.getByRole('heading', { name: MARKING })).toBeVisible();
  expect(await kept(page)).toHaveLength(1);
});

test('nothing is left of a recording after a day, after signing out, and after the child is erased', async ({
  page,
}) => {
  test.slow();
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await recordReading(page, childId);
  await expect.poll(() => kept(page)).toMatchObject([{ hours: 24 }]);
  await startLater(page, 1.1, '/dashboard');
  await expect.poll(() => kept(page)).toEqual([]);

  await recordReading(page, childId);
  await expect.poll(() => kept(page)).toHaveLength(1);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sair' }).last().click();
  await expect(
    page.getByText('Leituras, ditados ou textos por acabar de marcar: 1. Se sair, perdem-se.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => kept(page)).toEqual([]);

  const { childId: erasedId } = await aFamily(page, { schoolClass: '2º Ano' });
  await recordReading(page, erasedId);
  await expect.poll(() => kept(page)).toHaveLength(1);
  await page.goto('/children');
  await page.getByRole('button', { name: 'Editar Maria Domingos' }).click();
  await page.getByRole('button', { name: 'Apagar para sempre' }).click();
  const question = page.getByRole('dialog', { name: 'Apagar para sempre?' });
  await question.getByLabel('A sua senha', { exact: true }).fill('segredo-1');
  await question.getByRole('button', { name: 'Apagar para sempre' }).click();
  await expect(question).toHaveCount(0);
  await expect.poll(() => kept(page)).toEqual([]);
});

test('another person marks on a later day: the recording waits a week and no longer, with the first marks hidden', async ({
  page,
}) => {
  test.slow();
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await recordReading(page, childId);
  await page.getByRole('button', { name: 'Já tenho o telemóvel: marcar' }).click();
  await page.locator('[data-item="2"]').click();
  await page.getByRole('checkbox', { name: /^Fica para outro dia/ }).check();
  await expect(page.getByText('A gravação fica sete dias à espera do segundo ouvinte.')).toBeVisible();
  await finishReading(page);
  await expect(page.getByText(/A gravação fica sete dias neste telemóvel/)).toBeVisible();
  await expect.poll(() => kept(page)).toMatchObject([{ hasSound: true, isForSecond: true, hours: 7 * 24 }]);
  await expect.poll(async () => (await readingsOf(page, childId)).length).toBe(1);

  await startLater(page, 3, `/children/${childId}/reading`);
  await isAccessible(page);
  await page.getByRole('link', { name: /^Ouvir a leitura de/ }).click();
  await expect(page.getByText('as primeiras marcas estão escondidas')).toBeVisible();
  await expect(page.locator('[data-item="2"]')).toHaveAccessibleName(/^[^,]+, palavra 3 de \d+$/);
  await expect(page.getByRole('button', { name: 'Tocar' })).toBeVisible();
  await page.locator('[data-item="5"]').click();
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByText(/igual em \d+% das palavras/)).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
  await expect
    .poll(async () => (await readingsOf(page, childId))[0]?.second)
    .toMatchObject({ agreement: { differing: [2, 5] } });
});

test('a browser that records MP4, as Safari does: the recording is kept, plays and is saved as .m4a', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const knows = MediaRecorder.isTypeSupported.bind(MediaRecorder);
    MediaRecorder.isTypeSupported = (type) => type.startsWith('audio/mp4') && knows(type);
  });
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await recordReading(page, childId);
  await page.getByRole('button', { name: 'Já tenho o telemóvel: marcar' }).click();
  await page.getByRole('button', { name: 'Tocar' }).click();
  await expect
    .poll(() => page.locator('audio').evaluate((one: HTMLAudioElement) => one.currentTime))
    .toBeGreaterThan(0);
  await expect(page.getByRole('link', { name: 'Guardar no telemóvel' })).toHaveAttribute('download', /\.m4a$/);
});
