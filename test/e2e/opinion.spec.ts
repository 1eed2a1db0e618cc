import type { Page } from '@playwright/test';
import { drawnPage } from '../../src/demo/opinions.ts';
import { setSubscription } from '../../src/domains/people/accounts/accounts.server.ts';
import { MAX_PHOTO_TRIES } from '../../src/shared/skills/photo.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { aText } from '../support/writings.ts';
import { aFamily, expect, inDatabase, isAccessible, signInAsStaff, signOut, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline, stored } from './network.ts';

/** Returns a family with a paid plan and a text that the parent has placed on the ruler. */
async function aTextOf(page: Page) {
  const { childId } = await aFamily(page, { schoolClass: '4º Ano', gender: 'feminino' });
  const { id: userId } = (await (await page.request.get('/api/user')).json()) as { id: number };
  await inDatabase((db) => setSubscription(db, userId, 'family', new Date(Date.now() + 200 * DAY_MS)));
  const sent = aText(childId);
  const { id: textId } = (await (await page.request.post('/api/texts', { data: sent })).json()) as { id: number };
  return { childId, textId, clientId: String(sent['clientId']) };
}

const aPhoto = async () => ({
  name: 'folha.jpg',
  mimeType: 'image/jpeg',
  buffer: await drawnPage('Um dia a galinha fugiu. A avó chamou e chamou.', 3),
});
const photosOf = (textId: number) =>
  inDatabase(async (db) => (await db.rows('select 1 from text_photos where text_id = $1', [textId])).length);
const levelsOf = (textId: number) =>
  inDatabase(async (db) =>
    (
      await db.rows<{ level: number }>(
        'select level from text_marks where text_id = $1 and marked_at is not null order by marked_at',
        [textId],
      )
    ).map(({ level }) => level),
  );

/** Stores rows that wait on the phone, and whose they are. */
const keepWaiting = (page: Page, userId: number, rows: readonly object[]) =>
  page.evaluate(
    ([userId, rows]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('caderneta');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const work = opening.result.transaction(['waiting', 'person'], 'readwrite');
          work.objectStore('person').put({ key: 'last', id: userId, role: 'parent', firstName: '', children: null });
          for (const row of rows) work.objectStore('waiting').put(row);
          work.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [userId, rows] as const,
  );
/** Returns a photograph as a row that waits on the phone, since long ago. */
const photoRow = (userId: number, text: string, photo: string, change: object = {}) => ({
  id: `opinion:${text}`,
  kind: 'opinion',
  userId,
  lane: `opinion:${text}`,
  words: 'texto (Maria)',
  order: 1,
  tries: 0,
  since: 1,
  body: { text, photo },
  ...change,
});

/** Draws a bar over the upper left of the photograph. */
async function coverName(page: Page): Promise<void> {
  const canvas = page.getByRole('img', { name: /^Fotografia da folha/ });
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the photograph is not shown');
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.4, { steps: 4 });
  await page.mouse.up();
}

test('a photograph with the name covered waits without network, is lost on the way once, and arrives once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { childId, textId, clientId } = await aTextOf(page);
  await page.goto(`/writing/${childId}`);
  await expect(page.getByRole('button', { name: 'Escrever um texto' })).toBeVisible();
  await isReadyOffline(page);
  await page.goto(`/children/${childId}/writing`);
  await page.getByRole('link', { name: 'Pedir uma segunda opinião' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Uma segunda opinião' })).toBeVisible();
  await isAccessible(page);
  const gallery = page.getByLabel('Fotografia da galeria');
  await gallery.setInputFiles({ name: 'nada.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('nada') });
  await expect(page.getByText('Não conseguimos abrir esta fotografia')).toBeVisible();

  await cutNetwork(page);
  await gallery.setInputFiles(await aPhoto());
  await expect(page.getByRole('heading', { name: 'Tape o nome da Maria' })).toBeVisible();
  const send = page.getByRole('button', { name: /^Enviar, \d+ KB$/ });
  await expect(send).toBeDisabled();
  await coverName(page);
  await expect(page.getByRole('img', { name: 'Fotografia da folha, com uma barra' })).toBeVisible();
  await isAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page.getByRole('heading', { name: 'À espera de internet' })).toBeVisible();
  await isAccessible(page);
  const waiting = await stored<{ kind: string; body: { photo: string } }>(page, 'caderneta', 'waiting');
  expect(waiting.map(({ kind }) => kind)).toEqual(['opinion']);
  expect(waiting[0]?.body.photo.length).toBeLessThan(410_000);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'À espera de internet' })).toBeVisible();

  // The first time the server gets the photograph, and its reply is lost on a slow line.
  let tries = 0;
  await page.route('**/api/texts/*/opinion', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    tries += 1;
    if (tries > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'A fotografia foi enviada' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/Resposta até \d+ de/)).toBeVisible();
  await isAccessible(page);
  // The page knows already that the photograph has arrived; the phone sends it once more, and nothing changes.
  await expect.poll(() => tries).toBeGreaterThanOrEqual(2);
  expect(await photosOf(textId)).toBe(1);
  await expect.poll(async () => (await stored(page, 'caderneta', 'waiting')).length).toBe(0);
  await page.goto(`/children/${childId}/writing`);
  await expect(page.getByRole('link', { name: /à espera dos professores/ })).toHaveAttribute(
    'href',
    `/writing/${childId}/opinion?text=${clientId}`,
  );
});

