import { aFamily, aTestFor, expect, signIn, test } from './fixtures.ts';
import { openDrawn } from './parent-pages.ts';

// Single parts of the parents' screens on a small phone: what stays on one line, on its rule, in view, and out of the way.

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

test('what comes next takes two lines of a strip at most, and a class one of a label', async ({ page }) => {
  await signIn(page, 'encarregado');
  await openDrawn(page, '/dashboard');
  const next = page.getByRole('link', { name: /^A seguir/ });
  await expect(next).not.toHaveCount(0);
  for (const one of await next.all()) {
    const lines = await one
      .locator('span')
      .first()
      .evaluate((span) => span.getBoundingClientRect().height / 18);
    expect(lines, (await one.textContent()) ?? '').toBeLessThanOrEqual(2.1);
  }
  for (const path of ['/reports', '/tests']) {
    await openDrawn(page, path);
    const classes = page.getByText(/^\dº Ano/);
    await expect(classes).toHaveCount(3);
    for (const one of await classes.all()) expect((await one.boundingBox())?.height).toBeLessThan(24);
  }
});

test('the choice of a period stands in one row', async ({ page }) => {
  await signIn(page, 'encarregado');
  await openDrawn(page, '/children/1/reports');
  const tops = await page
    .getByRole('group', { name: 'Período' })
    .locator('label')
    .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().top)));
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
});

test('each line of a payment slip stands on a rule', async ({ page }) => {
  await aFamily(page);
  const asked = { planId: 'individual', amount: 9_000, paymentMethod: 'multicaixa' };
  const { payment } = (await (await page.request.post('/api/emis/initiate-payment', { data: asked })).json()) as {
    payment: { transactionId: string };
  };
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    await openDrawn(page, `/payment-gateway?transaction=${payment.transactionId}`);
    const off = await page.locator('#slip').evaluate((title) => {
      const first = title.getBoundingClientRect().top;
      const values = [...(title.parentElement?.querySelector('dl')?.querySelectorAll('dt, dd:nth-child(2)') ?? [])];
      return values.map((one) => Math.round(one.getBoundingClientRect().top - first) % 32);
    });
    expect([width, off]).toEqual([width, [0, 0, 0, 0, 0, 0]]);
  }
});

test('what starts a reading is in view', async ({ page }) => {
  await signIn(page, 'encarregado');
  await openDrawn(page, '/reading/1');
  await expect(page.getByRole('button', { name: 'Ligar o microfone' })).toBeInViewport({ ratio: 1 });
});

test("the user's menu closes when the focus leaves it", async ({ page }) => {
  await aFamily(page);
  await openDrawn(page, '/dashboard');
  const menu = page.locator('header details').last();
  await menu.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(menu).toHaveAttribute('open');
  const isInside = () => menu.evaluate((one) => one.contains(document.activeElement));
  for (let n = 0; n < 20 && (await isInside()); n += 1) await page.keyboard.press('Tab');
  expect(await isInside()).toBe(false);
  await expect(menu).not.toHaveAttribute('open');
});

test('a toast of the page before does not cover the question of a test', async ({ page }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await openDrawn(page, '/children?action=add');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome completo').fill('Kiala Domingos');
  await dialog.getByLabel('Classe').selectOption('4º Ano');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  const toast = page.getByText('Filho adicionado com sucesso!');
  // A pointer over it keeps it open.
  await toast.hover();
  await page.evaluate((path) => history.pushState(null, '', path), `/tests/${testId}?childId=${childId}`);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await expect(toast).toHaveCount(0);
});
