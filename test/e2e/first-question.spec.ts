// The page of a test shows its first question before the app has loaded (sitting/first-question.web.ts). These tests delay the app.
import type { Page } from '@playwright/test';
import { aFamily, aTestFor, choose, expect, isAccessible, test } from './fixtures.ts';

/** Delays the app's code until `release` is called. */
async function holdApp(page: Page): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/app-[\w-]+\.js$/, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  return { release };
}

const isFirst = (page: Page) => page.locator('#first-question');
const saved = (page: Page) => page.getByText('Guardado', { exact: true }).first();

async function answersOf(page: Page, childId: number, testId: number): Promise<string[]> {
  const sitting = (await (
    await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } })
  ).json()) as {
    answers: { selectedAnswer: string }[];
  };
  return sitting.answers.map(({ selectedAnswer }) => selectedAnswer);
}

/** Returns the positions of everything that a child sees and can tap. */
const places = (page: Page) =>
  page.evaluate(() =>
    ['h1', '#question label', '#where', 'button[type=submit]'].map((what) => {
      const seen = [...document.querySelectorAll(what)].find((one) => one.getClientRects().length > 0);
      const { x, y, width, height } = seen?.getBoundingClientRect() ?? new DOMRect();
      return [what, x, y, width, height].join(' ');
    }),
  );

for (const schoolClass of ['4º Ano', '1º Ano'])
  test(`${schoolClass}: the first question can be read, tapped and used by keyboard before the app loads, which continues from there`, async ({
    page,
  }) => {
    const { childId } = await aFamily(page, { schoolClass });
    const tests = await page.request.get(
      `/api/tests?childId=${childId}&class=${schoolClass}&discipline=Ciências&only=next`,
    );
    const [{ id: testId }] = (await tests.json()) as [{ id: number }];
    const app = await holdApp(page);
    await page.goto(`/tests/${testId}?childId=${childId}`);
    await expect(isFirst(page)).toBeVisible();
    await expect(page).toHaveTitle(/Questão 1 de 10/);
    await isAccessible(page);
    await choose(page, 'A');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('input[value="B"]')).toBeChecked();
    await expect.poll(() => answersOf(page, childId, testId)).toEqual(['B']);
    const before = await places(page);

    app.release();
    await expect(isFirst(page)).toHaveCount(0);
    expect(await places(page)).toEqual(before);
    await expect(page.locator('input[value="B"]')).toBeChecked();
    await expect(page.locator('input[value="B"]')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('input[value="C"]')).toBeChecked();
    await expect(saved(page)).toBeVisible();
    await expect.poll(() => answersOf(page, childId, testId)).toEqual(['C']);
  });

test('the next question requested before the app loads is shown once it has loaded', async ({ page }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const app = await holdApp(page);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect(isFirst(page)).toBeVisible();
  await choose(page, 'D');
  await page.getByRole('button', { name: 'Próxima' }).click();
  app.release();
  await expect(page.getByText('Questão 2 de 10')).toBeVisible();
  await page.getByRole('button', { name: 'Anterior' }).click();
  await expect(page.locator('input[value="D"]')).toBeChecked();
});

test('of taps every 50 ms, from the first paint until after the app has loaded, none is lost', async ({ page }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const app = await holdApp(page);
  await page.addInitScript(() => {
    const taps: { letter: string; early: boolean; counted: boolean }[] = [];
    const MAX_LATE = 20;
    Object.defineProperty(window, 'taps', { value: taps });
    setInterval(() => {
      const radios = [...document.querySelectorAll<HTMLInputElement>('#question input[type=radio]')];
      const shown = radios.filter((one) => one.getClientRects().length > 0);
      if (shown.length === 0 || taps.filter(({ early }) => !early).length >= MAX_LATE) return;
      const radio = shown[taps.length % shown.length] as HTMLInputElement;
      radio.click();
      const early = document.getElementById('first-question') !== null;
      taps.push({ letter: radio.value, early, counted: radio.checked });
    }, 50);
  });
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect.poll(() => page.evaluate('taps.length')).toBeGreaterThan(15);
  app.release();
  await expect.poll(() => page.evaluate('taps.filter((tap) => !tap.early).length'), { timeout: 60_000 }).toBe(20);
  const taps = (await page.evaluate('taps')) as { letter: string; early: boolean; counted: boolean }[];
  expect(taps.every(({ counted }) => counted)).toBe(true);
  const last = taps.at(-1)?.letter as string;
  await expect(page.locator(`#question input[value="${last}"]`)).toBeChecked();
  await expect.poll(() => answersOf(page, childId, testId)).toEqual([last]);
  // A choice and each change of it were counted in one record, before and after the app loaded.
  const work = (await page.evaluate(
    `Object.entries(sessionStorage).filter(([name]) => name.startsWith('work:')).map(([, text]) => JSON.parse(text))`,
  )) as { questions: Record<string, { changes: number }> }[];
  expect(Object.values(work[0]?.questions ?? {})[0]?.changes).toBe(taps.length - 1);
});

test('a reload before the app has loaded, and a lost network, lose no answer', async ({ page, context }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const app = await holdApp(page);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect(isFirst(page)).toBeVisible();
  await context.setOffline(true);
  await choose(page, 'C');
  expect(await page.evaluate('localStorage.length')).toBeGreaterThan(0);
  await context.setOffline(false);
  app.release();
  await page.reload();
  await expect(page.locator('input[value="C"]')).toBeChecked();
  await expect(saved(page)).toBeVisible();
  expect(await answersOf(page, childId, testId)).toEqual(['C']);
});
