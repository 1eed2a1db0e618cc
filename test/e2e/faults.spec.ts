import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DAY_MS } from '../../src/shared/time.ts';
import { runningApp } from '../support/running-app.ts';
import { aFamily, aTestFor, choose, expect, next, signIn, test } from './fixtures.ts';
import { cutNetwork } from './network.ts';

// Tests failures while a child takes a test: answers are kept, the test is graded once, and the screen shows the state of the answers.
// Failures of the network are in offline.spec.ts.

interface Started {
  id: number;
  answers: { questionId: number; selectedAnswer: string }[];
  questions: { id: number }[];
}

/** Returns the letters that the server has stored, in the order of the questions; `-` for an unanswered one. */
async function lettersOf(page: Page, childId: number, testId: number): Promise<string> {
  const reply = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
  const { questions, answers } = (await reply.json()) as Started;
  const letters = new Map(answers.map(({ questionId, selectedAnswer }) => [questionId, selectedAnswer]));
  return questions.map(({ id }) => letters.get(id) ?? '-').join('');
}

/** Returns the number of attempts of the family, and the letters of the one whose result is on the screen. */
async function resultOf(page: Page, timeout = 30_000): Promise<{ letters: string; attempts: number; late: boolean }> {
  await page.waitForURL('**/results/*', { timeout });
  const id = Number(/results\/(\d+)/.exec(page.url())?.[1]);
  const result = (await (await page.request.get(`/api/attempts/${id}`)).json()) as {
    attempt: { completed: boolean; late: boolean };
    test: { questions: { id: number }[] };
    answers: { questionId: number; selectedAnswer: string }[];
  };
  expect(result.attempt.completed).toBe(true);
  const letters = new Map(result.answers.map(({ questionId, selectedAnswer }) => [questionId, selectedAnswer]));
  const all = (await (await page.request.get('/api/recent-tests')).json()) as unknown[];
  return {
    letters: result.test.questions.map(({ id: questionId }) => letters.get(questionId) ?? '-').join(''),
    attempts: all.length,
    late: result.attempt.late,
  };
}

const isAt = (page: Page, question: number) => expect(page.getByText(`Questão ${question} de 10`)).toBeVisible();
const isSaved = (page: Page, timeout = 30_000) =>
  expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible({ timeout });
/** Milliseconds in which the device sends again after an outage: the longest pause between two tries is a minute (queue.rules.ts). */
const AFTER_OUTAGE_MS = 80_000;
const isChosen = (page: Page, letter: string) =>
  expect(page.locator(`input[type=radio][value="${letter}"]`)).toBeChecked();

async function jump(page: Page, question: number): Promise<void> {
  await page.getByRole('button', { name: /^Questão \d+ de 10/ }).click();
  await page.getByRole('button', { name: new RegExp(`^Questão ${question}, `) }).click();
  await isAt(page, question);
}

/** Goes to the last question and completes the test, even if questions are open. */
async function finish(page: Page): Promise<void> {
  await jump(page, 10);
  await page.getByRole('button', { name: 'Finalizar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finalizar' }).click();
}

async function openTest(page: Page): Promise<{ childId: number; testId: number; address: string }> {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const address = `/tests/${testId}?childId=${childId}`;
  await page.goto(address);
  await isAt(page, 1);
  return { childId, testId, address };
}

/** Returns another phone, with its own storage, on which the same user is signed in. */
async function anotherPhone(browser: Browser, page: Page, baseURL?: string): Promise<[BrowserContext, Page]> {
  const { username } = (await (await page.request.get('/api/user')).json()) as { username: string };
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: { width: 360, height: 640 } });
  const other = await context.newPage();
  await signIn(other, username, 'segredo-1');
  return [context, other];
}

test('two tabs with one attempt show each other’s choices, the last one counts, and it is graded once', async ({
  page,
  context,
  watch,
}) => {
  const { childId, testId, address } = await openTest(page);
  await choose(page, 'A');
  await isSaved(page);
  const other = await context.newPage();
  watch(other);
  await other.goto(address);
  await isAt(other, 1);
  await isChosen(other, 'A');
  // The tabs take turns, on the same question and on different ones.
  await choose(other, 'B');
  await isChosen(page, 'B');
  await choose(page, 'C');
  await isChosen(other, 'C');
  await next(page);
  await choose(page, 'D');
  await jump(other, 3);
  await choose(other, 'A');
  await jump(other, 2);
  await isChosen(other, 'D');
  await choose(other, 'B');
  await isSaved(page);
  await isSaved(other);
  expect(await lettersOf(page, childId, testId)).toBe('CBA-------');
  await finish(page);
  expect(await resultOf(page)).toEqual({ letters: 'CBA-------', attempts: 1, late: false });
  // The other tab leaves the completed test.
  await other.waitForURL('**/results/*');
});

