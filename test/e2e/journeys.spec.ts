import type { Locator } from '@playwright/test';
import { aName, aTestFor, expect, register, test } from './fixtures.ts';
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

test.describe('the first minutes of a new user', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test('at most nine taps lead from the landing page to the first question', async ({ page }) => {
    let taps = 0;
    const tap = async (what: Locator) => {
      await what.tap();
      taps += 1;
    };
    await page.goto('/');
    await tap(page.getByRole('link', { name: 'Criar conta' }).first());
    const username = aName();
    // Fields are reached with the "next" key of the on-screen keyboard.
    await page.getByLabel('Nome de usuário').fill(username);
    await page.getByLabel('Nome completo').fill('Teresa Domingos');
    await page.getByLabel('E-mail').fill(`${username}@familia.example`);
    await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
    await page.getByLabel('Confirmar senha', { exact: true }).fill('segredo-1');
    await tap(page.getByRole('button', { name: 'Criar conta' }));
    await tap(page.getByRole('link', { name: 'Adicionar Filho', exact: true }));
    const form = page.getByRole('dialog', { name: 'Adicionar Filho' });
    await form.getByLabel('Nome completo').fill('Ana Domingos');
    await form.getByLabel('Classe').selectOption('3º Ano');
    taps += 2;
    await tap(form.getByRole('button', { name: 'Guardar' }));
    await tap(page.getByRole('link', { name: 'Começar o primeiro teste' }));
    await tap(page.getByRole('link', { name: /^Começar/ }).first());
    await tap(page.getByRole('dialog').getByRole('link', { name: 'Começar sem entregar' }));
    await expect(page.getByText('Questão 1 de 10')).toBeVisible();
    expect(taps).toBeLessThanOrEqual(9);
  });
});
