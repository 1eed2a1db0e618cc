import { aFamily, choose, complete, expect, isAccessible, isChosen, test } from './fixtures.ts';

test('a rehearsal of the exam: ninety minutes, resumed after a reload, a mark of 0 to 10 and what to study', async ({
  page,
}) => {
  const { childId } = await aFamily(page, { schoolClass: '6º Ano', gender: 'feminino' });
  await page.goto(`/tests?childId=${childId}`);
  const offered = page.getByRole('region', { name: 'Simulado do exame da 6.ª classe' });
  await expect(offered.getByText('Matemática · 6º Ano').first()).toBeVisible();
  await isAccessible(page);

  const query = `childId=${childId}&class=6º Ano&discipline=História&theme=Simulado`;
  const tests = (await (await page.request.get(`/api/tests?${query}`)).json()) as { id: number; duration: number }[];
  expect(tests.map(({ duration }) => duration)).toEqual([90, 90]);
  await page.goto(`/tests/${tests[0]?.id}?childId=${childId}`);
  await expect(page.getByText('Questão 1 de 30')).toBeVisible();
  await expect(page.getByText(/^(90:00|89:\d\d)$/)).toBeVisible();
  await choose(page, 'A');
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page.getByText('Questão 2 de 30')).toBeVisible();
  await choose(page, 'B');
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('Questão 2 de 30')).toBeVisible();
  await isChosen(page, 'B');

  // The other questions are answered by the API: thirty taps would test nothing more.
  const begun = await page.request.post('/api/attempts', { data: { childId, testId: tests[0]?.id, order: 'own' } });
  expect(begun.status()).toBe(200);
  const { id, questions } = (await begun.json()) as { id: number; questions: { id: number }[] };
  for (const { id: questionId } of questions.slice(2))
    await page.request.post('/api/answers', { data: { attemptId: id, questionId, selectedAnswer: 'A' } });
  expect((await complete(page, id)).status()).toBe(200);

  await page.goto(`/results/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^A Maria teve \d+(,\d)?\s(valores|valor)$/);
  await expect(page.getByRole('heading', { name: 'O que estudar, por esta ordem' })).toBeVisible();
  await expect(page.getByText('Este simulado prepara. Não substitui a escola nem o exame oficial.')).toBeVisible();
  await isAccessible(page);
});

test('a second rehearsal on the free plan leads to the plans', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '6º Ano' });
  const query = `childId=${childId}&class=6º Ano&discipline=Matemática&theme=Simulado`;
  const [first, second] = (await (await page.request.get(`/api/tests?${query}`)).json()) as { id: number }[];
  expect(
    (await page.request.post('/api/attempts', { data: { childId, testId: first?.id, order: 'own' } })).status(),
  ).toBe(201);
  await page.goto(`/tests/${second?.id}?childId=${childId}`);
  await expect(page.getByRole('link', { name: 'Ver planos' })).toBeVisible();
});
