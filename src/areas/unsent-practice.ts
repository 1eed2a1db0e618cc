import { hasUnsentPractice } from '../features/practice/unsent.web.ts';

/** What was practised without network goes out from whatever page is open next. Nothing is fetched for it where nothing waits. */
export async function sendUnsentPractice(): Promise<void> {
  if (!hasUnsentPractice()) return;
  const { sendReviews } = await import('../features/practice/practice-device.web.ts');
  // Fails without network; then it waits for the next page.
  await sendReviews().catch(() => {});
}
