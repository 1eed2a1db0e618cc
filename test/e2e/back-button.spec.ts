import type { Page } from '@playwright/test';
import { aFamily, aTestFor, expect, test } from './fixtures.ts';

// The phone's Back button closes an open dialog, and pressed again leaves the page: a closed dialog leaves no entry in the history.

const PIN = '8374';

/** Makes the browser one without CloseWatcher: Chrome before 126, Firefox, Safari. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher')));

async function openChildren(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.goto('/children');
  await expect(page.getByRole('heading', { name: 'Filhos', level: 1 })).toBeVisible();
}

const typePin = async (page: Page) => {
  for (const digit of PIN) await page.getByRole('dialog').getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
};

test('Back closes a dialog and stays on the page; closed by its button, it leaves no entry behind', async ({
  page,
}) => {
  await aFamily(page);
  await openChildren(page);
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: 'Adicionar Filho' }).click();

  await open();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/children$/);

  await open();
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a dialog that is sending stays open at Back; saved, it closes and the page stays', async ({ page }) => {
  await aFamily(page);
  await openChildren(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route('**/api/children', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      resolve();
      await new Promise<void>((then) => {
        answer = then;
      });
      return route.fallback();
    });
  });
  await page.getByRole('button', { name: 'Adicionar Filho' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome completo').fill('Kiala Domingos');
  await dialog.getByLabel('Classe').selectOption('4º Ano');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await asked;
  await page.goBack();
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(1);
  await expect(dialog).toBeVisible();
  answer();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/children$/);
  await expect(page.getByText('Kiala Domingos').first()).toBeVisible();
});

test('a link in a sheet leads to its page, from which one Back returns to where the sheet was', async ({ page }) => {
  await aFamily(page);
  await openChildren(page);
  await page.getByRole('button', { name: /Notificações/ }).click();
  const sheet = page.getByRole('dialog', { name: /^Notificações/ });
  await sheet.getByRole('link', { name: 'Configurações de notificações' }).click();
  await expect(page).toHaveURL(/\/notifications\/settings$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/children$/);
  await expect(page.getByRole('heading', { name: 'Filhos', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('in child mode Back closes the PIN’s sheet and leads nowhere else; the right PIN leaves no child’s page behind', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  await page.request.put('/api/account/pin', { data: { pin: PIN, password: 'segredo-1' } });
  await page.goto('/terms-of-use');
  await page.goto(`/tests?childId=${childId}`);
  await page.getByRole('button', { name: 'Entregar o telemóvel' }).click();
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  await page.waitForURL('**/child');
  const home = page.getByRole('heading', { name: 'Maria', exact: true });
  const sheet = page.getByRole('dialog', { name: 'PIN do encarregado' });
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/child$/);
  await expect(home).toBeVisible();
  await expect(page.getByText('Teresa')).toHaveCount(0);

  await page.getByRole('button', { name: 'Sair' }).click();
  await typePin(page);
  await page.waitForURL((url) => url.pathname !== '/child');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/terms-of-use$/);
});

test('during a test Back closes the sheet first and then asks before leaving; after leaving it stands nowhere', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.goto('/terms-of-use');
  await page.goto('/dashboard');
  expect((await page.request.post('/api/child-mode', { data: { childId } })).status()).toBe(204);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  const overview = page.getByRole('dialog', { name: 'Questões' });
  const leaving = page.getByRole('dialog', { name: 'Queres sair do teste?' });
  // The code of the dialogs is loaded after the first question.
  await expect(async () => {
    await page.getByRole('button', { name: /Questão 1 de 10/ }).click({ timeout: 2_000 });
    await expect(overview).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.goBack();
  await expect(overview).toHaveCount(0);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await page.goBack();
  await expect(leaving).toBeVisible();
  await page.goBack();
  await expect(leaving).toHaveCount(0);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await page.goBack();
  await leaving.getByRole('button', { name: 'Sair' }).click();
  await page.waitForURL('**/child');
  await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Questão 1 de 10')).toHaveCount(0);
});
