import type { Page } from '@playwright/test';
import { test } from './courier.ts';
import { aFamily, aTestFor, expect, inDatabase, isAccessible } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';

// A phone changes hands on lines that lose and delay replies, and without network: what the screen, the device and the server say of who
// has it agrees, and nothing of the parent's reaches a child.

const PIN = '8374';
/** Texts of the parent and of the other child, and marks. */
const FOREIGN = /Teresa|Kiala|familia\.example|\d %/;

async function typePin(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('dialog').getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
}

/** Returns a family of two children, of whom Maria has a result. */
async function familyWithResult(page: Page): Promise<{ childId: number; attemptId: number }> {
  const { childId } = await aFamily(page);
  await page.request.post('/api/children', { data: { fullName: 'Kiala Domingos', schoolClass: '4º Ano' } });
  const testId = await aTestFor(page, childId);
  const attempt = await (await page.request.post('/api/attempts', { data: { childId, testId } })).json();
  for (const { id } of attempt.questions as { id: number }[])
    await page.request.post('/api/answers', {
      data: { attemptId: attempt.id, questionId: id, selectedAnswer: 'A', responseTime: 20 },
    });
  await page.request.put(`/api/attempts/${attempt.id}`, { data: { completed: true } });
  return { childId, attemptId: attempt.id };
}

const setPin = (page: Page) => page.request.put('/api/account/pin', { data: { pin: PIN, password: 'segredo-1' } });

async function handOver(page: Page, childId: number): Promise<void> {
  await page.goto(`/tests?childId=${childId}`);
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  await page.waitForURL('**/child');
}

const isWithMaria = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  await expect(page.getByText(FOREIGN)).toHaveCount(0);
};

/** Returns all text in the phone's caches and in its local and session storage, without the app's own files. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      if (name === 'files') continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });

const isNarrowed = (childId: number) =>
  inDatabase(async (db) => {
    const rows = await db.rows<{ narrowed: boolean }>(
      `select only_children is not null as narrowed from sessions where user_id = (select user_id from children where id = $1)`,
      [childId],
    );
    return rows.map(({ narrowed }) => narrowed);
  });

for (const worker of ['with', 'without'] as const)
  test(`a page that was asked for before the hand-over is not shown or kept when it arrives after it, ${worker} a service worker`, async ({
    browser,
    courier,
    watch,
  }) => {
    const context = await browser.newContext({
      baseURL: courier.url,
      viewport: { width: 360, height: 640 },
      serviceWorkers: worker === 'with' ? 'allow' : 'block',
    });
    const page = await context.newPage();
    watch(page);
    const { childId, attemptId } = await familyWithResult(page);
    await setPin(page);
    await page.goto('/dashboard');
    if (worker === 'with') {
      await isReadyOffline(page);
      await page.reload();
    }
    const other = await context.newPage();
    watch(other);
    await other.goto('/about');
    const late = courier.hold(`/results/${attemptId}`);
    const opening = other.goto(`/results/${attemptId}`, { waitUntil: 'commit' }).catch(() => {});
    await late.waits;
    await handOver(page, childId);
    late.release();
    await opening;
    await other.waitForURL('**/child');
    await isWithMaria(other);
    await page.reload();
    await isWithMaria(page);
    expect(await isNarrowed(childId)).toEqual([true]);
    if (worker === 'with') {
      expect(await storedText(page)).not.toMatch(FOREIGN);
      await cutNetwork(page);
      for (const address of [`/results/${attemptId}`, '/dashboard']) {
        await other.goto(address);
        await isWithMaria(other);
      }
    }
    await context.close();
  });

test('T56 the reply to leaving child mode is lost: the session stays the child’s, as the screen says', async ({
  page,
  courier,
}) => {
  const { childId } = await familyWithResult(page);
  await setPin(page);
  await handOver(page, childId);
  await page.getByRole('button', { name: 'Sair' }).click();
  const mend = courier.lose('DELETE', '/api/child-mode');
  await typePin(page, PIN);
  await expect(page.getByText('Para sair é preciso internet.')).toBeVisible();
  mend();
  await page.goto('/dashboard');
  await page.waitForURL('**/child');
  await isWithMaria(page);
  expect((await page.request.get('/api/children')).status()).toBe(403);
  await page.getByRole('button', { name: 'Sair' }).click();
  await typePin(page, '1111');
  await expect(page.getByText('PIN errado. Tem mais 4 tentativas.')).toBeVisible();
  await typePin(page, PIN);
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Kiala').first()).toBeVisible();
  expect((await page.request.get('/api/children')).status()).toBe(200);
});

