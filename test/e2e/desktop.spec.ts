import type { Locator } from '@playwright/test';
import { aFamily, aTestFor, complete, expect, signIn, test } from './fixtures.ts';
import { resize } from './narrow.ts';
import { PARENT_PATTERNS, parentAddresses } from './parent-pages.ts';
import { takeTest } from './practice.ts';
import { aPayingFamily } from './prepared.ts';

// A wide screen is not a stretched phone.

test.use({ viewport: { width: 1280, height: 720 }, hasTouch: false });

test('header, page and footer of every page begin at one left edge, 360 and 1280 px wide', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'encarregado');
  for (const pattern of PARENT_PATTERNS) {
    const [path = ''] = await parentAddresses(page, pattern);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const width of [1280, 360]) {
      await resize(page, width, 720);
      const message = `${path}, ${width} px wide`;
      await expect.poll(() => page.evaluate(leftEdges).then(spread), { message }).toBeLessThanOrEqual(1);
      await expect.poll(() => page.evaluate(broadButtons), { message }).toEqual([]);
    }
  }
});

const spread = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers);

/** Returns, in the page, where the content of the header, of a page of full width, and of the footer begins. */
function leftEdges(): number[] {
  const insideOf = (element: Element) =>
    element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft);
  const shell = [document.querySelector('header'), document.querySelector('footer')];
  const main = document.querySelector('main') as HTMLElement;
  // Forms are narrower and in the middle.
  const isWhole = main.getBoundingClientRect().width >= Math.min(1100, innerWidth);
  return [...shell, ...(isWhole ? [main] : [])].map((element) => insideOf(element as Element));
}

/** Returns, in the page, the words of the buttons that are stretched over the page instead of as wide as what they say. */
function broadButtons(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main a, main button')]
    .filter((one) => {
      const { display, textAlign } = getComputedStyle(one);
      return display.endsWith('flex') && textAlign === 'center' && one.getBoundingClientRect().width > 740;
    })
    .map((one) => one.innerText);
}

test('a question stands beside its answers, and each button below its column', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.goto(`/tests/${await aTestFor(page, childId)}?childId=${childId}`);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  const boxes = () =>
    page.evaluate(() => {
      const of = (selector: string) =>
        [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      const options = of('fieldset label');
      return {
        statement: of('fieldset h1')[0],
        first: options[0],
        last: options.at(-1),
        next: of('button[type=submit]')[0],
      };
    });
  // The app takes the first question over from the page.
  await expect.poll(async () => Object.values(await boxes()).every(Boolean)).toBe(true);
  const { statement, first, last, next } = (await boxes()) as Record<string, DOMRect>;
  if (!statement || !first || !last || !next) throw new Error('the question is incomplete');
  expect(first.x).toBeGreaterThan(statement.x + statement.width);
  expect(Math.abs(next.x - first.x)).toBeLessThanOrEqual(1);
  expect(last.y + last.height).toBeLessThanOrEqual(next.y);
});

