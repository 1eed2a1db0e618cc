import { aFamily, aTestFor, choose, expect, next, test } from './fixtures.ts';

const PAUSE = 'Lê outra vez com calma.';

test('three quick taps in a row bring one pause, which goes by itself', async ({ page }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect(page.getByRole('radio').first()).toBeAttached();
  // The app takes the first question over from the page.
  await expect(page.locator('#first-question')).toHaveCount(0);
  // In the page itself, because a busy machine is too slow for quick taps from outside. The first question has been there for a while.
  const isPaused = await page.evaluate(async (pause) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isPaused = () => document.body.textContent?.includes(pause);
    for (let question = 1; question < 9 && !isPaused(); question += 1) {
      if (question > 1) document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
      await frame();
      document.querySelector<HTMLInputElement>('fieldset input[type=radio]')?.click();
      await frame();
    }
    return isPaused();
  }, PAUSE);
  expect(isPaused).toBe(true);
  const pause = page.getByText(PAUSE);
  await expect(pause).toBeHidden();
  await next(page);
  await choose(page, 'B');
  await expect(pause).toBeHidden();
});
