import { DAY_MS } from '../../src/shared/time.ts';
import { aFamily, choose, expect, isAccessible, isChosen, test } from './fixtures.ts';
import { test as overLine } from './line.ts';
import { aPhone, cutNetwork, isReadyOffline } from './network.ts';
import { answerAll, aPayingFamily, history, prepare } from './prepared.ts';

overLine(
  'three tests taken along, two done without network, one over a reload and a killed browser: each counts once',
  async ({ baseURL, line, watch }) => {
    test.slow();
    const phone = aPhone(baseURL, watch);
    let { context, page } = await phone.open();
    const { childId } = await aPayingFamily(page);
    await prepare(page, childId, 3);
    await isAccessible(page);
    await page.reload();
    await isReadyOffline(page);
    await cutNetwork(page);

    // Both the start address and an unknown one lead to what is stored on the phone.
    await page.goto('/');
    await expect(page.getByRole('heading', { name: '3 testes prontos neste telemóvel' })).toBeVisible();
    // Seen, not only heard: whoever asked for another page reads why it is not there.
    const reason = page.getByRole('heading', { name: 'Sem internet', level: 1 });
    await expect.poll(async () => (await reason.boundingBox())?.height ?? 0).toBeGreaterThan(20);
    await isAccessible(page);
    await page.goto('/nao-existe');
    const starts = page.getByRole('link', { name: /^Começar o teste/ });
    await expect(starts).toHaveCount(3);
    await starts.first().click();
    await answerAll(page);
    await expect(page.getByText(/O resultado chega quando houver internet/)).toBeVisible();

    await page.goto('/dashboard');
    await expect(page.getByText('1 teste feito')).toBeVisible();
    await expect(starts).toHaveCount(2);
    await starts.first().click();
    await expect(page.getByText('Questão 1 de 10')).toBeVisible();
    await choose(page, 'A');
    await page.getByRole('button', { name: 'Próxima' }).click();
    await choose(page, 'B');
    await page.reload();
    await expect(page.getByText('Questão 2 de 10')).toBeVisible();
    await isChosen(page, 'B');
    const address = page.url();
    await context.close();

    line.cut();
    ({ context, page } = await phone.open());
    await context.setOffline(true);
    await page.goto(address);
    await expect(page.getByText('Questão 2 de 10')).toBeVisible();
    await isChosen(page, 'B');
    await answerAll(page, 2);
    await expect(page.getByText(/O resultado chega quando houver internet/)).toBeVisible();

    line.mend();
    await context.setOffline(false);
    await page.waitForURL('**/results/*', { timeout: 30_000 });
    await page.getByRole('button', { name: 'Ver resultado' }).click();
    await expect(page.getByText('feito sem internet', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Feito sem internet a/)).toBeVisible();
    await isAccessible(page);
    await expect.poll(async () => (await history(page)).length).toBe(2);
    for (const { attempt } of await history(page))
      expect(attempt).toMatchObject({ completed: true, offline: true, timeConfirmed: true });
    await page.goto(`/prepared?childId=${childId}`);
    await expect(page.getByRole('heading', { name: 'Já há 1 teste neste telemóvel' })).toBeVisible();
    // A returned test is no longer listed anywhere.
    await page.getByRole('button', { name: /^Retirar/ }).click();
    await page.getByRole('button', { name: /^Retirar mesmo/ }).click();
    await expect(page.getByRole('heading', { name: 'Ainda não há testes neste telemóvel' })).toBeVisible();
    await context.close();
    phone.forget();
  },
);

