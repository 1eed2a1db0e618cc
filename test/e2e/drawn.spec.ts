import type { BrowserContext, Page } from '@playwright/test';
import { aFamily, aName, aTestFor, complete, expect, isHydrated, signIn, test } from './fixtures.ts';

// Tests pages that are sent with their content: they are readable without the app's code, which then hydrates them unchanged.

/** Delay of every request in milliseconds, so that the code arrives after the page. */
const CODE_AFTER = 300;
/** Moments in milliseconds at which the page is tapped, until some time after its code has loaded. */
const MOMENTS = Array.from({ length: 15 }, (_, place) => place * 50);
/** Number of pages opened in parallel. */
const TABS = 5;

async function slowCode(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: CODE_AFTER, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', line);
}

/** Blocks the typefaces: on a machine with a wider default font, loading them would change line breaks. */
const withoutTypeface = (page: Page) => page.route('**/*.woff2', (route) => route.abort());

/** Delays the last style sheet until after those that it overrides. */
const slowSheet = (page: Page) =>
  page.route('**/parents-*.css', async (route) => {
    await new Promise((later) => setTimeout(later, CODE_AFTER));
    await route.continue();
  });

/** Opens a page, and repeats the request if a busy server sends the page without its content. */
async function openDrawn(page: Page, path: string): Promise<void> {
  await expect(async () => {
    const reply = await page.goto(path, { waitUntil: 'commit' });
    expect(await reply?.text()).toContain('"drawnAt":');
  }).toPass();
}

/** Records layout shifts, and returns the list of calls that the page makes. */
async function watchLoading(page: Page): Promise<string[]> {
  await page.addInitScript(() => {
    const seen = { shifts: [] as { at: number; value: number }[], complete: Number.POSITIVE_INFINITY };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { startTime, value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shifts.push({ at: startTime, value });
    }).observe({ type: 'layout-shift', buffered: true });
    // The elements after #root, style sheets and code, may move its content.
    new MutationObserver((_, observer) => {
      if (!document.getElementById('wait')) return;
      observer.disconnect();
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          seen.complete = performance.now();
        }),
      );
    }).observe(document, { childList: true, subtree: true });
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}

/** What appears with a voice, and spaces. */
const LISTENING = /Ajuda: ouvir o texto|Ouvir|\s+/g;

/** A layout shift of one line of the catalogue has the value 0.017; letters may move by a fraction of a pixel. */
const SMALLEST_JUMP = 0.005;

/** Returns the sum of layout shifts since the whole page was painted: a busy machine may paint a part of it before the rest has arrived. */
const jumps = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: { shifts: { at: number; value: number }[]; complete: number } };
    return seen.shifts.reduce((sum, { at, value }) => sum + (at > seen.complete ? value : 0), 0);
  });

interface Finished {
  childId: number;
  testId: number;
  attemptId: number;
}

/** Returns a family whose child has completed a test, with one answer of ten by default. */
async function withResult(page: Page, answers = 1): Promise<Finished> {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const started = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
  const { id, questions } = (await started.json()) as { id: number; questions: { id: number }[] };
  for (const { id: questionId } of questions.slice(0, answers)) {
    const answer = { attemptId: id, questionId, selectedAnswer: 'A' };
    expect((await page.request.post('/api/answers', { data: answer })).status()).toBe(200);
  }
  expect((await complete(page, id)).status()).toBe(200);
  return { childId, testId, attemptId: id };
}

/** Returns a child with some mistakes, in child mode. */
async function handedOver(page: Page): Promise<Finished> {
  const finished = await withResult(page, 10);
  expect((await page.request.get(`/api/attempts/${finished.attemptId}`)).status()).toBe(200);
  expect((await page.request.post('/api/child-mode', { data: { childId: finished.childId } })).status()).toBe(204);
  return finished;
}

/** Simulates a device that reads Portuguese aloud, without sound. */
function pretendVoice(): void {
  const voice = { lang: 'pt-PT', name: 'Voz', default: true, localService: true, voiceURI: 'voz' };
  Object.defineProperty(window, 'speechSynthesis', {
    value: { getVoices: () => [voice], speak() {}, cancel() {}, addEventListener() {}, removeEventListener() {} },
  });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: class {} });
}

