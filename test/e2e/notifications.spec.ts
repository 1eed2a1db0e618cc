import type { Page } from '@playwright/test';
import {
  aFamily,
  announced,
  aTestFor,
  complete,
  expect,
  inDatabase,
  isAccessibleInBothThemes,
  register,
  test,
} from './fixtures.ts';

/** Takes tests by the API, with all answers wrong, and waits until the given number of notifications exists. */
async function takeTests(page: Page, childId: number, disciplines: string[], notifications: number): Promise<void> {
  for (const discipline of disciplines) {
    const testId = await aTestFor(page, childId, discipline);
    const started = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
    expect(started.status()).toBe(201);
    const { id, questions } = (await started.json()) as { id: number; questions: { id: number }[] };
    const [first] = questions as [{ id: number }];
    await page.request.post('/api/answers', { data: { attemptId: id, questionId: first.id, selectedAnswer: 'A' } });
    await complete(page, id);
  }
  await expect
    .poll(async () => ((await (await page.request.get('/api/notifications')).json()) as unknown[]).length, {
      timeout: 30_000,
    })
    .toBe(notifications);
}

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notificações/ });
const FIVE = ['Matemática', 'Português', 'Ciências', 'História', 'Geografia'];

test('the bell shows a new parent’s notifications; reading and deleting empties it', async ({ page }) => {
  const { childId } = await aFamily(page, { gender: 'feminino' });
  const buy = `update users set subscription_type = 'individual', subscription_end = now() + interval '1 year' where id = (select user_id from children where id = $1)`;
  await inDatabase((db) => db.count(buy, [childId]));
  // These are the welcome, five results and the first test; the last is the second low result of its discipline, which is urgent.
  await takeTests(page, childId, ['Matemática', 'Português', 'Ciências', 'História', 'História'], 7);
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: 'Notificações, 7 não lidas' });
  await expect(bell).toHaveText('7');
  await bell.click();
  const list = page.getByRole('dialog');
  await expect(list.getByRole('heading', { name: 'Notificações' })).toBeVisible();
  await expect(list.getByText('7 não lidas')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await expect(list.getByText('Urgente').first()).toBeVisible();
  await expect(list.getByText('Desempenho').first()).toBeVisible();
  // On a phone the list is inside the header, where text does not wrap; the text of a message must wrap.
  const cut = await list.evaluate((sheet) =>
    [...sheet.querySelectorAll('li p, li b')].filter(
      (line) => line.getBoundingClientRect().right > sheet.getBoundingClientRect().right,
    ),
  );
  expect(cut.length).toBe(0);
  await list.getByRole('button', { name: 'Ver todas (7)' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(7);
  await expect(list.getByText('Sistema', { exact: true })).toBeVisible();

  await list.getByRole('listitem').last().getByRole('button', { name: 'Marcar como lida' }).click();
  await expect(list.getByText('6 não lidas')).toBeVisible();

  await list.getByRole('button', { name: 'Ver as lidas' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByText('Sistema', { exact: true })).toBeVisible();
  await list.getByRole('button', { name: 'Ver as não lidas' }).click();
  await expect(list.getByRole('button', { name: 'Ver todas (6)' })).toBeVisible();
  await list.getByRole('button', { name: 'Ver todas (6)' }).click();

  const last = list.getByRole('listitem').last();
  await last.getByRole('button', { name: 'Apagar' }).click();
  await expect(last.getByText('Apagar este aviso? Não se pode recuperar.')).toBeVisible();
  await page.route('**/api/notifications/*', (route) => route.fulfill({ status: 500, body: '' }));
  await last.getByRole('button', { name: 'Apagar' }).click();
  await expect(page.getByText('Não foi possível excluir a notificação')).toBeVisible();
  await page.unroute('**/api/notifications/*');
  await last.getByRole('button', { name: 'Apagar' }).click();
  await last.getByRole('button', { name: 'Apagar' }).click();
  await announced(page, 'Notificação excluída com sucesso');
  await expect(list.getByText('5 não lidas')).toBeVisible();

  await page.route('**/api/notifications/*/read', (route) => route.fulfill({ status: 500, body: '' }));
  await list.getByRole('button', { name: 'Marcar como lida' }).first().click();
  await expect(page.getByText('Não foi possível marcar a notificação como lida')).toBeVisible();
  await page.unroute('**/api/notifications/*/read');

  // Following a link marks the notification as read and removes it from the list.
  await list.getByRole('link', { name: 'Ver' }).first().click();
  await expect(page).toHaveURL(/\/results\/\d+$/);
  await expect(list).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notificações, 4 não lidas' })).toBeVisible();
});

test('an empty bell says so, and so does one that fails to load', async ({ page }) => {
  await register(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/notifications', async (route) => {
    await released;
    await route.fulfill({ json: [] });
  });
  await page.reload();
  await bellOf(page).click();
  await expect(page.getByText('Carregando notificações...')).toBeVisible();
  release();
  await expect(page.getByText('Você não tem notificações.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(bellOf(page)).toBeFocused();
  await page.unroute('**/api/notifications');
  await page.route('**/api/notifications', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await bellOf(page).click();
  await expect(page.getByText('Não foi possível carregar as notificações.')).toBeVisible();
});

test('settings are saved as they are changed, and reset when saving fails', async ({ page }) => {
  await register(page);
  await page.locator('header summary').click();
  await page.getByRole('link', { name: 'Configurações de Notificações' }).click();
  await expect(page).toHaveURL(/\/notifications\/settings$/);
  const reminders = page.getByRole('switch', { name: 'Lembretes' });
  await expect(page.getByRole('switch')).toHaveCount(6);
  await expect(reminders).toBeChecked();
  await reminders.click();
  await announced(page, 'Configurações de notificação atualizadas com sucesso');
  await expect(reminders).not.toBeChecked();
  await page.reload();
  await expect(reminders).not.toBeChecked();
  await page.route('**/api/notifications/settings', (route) => route.fulfill({ status: 500, body: '' }));
  await reminders.click();
  await expect(page.getByText('Não foi possível atualizar as configurações.')).toBeVisible();
  await expect(reminders).not.toBeChecked();
  await page.context().clearCookies();
  await page.goto('/notifications/settings');
  await expect(page).toHaveURL(/\/auth$/);
});

test('bell and settings are accessible in both themes, on a phone and on a desktop', async ({ page }) => {
  test.setTimeout(600_000);
  const { childId } = await aFamily(page, { gender: 'feminino' });
  await takeTests(page, childId, FIVE, 7);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/notifications/settings');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await isAccessibleInBothThemes(page);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/settings-${width}.png` });
    await page.getByRole('button', { name: 'Notificações, 7 não lidas' }).click();
    const list = page.getByRole('dialog');
    await expect(list.getByRole('listitem')).toHaveCount(5);
    await page.waitForTimeout(300);
    await isAccessibleInBothThemes(page);
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    if (width === 1280) expect((await list.boundingBox())?.height).toBeLessThanOrEqual(400);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/bell-${width}.png` });
  }
});
