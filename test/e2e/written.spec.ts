import { aFamily, aTestFor, complete, expect, inDatabase, isAccessible, signInAsStaff, test } from './fixtures.ts';
import { cutNetwork } from './network.ts';

test.use({ viewport: { width: 360, height: 640 } });

type Page = import('@playwright/test').Page;
type Browser = import('@playwright/test').Browser;

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
  await expect.poll(() => answersOf(page, childId, testId)).toEqual(['4,5']);
});

test('what stands there when the time is up is the answer', async ({ page }) => {
  // As for a child that writes to the last moment: what is written is not stored a second later.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((work: () => void, ms?: number) =>
      ms === 1_000 ? 0 : setTimeout(work, ms)) as typeof setTimeout;
  });
  const { childId, testId, place } = await atANumber(page);
  await inDatabase((db) =>
    db.rows(`update attempts set deadline_at = now() + interval '15 seconds' where child_id = $1`, [childId]),
  );
  await page.reload();
  await where(page, place);
  await key(page, '7').click();
  await expect(box(page)).toHaveValue('7');
  expect(await answersOf(page, childId, testId)).toEqual([]);
  await expect(page.getByRole('heading', { name: /Terminaste|O tempo acabou/ })).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(() =>
      inDatabase((db) =>
        db.rows(
          'select a.written as answer from answers a join attempts t on t.id = a.attempt_id where t.child_id = $1',
          [childId],
        ),
      ),
    )
    .toEqual([{ answer: '7' }]);
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

interface Asked {
  id: number;
  asks?: { way: string; unit?: string };
  figure?: unknown;
}

/** Returns the first test of mathematics that has such a question, and the place of the question in it. */
async function testWith(page: Page, childId: number, fits: (question: Asked, index: number) => boolean) {
  const list = await page.request.get(`/api/tests?childId=${childId}&class=4º Ano&discipline=Matemática`);
  for (const { id } of (await list.json()) as { id: number }[]) {
    const { questions } = (await (await page.request.get(`/api/tests/${id}`)).json()) as { questions: Asked[] };
    const place = questions.findIndex(fits) + 1;
    if (place > 0) return { testId: id, place, question: questions[place - 1] as Asked };
  }
  throw new Error('no such test');
}

const isNumber = ({ asks }: Asked) => asks?.way === 'number';

test('on a slow line the first question is written before the app has come, and goes on in it', async ({ page }) => {
  const { childId } = await aFamily(page);
  const { testId } = await testWith(page, childId, (question, index) => index === 0 && isNumber(question));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/app-[\w-]+\.js$/, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect(page.locator('#first-question')).toBeVisible();
  for (const name of ['4', '7', 'Apagar', '8']) await key(page, name).click();
  await expect(box(page)).toHaveValue('48');
  await expect.poll(() => answersOf(page, childId, testId)).toEqual(['48']);
  release();
  await expect(page.locator('#first-question')).toHaveCount(0);
  await expect(box(page)).toHaveValue('48');
  await key(page, '5').click();
  await expect(box(page)).toHaveValue('485');
  await expect.poll(() => answersOf(page, childId, testId)).toEqual(['485']);
});

test('the drawing of a question can be seen while the keypad is there', async ({ page }) => {
  const { childId } = await aFamily(page);
  const { testId, place } = await testWith(page, childId, (question) => isNumber(question) && Boolean(question.figure));
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await where(page, 1);
  await expect(page.locator('#first-question')).toHaveCount(0);
  for (let at = 1; at < place; at += 1) await page.getByRole('button', { name: 'Próxima' }).click();
  await where(page, place);
  const drawing = page.getByRole('img').first();
  await drawing.scrollIntoViewIfNeeded();
  await drawing.evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
  });
  const [seen, keypad] = [await drawing.boundingBox(), await key(page, '1').boundingBox()];
  expect(seen?.y ?? -1).toBeGreaterThanOrEqual(0);
  expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThanOrEqual(keypad?.y ?? 0);
  await key(page, '6').click();
  await expect(box(page)).toHaveValue('6');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('by keyboard alone, and by what a screen reader says', async ({ page }) => {
  const { childId } = await aFamily(page);
  const { testId, place, question } = await testWith(
    page,
    childId,
    (one) => isNumber(one) && one.asks?.unit !== undefined,
  );
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await where(page, 1);
  await expect(page.locator('#first-question')).toHaveCount(0);
  for (let at = 1; at < place; at += 1) await page.getByRole('button', { name: 'Próxima' }).press('Enter');
  await where(page, place);
  await expect(box(page)).toHaveAccessibleName(`A tua resposta, em ${question.asks?.unit}`);
  await expect(page.getByRole('group', { name: 'Teclado' }).getByRole('button')).toHaveText([
    ...'1234567890',
    '',
    ',',
    '',
  ]);
  await page.keyboard.type('12,5');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('12,5');
  for (let time = 0; time < 12; time += 1) await key(page, '1').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'No máximo 12 algarismos e sinais.' })).toBeVisible();
  await box(page).fill('3');
  await box(page).press('Enter');
  await where(page, place + 1);
  await expect.poll(() => answersOf(page, childId, testId)).toEqual(['3']);
});

