import { hasUnsentPractice } from '../features/practice/unsent.web.ts';

/** Sends offline practice from any page. Loads nothing if nothing is unsent. */
export async function sendUnsentPractice(): Promise<void> {
  if (!hasUnsentPractice()) return;
  const { sendReviews } = await import('../features/practice/practice-device.web.ts');
  // Fails without network; the next page retries.
  await sendReviews().catch(() => {});
}
