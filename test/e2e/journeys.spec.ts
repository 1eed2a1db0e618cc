import { aTestFor, expect, register, test } from './fixtures.ts';
import { cutNetwork } from './network.ts';

// Tests the family's journeys on a small phone.

for (const width of [360, 320]) {
  test.describe(`on a phone of ${width} px`, () => {
    test.use({ viewport: { width, height: 640 }, hasTouch: true });

    test('every page links back to the running test, also without network', async ({ page, context }) => {
      await register(page, 'Teresa Domingos');
      const child = await (
        await page.request.post('/api/children', {
          data: { fullName: 'Ana Domingos', schoolClass: '4º Ano', gender: 'feminino' },
        })
      ).json();
      await page.goto(`/tests?childId=${child.id}`);
      await page
        .getByRole('link', { name: /Começar/ })
        .first()
        .tap();
      const handing = page.getByRole('dialog', { name: 'Entregar o telemóvel' });
      expect((await page.request.get('/api/recent-tests').then((reply) => reply.json())).length).toBe(0);
      await handing.getByRole('link', { name: 'Começar sem entregar' }).tap();
      await expect(page.getByText('Questão 1 de 10')).toBeVisible();
      await expect(page.getByRole('radio').or(page.getByRole('textbox')).first()).toBeVisible();

      // Without network everything that can be tapped keeps its place, and one message says so.
      const before = await page.locator('fieldset').last().boundingBox();
      await cutNetwork(page);
      await expect(page.getByText('Sem ligação — guardado neste telemóvel').first()).toBeVisible();
      expect((await page.locator('fieldset').last().boundingBox())?.y).toBe(before?.y);
      expect(await page.getByText(/^Está sem internet/).count()).toBe(0);
      await context.setOffline(false);

      await page.goto('/dashboard');
      const back = page.getByText('A Ana tem um teste a meio');
      await expect(back).toBeVisible();
      await expect(page.getByText(/faltam 1[45] min/)).toBeVisible();
      const wide = () =>
        page.evaluate(
          (most) =>
            [...document.querySelectorAll('body *')]
              .filter((one) => one.getBoundingClientRect().right > most && one.getBoundingClientRect().width > 1)
              .map((one) => one.outerHTML.slice(0, 90)),
          width,
        );
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth).then((all) => (all > width ? wide() : [])),
      ).toEqual([]);
      await page.goto(`/tests?childId=${child.id}`);
      await expect(back).toBeVisible();
      await page.getByRole('link', { name: 'Continuar o teste', exact: true }).tap();
      await expect(page.getByText('Questão 1 de 10')).toBeVisible();
      await page.goto('/tests/history');
      await expect(page.getByRole('link', { name: /Continuar/ })).toBeVisible();
    });
  });
}

test('the start page links a signed-out visitor back to a test on this device', async ({ page }) => {
  const username = await register(page, 'Teresa Domingos');
  const child = await (
    await page.request.post('/api/children', {
      data: { fullName: 'Ana Domingos', schoolClass: '4º Ano', gender: 'feminino' },
    })
  ).json();
  await page.goto(`/tests/${await aTestFor(page, child.id)}?childId=${child.id}`);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await page.goto('about:blank');
  // The session has expired: without a sign-out the device is not cleared.
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page.getByText(/^Ana tem um teste a meio: faltam 1[45] min\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'Entrar e continuar' }).tap();
  await page.waitForURL(/\/auth/);
  await page.getByLabel('Nome de usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
  await page.getByRole('button', { name: 'Entrar', exact: true }).tap();
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
});
