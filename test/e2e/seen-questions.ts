import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

// Shows many questions of the bank in one sitting, and measures what a small phone shows of each without scrolling.

/** Number of questions in one sitting, so that few pages have to be loaded. */
const AT_ONCE = 100;

export interface Seen {
  statement: string;
  /** Pixels of the lowest option that are hidden below the buttons; 0 when all is visible. */
  hidden: number;
  /** Height of the picture as a share of the screen. */
  picture: number;
  /** Height of the lowest option in pixels. */
  lowest: number;
}

/**
 * Shows these questions to a child and measures each.
 *
 * @param testId a test of the child, whose sitting gets these questions.
 * @param some whether only a fifth of them is shown.
 */
export async function seeAll(
  page: Page,
  child: { id: number },
  testId: number,
  questions: readonly { id: number }[],
  some = false,
): Promise<Seen[]> {
  const real = await (
    await page.request.post('/api/attempts', { data: { childId: child.id, testId, order: 'own' } })
  ).json();
  const seen: Seen[] = [];
  for (let from = 0; from < questions.length; from += some ? 5 * AT_ONCE : AT_ONCE) {
    const shown = questions.slice(from, from + AT_ONCE);
    const sitting = { ...real, id: real.id + 1_000_000 + from, questions: shown, answers: [] };
    await page.route('**/api/attempts', (route) => route.fulfill({ status: 201, json: sitting }));
    await page.goto(`/tests/${testId}?childId=${child.id}`);
    await expect(page.getByText(`Questão 1 de ${shown.length}`)).toBeVisible();
    // The progress line gets lower with more questions: it is set to the height for ten.
    await page.evaluate(() => {
      (document.querySelector('main > svg') as SVGElement).style.height = '26px';
    });
    seen.push(...(await page.evaluate(measureAll, shown.length)));
    await page.unroute('**/api/attempts');
    await page.evaluate(() => {
      localStorage.clear();
      indexedDB.deleteDatabase('caderneta');
    });
  }
  return seen;
}

/** Goes through a sitting, in the page, and measures each question. */
async function measureAll(count: number): Promise<Seen[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const seen: Seen[] = [];
  for (let index = 0; index < count; index += 1) {
    await frame();
    const heading = document.querySelector('fieldset h1') as HTMLElement;
    const options = [...document.querySelectorAll('fieldset label')].map((one) => one.getBoundingClientRect());
    const buttons = document.querySelector('button[type=submit]') as HTMLElement;
    const picture = document.querySelector('fieldset svg:not(label svg):not(button svg), fieldset img');
    const edge = (buttons.parentElement as HTMLElement).getBoundingClientRect().top;
    const lowest = Math.max(...options.map(({ bottom }) => bottom));
    seen.push({
      statement: heading.textContent ?? '',
      hidden: heading.getBoundingClientRect().top < 0 ? 1 : Math.max(0, Math.round(lowest - edge)),
      picture: (picture?.getBoundingClientRect().height ?? 0) / innerHeight,
      lowest: Math.min(...options.map(({ height }) => height)),
    });
    if (index < count - 1) buttons.click();
  }
  return seen;
}
