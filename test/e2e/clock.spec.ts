import type { Page } from '@playwright/test';
import { DAY_MS } from '../../src/shared/time.ts';
import { aFamily, aTestFor, choose, expect, inDatabase, isChosen, next, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';

// Without network a device knows the time only from its own clock, which anybody can set.

const isSaved = (page: Page) => expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
const isAt = (page: Page, question: number) => expect(page.getByText(`Questão ${question} de 10`)).toBeVisible();
const timeIsLeft = (page: Page) => expect(page.getByText(/^1[34]:\d\d$/).first()).toBeVisible();

for (const [title, skew] of [
  ['back three hours', -3 * 3_600_000],
  ['forward two hours', 2 * 3_600_000],
] as const) {
  test(`the clock is set ${title} without network and the page loads again: the test goes on with the time that was left`, async ({
    page,
    context,
  }) => {
    await page.addInitScript(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + Number(localStorage.getItem('skew') ?? 0);
    });
    const { childId } = await aFamily(page);
    const testId = await aTestFor(page, childId);
    await page.goto('/tests');
    await isReadyOffline(page);
    await page.goto(`/tests/${testId}?childId=${childId}`);
    await choose(page, 'A');
    await isSaved(page);
    await cutNetwork(page);
    await page.evaluate((by) => localStorage.setItem('skew', String(by)), skew);
    await page.reload();
    await isAt(page, 1);
    await isChosen(page, 'A');
    await timeIsLeft(page);
    await next(page);
    await choose(page, 'B');
    await page.reload();
    await isAt(page, 2);
    await timeIsLeft(page);
    await context.setOffline(false);
    await isSaved(page);
    await timeIsLeft(page);
    await next(page);
    await choose(page, 'C');
    await isSaved(page);
    await page.locator('#where').click();
    await page.getByRole('button', { name: 'Questão 10, por responder' }).click();
    await isAt(page, 10);
    await page.getByRole('button', { name: 'Finalizar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Finalizar' }).click();
    await expect(page.getByRole('heading', { name: 'Terminaste' })).toBeVisible();
    const [row] = await inDatabase((db) =>
      db.rows<{ letters: string; attempts: number; late: boolean }>(
        `select string_agg(selected_answer, '' order by a.sequence) as letters, count(distinct t.id)::int as attempts,
           bool_or(t.late) as late
         from attempts t left join answers a on a.attempt_id = t.id where t.child_id = $1`,
        [childId],
      ),
    );
    expect(row).toEqual({ letters: 'ABC', attempts: 1, late: false });
  });
}

test('a phone whose clock is three days ahead says by the server’s clock how long ago a result was', async ({
  page,
}) => {
  await page.addInitScript((ahead) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ahead;
  }, 3 * DAY_MS);
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const attempt = await (await page.request.post('/api/attempts', { data: { childId, testId } })).json();
  const [question] = attempt.questions as { id: number }[];
  await page.request.post('/api/answers', {
    data: { attemptId: attempt.id, questionId: question?.id, selectedAnswer: 'A' },
  });
  await page.request.put(`/api/attempts/${attempt.id}`, { data: { completed: true } });
  for (const address of [`/results/${attempt.id}`, `/tests/history?childId=${childId}`]) {
    await page.goto(address);
    await expect(page.getByText(/agora mesmo/).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByText(/há \d dias/)).toHaveCount(0);
  }
});
