import { aFamily, aTestFor, complete, expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork } from './network.ts';

test.use({ viewport: { width: 360, height: 640 } });

type Page = import('@playwright/test').Page;

const box = (page: Page) => page.getByRole('textbox', { name: /^A tua resposta/ });
const key = (page: Page, name: string) => page.locator('fieldset').getByRole('button', { name, exact: true });
const where = (page: Page, place: number) => expect(page.getByText(`Questão ${place} de 10`)).toBeVisible();

/** Opens a test of mathematics at the first question that asks for a number, and returns its id. */
async function atANumber(page: Page): Promise<{ childId: number; testId: number; place: number }> {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId, 'Matemática');
  const { questions } = (await (await page.request.get(`/api/tests/${testId}`)).json()) as {
    questions: { asks?: object }[];
  };
  const place = questions.findIndex(({ asks }) => asks) + 1;
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await where(page, 1);
  await expect(page.locator('#first-question')).toHaveCount(0);
  for (let at = 1; at < place; at += 1) await page.getByRole('button', { name: 'Próxima' }).click();
  await where(page, place);
  await expect(box(page)).toBeVisible();
  return { childId, testId, place };
}

/** Returns what the server has of the attempt, by asking for it again. */
const answersOf = async (page: Page, childId: number, testId: number) => {
  const reply = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
  return ((await reply.json()) as { id: number; answers: { selectedAnswer: string }[] }).answers.map(
    ({ selectedAnswer }) => selectedAnswer,
  );
};

test('a number is written with one thumb, above the keypad, and survives a reload and the loss of the network', async ({
  page,
  context,
}) => {
  const { childId, testId, place } = await atANumber(page);
  await isAccessible(page);
  const [answer, keypad] = [await box(page).boundingBox(), await key(page, '1').boundingBox()];
  expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThanOrEqual(keypad?.y ?? 0);
  for (const name of ['1', '2', '0']) {
    const size = await key(page, name).boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(56);
  }
  for (const name of ['2', '5', '5', '1', 'Apagar', '0']) await key(page, name).click();
  await expect(box(page)).toHaveValue('2 550');
  await expect.poll(() => answersOf(page, childId, testId)).toEqual(['2550']);

  // In the middle of a number.
  await key(page, '7').click();
  await page.reload();
  await where(page, place);
  await expect(box(page)).toHaveValue('25 507');
  await cutNetwork(page);
  for (let time = 0; time < 5; time += 1) await key(page, 'Apagar').click();
  await expect(box(page)).toHaveValue('');
  for (const name of ['4', 'Vírgula', '5']) await key(page, name).click();
  await page.getByRole('button', { name: 'Próxima' }).click();
  await where(page, place + 1);
  await context.setOffline(false);
  await expect.poll(() => answersOf(page, childId, testId), { timeout: 20_000 }).toEqual(['4,5']);
});

test('a fraction has two boxes, and a number that can be read in two ways is asked back', async ({ page }) => {
  const { childId, testId, place } = await atANumber(page);
  for (const name of ['Fracção', '3', 'Fracção: a outra parte', '8']) await key(page, name).click();
  await expect(box(page)).toHaveValue('3/8');
  await isAccessible(page);
  for (const name of ['Apagar', 'Apagar']) await key(page, name).click();
  await expect(box(page)).toHaveValue('');

  // A keyboard writes without the box having the focus.
  await page.keyboard.type('1.500');
  const doubt = page.getByRole('group', { name: 'Qual querias escrever?' });
  await expect(doubt).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Próxima' }).click();
  await where(page, place);
  await doubt.getByRole('button', { name: 'Escrever outra vez' }).click();
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('1.500');
  await expect(doubt.getByRole('button', { name: 'um e meio' })).toContainText('1,5');
  await doubt.getByRole('button', { name: 'mil e quinhentos' }).click();
  await expect(box(page)).toHaveValue('1 500');
  await page.getByRole('button', { name: 'Próxima' }).click();
  await where(page, place + 1);
  await expect.poll(() => answersOf(page, childId, testId)).toEqual(['1500']);
});

test('the review shows what was written and what is right', async ({ page }) => {
  const { childId } = await aFamily(page, { gender: 'feminino' });
  const testId = await aTestFor(page, childId, 'Matemática');
  const started = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
  const { id, questions } = (await started.json()) as { id: number; questions: { id: number; asks?: object }[] };
  const place = questions.findIndex(({ asks }) => asks);
  const data = { attemptId: id, questionId: questions[place]?.id, selectedAnswer: '98 765' };
  expect((await page.request.post('/api/answers', { data })).status()).toBe(200);
  expect((await complete(page, id)).status()).toBe(200);
  await page.goto(`/tests/${testId}/review?attemptId=${id}`);
  const question = page.locator('article').nth(place);
  await expect(question).toContainText('98 765');
  await expect(question).toContainText('resposta da Maria');
  await expect(question).toContainText('certa');
  await isAccessible(page);
});
