import { expect, test } from './fixtures.ts';

test('a poll reads on when the page that it reads loads itself again', async ({ page }) => {
  await page.goto('/about');
  const isLoadedAgain = () =>
    page.evaluate(async () => {
      const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      if (how?.type === 'reload') return true;
      location.reload();
      // Longer than the page lives.
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return false;
    });
  await expect.poll(isLoadedAgain).toBe(true);
});
