import type { Page } from '@playwright/test';
import { aFamily, expect, inDatabase, isAccessible, signOut, test } from './fixtures.ts';
import { withScreenLock } from './screen-lock.ts';

// A passkey belongs to a domain: the tests reach the same program as localhost.
test.use({ baseURL: (process.env['BASE_URL'] ?? '').replace('127.0.0.1', 'localhost') });

test('a parent adds a passkey, signs in with it, ends child mode with it, and removes it', async ({ page }) => {
  const { childId } = await aFamily(page);
  await withScreenLock(page);
  await page.route('**/api/passkeys', (route) =>
    route.fulfill({ status: 503, json: { message: 'Muitos pedidos.', code: 'busy' } }),
  );
  await page.goto('/settings');
  await expect(page.getByText('Não foi possível carregar.')).toBeVisible();
  await page.unroute('**/api/passkeys');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByRole('button', { name: 'Usar neste aparelho' }).click();
  await page.getByLabel('A sua senha').fill('errada-1');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('A senha actual não está certa.')).toBeVisible();
  await page.getByLabel('A sua senha').fill('segredo-1');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('ainda não usado')).toBeVisible();
  await page.getByRole('button', { name: /^Mudar o nome/ }).click();
  await page.getByLabel('Nome do aparelho').fill('Telemóvel da mãe');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('button', { name: 'Retirar Telemóvel da mãe' })).toBeVisible();
  await isAccessible(page);

  await signOut(page);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Entrar com o bloqueio do ecrã' }).click();
  await page.waitForURL('**/dashboard');

  // Enters child mode, with a PIN already chosen.
  expect((await page.request.put('/api/account/pin', { data: { pin: '8374', password: 'segredo-1' } })).status()).toBe(
    204,
  );
  expect((await page.request.post('/api/child-mode', { data: { childId } })).status()).toBe(204);
  await page.goto('/child');
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Usar o bloqueio do ecrã' }).click();
  await page.waitForURL('**/dashboard');

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Retirar Telemóvel da mãe' }).click();
  await page.getByLabel('A sua senha').fill('segredo-1');
  await page.getByRole('button', { name: 'Retirar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Retirar Telemóvel da mãe' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Usar neste aparelho' })).toBeVisible();
  await signOut(page);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Entrar com o bloqueio do ecrã' }).click();
  await expect(page.getByText(/Este aparelho não abre nenhuma conta|O aparelho não confirmou/)).toBeVisible();
});

test('a telephone without a suitable screen lock shows nothing about passkeys', async ({ page }) => {
  await aFamily(page);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Aspecto' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(/bloqueio do ecrã/i)).toHaveCount(0);
  await signOut(page);
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(/bloqueio do ecrã/i)).toHaveCount(0);
});

/** Stores a passkey of another telephone for the family on the page. */
async function withLostTelephone(page: Page): Promise<void> {
  const { id } = (await (await page.request.get('/api/user')).json()) as { id: number };
  await inDatabase((db) =>
    db.count(
      `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, name)
       values ($1, $2, '\\x00', 0, '{}', 'Telemóvel perdido')`,
      [id, `perdido${id}`],
    ),
  );
}

test('changing the password removes passkeys, unless the parent keeps them', async ({ page }) => {
  await aFamily(page);
  await withLostTelephone(page);
  await page.goto('/settings');
  await expect(page.getByText('Telemóvel perdido').first()).toBeVisible();
  await page.getByRole('button', { name: 'Mudar a senha' }).click();
  await page.getByLabel('Senha actual').fill('segredo-1');
  await page.getByLabel('Nova senha', { exact: true }).fill('goiabas-azuis-7');
  await page.getByLabel('Confirmar nova senha').fill('goiabas-azuis-7');
  await expect(page.getByRole('checkbox', { name: /^Retirar também os aparelhos/ })).toBeChecked();
  await page.getByRole('button', { name: 'Mudar a senha' }).click();
  await expect(page.getByText('Senha mudada')).toBeVisible();
  await expect(page.getByText('Telemóvel perdido')).toHaveCount(0);
});

test('a passkey can be removed on a telephone that cannot add one', async ({ page }) => {
  await aFamily(page);
  await withLostTelephone(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Retirar Telemóvel perdido' }).click();
  await expect(page.getByRole('button', { name: 'Usar neste aparelho' })).toHaveCount(0);
  await page.getByLabel('A sua senha').fill('segredo-1');
  await page.getByRole('button', { name: 'Retirar', exact: true }).click();
  await expect(page.getByText('Telemóvel perdido')).toHaveCount(0);
});