test('without network the phone is locked to what is on it, the PIN opens its copies, and the session is narrowed at the next contact', async ({
  page,
  context,
  courier,
  watch,
}) => {
  test.slow();
  const { childId } = await familyWithResult(page);
  // The device learns the PIN where it is chosen.
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Criar o PIN' }).click();
  for (let n = 0; n < 2; n += 1) {
    for (const digit of PIN) await page.getByRole('dialog').getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Seguir' }).click();
  }
  await page.getByLabel('Senha da conta').fill('segredo-1');
  await page.getByRole('button', { name: 'Guardar o PIN' }).click();
  await expect(page.getByText('Criado', { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  await isReadyOffline(page);
  await page.reload();
  const copied = async () =>
    (await page.evaluate(async () =>
      (await (await caches.open('own')).keys()).map(({ url }) => new URL(url).pathname),
    )) ?? [];
  await expect.poll(copied).toContain('/dashboard');
  expect(await storedText(page)).toMatch(FOREIGN);

  await page.goto(`/tests?childId=${childId}`);
  await expect(page.getByRole('heading', { name: 'Testes para Maria' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await cutNetwork(page);
  const mend = courier.cut();
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  await expect(
    page.getByText('Sem internet. Fica só o que já está neste telemóvel. Para sair, use o seu PIN.'),
  ).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Entregar sem internet' }).click();
  await page.waitForURL('**/child');
  await isWithMaria(page);
  expect(await isNarrowed(childId)).toEqual([false]);
  expect(await storedText(page)).not.toMatch(FOREIGN);
  await page.goto('/dashboard');
  await isWithMaria(page);

  // A right PIN opens the copies, in this tab only.
  await page.getByRole('button', { name: 'Sair' }).click();
  await typePin(page, '1111');
  await expect(page.getByText('PIN errado. Tem mais 4 tentativas.')).toBeVisible();
  await typePin(page, PIN);
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: 'Olá, Teresa' })).toBeVisible();
  const anew = await context.newPage();
  watch(anew);
  await anew.goto('/dashboard');
  await isWithMaria(anew);
  expect(await storedText(anew)).not.toMatch(FOREIGN);

  // Five wrong ones, and it waits for the network.
  await anew.getByRole('button', { name: 'Sair' }).click();
  for (let left = 4; left > 0; left -= 1) {
    await typePin(anew, '1111');
    await expect(anew.getByText(new RegExp(`Tem mais ${left} tentativa`))).toBeVisible();
  }
  await typePin(anew, '1111');
  await expect(anew.getByText('O PIN falhou cinco vezes. Agora é preciso internet para sair.')).toBeVisible();
  await typePin(anew, PIN);
  await expect(anew.getByText('O PIN falhou cinco vezes. Agora é preciso internet para sair.')).toBeVisible();
  await page.close();

  // The session is narrowed before anything else, whatever is opened first.
  mend();
  await context.setOffline(false);
  await expect.poll(() => isNarrowed(childId)).toEqual([true]);
  await anew.goto('/dashboard');
  await isWithMaria(anew);
  await anew.getByRole('button', { name: 'Sair' }).click();
  await typePin(anew, PIN);
  await anew.waitForURL('**/dashboard');
  await expect(anew.getByText('Kiala').first()).toBeVisible();
  expect(await isNarrowed(childId)).toEqual([false]);
});

test('a phone that was handed over without network and starts with one narrows the session before it shows anything', async ({
  page,
  context,
  courier,
}) => {
  const { childId } = await familyWithResult(page);
  await setPin(page);
  await page.goto('/dashboard');
  await isReadyOffline(page);
  await page.goto(`/tests?childId=${childId}`);
  await page.waitForLoadState('networkidle');
  await cutNetwork(page);
  const mend = courier.cut();
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  // This phone has never learnt the PIN.
  await expect(page.getByText(/Para sair, vai precisar de internet\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Entregar sem internet' }).click();
  await page.waitForURL('**/child');
  await page.goto('about:blank');
  expect(await isNarrowed(childId)).toEqual([false]);
  mend();
  await context.setOffline(false);
  await page.goto('/dashboard');
  await isWithMaria(page);
  await expect.poll(() => isNarrowed(childId)).toEqual([true]);
});
