import type { Page } from '@playwright/test';
import { aFamily, aName, announced, expect, isAccessibleInBothThemes, test } from './fixtures.ts';
import { fits } from './narrow.ts';

/** Chooses a plan on the page of the subscription and requests its payment; ends on the payment's page. */
async function ask(page: Page, plan: string, method: string): Promise<string> {
  await page.goto('/subscription');
  await page.getByRole('button', { name: `Escolher ${plan}`, exact: true }).click();
  await expect(page.getByRole('heading', { name: `Pagar o plano ${plan}` })).toBeVisible();
  await page.getByRole('radio', { name: method }).check({ force: true });
  await page.getByRole('button', { name: /^Pagar / }).click();
  await page.waitForURL('**/payment-gateway?transaction=*');
  await expect(page.getByText('Aguardando pagamento').first()).toBeVisible();
  return page.url();
}

const currentPlan = (page: Page) =>
  page.getByText('Plano actual', { exact: true }).first().locator('..').getByRole('heading');

test('a plan is chosen, paid by either method, and is active', async ({ page }) => {
  await aFamily(page);
  await page.goto('/subscription');
  await expect(currentPlan(page)).toHaveText('Essencial');
  await page.getByRole('button', { name: 'Plano actual' }).click();
  await expect(page.getByText('Já está no plano Essencial.')).toBeVisible();

  // Cancelling closes the dialog; no payment was requested.
  await page.getByRole('button', { name: 'Escolher Família', exact: true }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('heading', { name: /Pagar o plano/ })).toHaveCount(0);

  await ask(page, 'Individual', 'Multicaixa Express / IBAN');
  await expect(page.getByText('9.000 Kz').first()).toBeVisible();
  await expect(page.getByText(/Faltam (2 dias|4[78] h)/)).toBeVisible();
  await page.getByRole('button', { name: 'Simular pagamento' }).click();
  await expect(page.getByText('Pago', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pagamento concluído' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver assinatura' }).click();
  await expect(currentPlan(page)).toHaveText('Individual');
  await page.getByRole('heading', { name: 'Pagamentos e comprovativos' }).click();
  await expect(page.getByText('Pago', { exact: true })).toBeVisible();

  // The larger plan is paid by the other method; the second tab notices it by itself.
  const address = await ask(page, 'Família', 'Pagamento por referência');
  const other = await page.context().newPage();
  await other.goto(address.replace('gateway', 'confirmation'));
  await expect(other.getByRole('heading', { name: 'Aguardando pagamento' })).toBeVisible();
  await page.getByRole('button', { name: 'Simular pagamento' }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento concluído' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver assinatura' }).click();
  await expect(currentPlan(page)).toHaveText('Família');
  await expect(other.getByRole('heading', { name: 'Pagamento concluído' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/dashboard');
});

test('a payment is cancelled only after a confirmation', async ({ page }) => {
  await aFamily(page);
  await ask(page, 'Individual', 'Pagamento por referência');
  const dialog = page.getByRole('dialog', { name: 'Cancelar este pagamento?' });
  await page.getByRole('button', { name: 'Cancelar este pagamento' }).click();
  await expect(dialog).toContainText('A referência deixa de servir. O seu plano fica como está');
  await dialog.getByRole('button', { name: 'Não cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Aguardando pagamento').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar este pagamento' }).click();
  await dialog.getByRole('button', { name: 'Cancelar pagamento' }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento cancelado' })).toBeVisible();
});

test('a late, unknown or missing payment shows a message with a way back', async ({ page }) => {
  await aFamily(page);
  const address = await ask(page, 'Individual', 'Pagamento por referência');
  await page.route('**/api/emis/payment-status/*', async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { payment: Record<string, unknown> };
    await route.fulfill({ response: reply, json: { ...body, payment: { ...body.payment, status: 'expired' } } });
  });
  await expect(page.getByRole('heading', { name: 'O prazo terminou' })).toBeVisible();
  await expect(page.getByText('Pago', { exact: true })).toHaveCount(0);
  await page.unroute('**/api/emis/payment-status/*');

  for (const at of ['/payment-gateway', '/payment-confirmation']) {
    await page.goto(at);
    await expect(page.getByText('ID da transação não encontrado na URL')).toBeVisible();
    await page.goto(`${at}?transaction=00000000-0000-4000-8000-000000000000`);
    await expect(page.getByText('Pagamento não encontrado')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Voltar às assinaturas' })).toHaveAttribute('href', '/subscription');
  }
  // Another family's payment is not found.
  await page.context().clearCookies();
  await aFamily(page);
  await page.goto(address);
  await expect(page.getByText('Pagamento não encontrado')).toBeVisible();

  await page.route('**/api/emis/payment-status/*', (route) => route.abort());
  await page.goto('/subscription');
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.getByText('Erro ao carregar detalhes do pagamento')).toBeVisible();
  await expect(page.getByText('Não foi possível carregar os detalhes do pagamento')).toBeVisible();
});

test('a plan chosen before registering leads to its payment, and teachers read why they cannot pay', async ({
  page,
}) => {
  const username = aName();
  await page.goto('/auth?tab=register&plan=family&ref=ABC');
  await page.getByRole('tab', { name: 'Entrar' }).click();
  await page.getByRole('tab', { name: 'Criar conta' }).click();
  await expect(page).toHaveURL(/plan=family&ref=ABC/);
  await page.getByLabel('Nome de usuário').fill(username);
  await page.getByLabel('Nome completo').fill('Teresa Domingos');
  await page.getByLabel('E-mail').fill(`${username}@familia.example`);
  await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
  await page.getByLabel('Confirmar senha', { exact: true }).fill('segredo-1');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByRole('heading', { name: 'Pagar o plano Família' })).toBeVisible();

  // Teachers' pages are loaded from the server: a message shown during the redirect is still shown there.
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Nome de usuário').fill('professor');
  await page.getByLabel('Senha', { exact: true }).fill('caderneta');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/teacher$/);
  await announced(page, 'Login realizado com sucesso');
  for (const [at, said] of [
    ['/subscription', 'Professores não têm acesso a planos de assinatura'],
    ['/payment-gateway', 'Professores não têm acesso ao sistema de pagamentos'],
    ['/payment-confirmation', 'Professores não têm acesso ao sistema de pagamentos'],
  ] as const) {
    await page.goto(at);
    await announced(page, new RegExp(`Acesso Restrito.*${said}`));
    await expect(page).toHaveURL(/\/teacher$/);
  }
});

test('paying is accessible in both themes and fits a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await aFamily(page);
  await page.goto('/subscription?plan=individual');
  await expect(page.getByRole('button', { name: 'Pagar 9.000 Kz' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await fits(page);
  await isAccessibleInBothThemes(page);
  const address = await ask(page, 'Família', 'Pagamento por referência');
  await fits(page);
  await isAccessibleInBothThemes(page);
  await page.goto(address.replace('gateway', 'confirmation'));
  await expect(page.getByRole('heading', { name: 'Aguardando pagamento' })).toBeVisible();
  await fits(page);
  await isAccessibleInBothThemes(page);
});
