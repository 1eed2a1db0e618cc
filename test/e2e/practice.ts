import type { Page } from '@playwright/test';
import { type Answerable, writtenFor } from '../../src/domains/bank/answering/answering.rules.ts';
import { shownNumber } from '../../src/domains/bank/answering/written-number.rules.ts';
import { complete, expect, inDatabase } from './fixtures.ts';

interface Pack {
  cards: {
    id: string;
    correctAnswer: string;
    answering?: Answerable['answering'];
    question: { statement: string; alternatives: string };
  }[];
  dots: number;
  doneToday: number;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

export const packOf = async (page: Page, childId: number, query = '') =>
  (await (await page.request.get(`/api/children/${childId}/practice${query}`)).json()) as Pack;
export const mistakesOf = async (page: Page, childId: number) =>
  ((await (await page.request.get(`/api/children/${childId}/mistakes`)).json()) as { mistakes: unknown[] }[]).reduce(
    (sum, { mistakes }) => sum + mistakes.length,
    0,
  );

/** Takes the child's next test by the API, with this number of wrong answers; by default one without written answers. @returns the attempt. */
export async function takeTest(
  page: Page,
  childId: number,
  schoolClass: string,
  wrong: number,
  discipline = 'Ciências',
): Promise<number> {
  const query = `childId=${childId}&class=${schoolClass}&discipline=${discipline}&only=next`;
  const tests = (await (await page.request.get(`/api/tests?${query}`)).json()) as {
    id: number;
    forChild: { taken: boolean };
  }[];
  const taken = (await inDatabase((db) =>
    db.rows<{ id: number }>('select test_id as id from attempts where child_id = $1', [childId]),
  )) as { id: number }[];
  const test = tests.find(({ id }) => !taken.some((other) => other.id === id));
  const started = await page.request.post('/api/attempts', { data: { childId, testId: test?.id, order: 'own' } });
  const { id } = (await started.json()) as { id: number };
  const keys = await inDatabase((db) =>
    db.rows<{ questionId: number; key: string }>(
      `select q.question_id as "questionId", q.correct_answer as key from attempts a join version_questions q on q.version_id = a.version_id
       where a.id = $1 order by q.position`,
      [id],
    ),
  );
  for (const [index, { questionId, key }] of keys.entries()) {
    const selectedAnswer = index < wrong ? (key === 'A' ? 'B' : 'A') : key;
    await page.request.post('/api/answers', { data: { attemptId: id, questionId, selectedAnswer } });
  }
  expect((await complete(page, id)).status()).toBe(200);
  return id;
}

/** Simulates that some days pass, by moving all events of this child back. */
export const daysPass = (childId: number, days: number) =>
  inDatabase(async (db) => {
    await db.count(
      `update attempts set attempt_date = attempt_date - make_interval(days => $2), deadline_at = deadline_at - make_interval(days => $2),
         finished_at = finished_at - make_interval(days => $2) where child_id = $1`,
      [childId, days],
    );
    await db.count(
      'update practice_reviews set reviewed_at = reviewed_at - make_interval(days => $2) where child_id = $1',
      [childId, days],
    );
  });

/** Answers the card that is shown, rightly or wrongly, by the key in the pack. */
export async function answerCard(
  page: Page,
  pack: Pack,
  right: boolean,
  tap: 'click' | 'tap' = 'click',
): Promise<void> {
  const shown = plain(await page.locator('main h1').innerText());
  const tiles = page.locator('main .tile');
  expect(await tiles.count()).toBeGreaterThan(1);
  const texts = (await tiles.locator('.tile-face > span:not(.tile-sign)').allInnerTexts()).map(plain);
  const card = pack.cards.find(({ question }) => {
    const options = (JSON.parse(question.alternatives) as string[]).map((text) =>
      plain(text.replace(/^[A-F]\)\s*/, '')),
    );
    return plain(question.statement) === shown && options.every((option) => texts.includes(option));
  });
  // A statement with a formula is not found by its text; then any choice will do.
  const options = card ? (JSON.parse(card.question.alternatives) as string[]) : [];
  const key = card ? plain((options[card.correctAnswer.charCodeAt(0) - 65] as string).replace(/^[A-F]\)\s*/, '')) : '';
  const place = texts.findIndex((text) => (text === key) === right);
  await tiles.nth(Math.max(0, place))[tap]();
  await page.getByRole('button', { name: 'Responder' })[tap]();
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible();
  // The button is below the alternatives and has to be scrolled into view.
  await expect(page.getByRole('heading', { name: /^(Certa|Ainda não)/ })).toBeInViewport();
}

/** Writes the key of the card that is shown, which is answered in writing. */
export async function writeCard(page: Page, pack: Pack): Promise<void> {
  const shown = plain(await page.locator('main h1').innerText());
  const card = pack.cards.find(({ answering, question }) => answering && plain(question.statement) === shown);
  if (!card) throw new Error(`no card is answered in writing: ${shown}`);
  const { correctAnswer, answering, question } = card;
  const alternatives = JSON.parse(question.alternatives) as string[];
  const key = writtenFor({ correctAnswer, answering, alternatives } as Answerable, correctAnswer);
  await page.locator('input[data-written]').fill(shownNumber(key ?? ''));
  await page.getByRole('button', { name: 'Responder' }).click();
}

/** Practises until the end is shown. @returns the number of cards answered, second tries included. */
export async function practise(
  page: Page,
  childId: number,
  right: boolean,
  tap: 'click' | 'tap' = 'click',
  known?: Pack,
): Promise<number> {
  const pack = known ?? (await packOf(page, childId));
  const end = page.getByRole('heading', { name: /fio cresceu|Fechaste/ });
  let answered = 0;
  await expect(page.getByText(/^Pergunta \d+ de/)).toBeVisible();
  while (!(await end.isVisible())) {
    await answerCard(page, pack, right, tap);
    answered += 1;
    const where = await page.getByText(/^Pergunta \d+ de/).innerText();
    await page.getByRole('button', { name: 'Continuar' })[tap]();
    await expect(page.getByRole('button', { name: 'Continuar' })).toHaveCount(0);
    await expect(end.or(page.getByText(/^Pergunta \d+ de/))).toBeVisible();
    expect(where).toMatch(/de [1-8]/);
  }
  return answered;
}
