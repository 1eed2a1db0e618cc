import type { Locator, Page } from '@playwright/test';
import { aFamily, announced, expect, signInAsStaff, test } from './fixtures.ts';

// The focus of the keyboard and of a screen reader: where it is after a part of the page has gone away, and what is said meanwhile.

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press('Enter');
}

test('where a whole screen is replaced, the heading of the next one gets the focus', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(`/calculating/${childId}`);
  await expect(button(page, 'Passar a Maria')).toBeVisible();
  // Nothing is focused when a page has just been loaded.
  await expect(page.locator('body')).toBeFocused();
  await press(button(page, 'Passar a Maria'));
  await expect(heading).toHaveText('Escreve o número que vês');
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAccessibleDescription(/^\d+$/);
  await press(button(page, 'Parar'));
  const asking = page.getByRole('dialog', { name: 'Parar as contas?' });
  await press(asking.getByRole('button', { name: 'Continuar' }));
  await expect(button(page, 'Parar')).toBeFocused();
  await press(button(page, 'Parar'));
  await press(asking.getByRole('button', { name: 'Parar' }));
  await expect(heading).toHaveText('Contas de cabeça');
  await expect(heading).toBeFocused();
});

test("on the way to the child's home and back, the heading of each screen gets the focus", async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.goto(`/calculating/${childId}`);
  await expect(button(page, 'Passar a Maria')).toBeVisible();
  expect((await page.request.post('/api/child-mode', { data: { childId } })).status()).toBe(204);
  await page.goto('/child');
  await press(page.getByRole('link', { name: 'Contas de cabeça' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Contas de cabeça' })).toBeFocused();
  await press(page.getByRole('link', { name: 'Início' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Maria' })).toBeFocused();
});

test('a button that cannot be pressed any more keeps the focus', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.goto(`/writing/${childId}`);
  await press(button(page, 'Fazer um ditado'));
  await press(button(page, 'Começar o ditado'));
  await press(button(page, 'Seguinte'));
  await press(button(page, 'Anterior'));
  await expect(button(page, 'Anterior')).toBeDisabled();
  await expect(button(page, 'Anterior')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/1 de \d+ ·/)).toBeVisible();
});

test('the kinds of a mistake are reached from its word, and lead back to it', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.goto(`/writing/${childId}`);
  await press(button(page, 'Fazer um ditado'));
  await page.getByRole('radio', { name: /^O pão da avó Teca/ }).check({ force: true });
  await press(button(page, 'Começar o ditado'));
  for (let group = 1; group <= 12; group++) await press(button(page, 'Seguinte'));
  await press(button(page, 'Já tenho a folha: marcar'));
  const word = page.locator('[data-item="1"]');
  const kinds = page.getByRole('region', { name: 'Erro em sábado' });
  await press(word);
  await expect(kinds).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(kinds).toHaveCount(0);
  await expect(word).toBeFocused();
  await press(word);
  await press(kinds.getByRole('button', { name: 'Afinal está certa' }));
  await expect(word).toBeFocused();
  await expect(word).toHaveAccessibleName('sábado, palavra 2 de 45');
});

test('after the answer to a question about a text, the next question has the focus', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.goto(`/reading/${childId}`);
  await expect(button(page, 'Ligar o microfone')).toBeVisible();
  await page.getByRole('radio', { name: /^Em papel/ }).check({ force: true });
  await press(button(page, 'Começar'));
  await press(button(page, 'Começou'));
  await press(button(page, 'Acabou de ler'));
  await press(button(page, 'Seguir para as perguntas'));
  await expect(page.getByRole('heading', { level: 1, name: 'Perguntas' })).toBeFocused();
  const asked = page.locator('main ol p').first();
  const first = await asked.textContent();
  await press(button(page, 'Errada'));
  await expect(asked).not.toHaveText(first ?? '');
  await expect(asked).toBeFocused();
});

test('tabs with addresses keep the focus; the pages of the administration give it to their heading', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await signInAsStaff(page, 'teacher', { confirmed: true });
  await page.goto('/teacher');
  const chosen = page.getByRole('tab', { selected: true });
  await expect(chosen).toBeVisible();
  const first = await chosen.textContent();
  await chosen.focus();
  await page.keyboard.press('ArrowRight');
  await expect(chosen).not.toHaveText(first ?? '');
  await expect(page).not.toHaveURL(/teacher$/);
  await expect(chosen).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(chosen).toHaveText(first ?? '');
  await expect(chosen).toBeFocused();

  await signInAsStaff(page, 'admin', { confirmed: true });
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 860 });
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (width === 360) await press(button(page, 'Menu'));
    await press(page.getByRole('link', { name: 'Contas' }).filter({ visible: true }));
    await expect(page).toHaveURL(/tab=/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});

test('a filter of the results keeps the focus at either address of the page', async ({ page }) => {
  await aFamily(page);
  for (const address of ['/results', '/tests/history']) {
    await page.goto(address);
    const period = page.getByLabel('Período');
    await period.focus();
    await period.selectOption('Último mês');
    await expect(page).toHaveURL(`${address}?period=month`);
    // The heading gets the focus when a screen is replaced, once it is rendered.
    await expect(page.getByRole('heading', { name: 'Resultados', level: 1 })).toBeVisible();
    await expect(period).toBeFocused();
  }
});

test('an error that stands in the form is said once, though a toast shows it too', async ({ page }) => {
  await aFamily(page);
  await page.route('**/api/children', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { message: 'x' } }) : route.continue(),
  );
  await page.goto('/children?action=add');
  const form = page.getByRole('dialog', { name: 'Adicionar Filho' });
  await form.getByLabel('Nome completo').fill('Joana Domingos');
  await form.getByLabel('Classe').selectOption('3º Ano');
  await form.getByRole('button', { name: 'Guardar' }).click();
  // At once, because the toast disappears.
  await expect(page.getByText(/^Falha ao adicionar filho/)).toHaveCount(2);
  await expect(page.getByRole('alert').filter({ hasText: 'Falha ao adicionar filho' })).toHaveCount(1);
  await announced(page, 'Falha ao adicionar filho');
});

test('where the system chooses the colours, what is chosen differs from the rest', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const border = (one: Locator) => one.evaluate((element) => getComputedStyle(element).borderTop);
  await page.goto('/auth');
  const tab = (selected: boolean) => page.getByRole('tab', { selected });
  await expect(tab(true)).toBeVisible();
  expect(await border(tab(true))).not.toBe(await border(tab(false)));
  await aFamily(page);
  await page.goto('/settings');
  const colours = page.getByRole('group', { name: 'Cores' }).first();
  await expect(colours).toBeVisible();
  expect(await border(colours.locator(':checked + *'))).not.toBe(
    await border(colours.locator(':not(:checked) + *').first()),
  );
});
