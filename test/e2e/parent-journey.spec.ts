import { readFile } from 'node:fs/promises';
import { pdfText } from '../support/pdf-text.ts';
import { aTestFor, choose, complete, expect, finishUntil, register, test } from './fixtures.ts';

test.use({ viewport: { width: 360, height: 760 } });

test('a parent’s whole journey: two children, a test each, report, review, PDF, link, bell, a switch, signing out', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  await register(page, 'Teresa Domingos');
  // An address that does not exist gets a page that says so.
  expect((await page.goto('/results/abc'))?.status()).toBe(404);
  await expect(page.getByRole('heading').first()).toBeVisible();

  await page.goto('/children');
  for (const fullName of ['Maria Domingos', 'João Domingos']) {
    await page
      .getByRole('button', { name: /^Adicionar/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome completo').fill(fullName);
    await dialog.getByLabel('Classe').selectOption('4º Ano');
    await dialog.getByRole('button', { name: /Adicionar|Guardar/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(fullName).first()).toBeVisible();
  }
  const children = (await (await page.request.get('/api/children')).json()) as { id: number; fullName: string }[];
  const [maria, joao] = ['Maria', 'João'].map((name) => children.find(({ fullName }) => fullName.startsWith(name))?.id);

  // The plan that includes the PDF, paid with the simulated gateway.
  const asked = await page.request.post('/api/emis/initiate-payment', {
    data: { planId: 'family', amount: 18_000, paymentMethod: 'reference', currency: 'AOA' },
  });
  const { payment } = (await asked.json()) as { payment: { transactionId: string } };
  expect((await page.request.post(`/api/emis/complete-payment/${payment.transactionId}`, { data: {} })).ok()).toBe(
    true,
  );

  // Maria takes her test on the screen, João by the API.
  const testId = await aTestFor(page, maria as number);
  await page.goto(`/tests/${testId}?childId=${maria}`);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await choose(page, 'A');
  const sitting = await page.request.post('/api/attempts', { data: { childId: maria, testId, order: 'own' } });
  const { id: attemptId, questions } = (await sitting.json()) as { id: number; questions: { id: number }[] };
  for (const { id: questionId } of questions.slice(1))
    await page.request.post('/api/answers', { data: { attemptId, questionId, selectedAnswer: 'A' } });
  await page.goto(`/tests/${testId}?childId=${maria}`);
  const at = page.getByText(/^Questão \d+ de 10$/);
  await expect(at).toBeVisible();
  for (let question = Number(/\d+/.exec(await at.innerText())?.[0]); question < 10; question += 1) {
    await page.getByRole('button', { name: 'Próxima' }).click();
    await expect(at).toHaveText(`Questão ${question + 1} de 10`);
  }
  await finishUntil(page, page.getByRole('button', { name: 'Ver resultado' }));
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page).toHaveURL(/\/results\/\d+/);
  const second = await page.request.post('/api/attempts', { data: { childId: joao, testId, order: 'own' } });
  const { id: other } = (await second.json()) as { id: number };
  await complete(page, other);

  await page.goto('/dashboard');
  await expect(page.getByText('Maria Domingos').first()).toBeVisible();
  await expect(page.getByText('João Domingos').first()).toBeVisible();
  await page.goto(`/children/${maria}/reports`);
  await expect(
    page
      .getByText(/Ciências/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.goto(`/tests/${testId}/review?attemptId=${attemptId}`);
  await page.getByRole('radio', { name: /^Todas/ }).check();
  await expect(page.getByText('Explicação').filter({ visible: true }).first()).toBeVisible();

  await page.goto(`/results/${attemptId}`);
  const score = /acertou (\d+) de 10/.exec(
    await page
      .getByText(/acertou \d+ de 10/)
      .first()
      .innerText(),
  )?.[1];
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Guardar em PDF' }).click();
  const { pages } = await pdfText(await readFile(await (await downloading).path()));
  expect(pages[0]).toContain('Maria Domingos');
  expect(pages[0]).toContain(`acertou ${score} de 10`);

  await page.getByRole('button', { name: 'Partilhar' }).click();
  await page.getByRole('button', { name: 'Criar ligação' }).click();
  const link = new URL(await page.getByLabel('Ligação do resultado').inputValue()).pathname;
  const context = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled: false });
  const stranger = await context.newPage();
  watch(stranger);
  expect((await stranger.goto(link))?.status()).toBe(200);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(`Maria acertou ${score} de 10`);
  expect(await stranger.content()).not.toContain('Domingos');

  await expect
    .poll(async () => ((await (await page.request.get('/api/notifications')).json()) as unknown[]).length, {
      timeout: 30_000,
    })
    .toBeGreaterThan(0);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Notificações, \d+ não lida/ }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();

  await page.goto('/notifications/settings');
  const one = page.getByRole('switch').first();
  await expect(one).toBeChecked();
  await one.click();
  await expect(one).not.toBeChecked();
  await expect
    .poll(async () =>
      Object.values((await (await page.request.get('/api/notifications/settings')).json()) as object).includes(false),
    )
    .toBe(true);

  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Privacidade' }).click();
  await page.getByRole('button', { name: 'Apagar a minha conta' }).click();
  const farewell = page.getByRole('dialog');
  await farewell.getByLabel('A sua senha').fill('segredo-1');
  await farewell.getByRole('button', { name: 'Apagar a minha conta' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('Conta fechada')).toBeVisible();
  expect((await page.request.get('/api/user')).status()).toBe(401);
  await context.close();
});
