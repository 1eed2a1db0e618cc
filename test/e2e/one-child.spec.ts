import { aTestFor, complete, expect, isAccessible, test } from './fixtures.ts';
import { openDrawn } from './parent-pages.ts';
import { aPayingFamily } from './prepared.ts';

// A family with one child: the dashboard is the child's booklet.

test('the dashboard of a family with one child is its booklet, with the next test in two taps; a second child brings strips', async ({
  page,
}) => {
  const { childId } = await aPayingFamily(page);
  const started = await page.request.post('/api/attempts', {
    data: { childId, testId: await aTestFor(page, childId), order: 'own' },
  });
  const { id, questions } = (await started.json()) as { id: number; questions: { id: number }[] };
  for (const question of questions)
    await page.request.post('/api/answers', { data: { attemptId: id, questionId: question.id, selectedAnswer: 'A' } });
  await complete(page, id);

  await openDrawn(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Teresa' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /fez 1 teste e acertou/ })).toBeVisible();
  await expect(page.getByText(/^1 teste · Acertos .* · Erros /)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Ver relatórios/ })).toHaveAttribute(
    'href',
    `/children/${childId}/reports`,
  );
  for (const name of [
    /^Lê:/,
    /^Conta:/,
    /^Escreve:/,
    /^Fazer um teste/,
    /^Adicionar Filho/,
    /^Resultados/,
    /^Plano Individual/,
  ])
    await expect(page.getByRole('link', { name })).toBeVisible();
  const screens = (await page.evaluate(() => document.documentElement.scrollHeight)) / 640;
  expect(screens).toBeLessThanOrEqual(4);
  await isAccessible(page);
  await page.getByRole('link', { name: 'História' }).click();
  await expect(page).toHaveURL(/\/dashboard\?discipline=Hist/);
  await expect(page.getByText('de História da 4.ª classe')).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^A seguir: / }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Entregar e começar' })).toBeVisible();

  await page.request.post('/api/children', { data: { fullName: 'João Domingos', schoolClass: '3º Ano' } });
  await openDrawn(page, '/dashboard');
  await expect(page.getByRole('region', { name: 'Filhos' }).getByRole('article')).toHaveCount(2);
});