test('two phones with one attempt: the second continues it, the later tap counts, and it is graded once', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const { childId, testId, address } = await openTest(page);
  await choose(page, 'A');
  await next(page);
  await choose(page, 'B');
  await isSaved(page);
  const [context, other] = await anotherPhone(browser, page, baseURL);
  watch(other);
  await other.goto(address);
  await isAt(other, 3);
  await choose(other, 'C');
  await jump(other, 1);
  await isChosen(other, 'A');
  await choose(other, 'D');
  await isSaved(other);
  // The first phone still shows its own choice; a tap on it now is newer.
  await choose(page, 'A');
  await isSaved(page);
  expect(await lettersOf(page, childId, testId)).toBe('DAC-------');
  await finish(page);
  expect(await resultOf(page)).toEqual({ letters: 'DAC-------', attempts: 1, late: false });
  // The second phone learns of the completion at its next answer, and ends without an error, showing the answers that were stored. The tap
  // is made by a script, because the question disappears at once.
  await other.locator('input[value="B"]').evaluate((option: HTMLInputElement) => option.click());
  await expect(other.getByText('Respondeste a 3 perguntas.')).toBeVisible();
  await expect(other.getByText('Não foi possível')).toHaveCount(0);
  expect((await resultOf(other)).letters).toBe('DAC-------');
  await context.close();
});

test('the server is down for a while during a test: nothing is lost, and nobody has to act', async ({ browser }) => {
  test.setTimeout(400_000);
  const app = await runningApp({}, 'built');
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 640 } });
  try {
    await app.start();
    const page = await context.newPage();
    const { childId, testId } = await openTest(page);
    await choose(page, 'A');
    await isSaved(page);
    await app.kill('database');
    await next(page);
    await choose(page, 'B');
    await expect(page.getByText('Sem ligação — guardado neste telemóvel').first()).toBeVisible();
    await next(page);
    await choose(page, 'C');
    await app.start();
    await isSaved(page, AFTER_OUTAGE_MS);
    expect(await lettersOf(page, childId, testId)).toBe('ABC-------');
    await app.kill();
    await next(page);
    await choose(page, 'D');
    await finish(page);
    await expect(page.getByText(/O resultado chega quando houver internet/)).toBeVisible();
    await app.start();
    expect(await resultOf(page, AFTER_OUTAGE_MS)).toEqual({ letters: 'ABCD------', attempts: 1, late: false });
  } finally {
    await context.close();
    await app.dispose();
  }
});

test('the session ends during a test: signing in again returns to the test and sends the waiting answers', async ({
  page,
  context,
}) => {
  const { childId, testId } = await openTest(page);
  const { username } = (await (await page.request.get('/api/user')).json()) as { username: string };
  await choose(page, 'A');
  await isSaved(page);
  await page.request.post('/api/logout');
  await next(page);
  await choose(page, 'D');
  await expect(page.getByText(/A sessão terminou/)).toBeVisible();
  await expect(page.getByText(/As tuas respostas estão guardadas neste telemóvel/)).toBeVisible();
  await next(page);
  await choose(page, 'C');

  // Another user signs in on this phone first: the answers must not be sent in their name.
  const stranger = await context.newPage();
  await aFamily(stranger);
  await stranger.goto('/dashboard');
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await (await stranger.request.get('/api/recent-tests')).json()).toEqual([]);
  await stranger.request.post('/api/logout');
  await stranger.close();

  await page.getByRole('button', { name: 'Entrar de novo' }).click();
  await page.waitForURL('**/auth');
  await page.getByLabel('Nome de usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(`**/tests/${testId}?childId=${childId}`);
  await isAt(page, 3);
  await isChosen(page, 'C');
  await isSaved(page);
  expect(await lettersOf(page, childId, testId)).toBe('ADC-------');
  await finish(page);
  expect(await resultOf(page)).toEqual({ letters: 'ADC-------', attempts: 1, late: false });
});