/** Returns the demo family with most data: a paid plan, two years of tests, a book of mistakes. */
async function demoFamily(page: Page): Promise<Finished> {
  await signIn(page, 'encarregado');
  const recent = (await (await page.request.get('/api/recent-tests?limit=20')).json()) as {
    attempt: { id: number };
    child: { id: number };
    test: { id: number };
    score: number | null;
  }[];
  const { attempt, child, test } = recent.find(({ score }) => score !== null) as (typeof recent)[number];
  return { childId: child.id, testId: test.id, attemptId: attempt.id };
}

interface Drawn {
  address: string;
  /** Texts on the page. */
  words: readonly string[];
  /** Prepares the family whose page is tapped; by default one on the free plan. */
  of?: (page: Page) => Promise<Finished>;
  /** Taps or chooses something, and waits for the effect. */
  tap: (page: Page) => Promise<unknown>;
  follows: (page: Page) => Promise<unknown>;
}

const drawnPages = ({ childId, testId, attemptId }: Finished): Record<string, Drawn> => ({
  dashboard: {
    address: '/dashboard',
    words: ['Olá, Teresa', 'Maria Domingos', 'Testes recentes'],
    tap: async (page) => {
      await page.getByRole('heading', { name: 'Desempenho por disciplina' }).click();
      await page.getByLabel('Período').selectOption('year');
    },
    follows: async (page) => {
      await expect(page.getByText('Nenhum dado').or(page.locator('article b', { hasText: 'Ciências' }))).toBeVisible();
      await expect(page.getByLabel('Período')).toHaveValue('year');
    },
  },
  children: {
    address: '/children',
    words: ['Filhos', 'Maria Domingos', 'Ver crianças arquivadas'],
    tap: (page) => page.getByRole('button', { name: 'Editar' }).click(),
    follows: (page) => expect(page.getByRole('dialog')).toContainText('Editar'),
  },
  catalogue: {
    address: `/tests?childId=${childId}&discipline=${encodeURIComponent('Ciências')}`,
    words: ['Testes para Maria', 'O teste grátis de Ciências deste mês já foi feito', 'Fazer um teste de Matemática'],
    // Of two filters, the second keeps the value of the first.
    tap: async (page) => {
      await page.getByRole('link', { name: 'Português' }).click();
      await page.getByLabel('Classe').selectOption('3º Ano');
    },
    follows: async (page) => {
      await expect(page).toHaveURL(/discipline=Portugu%C3%AAs&class=3%C2%BA\+Ano/);
      await expect(page.getByLabel('Classe')).toHaveValue('3º Ano');
    },
  },
  'catalogue, a test': {
    // The free test of Ciências of this month is used.
    address: `/tests?childId=${childId}&discipline=Portugu%C3%AAs`,
    words: ['Testes para Maria', 'Começar'],
    tap: (page) =>
      page
        .getByRole('link', { name: /^Começar/ })
        .first()
        .click(),
    follows: (page) => expect(page.getByRole('link', { name: 'Começar sem entregar' })).toBeVisible(),
  },
  result: {
    address: `/results/${attemptId}`,
    words: ['Maria acertou', 'Certas', 'Guardar em PDF', 'Ver o mapa'],
    tap: (page) => page.getByRole('button', { name: 'Partilhar' }).click(),
    follows: (page) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  map: {
    address: `/children/${childId}`,
    words: ['Caderno de erros', 'Relatório e resultados'],
    // On the free plan only disciplines with an answer can be chosen.
    of: demoFamily,
    tap: (page) => page.getByRole('link', { name: /^Português/ }).click(),
    follows: (page) => expect(page).toHaveURL(/discipline=Portugu%C3%AAs/),
  },
  'book of mistakes': {
    address: `/children/${childId}/mistakes`,
    words: ['Caderno'],
    of: demoFamily,
    // The dialog opens without the app; its content comes from the app.
    tap: (page) => page.locator('main summary').first().click(),
    follows: (page) => expect(page.locator('main details[open] details').first()).toBeVisible(),
  },
  review: {
    address: `/tests/${testId}/review?attemptId=${attemptId}`,
    words: ['Rever respostas', 'A seguir'],
    tap: (page) => page.getByRole('radio', { name: /Todas/ }).click({ force: true }),
    follows: (page) => expect(page.getByRole('heading', { name: 'Questão 10' })).toBeVisible(),
  },
  report: {
    address: `/children/${childId}/reports`,
    words: ['Por disciplina', 'Por trimestre', 'Resultados'],
    tap: (page) => page.getByRole('button', { name: 'Guardar em PDF' }).click(),
    // The free plan has no PDF: the page says so without a request.
    follows: (page) => expect(page.getByRole('status').filter({ hasText: 'O Essencial mostra' })).toBeVisible(),
  },
});

/** Pages in child mode. */
const childsPages = ({ childId, attemptId }: Finished): Record<string, Drawn> => ({
  'a child’s home': {
    address: '/child',
    words: ['Fazer um teste', 'Treinar'],
    tap: (page) => page.getByRole('button', { name: 'Sair' }).click(),
    follows: (page) => expect(page.getByRole('dialog')).toContainText('Senha da conta'),
  },
  'a child’s tests': {
    address: '/child?ver=testes',
    words: ['Escolhe', 'Português', 'Inglês'],
    tap: (page) => page.getByRole('link', { name: 'Voltar' }).click(),
    follows: (page) => expect(page.getByRole('link', { name: 'Treinar' })).toBeVisible(),
  },
  practice: {
    // The wrong questions of a test can be practised any number of times.
    address: `/practice/${childId}?attempt=${attemptId}`,
    words: ['Pergunta 1 de'],
    tap: (page) => page.locator('main .tile').first().click(),
    follows: (page) => expect(page.getByRole('button', { name: 'Responder' })).toBeEnabled(),
  },
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, serviceWorkers: 'block' });
  test('a child can read its pages', async ({ page }) => {
    for (const { address, words } of Object.values(childsPages(await handedOver(page)))) {
      await openDrawn(page, address);
      await expect(page.locator('header')).toContainText('Maria');
      for (const text of words) await expect(page.locator('main').getByText(text).first()).toBeVisible();
      await expect(page.getByText('A carregar…')).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
  });

  test('a family can read its pages', async ({ page }) => {
    for (const { address, words } of Object.values(drawnPages(await withResult(page)))) {
      await openDrawn(page, address);
      for (const text of words) await expect(page.locator('main').getByText(text).first()).toBeVisible();
      await expect(page.getByText('A carregar…')).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
  });
});

test.describe('on a slow network', () => {
  test.use({ serviceWorkers: 'block' });

  for (const [plan, whose] of [
    ['the free plan', withResult],
    ['a paid plan', demoFamily],
  ] as const) {
    test(`hydration of the pages moves nothing and repeats no call: ${plan}`, async ({ page }) => {
      const family = await whose(page);
      const calls = await watchLoading(page);
      await withoutTypeface(page);
      await slowSheet(page);
      await slowCode(page);
      for (const { address } of Object.values(drawnPages(family))) {
        calls.length = 0;
        await openDrawn(page, address);
        await expect(page.locator('main h1')).toBeVisible();
        const shown = await page.locator('main').innerText();
        await isHydrated(page);
        await page.waitForLoadState('networkidle');
        // Below the page the dashboard may offer to make the account safe, and a result to create a PIN; these parts and their calls come later.
        expect((await page.locator('main').innerText()).slice(0, shown.length)).toBe(shown);
        const later = ['/api/notifications', '/api/account/recovery-code', '/api/child-mode', '/api/parcels/key'];
        expect(calls.filter((call) => !later.includes(call))).toEqual([]);
        expect(await jumps(page)).toBeLessThan(SMALLEST_JUMP);
      }
    });
  }

  test('hydration of a child’s pages moves nothing, and “Ouvir” appears in a reserved space', async ({ page }) => {
    const finished = await handedOver(page);
    await page.addInitScript(pretendVoice);
    const calls = await watchLoading(page);
    await withoutTypeface(page);
    await slowCode(page);
    const week = { address: `/practice/${finished.childId}` };
    for (const { address } of [...Object.values(childsPages(finished)), week]) {
      calls.length = 0;
      await openDrawn(page, address);
      await expect(page.locator('h1')).toBeVisible();
      const shown = (await page.locator('main').innerText()).replace(LISTENING, '');
      await isHydrated(page);
      await expect(page.getByRole('button', { name: /^Ouvir/ }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const after = (await page.locator('main').innerText()).replace(LISTENING, '');
      expect(after).toBe(shown);
      expect(calls).toEqual([]);
      expect(await jumps(page)).toBeLessThan(SMALLEST_JUMP);
    }
  });

  test('one of several children gets its own cover without a layout shift', async ({ page }) => {
    const { childId } = await withResult(page);
    const added = await page.request.post('/api/children', {
      data: { fullName: 'Kiala Domingos', schoolClass: '2º Ano' },
    });
    const { id } = (await added.json()) as { id: number };
    const childIds = [childId, id];
    expect((await page.request.post('/api/child-mode', { data: { childIds } })).status()).toBe(204);
    await page.addInitScript(pretendVoice);
    const calls = await watchLoading(page);
    await slowCode(page);
    await openDrawn(page, '/child');
    await expect(page.getByRole('link', { name: 'Kiala' })).toBeVisible();
    await isHydrated(page);
    await expect(page.getByRole('button', { name: 'Ouvir' })).toBeVisible();
    expect(await jumps(page)).toBeLessThan(SMALLEST_JUMP);
    expect(calls).toEqual([]);
    await page.getByRole('link', { name: 'Kiala' }).click();
    await expect(page.getByRole('heading', { name: 'Kiala' })).toBeVisible();
  });

  /** Opens a page once for each moment, several in parallel because most of the time is waiting, and taps it at that moment. */
  async function atEveryMoment(
    { context, watch }: { context: BrowserContext; watch: (page: Page) => void },
    { address, tap, follows }: Pick<Drawn, 'address' | 'tap' | 'follows'>,
  ): Promise<void> {
    const open = async (moments: readonly number[]) => {
      const tab = await context.newPage();
      watch(tab);
      await slowCode(tab);
      for (const wait of moments) {
        await openDrawn(tab, address);
        await tab.waitForTimeout(wait);
        await tap(tab);
        await follows(tab);
      }
    };
    await Promise.all(
      Array.from({ length: TABS }, (_, place) => open(MOMENTS.filter((_moment, at) => at % TABS === place))),
    );
  }

  const NOBODY = { childId: 0, testId: 0, attemptId: 0 };
  for (const name of Object.keys(drawnPages(NOBODY))) {
    test(`a tap is never lost, whenever it is made while the page loads: ${name}`, async ({ page, context, watch }) => {
      const { of: whose = withResult } = drawnPages(NOBODY)[name] as Drawn;
      await atEveryMoment({ context, watch }, drawnPages(await whose(page))[name] as Drawn);
    });
  }

  for (const name of Object.keys(childsPages(NOBODY))) {
    test(`a child’s tap is never lost, whenever it is made while the page loads: ${name}`, async ({
      page,
      context,
      watch,
    }) => {
      const finished = await handedOver(page);
      await atEveryMoment({ context, watch }, childsPages(finished)[name] as Drawn);
    });
  }

  test('a link works at any moment while the page loads', async ({ page, context, watch }) => {
    await aFamily(page);
    await atEveryMoment(
      { context, watch },
      {
        address: '/dashboard',
        tap: (tab) => tab.getByRole('link', { name: 'Gerenciar Filhos' }).first().click(),
        follows: (tab) => tab.waitForURL('**/children'),
      },
    );
  });

  test('a tap on a button is never lost, whenever it is made while the page loads', async ({ page }) => {
    await aFamily(page);
    await slowCode(page);
    // The request to sign out is answered without effect, because each round needs the session.
    await page.route('**/api/logout', (route) => route.fulfill({ status: 204 }));
    for (const wait of MOMENTS) {
      await openDrawn(page, '/dashboard');
      const asked = page.waitForRequest('**/api/logout');
      await page.locator('summary').filter({ hasText: 'Teresa' }).click();
      await page.waitForTimeout(wait);
      await page.getByRole('button', { name: 'Sair' }).click();
      await asked;
      await page.goto('about:blank');
    }
  });
});

test('another family on the same phone gets its own page', async ({ page }) => {
  await aFamily(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Maria Domingos').first()).toBeVisible();
  await page.goto('about:blank');
  await page.request.post('/api/logout');
  const username = aName();
  await page.request.post('/api/register', {
    data: {
      username,
      fullName: 'Paulo Neto',
      email: `${username}@familia.example`,
      password: 'segredo-1',
      confirmPassword: 'segredo-1',
    },
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Olá, Paulo' })).toBeVisible();
  await expect(page.getByText('Maria Domingos')).toHaveCount(0);
});