for (const [title, by] of [
  ['back two hours', -2 * 3_600_000],
  ['forward two days', 2 * DAY_MS],
] as const)
  test(`a clock that is set ${title} during a prepared test loses no answer, only the measured time`, async ({
    page,
    context,
  }) => {
    const { childId } = await aFamily(page);
    await prepare(page, childId, 1);
    await page.reload();
    await isReadyOffline(page);
    await cutNetwork(page);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /^Começar o teste/ }).click();
    await expect(page.getByText('Questão 1 de 10')).toBeVisible();
    await choose(page, 'A');
    // Changes the wall clock only, not the monotonic one.
    await page.evaluate((milliseconds) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + milliseconds;
    }, by);
    await page.getByRole('button', { name: 'Próxima' }).click();
    await answerAll(page, 2);
    await expect(page.getByText(/O resultado chega quando houver internet/)).toBeVisible();
    await context.setOffline(false);
    await page.waitForURL('**/results/*', { timeout: 30_000 });
    await page.getByRole('button', { name: 'Ver resultado' }).click();
    await expect(page.getByText('tempo não confirmado', { exact: true })).toBeVisible();
    const [done] = await history(page);
    expect(done?.attempt).toMatchObject({ completed: true, offline: true, timeConfirmed: false });
  });

test('in child mode a start without network opens the child’s home and its prepared tests', async ({
  page,
  context,
}) => {
  const { childId } = await aFamily(page);
  await prepare(page, childId, 1);
  await page.request.post('/api/child-mode', { data: { childId } });
  await page.goto('/child');
  await expect(page.getByRole('heading', { name: 'Já no telemóvel' })).toBeVisible();
  await isAccessible(page);
  await page.reload();
  await isReadyOffline(page);
  await cutNetwork(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Maria', exact: true })).toBeVisible();
  // On a wide screen, what is on the phone follows what there is to do.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect
    .poll(async () => {
      const [practice, here] = await Promise.all([
        page.getByRole('link', { name: 'Treinar' }).boundingBox(),
        page.getByRole('heading', { name: 'Já no telemóvel' }).boundingBox(),
      ]);
      return practice && here ? here.y - practice.y - practice.height : Number.POSITIVE_INFINITY;
    })
    .toBeLessThanOrEqual(64);
  await expect(page.getByText('Teresa')).toHaveCount(0);
  await page
    .getByRole('listitem')
    .filter({ has: page.locator('[aria-hidden=true]') })
    .getByRole('link')
    .first()
    .click();
  await answerAll(page);
  await expect(page.getByText(/O resultado chega quando houver internet/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Entrega o telemóvel/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('%')).toHaveCount(0);
});

test('signing out asks about a prepared test that was begun and is on this phone only', async ({ page }) => {
  const { childId } = await aFamily(page);
  await prepare(page, childId, 1);
  const [{ test: prepared }] = (await (await page.request.get('/api/prepared')).json()) as [
    { test: { id: number; theme: string } },
  ];
  await page.goto(`/tests/${prepared.id}?childId=${childId}`);
  await choose(page, 'A');
  await expect(page.getByText('Guardado neste telemóvel', { exact: true }).first()).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sair' }).last().click();
  await expect(page.getByRole('heading', { name: 'Há coisas que só estão neste telemóvel' })).toBeVisible();
  await expect(page.getByText(`A meio: ${prepared.theme}. Se sair, as respostas perdem-se.`)).toBeVisible();
  await page.getByRole('button', { name: 'Ficar' }).click();
  expect((await page.request.get('/api/user')).status()).toBe(200);
});

test('on the free plan one test of each discipline can be prepared', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.goto(`/prepared?childId=${childId}`);
  const ofDiscipline = (name: string) => page.getByRole('checkbox', { name: new RegExp(`${name} · Teste`) });
  await ofDiscipline('Ciências').first().check({ force: true });
  await expect(ofDiscipline('Ciências').nth(1)).toBeDisabled();
  await page.locator('summary').filter({ hasText: 'História' }).click();
  await expect(ofDiscipline('História').first()).toBeEnabled();
  await ofDiscipline('Ciências').first().uncheck({ force: true });
  await expect(ofDiscipline('Ciências').nth(1)).toBeEnabled();
});