for (const [title, skew] of [
  ['a day ahead', DAY_MS],
  ['a day back', -DAY_MS],
] as const) {
  test(`the phone’s clock is moved ${title} during a test: the time left is the same, and nothing is late`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + Number(localStorage.getItem('skew') ?? 0);
    });
    const timeIsLeft = () => expect(page.getByText(/1[45]:\d\d/).first()).toBeVisible();
    const { childId, testId } = await openTest(page);
    await choose(page, 'A');
    await isSaved(page);
    await page.evaluate((by) => localStorage.setItem('skew', String(by)), skew);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await next(page);
    await choose(page, 'B');
    await isSaved(page);
    await timeIsLeft();
    await page.reload();
    await isAt(page, 2);
    await isChosen(page, 'B');
    await timeIsLeft();
    await next(page);
    await choose(page, 'C');
    await isSaved(page);
    expect(await lettersOf(page, childId, testId)).toBe('ABC-------');
    await finish(page);
    expect(await resultOf(page)).toEqual({ letters: 'ABC-------', attempts: 1, late: false });
  });
}

test('storage is forbidden: the screen says that nothing is stored on the phone, and every answer still arrives', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const forbid = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    IDBFactory.prototype.open = forbid;
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: forbid, configurable: true });
  });
  const { childId, testId } = await openTest(page);
  await expect(page.getByText('Este navegador não deixa guardar no telemóvel.')).toBeVisible();
  await choose(page, 'A');
  await isSaved(page);
  await cutNetwork(page);
  await next(page);
  await choose(page, 'B');
  // The screen must not say that the answer is stored on the phone.
  await expect(page.getByText('Sem internet: não feches esta página').first()).toBeVisible();
  await next(page);
  await choose(page, 'C');
  await context.setOffline(false);
  await isSaved(page);
  expect(await lettersOf(page, childId, testId)).toBe('ABC-------');
  await finish(page);
  expect(await resultOf(page)).toEqual({ letters: 'ABC-------', attempts: 1, late: false });
});

/** Makes the phone's storage refuse writes while `isFull` is set on the page. */
async function fillsUp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    const setItem = Storage.prototype.setItem;
    const full = () => (window as { isFull?: boolean }).isFull === true;
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.put = function (...given) {
      return full() ? refuse() : put.apply(this, given);
    };
    Storage.prototype.setItem = function (...given) {
      return full() ? refuse() : setItem.apply(this, given);
    };
  });
}

test('the phone’s storage fills up during a test: the screen says so, and every answer still arrives', async ({
  page,
  context,
}) => {
  await fillsUp(page);
  const { childId, testId } = await openTest(page);
  await choose(page, 'A');
  await isSaved(page);
  await cutNetwork(page);
  await next(page);
  await choose(page, 'B');
  await expect(page.getByText('Sem ligação — guardado neste telemóvel').first()).toBeVisible();
  await page.evaluate(() => {
    (window as { isFull?: boolean }).isFull = true;
  });
  await next(page);
  await choose(page, 'C');
  await expect(page.getByText('Este navegador não deixa guardar no telemóvel.')).toBeVisible();
  await expect(page.getByText('Sem internet: não feches esta página').first()).toBeVisible();
  await context.setOffline(false);
  await isSaved(page);
  expect(await lettersOf(page, childId, testId)).toBe('ABC-------');
  await finish(page);
  expect(await resultOf(page)).toEqual({ letters: 'ABC-------', attempts: 1, late: false });
});

test('the phone’s storage is full and the test ends without network: no result is promised, and the answers still arrive', async ({
  page,
  context,
}) => {
  await fillsUp(page);
  await openTest(page);
  await choose(page, 'A');
  await isSaved(page);
  await cutNetwork(page);
  await page.evaluate(() => {
    (window as { isFull?: boolean }).isFull = true;
  });
  await next(page);
  await choose(page, 'B');
  await finish(page);
  await expect(page.getByText(/Não feches esta página até haver internet\.$/)).toBeVisible();
  await expect(page.getByText(/O resultado chega|guardadas neste telemóvel/)).toHaveCount(0);
  await context.setOffline(false);
  expect(await resultOf(page)).toEqual({ letters: 'AB--------', attempts: 1, late: false });
});
