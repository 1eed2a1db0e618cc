import type { Page } from '@playwright/test';
import { aFamily, choose, expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';
import { prepare } from './prepared.ts';

// What a child has begun stands first on its home, on its page and on the dashboard, until its time is over.

const HOME = '/child';
const goesOn = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Continuar/ });

async function leaveChildMode(page: Page): Promise<void> {
  expect((await page.request.delete('/api/child-mode', { data: { password: 'segredo-1' } })).status()).toBe(204);
}

test('a rehearsal that a child begins from its home goes on there, without network too, and on its parent’s pages', async ({
  page,
  context,
}) => {
  const { childId } = await aFamily(page, { schoolClass: '6º Ano' });
  await page.request.post('/api/child-mode', { data: { childId } });
  await page.goto(HOME);
  await page.getByRole('link', { name: 'Fazer um teste' }).click();
  await page.getByRole('link', { name: 'Simulado do exame' }).click();
  await expect(page.getByRole('heading', { name: 'Simulado do exame' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'História' }).click();
  await expect(page.getByText('Questão 1 de 30')).toBeVisible();
  await choose(page, 'A');
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  await page.goto(HOME);
  await expect(goesOn(page)).toHaveAccessibleName(/Simulado/);
  await isAccessible(page);
  await page.reload();
  await isReadyOffline(page);
  await cutNetwork(page);
  await page.goto(HOME);
  await expect(goesOn(page)).toHaveAccessibleName(/Simulado/);
  await goesOn(page).click();
  await expect(page.getByText('Questão 1 de 30')).toBeVisible();

  await context.setOffline(false);
  await leaveChildMode(page);
  await page.goto('/dashboard');
  await expect(page.getByText('tem um simulado a meio')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Continuar\s*Simulado/ })).toBeVisible();
  await page.goto(`/children/${childId}`);
  await expect(page.getByRole('link', { name: /^Continuar\s*Simulado/ })).toBeVisible();
  await isAccessible(page);
});

test('a diagnostic that was begun goes on from the dashboard, the child’s page and the child’s home', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  const begun = await page.request.post('/api/diagnostics', { data: { childId, discipline: 'Ciências' } });
  expect(begun.status()).toBe(201);
  const address = new RegExp(`^/diagnostic\\?childId=${childId}&discipline=Ci`);
  await page.goto('/dashboard');
  await expect(page.getByText('tem um ponto de partida a meio')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Continuar\s*Ponto de partida/ })).toHaveAttribute('href', address);
  await page.goto(`/children/${childId}`);
  await expect(page.getByRole('link', { name: /^Continuar\s*Ponto de partida/ })).toHaveAttribute('href', address);
  await page.request.post('/api/child-mode', { data: { childId } });
  await page.goto(HOME);
  await expect(goesOn(page)).toHaveAttribute('href', address);
  await goesOn(page).click();
  await expect(page.locator('fieldset, form').first()).toBeVisible();
});

test('a prepared test that was begun without network goes on after a reload, from the dashboard and in child mode', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  await prepare(page, childId, 1);
  await page.request.post('/api/child-mode', { data: { childId } });
  await page.goto(HOME);
  await isReadyOffline(page);
  await cutNetwork(page);
  await page.goto(HOME);
  await page.getByRole('region', { name: 'Já no telemóvel' }).getByRole('link').click();
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await choose(page, 'A');
  await page.goto(HOME);
  await expect(goesOn(page)).toBeVisible();
  await page.reload();
  await goesOn(page).click();
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
});
