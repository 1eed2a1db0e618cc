import { answerSomehow, expect, inDatabase, isAccessible, isHydrated, test } from './fixtures.ts';
import { aFamilyThatPractised, openCheck } from './trial.ts';

const ASK = 'Quer ajudar-nos a saber se o treino funciona?';

test('a family is asked once below the book of mistakes, and finds the switch in the settings', async ({ page }) => {
  const childId = await aFamilyThatPractised(page);
  await page.goto(`/children/${childId}/mistakes`);
  await expect(page.getByRole('heading', { name: ASK })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Sim, pode ser' }).click();
  await expect(page.getByRole('heading', { name: 'Obrigado' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: ASK })).toHaveCount(0);

  await page.goto('/settings');
  const open = () => page.getByRole('heading', { name: 'O treino funciona?' }).click();
  await open();
  const part = page.getByRole('switch', { name: 'Participar' });
  await expect(part).toBeChecked();
  await part.click();
  await expect(part).not.toBeChecked();
  await page.reload();
  await open();
  await expect(part).not.toBeChecked();
  await page.getByRole('link', { name: 'Como se faz a conta' }).click();
  await expect(page.getByRole('heading', { name: /^Ainda não sabemos: \d+ de 135 semanas\.$/ })).toBeVisible();
  await isAccessible(page);
});

test('the questions of a check come before the cards, say nothing of right or wrong, and wait without network', async ({
  page,
  context,
}) => {
  const childId = await aFamilyThatPractised(page);
  await openCheck(childId);
  await page.goto(`/practice/${childId}`);
  await expect(page.getByRole('heading', { name: '8 perguntas novas' })).toBeVisible();
  await isAccessible(page);
  await isHydrated(page);
  await page.getByRole('button', { name: 'Começar' }).click();
  for (let place = 1; place <= 8; place += 1) {
    await expect(page.getByText(`Pergunta nova ${place} de 8`)).toBeVisible();
    if (place === 1) await isAccessible(page);
    if (place === 3) await context.setOffline(true);
    await answerSomehow(page);
    expect(await page.locator('main').innerText()).not.toMatch(/Certa\.|Ainda não\.|é esta/);
    await page.getByRole('button', { name: 'Continuar' }).click();
  }
  await expect(page.getByText(/^Pergunta 1 de/)).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(() =>
      inDatabase((db) =>
        db.row(
          `select count(*) filter (where q.answered_at is not null) as answered, count(q.visible_ms) as timed
           from trial_questions q join trial_allotments a on a.week_id = q.week_id where a.child_id = $1`,
          [childId],
        ),
      ),
    )
    .toEqual({ answered: 8, timed: 8 });
  // Answered once: the cards come first from now on.
  await page.goto(`/practice/${childId}`);
  await expect(page.getByText(/^Pergunta 1 de/)).toBeVisible();
});

test('a child may leave the check for later', async ({ page }) => {
  const childId = await aFamilyThatPractised(page);
  await openCheck(childId);
  await page.goto(`/practice/${childId}`);
  await isHydrated(page);
  await page.getByRole('button', { name: 'Agora não' }).click();
  await expect(page.getByText(/^Pergunta 1 de/)).toBeVisible();
});
