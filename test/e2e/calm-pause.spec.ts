import { aFamily, aTestFor, choose, expect, next, test } from './fixtures.ts';

test('three quick taps in a row bring one pause, which goes by itself', async ({ page, watch }) => {
  watch(page);
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  const pause = page.getByText('Lê outra vez com calma.');
  // The first question may be answered before the app has started, and the machine may be too busy for quick taps.
  await expect(async () => {
    await page.getByRole('button', { name: 'Próxima' }).click({ timeout: 500 });
    await page.getByRole('radio').first().check({ timeout: 500, force: true });
    await expect(pause).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(pause).toBeHidden();
  await next(page);
  await choose(page, 'B');
  await expect(pause).toBeHidden();
});
