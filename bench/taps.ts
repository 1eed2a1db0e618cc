// How long the commonest taps take until the screen answers (interaction to next paint), on a phone with a sixth of the processor.
import type { Locator, Page } from '@playwright/test';
import type { Taker } from './families.ts';
import { type Bench, experienced, phone, withPhones } from './phone.ts';
import { type Options, type Section, table, worstOf } from './report.ts';

/** The processor's share, as a divisor; and the longest that a tap may take, in milliseconds (web.dev calls 200 good). */
const [SLOWER, LIMIT_MS] = [6, 150];
/** Time in milliseconds in which the reply to a tap is painted and the page becomes quiet again. */
const SETTLES_MS = 700;

/** Records the longest event of each tap: from the touch until the next frame is on the screen, in steps of 8 ms. */
const WATCH = `(() => {
  let longest = 0;
  const note = (entries) => {
    for (const { duration, interactionId } of entries) if (interactionId) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true });
  Object.defineProperty(window, 'longestTap', {
    value: () => {
      note(observer.takeRecords());
      const found = longest;
      longest = 0;
      return found;
    },
  });
})()`;

const longestTap = (page: Page) => page.evaluate('longestTap()') as Promise<number>;

/** A screen, and the taps that are made on it one after the other. */
interface Walk {
  address: (taker: Taker, bench: Bench, attemptId: number) => string;
  /** In child mode. */
  handedOver?: true;
  taps: readonly (readonly [name: string, where: (page: Page) => Locator])[];
  /** Brings the screen to its first tap. */
  before?: (page: Page) => Promise<void>;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const key = (digit: string) => (page: Page) =>
  page.getByRole('group', { name: 'Teclado' }).getByRole('button', { name: digit, exact: true });
const option = (letter: string) => (page: Page) =>
  page.locator('label').filter({ has: page.locator(`input[type=radio][value="${letter}"]`) });

const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first();
const summary = (text: string | RegExp) => (page: Page) => page.locator('summary').filter({ hasText: text }).first();

/** Leads to the last question of a test, from its first. */
async function toLastQuestion(page: Page): Promise<void> {
  for (let question = 2; question <= 10; question += 1) {
    await button('Próxima')(page).tap();
    await page.getByText(`Questão ${question} de 10`).waitFor();
  }
}

/** Leads to the first card that is answered by choosing. */
async function toChoice(page: Page): Promise<void> {
  for (const typed = page.locator('input[data-written]'); (await typed.count()) > 0; ) {
    await typed.fill('1');
    await button('Responder')(page).tap();
    await button('Continuar')(page).tap();
  }
}

const WALKS: readonly Walk[] = [
  {
    address: ({ childId }, { tests }) => `/tests/${tests[0]}?childId=${childId}`,
    taps: [
      ['test: an answer', option('A')],
      ['test: another answer', option('B')],
      ['test: next question', button('Próxima')],
      ['test: question before', button('Anterior')],
    ],
  },
  {
    address: ({ childId }, { tests }) => `/tests/${tests[0]}?childId=${childId}`,
    before: toLastQuestion,
    taps: [['test: finish', button('Finalizar')]],
  },
  {
    address: () => '/dashboard',
    taps: [
      ['dashboard: another discipline', link(/^Português/)],
      ['dashboard: unfold the subjects', summary('Desempenho por disciplina')],
      ['dashboard: the menu', (page) => page.locator('header summary').first()],
    ],
  },
  {
    address: ({ childId }) => `/children/${childId}`,
    taps: [
      ['child’s page: another discipline', link(/^Português/)],
      ['child’s page: unfold the themes', summary(/^Os \d+ temas/)],
      ['child’s page: a theme', button(/^A seguir/)],
    ],
  },
  {
    address: ({ childId }) => `/tests?childId=${childId}`,
    taps: [
      ['catalogue: a row', summary('Fracções')],
      ['catalogue: only those to do', (page) => page.getByText('Só por fazer', { exact: true })],
      ['catalogue: another discipline', link('História')],
    ],
  },
  {
    address: (_, _bench, attemptId) => `/results/${attemptId}`,
    taps: [['result: share', button('Partilhar')]],
  },
  {
    address: ({ childId }) => `/children/${childId}/mistakes`,
    taps: [['mistakes: unfold a theme', summary('Pronomes')]],
  },
  {
    address: ({ childId }) => `/practice/${childId}`,
    before: toChoice,
    taps: [
      [
        'practice: an answer',
        (page) =>
          page
            .locator('label')
            .filter({ has: page.locator('input[type=radio]') })
            .first(),
      ],
      ['practice: answer', button('Responder')],
      ['practice: go on', button('Continuar')],
    ],
  },
  {
    address: ({ childId }) => `/calculating/${childId}`,
    before: (page) => button(/^Passar a/)(page).tap(),
    taps: [
      ['sums: a key', key('7')],
      ['sums: next', button('Seguinte')],
    ],
  },
  {
    address: ({ childId }) => `/reading/${childId}`,
    before: async (page) => {
      await page.getByRole('radio', { name: /^Em papel/ }).tap();
      await button('Começar')(page).tap();
    },
    taps: [['reading: mark a word', (page) => page.locator('[data-item="2"]')]],
  },
  {
    address: ({ childId }) => `/writing/${childId}`,
    taps: [['writing: begin a dictation', button('Fazer um ditado')]],
  },
  {
    address: () => '/child',
    handedOver: true,
    taps: [['child’s home: choose a test', link('Escolher')]],
  },
  {
    address: () => '/settings',
    taps: [['settings: dark colours', (page) => page.getByRole('main').getByRole('radio', { name: 'Escuras' })]],
  },
];

async function walk(bench: Bench, { address, handedOver, taps, before }: Walk): Promise<[string, number][]> {
  const { taker, attemptId } = await experienced(bench, { handedOver });
  const context = await phone(bench, taker, 'block');
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  await page.goto(address(taker, bench, attemptId), { waitUntil: 'networkidle' });
  await before?.(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.waitForTimeout(SETTLES_MS);
  const found: [string, number][] = [];
  for (const [name, where] of taps) {
    await longestTap(page);
    await where(page).tap();
    await page.waitForTimeout(SETTLES_MS);
    found.push([name, await longestTap(page)]);
  }
  await context.close();
  return found;
}

export const measureTaps = ({ long, say }: Options): Promise<Section> =>
  withPhones(async (bench) => {
    const rounds = long ? 7 : 3;
    const all = new Map<string, number[]>();
    for (let round = 1; round <= rounds; round += 1) {
      for (const one of WALKS)
        for (const [name, took] of await walk(bench, one)) all.set(name, [...(all.get(name) ?? []), took]);
      say(`taps, round ${round}`);
    }
    const sorted = [...all].map(([name, times]) => [name, times.sort((a, b) => a - b)] as const);
    const medians = sorted.map(([name, times]) => [name, times[Math.floor(times.length / 2)] as number] as const);
    return {
      title: 'Taps',
      lines: [
        `From the touch until the next frame is on the screen (interaction to next paint), with a sixth of the processor, in steps of 8 ms; medians of ${rounds} rounds.`,
        '',
        ...table([
          ['tap', 'median, ms', 'least to most, ms'],
          ...sorted.map(([name, times], place) => [name, medians[place]?.[1] ?? 0, `${times[0]} to ${times.at(-1)}`]),
        ]),
      ],
      targets: [
        worstOf(
          `the slowest of ${medians.length} common taps, with a sixth of the processor`,
          medians,
          LIMIT_MS,
          'ms',
          0,
        ),
      ],
    };
  });
