import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../test/e2e/run.ts';
import { median } from './cpu.ts';
import { cookieOf, makeTakers, type Program, startProgram, type Taker, testsOfTen } from './families.ts';
import { openConnection } from './http.ts';
import { type Line, openLine, SLOW_3G } from './line.ts';
import { atMost, kb, type Options, type Section, seconds, table } from './report.ts';
import { answer, complete, type Sitting, start } from './sitting.ts';

/** What each page notes about itself: its largest paint, and when the first option could be tapped. */
const WATCH = `(() => {
  const seen = { lcp: 0, option: 0, tapped: 0 };
  Object.defineProperty(window, 'seen', { value: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    const radio = document.querySelector('input[type=radio][value="A"]:not(:disabled)');
    const box = radio && radio.closest('label').getBoundingClientRect();
    // Seen in one frame, it has been painted by the next.
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

interface Bytes {
  received: number;
  sent: number;
  requests: number;
}

interface Bench {
  program: Program;
  line: Line;
  browser: Browser;
  nextTaker(): Taker;
  tests: readonly number[];
}

async function phone(bench: Bench, taker: Taker | undefined, worker: 'allow' | 'block'): Promise<BrowserContext> {
  const context = await bench.browser.newContext({
    baseURL: bench.line.url,
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-PT',
    timezoneId: 'Africa/Luanda',
    serviceWorkers: worker,
  });
  await context.addInitScript(WATCH);
  if (taker) await context.addCookies([{ name: 'sid', value: cookieOf(taker).slice(4), url: bench.line.url }]);
  return context;
}

/** Waits until nothing has moved on the line for a while. */
async function quiet(line: Line, milliseconds = 600): Promise<void> {
  let moved = -1;
  while (moved !== line.received() + line.sent()) {
    moved = line.received() + line.sent();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}

async function bytesOf(line: Line, work: () => Promise<unknown>): Promise<Bytes> {
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

async function workerIsReady(page: Page): Promise<void> {
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

const seen = (page: Page, what: 'lcp' | 'option' | 'tapped') => page.evaluate(`seen.${what}`) as Promise<number>;
/** Asked from outside: the pages' own policy forbids the way in which Playwright waits inside. */
async function optionThere(page: Page): Promise<void> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    // While one page gives way to the next there is nothing to ask.
    if ((await seen(page, 'option').catch(() => 0)) > 0) return;
    await page.waitForTimeout(100);
  }
  throw new Error('no option came');
}

async function slowPhone(bench: Bench, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  bench.line.slow(SLOW_3G);
  return page;
}

/** The addresses that are weighed; a family with one finished attempt looks at them. */
interface Address {
  name: string;
  path: (taker: Taker, attemptId: number, testId: number) => string;
  signedIn: boolean;
  /** Cold and warm in the peer, where it has the like. */
  peer: string;
}
const ADDRESSES: readonly Address[] = [
  { name: 'landing', path: () => '/', signedIn: false, peer: '' },
  { name: 'auth', path: () => '/auth', signedIn: false, peer: '19 / 1055 · 1 / 6.2 (sign-in)' },
  { name: 'dashboard', path: () => '/dashboard', signedIn: true, peer: '21 / 1246 · 4 / 23.3' },
  {
    name: 'catalogue',
    path: ({ childId }) => `/tests?childId=${childId}`,
    signedIn: true,
    peer: '',
  },
  {
    name: 'test',
    path: ({ childId }, _, testId) => `/tests/${testId}?childId=${childId}`,
    signedIn: true,
    peer: '25 / 1898–3904 · 1 / 19.2 (attempt)',
  },
  {
    name: 'result',
    path: (_, attemptId) => `/results/${attemptId}`,
    signedIn: true,
    peer: '26 / 3235 · 1 / 21.0 (review)',
  },
];

/** A family that has finished one test already. */
async function experienced(bench: Bench): Promise<{ taker: Taker; attemptId: number }> {
  const taker = bench.nextTaker();
  const connection = openConnection(bench.program.url).as(cookieOf(taker));
  const sitting = (await start(connection, taker, bench.tests.at(-1) as number)).json() as Sitting;
  for (let place = 0; place < 10; place += 1) await answer(connection, sitting, place, 0);
  await complete(connection, sitting);
  connection.close();
  return { taker, attemptId: sitting.id };
}

interface Weighed {
  address: Address;
  cold: Bytes;
  warm: Bytes;
}

/** Without the service worker, whose copies are counted by themselves: it works when the page has nothing else to do. */
async function weigh(bench: Bench): Promise<Weighed[]> {
  const weighed: Weighed[] = [];
  for (const address of ADDRESSES) {
    const { taker, attemptId } = await experienced(bench);
    const context = await phone(bench, address.signedIn ? taker : undefined, 'block');
    const page = await context.newPage();
    const visit = () => page.goto(address.path(taker, attemptId, bench.tests[0] as number), { waitUntil: 'load' });
    weighed.push({ address, cold: await bytesOf(bench.line, visit), warm: await bytesOf(bench.line, visit) });
    await context.close();
  }
  return weighed;
}

interface Times {
  landing: [cold: number, warm: number];
  /** First option: cold, the open test again, another test by its address, a tap in the catalogue. */
  option: [cold: number, again: number, address: number, tap: number];
  testLcp: number;
}

async function time(bench: Bench): Promise<Times> {
  const { line, tests } = bench;
  const visitor = await phone(bench, undefined, 'allow');
  let page = await slowPhone(bench, visitor);
  const lcpOf = async (path: string) => {
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForTimeout(700);
    return seen(page, 'lcp');
  };
  const landing: [number, number] = [await lcpOf('/'), await lcpOf('/')];
  await visitor.close();

  const taker = bench.nextTaker();
  const family = await phone(bench, taker, 'allow');
  page = await slowPhone(bench, family);
  const optionOf = async (testId: number) => {
    await page.goto(`/tests/${testId}?childId=${taker.childId}`, { waitUntil: 'commit' });
    await optionThere(page);
    return seen(page, 'option');
  };
  const cold = await optionOf(tests[0] as number);
  const testLcp = await seen(page, 'lcp');
  line.slow(undefined);
  await workerIsReady(page);
  line.slow(SLOW_3G);
  const again = await optionOf(tests[0] as number);
  const address = await optionOf(tests[1] as number);
  await quiet(line);
  await page.goto(`/tests?childId=${taker.childId}`);
  await quiet(line);
  await page
    .getByRole('link', { name: /Começar/ })
    .first()
    .click();
  await optionThere(page);
  const tap = (await seen(page, 'option')) - (await seen(page, 'tapped'));
  await family.close();
  line.slow(undefined);
  return { landing, option: [cold, again, address, tap], testLcp };
}

/** Largest paints of the other pages, cold and warm, on the slow phone. */
async function timePages(bench: Bench): Promise<Map<string, [number, number]>> {
  const times = new Map<string, [number, number]>();
  for (const address of ADDRESSES.filter(({ name }) => name !== 'landing' && name !== 'test')) {
    const { taker, attemptId } = await experienced(bench);
    const context = await phone(bench, address.signedIn ? taker : undefined, 'allow');
    const page = await slowPhone(bench, context);
    const lcp = async () => {
      await page.goto(address.path(taker, attemptId, bench.tests[0] as number), { waitUntil: 'load' });
      await page.waitForTimeout(900);
      return seen(page, 'lcp');
    };
    times.set(address.name, [await lcp(), await lcp()]);
    await context.close();
    bench.line.slow(undefined);
  }
  return times;
}

interface Test {
  start: Bytes;
  answers: Bytes;
  finish: Bytes;
  /** Bytes of the questions themselves, as the catalogue knows them. */
  presented: number;
}

/** Takes a test from the catalogue to its result, as a person would. */
async function takeTest(bench: Bench, page: Page, taker: Taker): Promise<Test> {
  const { line } = bench;
  await page.goto(`/tests?childId=${taker.childId}`);
  await quiet(line);
  const begun = await bytesOf(line, async () => {
    await page
      .getByRole('link', { name: /Começar/ })
      .first()
      .click();
    await optionThere(page);
  });
  const testId = Number(/\/tests\/(\d+)/.exec(page.url())?.[1]);
  const answers = await bytesOf(line, async () => {
    for (let question = 1; question <= 10; question += 1) {
      await page.getByText(`Questão ${question} de 10`).waitFor();
      await page.locator(`input[type=radio][value="${'ABC'[question % 3]}"]`).check({ force: true });
      // A child takes longer; without a pause two answers would share a moment that they never share.
      await page.waitForTimeout(150);
      if (question < 10) await page.getByRole('button', { name: 'Próxima' }).click();
    }
  });
  const finish = await bytesOf(line, async () => {
    await page.getByRole('button', { name: 'Finalizar' }).click();
    await page.getByRole('button', { name: 'Ver resultado' }).click();
    await page
      .getByText(/acertou/)
      .first()
      .waitFor();
  });
  const row = await bench.program.db.row<{ bytes: number }>(
    'select v.presented_bytes as bytes from tests t join test_versions v on v.id = t.version_id where t.id = $1',
    [testId],
  );
  return { start: begun, answers, finish, presented: row?.bytes ?? 0 };
}

const add = (...all: Bytes[]): Bytes =>
  all.reduce((sum, one) => ({
    received: sum.received + one.received,
    sent: sum.sent + one.sent,
    requests: sum.requests + one.requests,
  }));

interface Repeat {
  /** From an empty phone, signed in, at the catalogue, to the first result. */
  first: Bytes;
  worker: Bytes;
  repeat: Test;
}

async function repeatTest(bench: Bench, dashboard: Bytes): Promise<Repeat> {
  const taker = bench.nextTaker();
  const context = await phone(bench, taker, 'allow');
  const page = await context.newPage();
  const arrived = await bytesOf(bench.line, async () => {
    await page.goto('/dashboard');
    await workerIsReady(page);
  });
  const worker = {
    received: arrived.received - dashboard.received,
    sent: arrived.sent - dashboard.sent,
    requests: arrived.requests - dashboard.requests,
  };
  const before = await bytesOf(bench.line, () => takeTest(bench, page, taker));
  const repeat = await takeTest(bench, page, taker);
  await context.close();
  return { first: add(arrived, before), worker, repeat };
}

export async function measureWeight({ long, say }: Options): Promise<Section> {
  const rounds = long ? 7 : 3;
  const program = await startProgram();
  let line: Line | undefined;
  let browser: Browser | undefined;
  try {
    line = await openLine(program.url);
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--no-first-run',
        '--disable-sync',
      ],
    });
    const takers = await makeTakers(program.db, 200);
    const bench: Bench = {
      program,
      line,
      browser,
      nextTaker: () => takers.pop() as Taker,
      tests: await testsOfTen(program.db),
    };
    const weighed = await weigh(bench);
    say('pages weighed');
    const repeat = await repeatTest(bench, weighed.find(({ address }) => address.name === 'dashboard')?.cold as Bytes);
    say('a test weighed');
    const times: Times[] = [];
    const pages: Map<string, [number, number]>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await time(bench));
      if (long || round === 0) pages.push(await timePages(bench));
      say(`slow phone, round ${round + 1}: first option after ${seconds(times.at(-1)?.option[0] ?? 0)} s`);
    }
    return sectionOf(weighed, repeat, times, pages, browser.version());
  } finally {
    await browser?.close();
    await line?.close();
    await program.close();
  }
}

function sectionOf(
  weighed: readonly Weighed[],
  { first, worker, repeat }: Repeat,
  times: readonly Times[],
  pages: readonly Map<string, [number, number]>[],
  browser: string,
): Section {
  const middle = (pick: (one: Times) => number) => median(times.map(pick));
  const lcp = (name: string, index: 0 | 1): string => {
    if (name === 'landing') return seconds(middle((one) => one.landing[index]));
    if (name === 'test') return index === 0 ? seconds(middle((one) => one.testLcp)) : '';
    return seconds(median(pages.map((one) => one.get(name)?.[index] ?? 0)));
  };
  const rows: (string | number)[][] = [
    [
      'page',
      'cold: requests / KB',
      '+ sent',
      'warm: requests / KB',
      '+ sent',
      'LCP cold, s',
      'LCP warm, s',
      'Moodle: cold · warm',
    ],
  ];
  for (const { address, cold, warm } of weighed) {
    rows.push([
      address.name,
      `${cold.requests} / ${kb(cold.received)}`,
      kb(cold.sent),
      `${warm.requests} / ${kb(warm.received)}`,
      kb(warm.sent),
      lcp(address.name, 0),
      lcp(address.name, 1),
      address.peer,
    ]);
  }
  const perAnswer = { received: repeat.answers.received / 10, sent: repeat.answers.sent / 10 };
  rows.push([
    'save + next question',
    '',
    '',
    `${(repeat.answers.requests / 10).toFixed(0)} / ${kb(perAnswer.received)}`,
    kb(perAnswer.sent),
    '',
    '',
    '26 / 1898–3905 · 2 / 19.7',
  ]);
  rows.push([
    'result, from the test',
    '',
    '',
    `${repeat.finish.requests} / ${kb(repeat.finish.received)}`,
    kb(repeat.finish.sent),
    '',
    '',
    '',
  ]);
  rows.push([
    'service worker, once',
    `${worker.requests} / ${kb(worker.received)}`,
    kb(worker.sent),
    '',
    '',
    '',
    '',
    '',
  ]);

  const whole = add(repeat.start, repeat.answers, repeat.finish);
  const both = whole.received + whole.sent;
  const option = [0, 1, 2, 3].map((index) => middle((one) => one.option[index as 0]));
  const [cold = 0, again = 0, address = 0, tap = 0] = option;
  const landing = middle((one) => one.landing[0]);
  return {
    title: 'Weight',
    lines: [
      `${browser} on a screen of 360 × 640, the real program behind plain HTTP/1.1 with brotli. Bytes are counted on the line between browser and program, headers included, 1 KB = 1,000 bytes; cold is an empty phone (signed in where the page needs it), warm the same page again. Moodle's columns are requests / KB received.`,
      '',
      ...table(rows),
      `At 400 kbit/s, 400 ms and CPU ÷ 4, without DNS and TLS; medians of ${times.length} (other pages: of ${pages.length}). The line is slowed outside the browser, so that the service worker is held back as well.`,
      '',
      ...table([
        ['until the first option can be tapped', 's', 'Moodle, s'],
        ['cold, by the test’s address', seconds(cold), '7.78'],
        ['warm, the open test again', seconds(again), '0.75'],
        ['warm, another test by its address: page, then start', seconds(address), ''],
        ['warm, tapping “Começar” in the catalogue', seconds(tap), '1.19 (save + next)'],
      ]),
      'A repeat test in all, from the tap in the catalogue to the result on the screen:',
      '',
      ...table([
        ['', 'requests', 'received, KB', 'sent, KB', 'both, KB'],
        ...(
          [
            [`start (its questions ${kb(repeat.presented)})`, repeat.start],
            ['ten answers', repeat.answers],
            ['finish and result', repeat.finish],
            ['in all', whole],
            ['first visit: dashboard, catalogue, test, result', first],
          ] as const
        ).map(([name, one]) => [name, one.requests, kb(one.received), kb(one.sent), kb(one.received + one.sent)]),
        ['Moodle, warm', '', 'about 200', '', ''],
      ]),
      `What the catalogue promises is made of these: ${repeat.start.received + repeat.start.sent - repeat.presented} bytes to start beside the questions, ${Math.round(perAnswer.received + perAnswer.sent)} an answer, ${repeat.finish.received + repeat.finish.sent} to finish.`,
      '',
    ],
    targets: [
      atMost('landing, LCP cold', landing / 1000, 2.5, 's', 2),
      atMost('first option, cold', cold / 1000, 3.9, 's', 2),
      atMost('first option, warm (the open test again)', again / 1000, 0.7, 's', 2),
      atMost('first option, warm (a new test, tapped in the catalogue)', tap / 1000, 0.7, 's', 2),
      atMost('a repeat test in all, received', whole.received / 1000, 25, 'KB', 1),
      atMost('a repeat test in all, received and sent', both / 1000, 25, 'KB', 1),
    ],
  };
}
