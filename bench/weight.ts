import type { Page } from '@playwright/test';
import { openEmptyPage } from './empty-page.ts';
import type { Taker } from './families.ts';
import { openLine, SLOW_3G } from './line.ts';
import {
  add,
  type Bench,
  type Bytes,
  bytesOf,
  experienced,
  optionThere,
  phone,
  quiet,
  seen,
  slowPhone,
  withPhones,
  workerIsReady,
} from './phone.ts';
import { openProxy } from './proxy.ts';
import { type Options, type Section, seconds } from './report.ts';
import { type Address, type Repeat, sectionOf, type Test, type Times, type Weighed } from './weight-tables.ts';

const ADDRESSES: readonly Address[] = [
  { name: 'landing', path: () => '/', signedIn: false, peer: '' },
  { name: 'auth', path: () => '/auth', signedIn: false, peer: '19/1055 · 1/6.2 (sign-in)' },
  { name: 'dashboard', path: () => '/dashboard', signedIn: true, peer: '21/1246 · 4/23.3' },
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
    peer: '25/1898–3904 · 1/19.2 (attempt; save + next 2/19.7)',
  },
  {
    name: 'result',
    path: (_, attemptId) => `/results/${attemptId}`,
    signedIn: true,
    peer: '26/3235 · 1/21.0 (review)',
  },
  { name: 'children', path: () => '/children', signedIn: true, peer: '' },
  {
    name: 'review',
    path: (_, attemptId, _testId, taken) => `/tests/${taken}/review?attemptId=${attemptId}`,
    signedIn: true,
    peer: '',
  },
  { name: 'report', path: ({ childId }) => `/children/${childId}/reports`, signedIn: true, peer: '' },
  { name: 'map', path: ({ childId }) => `/children/${childId}/knowledge`, signedIn: true, peer: '' },
  { name: 'mistakes', path: ({ childId }) => `/children/${childId}/mistakes`, signedIn: true, peer: '' },
  { name: 'practice', path: ({ childId }) => `/practice/${childId}`, signedIn: true, peer: '' },
  { name: 'child’s home', path: () => '/child', signedIn: true, handedOver: true, peer: '' },
];

/** Chrome checks for a newer service worker a second or two after a page has loaded. Wait for it, so that it is not counted in what is measured next. */
const LOOKS_FOR_WORKER_MS = 3_000;

const addressOf = ({ tests }: Bench, { path }: Address, taker: Taker, attemptId: number): string =>
  path(taker, attemptId, tests[0] as number, tests.at(-1) as number);

/** Weighs the pages without the service worker: its copies are counted separately, because it fetches them when the page is idle. */
async function weigh(bench: Bench): Promise<Weighed[]> {
  const weighed: Weighed[] = [];
  for (const address of ADDRESSES) {
    const { taker, attemptId } = await experienced(bench, address);
    const context = await phone(bench, address.signedIn ? taker : undefined, 'block');
    const page = await context.newPage();
    const visit = () => page.goto(addressOf(bench, address, taker, attemptId), { waitUntil: 'load' });
    weighed.push({ address, cold: await bytesOf(bench.line, visit), warm: await bytesOf(bench.line, visit) });
    await context.close();
  }
  return weighed;
}

async function time(bench: Bench, emptyUrl: string): Promise<Times> {
  const { line, tests } = bench;
  const visitor = await phone(bench, undefined, 'allow');
  let page = await slowPhone(bench, visitor);
  const lcpOf = async (path: string) => {
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForTimeout(700);
    return seen(page, 'lcp');
  };
  const empty = await lcpOf(emptyUrl);
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
  await page.getByRole('link', { name: 'Começar sem entregar' }).click();
  await optionThere(page);
  const tap = (await seen(page, 'option')) - (await seen(page, 'tapped'));
  await family.close();
  line.slow(undefined);
  return { empty, landing, option: [cold, again, address, tap], testLcp };
}

