import { hasUnsentPractice } from '../domains/knowing/practice/unsent.web.ts';

/** Sends offline practice from any page. Loads no code if there is nothing to send. */
export async function sendUnsentPractice(): Promise<void> {
  if (!hasUnsentPractice()) return;
  const { sendReviews } = await import('../domains/knowing/practice/practice-device.web.ts');
  // Sending fails without network; the next page retries.
  await sendReviews().catch(() => {});
}