test('a result is open with its comparison and competences', async ({ page }) => {
  const { childId } = await aFamily(page);
  const started = await page.request.post('/api/attempts', {
    data: { childId, testId: await aTestFor(page, childId), order: 'own' },
  });
  const { id, questions } = (await started.json()) as { id: number; questions: { id: number }[] };
  for (const question of questions)
    await page.request.post('/api/answers', { data: { attemptId: id, questionId: question.id, selectedAnswer: 'A' } });
  await complete(page, id);
  await page.goto(`/results/${id}`);
  await expect(page.getByRole('heading', { name: 'Comparação' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Como responde' })).toBeVisible();
  // A wrong question is looked at together, beside the result.
  const beside = page.getByRole('article', { name: /^Questão \d+$/ });
  await expect(beside.getByText(/^Resposta d/)).toBeVisible();
  await expect(beside.getByText(/^Certa: ./)).toBeVisible();
  const [sheet, wrong] = [
    await page.getByRole('main').locator('section').first().boundingBox(),
    await beside.boundingBox(),
  ];
  expect(wrong?.x).toBeGreaterThan((sheet?.x ?? 0) + (sheet?.width ?? 0));
  expect(wrong?.y).toBeLessThan((sheet?.y ?? 0) + (sheet?.height ?? 0));
  // What else there is to read stands in the same two columns, and nothing is stretched over both.
  const edge = (sheet?.x ?? 0) + (sheet?.width ?? 0);
  const comparison = await page.getByRole('heading', { name: 'Comparação' }).boundingBox();
  const skills = await page.getByRole('heading', { name: 'Como responde' }).boundingBox();
  expect(comparison?.x).toBeGreaterThan(edge);
  expect(skills?.x).toBeLessThan(edge);
  expect(await page.evaluate(broadButtons)).toEqual([]);
  // The first result is the time to ask for a PIN, and to say what for.
  await expect(page.getByRole('heading', { name: 'Crie um PIN para o próximo teste' })).toBeVisible();
});

test('a mouse that points at a dot of the map sees its theme beside the drawing, and opens it', async ({ page }) => {
  await signIn(page, 'encarregado');
  const [child] = (await (await page.request.get('/api/children')).json()) as { id: number }[];
  await page.goto(`/children/${child?.id}`);
  const dot = page.locator('button[tabindex="-1"]').first();
  expect(await dot.evaluate((element) => getComputedStyle(element).cursor)).toBe('pointer');
  // The app notices only a mouse that comes after it has hydrated the page.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await dot.hover();
    await expect(page.getByText(/^Tema 1 · /)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await dot.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const width of [360, 1280])
  test(`a child's cover is the frame of the pages in it, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    await signIn(page, 'encarregado');
    for (const path of [
      '/children/1',
      '/children/1/mistakes',
      '/children/1/reports',
      '/children/1/diagnostic',
      '/tests?childId=1',
    ]) {
      await page.goto(path);
      const [gap, isOneColour] = await page
        .getByRole('link', { name: /^Mudar/ })
        .first()
        .evaluate((link) => {
          let cover = link.parentElement as HTMLElement;
          while (!cover.nextElementSibling) cover = cover.parentElement as HTMLElement;
          const [pages, frame] = [cover.nextElementSibling as Element, cover.parentElement as Element];
          const colour = (one: Element) => getComputedStyle(one).backgroundColor;
          const gap = pages.getBoundingClientRect().top - cover.getBoundingClientRect().bottom;
          return [Math.round(gap), colour(frame) === colour(cover)] as const;
        });
      expect([path, gap, isOneColour]).toEqual([path, 0, true]);
    }
  });

test('the disciplines and the filters of the tests stand in a rail beside the list', async ({ page }) => {
  await signIn(page, 'encarregado');
  await page.goto('/tests?childId=1&discipline=Matemática');
  const box = async (found: Locator) =>
    (await found.boundingBox()) as { x: number; y: number; width: number; height: number };
  // Which themes come first depends on what the family did last.
  const theme = page.getByRole('main').locator('ol > li > details').first();
  await expect(theme).toBeVisible();
  const [tabs, filters, row] = [
    await box(page.getByRole('navigation', { name: 'Disciplina' })),
    await box(page.getByRole('form', { name: 'Filtros' })),
    await box(theme),
  ];
  expect(tabs.width).toBeLessThanOrEqual(304);
  expect(filters.y).toBeGreaterThanOrEqual(tabs.y + tabs.height - 1);
  expect(row.x).toBeGreaterThanOrEqual(Math.max(tabs.x + tabs.width, filters.x + filters.width) - 1);
});

test('the sign of a discipline stays in one line where a test is suggested to a child', async ({ page }) => {
  const { childId } = await aPayingFamily(page);
  await takeTest(page, childId, '4º Ano', 10, 'Matemática');
  await page.request.post('/api/child-mode', { data: { childId } });
  await page.goto(`/child?quem=${childId}&ver=testes`);
  const suggested = page.getByRole('main').getByRole('link').filter({ hasText: '123' }).first();
  await expect(suggested).toContainText('Matemática');
  await expect.poll(async () => (await suggested.getByText('123').boundingBox())?.height ?? 99).toBeLessThanOrEqual(56);
});

for (const [width, height] of [
  [360, 640],
  [1280, 720],
] as const)
  test(`a child's home is seen whole, ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    // The sample family has a drawing, and several children on one phone.
    await signIn(page, 'encarregado');
    await page.request.post('/api/child-mode', { data: { childIds: [1, 2] } });
    await page.goto('/child?quem=1');
    await expect(page.getByRole('heading', { name: 'O teu fio' })).toBeVisible();
    for (const name of ['Treinar', 'Escolher', 'Quem és tu?']) {
      const box = await page.getByRole('link', { name }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(64);
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    const [drawing, next] = [
      await page.getByRole('heading', { name: 'O teu fio' }).locator('../..').boundingBox(),
      await page.getByRole('main').getByRole('link').first().boundingBox(),
    ];
    if (!drawing || !next) throw new Error('the home is incomplete');
    if (width < 1000) expect(next.y).toBeGreaterThan(drawing.y + drawing.height);
    else expect([next.x > drawing.x + drawing.width, next.width <= 600]).toEqual([true, true]);
  });
