// A phone on a simulated line: the bytes transferred, and the times of paints and of the first option.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/support/chromium.ts';
import { cookieOf, makeTakers, type Program, startProgram, type Taker, testsOfTen } from './families.ts';
import { openConnection } from './http.ts';
import { type Line, openLine, SLOW_3G } from './line.ts';
import { answer, complete, type Sitting, start } from './sitting.ts';

/** What each page notes about itself: its largest paint, and when the first option could be tapped or an answer be written. */
const WATCH = `(() => {
  const seen = { lcp: 0, option: 0, tapped: 0 };
  Object.defineProperty(window, 'seen', { value: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    const field = document.querySelector('input[type=radio][value="A"]:not(:disabled), input[data-written]');
    const box = field && (field.closest('label') || field).getBoundingClientRect();
    // An element present in one frame has been painted by the next.
    if (box && box.height > 0) requestAnimationFrame(() => { seen.option = performance.now(); });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener('click', (event) => {
    if (!event.target.closest('a[href^="/tests/"]')) return;
    seen.tapped = performance.now();
    seen.option = 0;
    requestAnimationFrame(look);
  }, true);
})()`;

export interface Bytes {
  received: number;
  sent: number;
  requests: number;
}

export interface Bench {
  program: Program;
  line: Line;
  browser: Browser;
  nextTaker(): Taker;
  tests: readonly number[];
}

/** Starts the program, a line to it and a browser, and stops them when `work` has ended. */
export async function withPhones<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const program = await startProgram({ TRUST_PROXY: '1' });
  let line: Line | undefined;
  let browser: Browser | undefined;
  try {
    line = await openLine(program.url);
    browser = await chromium.launch({
      executablePath: await findChromium(),
      // For the service worker behind the proxy, whose certificate is its own.
      args: [...CHROMIUM_ARGUMENTS, '--ignore-certificate-errors'],
    });
    const takers = await makeTakers(program.db, 200);
    const nextTaker = () => takers.pop() as Taker;
    return await work({ program, line, browser, nextTaker, tests: await testsOfTen(program.db) });
  } finally {
    await browser?.close();
    await line?.close();
    await program.close();
  }
}

export async function phone(
  bench: Bench,
  taker: Taker | undefined,
  worker: 'allow' | 'block',
): Promise<BrowserContext> {
  const context = await bench.browser.newContext({
    baseURL: bench.line.url,
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-PT',
    timezoneId: 'Africa/Luanda',
    serviceWorkers: worker,
    ignoreHTTPSErrors: true,
  });
  await context.addInitScript(WATCH);
  if (taker) await context.addCookies([{ name: 'sid', value: cookieOf(taker).slice(4), url: bench.line.url }]);
  return context;
}

/** Creates a family with one finished test; with `handedOver`, its session is in child mode. */
export async function experienced(
  bench: Bench,
  { handedOver }: { handedOver?: boolean | undefined },
): Promise<{ taker: Taker; attemptId: number }> {
  const taker = bench.nextTaker();
  const connection = openConnection(bench.program.url).as(cookieOf(taker));
  const sitting = (await start(connection, taker, bench.tests.at(-1) as number)).json() as Sitting;
  for (let place = 0; place < 10; place += 1) await answer(connection, sitting, place, 0);
  await complete(connection, sitting);
  if (handedOver) await connection.call('POST', '/api/child-mode', { childId: taker.childId });
  connection.close();
  return { taker, attemptId: sitting.id };
}

/** Waits until nothing has been transferred for a while. */
export async function quiet(line: Line, milliseconds = 600): Promise<void> {
  let moved = -1;
  while (moved !== line.received() + line.sent()) {
    moved = line.received() + line.sent();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}

export async function bytesOf(line: Line, work: () => Promise<unknown>): Promise<Bytes> {
  await quiet(line, 200);
  const before = { received: line.received(), sent: line.sent(), requests: line.requests() };
  await work();
  await quiet(line);
  return {
    received: line.received() - before.received,
    sent: line.sent() - before.sent,
    requests: line.requests() - before.requests,
  };
}

export async function workerIsReady(page: Page): Promise<void> {
  const ready = `(async () => {
    const shell = await caches.match('/app-shell');
    if (!shell) return false;
    const files = (await shell.text()).match(/\\/assets\\/[\\w./-]+/g) || [];
    return (await Promise.all(files.map((file) => caches.match(file)))).every(Boolean);
  })()`;
  const until = Date.now() + 20_000;
  while (Date.now() < until) {
    if (await page.evaluate(ready)) return;
    await page.waitForTimeout(100);
  }
  throw new Error('the service worker did not get ready');
}

export const seen = (page: Page, what: 'lcp' | 'option' | 'tapped') => page.evaluate(`seen.${what}`) as Promise<number>;
/** Polls from outside the page: the content security policy forbids Playwright's way of waiting inside it. */
export async function optionThere(page: Page): Promise<void> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    // During a navigation the page cannot be evaluated.
    if ((await seen(page, 'option').catch(() => 0)) > 0) return;
    await page.waitForTimeout(100);
  }
  throw new Error('no option came');
}

export async function slowPhone(bench: Bench, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  bench.line.slow(SLOW_3G);
  return page;
}

export const add = (...all: Bytes[]): Bytes =>
  all.reduce((sum, one) => ({
    received: sum.received + one.received,
    sent: sum.sent + one.sent,
    requests: sum.requests + one.requests,
  }));
