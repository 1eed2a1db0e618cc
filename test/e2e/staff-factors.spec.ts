import type { Browser, Page } from '@playwright/test';
import { expect, inDatabase, isAccessible, signIn, signInAsStaff, signOut, test } from './fixtures.ts';
import { withScreenLock } from './screen-lock.ts';

// A passkey belongs to a domain: the tests reach the same program as localhost.
const baseURL = (process.env['BASE_URL'] ?? '').replace('127.0.0.1', 'localhost');
test.use({ baseURL });

const dialog = (page: Page) => page.getByRole('dialog');

/** Returns a page of an administrator in a browser of their own, whose second factor is confirmed. */
async function anAdministrator(browser: Browser, watch: (page: Page) => void): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  watch(page);
  await signInAsStaff(page, 'admin', { confirmed: true });
  return page;
}

test('an administrator asks for the removal of a lost second factor, its owner sees that and cancels; asked again, it is removed', async ({
  page,
  browser,
  watch,
}) => {
  const { id, username } = await signInAsStaff(page, 'teacher', { confirmed: true });
  const panel = await anAdministrator(browser, watch);
  const openAccount = async () => {
    await panel.goto(`/admin?tab=users&search=${username}`);
    await panel.getByRole('button', { name: 'Gerir Domingas Cassoma' }).click();
  };
  const ask = async () => {
    await openAccount();
    await dialog(panel).getByRole('button', { name: 'Retirar a verificação em dois passos perdida' }).click();
    await expect(
      dialog(panel).getByText('Daqui a 24 horas Domingas Cassoma volta a entrar só com a senha'),
    ).toBeVisible();
    await isAccessible(panel);
    await dialog(panel).getByRole('button', { name: 'Retirar a verificação em dois passos perdida' }).click();
    await expect(dialog(panel).getByText('Verificação em dois passos retirada a')).toBeVisible();
  };
  await ask();
  await isAccessible(panel);

  await page.goto('/teacher/settings');
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'Foi pedido que se retirasse a verificação em dois passos' });
  await expect(notice).toBeVisible();
  await isAccessible(page);
  await notice.getByRole('button', { name: 'Não o perdi: cancelar' }).click();
  await expect(notice).toHaveCount(0);

  await ask();
  await dialog(panel).getByRole('button', { name: 'Não retirar a verificação em dois passos' }).click();
  await dialog(panel).getByRole('button', { name: 'Não retirar a verificação em dois passos' }).click();
  await expect(
    dialog(panel).getByRole('button', { name: 'Retirar a verificação em dois passos perdida' }),
  ).toBeVisible();

  await ask();
  await inDatabase((db) => db.count('update factor_replacements set due_at = now() where user_id = $1', [id]));
  await expect
    .poll(
      () => inDatabase((db) => db.rows('select 1 from second_factors where user_id = $1', [id])),
      // The job runs every minute.
      { timeout: 90_000 },
    )
    .toEqual([]);
  // The sessions ended with it, and the password alone opens the account again.
  await signIn(page, username, 'goiabas-azuis-7');
  await page.goto('/teacher/settings');
  await expect(page.getByRole('button', { name: 'Ligar a verificação em dois passos' })).toBeVisible();
});

test('a factor that an older account adds with the password alone counts after 24 hours, and says so', async ({
  page,
}) => {
  const { id, username } = await signInAsStaff(page, 'teacher', { confirmed: true });
  await inDatabase((db) =>
    db.count(`update second_factors set counts_from = now() + interval '24 hours' where user_id = $1`, [id]),
  );
  await page.goto('/teacher/settings');
  await expect(page.getByText('Como foi ligada só com a senha, conta a partir de')).toBeVisible();
  await isAccessible(page);
  // Until then signing in asks for no code.
  await signOut(page);
  await signIn(page, username, 'goiabas-azuis-7');
});

test('staff whose only factor is a passkey are asked for it after the password, and told so on other devices', async ({
  page,
  browser,
  watch,
}) => {
  await withScreenLock(page);
  const { username } = await signInAsStaff(page, 'teacher', { confirmed: false });
  await page.goto('/teacher/settings');
  await page.getByRole('button', { name: 'Usar neste aparelho' }).click();
  await page.getByLabel('A sua senha').fill('goiabas-azuis-7');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('ainda não usado')).toBeVisible();

  const other = await (await browser.newContext({ baseURL })).newPage();
  watch(other);
  await signOut(page);
  const enter = async (where: Page) => {
    await where.goto('/auth');
    await where.getByLabel('Nome de usuário').fill(username);
    await where.getByLabel('Senha', { exact: true }).fill('goiabas-azuis-7');
    await where.getByRole('button', { name: 'Entrar', exact: true }).click();
  };
  await enter(other);
  await expect(other.getByRole('tabpanel').getByText('Esta conta abre-se com o bloqueio do ecrã')).toBeVisible();
  await isAccessible(other);

  await enter(page);
  const lock = page.getByRole('button', { name: 'Entrar com o bloqueio do ecrã' });
  await expect(page.getByRole('tabpanel').getByText('Esta conta abre-se com o bloqueio do ecrã')).toBeVisible();
  await isAccessible(page);
  await lock.click();
  await expect(page).toHaveURL(/\/teacher$/);
});