test('two teachers and a third place a text without seeing whose it is, and the parent reads what they say', async ({
  page,
}) => {
  const { childId, textId, clientId } = await aTextOf(page);
  const { cookies } = await page.context().storageState();
  const { buffer } = await aPhoto();
  const asked = await page.request.post(`/api/texts/${textId}/opinion`, {
    multipart: { photo: { name: 'folha.jpg', mimeType: 'image/jpeg', buffer } },
  });
  expect(asked.status()).toBe(202);
  // The oldest of the queue is shown first.
  await inDatabase((db) =>
    db.count(
      `update text_opinions set asked_at = asked_at - interval '6 days', erase_at = erase_at - interval '6 days' where text_id = $1`,
      [textId],
    ),
  );
  const given: number[] = [];
  for (const level of [1, 4, 3]) {
    await page.context().clearCookies();
    await signInAsStaff(page, 'teacher', { confirmed: false });
    await page.goto('/teacher/texts');
    await expect(page.getByText('«Sem luz»').first()).toBeVisible();
    await expect(page.getByRole('img', { name: 'O texto da criança, fotografado' })).toBeVisible();
    if (level === 1) await isAccessible(page);
    expect(await page.locator('main').innerText()).not.toMatch(/Maria|Domingos/);
    await page.locator('label', { has: page.getByRole('radio', { name: new RegExp(`^${level} `) }) }).click();
    await expect(page.getByText(`Para comparar: nível ${level}`)).toBeVisible();
    await page.getByRole('checkbox', { name: 'Fala do tema' }).check();
    if (level === 4) {
      // As if others had given the marks in the meantime.
      await page.route(
        '**/api/teacher/texts/*/mark',
        (route) => route.fulfill({ status: 409, json: { message: 'Este texto já não espera.' } }),
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Guardar nível 4' }).click();
      await expect(page.getByText('Este texto já não espera.')).toBeVisible();
      await page.getByRole('button', { name: 'Ver o próximo' }).click();
    }
    await page.getByRole('button', { name: `Guardar nível ${level}` }).click();
    given.push(level);
    await expect.poll(() => levelsOf(textId)).toEqual(given);
    await signOut(page);
  }
  await expect.poll(() => photosOf(textId)).toBe(0);
  await page.context().addCookies(cookies);
  await page.goto(`/writing/${childId}/opinion?text=${clientId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Três professores: níveis 1, 3 e 4, de 5. Fica no nível 3, o do meio.',
  );
  await isAccessible(page);
});

test('a photograph on a slow line: the parent leaves its page, and it arrives', async ({ page }) => {
  const { childId, textId, clientId } = await aTextOf(page);
  await page.goto(`/writing/${childId}`);
  await expect(page.getByRole('button', { name: 'Escrever um texto' })).toBeVisible();
  await page.goto(`/children/${childId}/writing`);
  await page.getByRole('link', { name: 'Pedir uma segunda opinião' }).click();
  await page.getByLabel('Fotografia da galeria').setInputFiles(await aPhoto());
  await coverName(page);
  const send = page.getByRole('button', { name: /^Enviar, \d+ KB$/ });
  await expect(send).toBeEnabled();
  const kilobytes = Number(/\d+/.exec(await send.innerText())?.[0]);
  // So slow that it takes about ten seconds.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 50_000,
    uploadThroughput: (kilobytes * 1024) / 10,
  });
  const asked = page.waitForRequest((request) => /\/opinion$/.test(request.url()) && request.method() === 'POST');
  await send.click();
  await expect(page.getByRole('heading', { name: 'A enviar a fotografia…' })).toBeVisible();
  await isAccessible(page);
  await asked;
  await page.getByRole('link', { name: 'Maria' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => photosOf(textId), { timeout: 60_000 }).toBe(1);
  await page.goto(`/writing/${childId}/opinion?text=${clientId}`);
  await expect(page.getByRole('heading', { name: 'A fotografia foi enviada' })).toBeVisible();
});

test('the network is lost while the name is covered: the photograph waits, and is sent', async ({ page }) => {
  test.slow();
  const { childId, textId, clientId } = await aTextOf(page);
  // Nothing else of writing was opened on this phone.
  await page.goto(`/writing/${childId}/opinion?text=${clientId}`);
  await page.getByLabel('Fotografia da galeria').setInputFiles(await aPhoto());
  await coverName(page);
  await cutNetwork(page);
  await page.getByRole('button', { name: /^Enviar, \d+ KB$/ }).click();
  await expect(page.getByRole('heading', { name: 'À espera de internet' })).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => photosOf(textId), { timeout: 60_000 }).toBe(1);
});

test('a photograph that failed too often says so, and is sent when the parent asks for it', async ({ page }) => {
  test.slow();
  const { childId, textId, clientId } = await aTextOf(page);
  await page.goto(`/writing/${childId}`);
  await expect(page.getByRole('button', { name: 'Escrever um texto' })).toBeVisible();
  const { id: userId } = (await (await page.request.get('/api/user')).json()) as { id: number };
  const photo = (await aPhoto()).buffer.toString('base64');
  await keepWaiting(page, userId, [photoRow(userId, clientId, photo, { tries: MAX_PHOTO_TRIES })]);
  await page.goto(`/writing/${childId}/opinion?text=${clientId}`);
  await expect(page.getByRole('heading', { name: 'A fotografia não chegou' })).toBeVisible();
  await expect(page.getByText(/^Tentámos 10 vezes e parámos/)).toBeVisible();
  await isAccessible(page);
  expect(await photosOf(textId)).toBe(0);
  await page.getByRole('button', { name: 'Enviar outra vez' }).click();
  await expect(page.getByRole('heading', { name: 'A fotografia foi enviada' })).toBeVisible({ timeout: 90_000 });
  expect(await photosOf(textId)).toBe(1);
});

test('while the app is closed, a text is sent before its photograph', async ({ page, context }) => {
  test.slow();
  const { childId } = await aTextOf(page);
  const { id: userId } = (await (await page.request.get('/api/user')).json()) as { id: number };
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [ours] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto(`/writing/${childId}`);
  await expect(page.getByRole('button', { name: 'Escrever um texto' })).toBeVisible();
  await cutNetwork(page);
  const body = aText(childId);
  const clientId = String(body['clientId']);
  // The photograph has waited longer than its text.
  const text = { id: clientId, kind: 'text', lane: `writing:${childId}`, childId, since: 2, body };
  const photo = (await aPhoto()).buffer.toString('base64');
  await keepWaiting(page, userId, [photoRow(userId, clientId, photo), { ...photoRow(userId, clientId, ''), ...text }]);
  const origin = new URL(page.url()).origin;
  const registrationId = await registered;
  await page.goto('about:blank');
  await context.setOffline(false);
  await devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'waiting', lastChance: false });
  await expect
    .poll(() =>
      inDatabase(
        async (db) =>
          (
            await db.rows('select 1 from text_photos f join texts t on t.id = f.text_id where t.client_id::text = $1', [
              clientId,
            ])
          ).length,
      ),
    )
    .toBe(1);
});

test('a teacher flags a text, and an administrator decides', async ({ page }) => {
  const { textId } = await aTextOf(page);
  const { buffer } = await aPhoto();
  await page.request.post(`/api/texts/${textId}/opinion`, {
    multipart: { photo: { name: 'folha.jpg', mimeType: 'image/jpeg', buffer } },
  });
  // The oldest of the queue is shown first.
  await inDatabase((db) =>
    db.count(
      `update text_opinions set asked_at = asked_at - interval '6 days', erase_at = erase_at - interval '6 days' where text_id = $1`,
      [textId],
    ),
  );
  await signInAsStaff(page, 'teacher', { confirmed: false });
  // The line is lost while the text is opened, and comes back.
  await page.route('**/api/teacher/texts/*/open', (route) => route.abort(), { times: 1 });
  await page.goto('/teacher/texts');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByRole('button', { name: 'Assinalar' }).click();
  await page.getByRole('radio', { name: 'O que a criança conta preocupa' }).check({ force: true });
  await page.getByLabel('O que viu (se quiser)').fill('Fala de medo.');
  await page.getByRole('dialog').getByRole('button', { name: 'Assinalar' }).click();
  await expect(page.getByText('Um administrador vai ver o texto.')).toBeVisible();
  await page.context().clearCookies();
  await signInAsStaff(page, 'admin', { confirmed: true });
  await page.goto('/admin?tab=texts');
  await page.getByRole('button', { name: `Ver o texto n.º ${textId}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Fala de medo.')).toBeVisible();
  await isAccessible(page);
  await dialog.getByRole('radio', { name: /^Fechar e apagar/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Guardar a decisão' }).click();
  await expect.poll(() => photosOf(textId)).toBe(0);
  await expect(page.getByRole('button', { name: `Ver o texto n.º ${textId}`, exact: true })).toHaveCount(0);
});