/**
 * Measures the largest contentful paint of the other pages on the slow phone: cold, and warm as on a later visit, when the service worker
 * already has its copies. The worker fetches some 50 KB after the first visit; a second visit during that time would share the line with
 * it.
 */
async function timePages(bench: Bench): Promise<Map<string, [number, number]>> {
  const times = new Map<string, [number, number]>();
  for (const address of ADDRESSES.filter(({ name }) => name !== 'landing' && name !== 'test')) {
    const { taker, attemptId } = await experienced(bench, address);
    const context = await phone(bench, address.signedIn ? taker : undefined, 'allow');
    const page = await slowPhone(bench, context);
    const lcp = async () => {
      await page.goto(addressOf(bench, address, taker, attemptId), { waitUntil: 'load' });
      await page.waitForTimeout(900);
      return seen(page, 'lcp');
    };
    const cold = await lcp();
    bench.line.slow(undefined);
    if (address.signedIn) await workerIsReady(page);
    await quiet(bench.line, LOOKS_FOR_WORKER_MS);
    bench.line.slow(SLOW_3G);
    times.set(address.name, [cold, await lcp()]);
    await context.close();
    bench.line.slow(undefined);
  }
  return times;
}

/** Takes a test from the catalogue to its result, as a person would. */
async function takeTest(bench: Bench, page: Page, taker: Taker): Promise<Test> {
  const { line } = bench;
  await page.goto(`/tests?childId=${taker.childId}`);
  await quiet(line, LOOKS_FOR_WORKER_MS);
  const begun = await bytesOf(line, async () => {
    await page
      .getByRole('link', { name: /Começar/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Começar sem entregar' }).click();
    await optionThere(page);
  });
  const testId = Number(/\/tests\/(\d+)/.exec(page.url())?.[1]);
  const answers = await bytesOf(line, async () => {
    for (let question = 1; question <= 10; question += 1) {
      await page.getByText(`Questão ${question} de 10`).waitFor();
      const option = page.locator(`input[type=radio][value="${'ABC'[question % 3]}"]`);
      if ((await option.count()) > 0) await option.check({ force: true });
      else await page.locator('input[data-written]').fill('3');
      // Without this pause two answers would overlap, which does not happen with a child.
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

async function repeatTest(bench: Bench, dashboard: Bytes): Promise<Omit<Repeat, 'proxied'>> {
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

/**
 * Measures the same test over TLS and HTTP/2, as installations are reached. Counts encrypted bytes without a handshake, because the
 * connection is already open.
 */
async function behindProxy(bench: Bench): Promise<Bytes | undefined> {
  const proxy = await openProxy(bench.program.url);
  if (!proxy) return undefined;
  const line = await openLine(proxy.url);
  try {
    const { repeat } = await repeatTest({ ...bench, line }, { received: 0, sent: 0, requests: 0 });
    return add(repeat.start, repeat.answers, repeat.finish);
  } finally {
    await line.close();
    proxy.close();
  }
}

export const measureWeight = ({ long, say }: Options): Promise<Section> =>
  withPhones(async (bench) => {
    const rounds = long ? 7 : 3;
    const weighed = await weigh(bench);
    say('pages weighed');
    const repeat = await repeatTest(bench, weighed.find(({ address }) => address.name === 'dashboard')?.cold as Bytes);
    const proxied = await behindProxy(bench);
    say('a test weighed');
    const times: Times[] = [];
    const pages: Map<string, [number, number]>[] = [];
    const emptyPage = await openEmptyPage();
    for (let round = 0; round < rounds; round += 1) {
      times.push(await time(bench, emptyPage.url));
      if (long || round === 0) pages.push(await timePages(bench));
      say(`slow phone, round ${round + 1}: first option after ${seconds(times.at(-1)?.option[0] ?? 0)} s`);
    }
    await emptyPage.close();
    return sectionOf(weighed, { ...repeat, proxied }, times, pages, bench.browser.version());
  });