/** Writes 7 on this phone and a 9 behind it on another phone of the family, and returns the place of the question. */
async function onTwoPhones(page: Page, browser: Browser, baseURL: string | undefined): Promise<number> {
  const { childId, testId, place } = await atANumber(page);
  await key(page, '7').click();
  await expect.poll(() => answersOf(page, childId, testId)).toEqual(['7']);
  const other = await browser.newContext({
    storageState: { cookies: await page.context().cookies(), origins: [] },
    viewport: { width: 360, height: 640 },
    ...(baseURL ? { baseURL } : {}),
  });
  const second = await other.newPage();
  await second.goto(new URL(page.url()).href);
  await expect(second.locator('#first-question')).toHaveCount(0);
  // It opens at the first question without an answer.
  await where(second, place === 1 ? 2 : 1);
  await second.locator('#where').click();
  await second.getByRole('button', { name: `Questão ${place}, respondida` }).click();
  await where(second, place);
  await expect(box(second)).toHaveValue('7');
  await key(second, '9').click();
  await expect.poll(() => answersOf(page, childId, testId)).toEqual(['79']);
  await other.close();
  return place;
}

test('what was written on one phone stands on the other, and the later number counts', async ({
  page,
  browser,
  baseURL,
}) => {
  const place = await onTwoPhones(page, browser, baseURL);
  await page.reload();
  await where(page, place);
  await expect(box(page)).toHaveValue('79');
});

test('what was written on another phone stands here too if the server is busy when the test is opened', async ({
  page,
  browser,
  baseURL,
}) => {
  const place = await onTwoPhones(page, browser, baseURL);
  const json = { code: 'unavailable', message: 'O servidor está ocupado.' };
  await page.route('**/api/attempts', (route) => route.fulfill({ status: 503, json }), { times: 1 });
  await page.reload();
  await where(page, place);
  await expect(box(page)).toHaveValue('79');
  // The child goes on writing behind it.
  await key(page, '5').click();
  await expect(box(page)).toHaveValue('795');
});

test('a teacher accepts one more number: the mark rises, the family is told, and the review says that it is right', async ({
  page,
  browser,
  baseURL,
}) => {
  const { childId } = await aFamily(page);
  const { testId, question } = await testWith(page, childId, isNumber);
  const started = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
  const { id } = (await started.json()) as { id: number };
  const data = { attemptId: id, questionId: question.id, selectedAnswer: '86 420' };
  expect((await page.request.post('/api/answers', { data })).status()).toBe(200);
  expect((await complete(page, id)).status()).toBe(200);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const desk = await context.newPage();
  await signInAsStaff(desk, 'teacher', { confirmed: true });
  const questions = (await (await desk.request.get(`/api/teacher/tests/${testId}/questions`)).json()) as {
    id: number;
    correctAnswer: string;
  }[];
  const { correctAnswer } = questions.find((one) => one.id === question.id) as { correctAnswer: string };
  const regraded = await desk.request.post(`/api/teacher/tests/${testId}/questions/${question.id}/regrade`, {
    data: { correctAnswer, accept: '86420', reason: 'Também está certa.' },
  });
  expect(regraded.status()).toBe(200);
  await context.close();
  await page.goto(`/tests/${testId}/review?attemptId=${id}`);
  await expect(page.locator('article').filter({ hasText: '86 420' })).toContainText('certa');
  await expect
    .poll(async () => JSON.stringify(await (await page.request.get('/api/notifications')).json()))
    .toContain('Corrigimos um resultado');
});
