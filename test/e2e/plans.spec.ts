import path from 'node:path';
import type { Page } from '@playwright/test';
import { openDatabase } from '../../src/server/db/db.ts';
import { embeddedUrl } from '../../src/server/db/embedded.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { pdfText } from '../support/pdf-text.ts';
import { aFamily, aName, expect, signInAsStaff, test } from './fixtures.ts';

const currentPlan = (page: Page) =>
  page.getByText('Plano actual', { exact: true }).first().locator('..').getByRole('heading');

async function pay(page: Page, planId: string, amount: number, complete = true): Promise<string> {
  const asked = { planId, amount, paymentMethod: 'multicaixa' };
  const { payment } = (await (await page.request.post('/api/emis/initiate-payment', { data: asked })).json()) as {
    payment: { transactionId: string };
  };
  if (complete) await page.request.post(`/api/emis/complete-payment/${payment.transactionId}`, { data: {} });
  return payment.transactionId;
}

test('a family manages its plan: covered children, renewal, parked time, tax number, an upgrade', async ({ page }) => {
  await aFamily(page);
  await page.request.post('/api/children', { data: { fullName: 'João Domingos', schoolClass: '2º Ano' } });
  await pay(page, 'individual', 9_000);
  await page.goto('/subscription');
  const dialog = page.getByRole('dialog');
  // The text on the page, not the same text in the dialog.
  const covered = page
    .getByText('Criança neste plano')
    .locator('..')
    .filter({ hasNot: page.getByRole('radio') });

  await expect(covered).toContainText('Maria');
  await covered.getByRole('button', { name: 'Mudar' }).click();
  await dialog.getByRole('radio', { name: /João Domingos/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(covered).toContainText('João');

  await page.getByRole('button', { name: 'Cancelar renovação' }).click();
  await dialog.getByRole('button', { name: 'Cancelar renovação' }).click();
  await expect(page.getByText('Renovação cancelada: no fim fica com o Essencial.')).toBeVisible();
  await page.getByRole('button', { name: 'Retomar renovação' }).click();
  await dialog.getByRole('button', { name: 'Retomar renovação' }).click();
  await expect(page.getByText('Antes de o ano acabar, avisamos. Se pagar, continua mais um ano.')).toBeVisible();

  await page.getByRole('button', { name: 'Escolher Essencial' }).click();
  await dialog.getByRole('button', { name: 'Passar ao Essencial' }).click();
  await expect(currentPlan(page)).toHaveText('Essencial');
  await expect(page.getByText(/Individual: 36[56] dias/)).toBeVisible();
  await page.getByRole('button', { name: 'Voltar ao plano pago' }).click();
  await dialog.getByRole('button', { name: 'Voltar ao plano' }).click();
  await expect(currentPlan(page)).toHaveText('Individual');

  await page.getByRole('heading', { name: 'Pagamentos e comprovativos' }).click();
  await page.getByRole('button', { name: 'Adicionar NIF' }).click();
  await page.getByLabel('NIF').fill('12');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(
    page.getByText('Um NIF tem 10 números, ou as 14 letras e números do bilhete de identidade.'),
  ).toBeVisible();
  await page.getByLabel('NIF').fill('5417 123 456');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('NIF nos comprovativos: 5417123456')).toBeVisible();
  const [receipt] = (await (await page.request.get('/api/receipts')).json()) as { id: number; number: string }[];
  const pdf = await (await page.request.get(`/api/receipts/${receipt?.id}/pdf`)).body();
  const said = (await pdfText(pdf)).pages.join(' ');
  for (const words of [
    'Comprovativo — não serve de factura',
    `N.º ${receipt?.number}`,
    '5417123456',
    'Teresa Domingos',
  ])
    expect(said).toContain(words);

  // The credit is shown before anything is paid.
  await page.getByRole('button', { name: 'Escolher Família', exact: true }).click();
  await expect(page.getByText(/Inclui 18[23] dias pelo que já pagou\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar 18.000 Kz' })).toBeVisible();
});

test('a plan near its end, or past it, is renewed from where it ends', async ({ page }) => {
  await aFamily(page);
  await pay(page, 'individual', 9_000);
  const { id } = (await (await page.request.get('/api/user')).json()) as { id: number };
  const db = openDatabase(embeddedUrl(path.join(process.env['E2E_DATA'] as string, 'postgres')), {
    connections: 1,
    statementTimeout: 30_000,
  });
  const endsIn = (days: number) =>
    db.count(`update users set subscription_end = now() + $2 * interval '1 day' where id = $1`, [id, days]);

  await endsIn(20);
  await page.goto('/subscription');
  await expect(page.getByText('O ano do plano acabou')).toHaveCount(0);
  await page.getByRole('button', { name: 'Renovar já' }).click();
  await expect(page.getByRole('heading', { name: 'Pagar o plano Individual' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();

  await endsIn(-2);
  await page.reload();
  await expect(page.getByText('O ano do plano acabou')).toBeVisible();
  await expect(page.getByText(/^Testes ilimitados para 1 criança\. Acabou a /)).toBeVisible();
  await page.getByRole('button', { name: 'Renovar', exact: true }).click();
  // The total on the page is not the price any more: nothing is begun, and the page says why.
  await page.route(
    '**/api/emis/initiate-payment',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), amount: 8_000 } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Pagar 9.000 Kz' }).click();
  await expect(page.getByText('O preço mudou enquanto esta página estava aberta.')).toBeVisible();
  await page.getByRole('button', { name: 'Pagar 9.000 Kz' }).click();
  await page.waitForURL('**/payment-gateway?transaction=*');
  await page.getByRole('button', { name: 'Simular pagamento' }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento concluído' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver assinatura' }).click();
  await expect(currentPlan(page)).toHaveText('Individual');
  await expect(page.getByText('O ano do plano acabou')).toHaveCount(0);
  await expect(page.getByText(/^Testes ilimitados para 1 criança\. Vale até /)).toBeVisible();
  // The renewed year begins where the plan ended, two days ago.
  const rows = await db.rows<{ days: number }>(
    'select extract(day from subscription_end - now())::int as days from users where id = $1',
    [id],
  );
  expect(rows[0]?.days).toBeGreaterThanOrEqual(361);
  expect(rows[0]?.days).toBeLessThanOrEqual(363);
  await db.close();
});

test('an administrator confirms a transfer, and the plan of the family is active', async ({ page, browser }) => {
  await aFamily(page);
  const { username } = (await (await page.request.get('/api/user')).json()) as { username: string };
  const transactionId = await pay(page, 'family', 18_000, false);
  await page.goto(`/payment-gateway?transaction=${transactionId}`);
  await expect(page.getByText('Aguardando pagamento').first()).toBeVisible();

  const office = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await signInAsStaff(office, 'admin', { confirmed: true });
  await office.goto(`/admin?tab=payments&search=${username}`);
  await office.getByRole('button', { name: 'Confirmar a transferência de Teresa Domingos' }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Referência do extracto').fill(`TRF ${username}`);
  await dialog.getByRole('button', { name: /Confirmar/ }).click();
  await expect(dialog).toHaveCount(0);
  await office.context().close();

  await expect(page.getByRole('heading', { name: 'Pagamento concluído' })).toBeVisible();
  await page.goto('/subscription');
  await expect(currentPlan(page)).toHaveText('Família');
});

test('ten referrals pay for a year, and a phone with a wrong clock does not show a plan as expired', async ({
  page,
  context,
}) => {
  await aFamily(page);
  const db = openDatabase(embeddedUrl(path.join(process.env['E2E_DATA'] as string, 'postgres')), {
    connections: 1,
    statementTimeout: 30_000,
  });
  const { id } = (await (await page.request.get('/api/user')).json()) as { id: number };
  await db.count(
    `insert into referrals (referrer_id, email_key, paid_at)
     select $1, sha256(convert_to($2 || n, 'UTF8')), now() from generate_series(1, 10) n`,
    [id, aName()],
  );
  await db.close();
  await page.goto('/subscription?plan=individual');
  await expect(page.getByText('Tem 100% de desconto')).toBeVisible();
  await page.getByRole('button', { name: 'Activar com o desconto' }).click();
  await expect(currentPlan(page)).toHaveText('Individual');
  await expect(page.getByText('Tem 100% de desconto')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Pagar o plano Individual' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/subscription$/);

  // A link to register with a plan, opened by a user who has an account.
  await page.goto('/auth?tab=register&plan=family');
  await expect(page.getByRole('heading', { name: 'Pagar o plano Família' })).toBeVisible();

  const transactionId = await pay(page, 'family', 18_000, false);
  await context.addInitScript((ahead) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + ahead;
  }, 400 * DAY_MS);
  await page.goto(`/payment-gateway?transaction=${transactionId}`);
  await expect(page.getByText(/Faltam (2 dias|4[78] h)/)).toBeVisible();
  await page.goto('/subscription');
  await expect(currentPlan(page)).toHaveText('Individual');
});
