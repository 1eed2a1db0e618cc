import type { Locator, Page } from '@playwright/test';
import { aFamily, aName, announced, answerSomehow, aTestFor, complete, expect, inDatabase, test } from './fixtures.ts';

// Counts what a family does to get where it wants to be (docs/family-journeys.md). Fields are reached with the "next" key of the on-screen
// keyboard and cost nothing; choosing from a list costs two.

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

/** Returns a function that taps, and one that says how often. */
function counted() {
  let taps = 0;
  return {
    async tap(what: Locator) {
      await what.tap();
      taps += 1;
    },
    more(count: number) {
      taps += count;
    },
    taps: () => taps,
  };
}

test('landing page → first question of a new family: at most eight, one from the child that was just added', async ({
  page,
}) => {
  const { tap, more, taps } = counted();
  await page.goto('/');
  await tap(page.getByRole('link', { name: 'Criar conta' }).first());
  const username = aName();
  await page.getByLabel('Nome de usuário').fill(username);
  await page.getByLabel('Nome completo').fill('Teresa Domingos');
  await page.getByLabel('E-mail').fill(`${username}@familia.example`);
  await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
  await page.getByLabel('Confirmar senha', { exact: true }).fill('segredo-1');
  await tap(page.getByRole('button', { name: 'Criar conta' }));
  await page.waitForURL('**/dashboard');
  // The one way to add a child stands on the page once.
  await expect(page.getByText('Adicionar Filho')).toHaveCount(1);
  await tap(page.getByRole('link', { name: 'Adicionar Filho', exact: true }));
  const form = page.getByRole('dialog', { name: 'Adicionar Filho' });
  await form.getByLabel('Nome completo').fill('Ana Domingos');
  await form.getByLabel('Classe').selectOption('3º Ano');
  more(2);
  await tap(form.getByRole('button', { name: 'Guardar' }));
  const added = taps();
  await tap(page.getByRole('link', { name: 'Começar o primeiro teste' }));
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  expect(taps() - added).toBe(1);
  expect(taps()).toBeLessThanOrEqual(8);
});

/** Gives the family a plan, which names the next theme, and a result. */
async function hasBegunSchool(page: Page, childId: number): Promise<void> {
  await inDatabase((db) =>
    db.count(
      `update users set subscription_type = 'family', subscription_end = now() + interval '1 year'
       where id = (select user_id from children where id = $1)`,
      [childId],
    ),
  );
  const started = await page.request.post('/api/attempts', {
    data: { childId, testId: await aTestFor(page, childId), order: 'own' },
  });
  const { id, questions } = (await started.json()) as { id: number; questions: { id: number }[] };
  for (const question of questions)
    await page.request.post('/api/answers', {
      data: { attemptId: id, questionId: question.id, selectedAnswer: 'A' },
    });
  await complete(page, id);
  await page.request.put('/api/account/pin', { data: { pin: '8374', password: 'segredo-1' } });
}

test('start of the day → next test of a returning family: two, from the dashboard to the first question', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  await page.request.post('/api/children', { data: { fullName: 'João Domingos', schoolClass: '3º Ano' } });
  await hasBegunSchool(page, childId);
  const { tap, taps } = counted();
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard$/);
  await tap(page.getByRole('link', { name: /^A seguir/ }).first());
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Entregar e começar' }));
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  expect(taps()).toBe(2);
});

test('child’s home → second question: two, an answer aside', async ({ page }) => {
  const { childId } = await aFamily(page);
  await hasBegunSchool(page, childId);
  await page.request.post('/api/child-mode', { data: { childIds: [childId] } });
  const { tap, taps } = counted();
  await page.goto('/child');
  await tap(page.getByRole('main').getByRole('link').first());
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await answerSomehow(page);
  await tap(page.getByRole('button', { name: 'Próxima' }));
  await expect(page.getByText('Questão 2 de 10')).toBeVisible();
  expect(taps()).toBe(2);
});

test('the plan chosen on the landing page is shown at registration and leads to its payment, which can wait', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByText('até 3 crianças').tap();
  await page.getByRole('button', { name: 'Criar conta com o plano Família', exact: true }).tap();
  await expect(page.getByText('Plano Família')).toBeVisible();
  await expect(page.getByText('18.000 Kz por ano')).toBeVisible();
  const username = aName();
  await page.getByLabel('Nome de usuário').fill(username);
  await page.getByLabel('Nome completo').fill('Teresa Domingos');
  await page.getByLabel('E-mail').fill(`${username}@familia.example`);
  await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
  await page.getByLabel('Confirmar senha', { exact: true }).fill('segredo-1');
  await page.getByRole('button', { name: 'Criar conta' }).tap();
  await announced(page, 'Registro realizado com sucesso');
  await expect(page.getByRole('heading', { name: 'Pagar o plano Família' })).toBeVisible();
  await page.getByRole('button', { name: 'Agora não' }).tap();
  await expect(page).toHaveURL(/\/dashboard$/);
});
