import type { Page, Request } from '@playwright/test';
import { MAX_REPORT_BYTES, type PhoneReport } from '../../src/shared/phones/phone-report.ts';
import { expect, inDatabase, register, signInAsStaff, test } from './fixtures.ts';

/** Makes the page believe that no program drives it, and that this visit is in the sample or not. */
const behave = (page: Page, { isMeasured, savesData = false }: { isMeasured: boolean; savesData?: boolean }) =>
  page.addInitScript(
    ({ isMeasured, savesData }) => {
      Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
      Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: savesData }) });
      const random = crypto.getRandomValues.bind(crypto);
      crypto.getRandomValues = <T extends ArrayBufferView<ArrayBuffer>>(array: T) => {
        if (!(array instanceof Uint16Array)) return random(array);
        array.fill(isMeasured ? 0 : 1);
        return array;
      };
    },
    { isMeasured, savesData },
  );

/** Collects the reports of a page. */
function watchReports(page: Page) {
  const reports: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/phone-reports')) reports.push(request);
  });
  return reports;
}

/** Waits until the page is idle: what it registered for that has run. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))));

/** Hides the page as switching to another app does, so that its report can be read: of a page that is left no request is seen. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

/** Returns the numbers of measures and faults that the server has counted. */
const counted = async () =>
  (await inDatabase((db) =>
    db.row<{ measures: number; faults: number }>(
      `select coalesce((select sum(reports) from phone_measures), 0)::int as measures,
         coalesce((select sum(reports) from phone_faults), 0)::int as faults`,
    ),
  )) as { measures: number; faults: number };

/** Returns whether the page has loaded the code that makes reports. */
const reporter = (page: Page) =>
  page.evaluate(async () => {
    for (const { name } of performance.getEntriesByType('resource'))
      if (
        name.includes('/assets/') &&
        name.endsWith('.js') &&
        (await (await fetch(name)).text()).includes('phone-reports')
      )
        return true;
    return false;
  });

test('a measured visit reports once, without a cookie and in few bytes, and the panel shows it', async ({
  page,
  browser,
  watch,
}) => {
  await behave(page, { isMeasured: true });
  const reports = watchReports(page);
  await register(page);
  await page.goto('/children');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => reporter(page)).toBe(true);
  await idle(page);
  await page.evaluate(() => {
    dispatchEvent(
      new ErrorEvent('error', {
        error: new TypeError('Maria Domingos'),
        filename: `${location.origin}/assets/Ab3_x9Qz.js`,
        lineno: 1,
        colno: 1042,
      }),
    );
  });
  reports.length = 0;
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/phone-reports'));
  await hide(page);
  expect((await answered).status()).toBe(204);
  expect(reports).toHaveLength(1);
  const [sent] = reports as [Request];
  const body = sent.postData() ?? '';
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
  expect((await sent.allHeaders())['cookie']).toBeUndefined();
  expect(body).not.toMatch(/Maria|Domingos/);
  const { build, measures, faults } = JSON.parse(body) as PhoneReport;
  expect(build).toMatch(/^[0-9a-f]{12}$|^$/);
  expect(measures.map(({ name }) => name)).toEqual(expect.arrayContaining(['lcp', 'cls']));
  for (const { route } of measures) expect(route).toBe('/children');
  expect(faults).toEqual([{ kind: 'script', route: '/children', what: 'TypeError Ab3_x9Qz:1042' }]);

  const other = await browser.newContext();
  const desk = await other.newPage();
  watch(desk);
  await signInAsStaff(desk, 'admin', { confirmed: true });
  await desk.goto('/admin?tab=phones');
  await expect(desk.getByRole('heading', { level: 1, name: 'O que os telemóveis dizem' })).toBeVisible();
  await expect(desk.getByText('TypeError Ab3_x9Qz:1042').first()).toBeVisible();
  await other.close();
});

test('a visit outside the sample loads and sends nothing, until a fault occurs', async ({ page }) => {
  await behave(page, { isMeasured: false });
  await register(page);
  await page.goto('/children');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await idle(page);
  expect(await reporter(page)).toBe(false);
  const { faults } = await counted();
  // As the browser does: a real refusal is an error on the console, which fails the test.
  await page.evaluate(() => {
    document.dispatchEvent(
      new SecurityPolicyViolationEvent('securitypolicyviolation', {
        bubbles: true,
        blockedURI: 'inline',
        disposition: 'enforce',
        documentURI: location.href,
        effectiveDirective: 'script-src-elem',
        originalPolicy: '',
        statusCode: 200,
        violatedDirective: 'script-src-elem',
      }),
    );
  });
  await expect.poll(() => reporter(page)).toBe(true);
  // Hidden again and again, because code that is loaded may not have run; a fault is sent once. Measures are not compared: the last page
  // of another test may still report its own.
  await expect
    .poll(async () => {
      await hide(page);
      return (await counted()).faults;
    })
    .toBe(faults + 1);
  await idle(page);
  expect((await counted()).faults).toBe(faults + 1);
  await signInAsStaff(page, 'admin', { confirmed: true });
  await page.goto('/admin?tab=phones');
  await expect(page.getByText('script-src-elem inline').first()).toBeVisible();
});

test('with the data saver nothing is loaded or sent', async ({ page }) => {
  await behave(page, { isMeasured: true, savesData: true });
  const reports = watchReports(page);
  await register(page);
  await page.goto('/children');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await idle(page);
  expect(await reporter(page)).toBe(false);
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(reports).toEqual([]);
});
