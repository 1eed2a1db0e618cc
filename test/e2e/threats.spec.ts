import type { Page, Route } from '@playwright/test';
import { aFamily, announced, aTestFor, choose, complete, expect, signIn, test } from './fixtures.ts';

// Tests the threats that only a browser can show; the others are in test/threats.

test('T2 a child’s browser receives no key before the test is completed: no reply, no cache, no storage', async ({
  page,
  browser,
  baseURL,
}) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  // A teacher can read the explanations; none of them may reach the child's browser.
  const school = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const teacher = await school.newPage();
  await signIn(teacher, 'professor');
  const questions = (await (await teacher.request.get(`/api/teacher/tests/${testId}/questions`)).json()) as {
    explanation: string | null;
  }[];
  await school.close();
  const secrets = questions.flatMap(({ explanation }) => (explanation ? [explanation.slice(0, 40)] : []));
  expect(secrets.length).toBeGreaterThan(5);

  const seen: Promise<string>[] = [];
  page.on('response', (response) => seen.push(response.text().catch(() => '')));
  await page.goto(`/tests?childId=${childId}`);
  await page.goto(`/tests/${testId}?childId=${childId}`);
  for (const letter of ['A', 'B', 'C', 'D']) await choose(page, letter);
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  await page.goto('/dashboard');
  await page.goto('/tests/history');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '');
    }
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('caderneta');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const name of database.objectStoreNames) {
      const records = database.transaction(name).objectStore(name).getAll();
      texts.push(
        await new Promise((resolve) => {
          records.onsuccess = () => resolve(JSON.stringify(records.result));
        }),
      );
    }
    database.close();
    return texts;
  });
  const everything = [...(await Promise.all(seen)), ...kept].join('\n').replaceAll('\\n', '\n');
  expect(everything).toContain('alternatives');
  for (const secret of secrets) expect(everything).not.toContain(JSON.stringify(secret).slice(1, -1));
  expect(everything).not.toMatch(/"(correctAnswer|correct_answer|isCorrect|explanation)":/);
});

for (const stored of ['"><img src=x onerror=window.__xss=1>', 'constructor', 'dark" onload="1']) {
  test(`T28 an invalid theme in the storage, ${stored}, is replaced by the phone’s own`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.addInitScript((value) => localStorage.setItem('theme', value), stored);
    for (const path of ['/', '/auth']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const root = page.locator('html');
      await expect(root).toHaveAttribute('data-theme', 'light');
      expect(await root.evaluate((element) => element.getAttributeNames().filter((name) => /^on/.test(name)))).toEqual(
        [],
      );
      expect(await page.evaluate(() => (window as { __xss?: unknown }).__xss)).toBeUndefined();
    }
  });
}

test('T29 nothing in an address is executed or leads to another site: tab, next and remembered values', async ({
  page,
  baseURL,
}) => {
  const origin = new URL(baseURL as string).origin;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const search of [
    '?tab=javascript:alert(1)',
    '?next=//evil.example',
    '?tab=register&next=https://evil.example',
  ]) {
    await page.goto(`/auth${search}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ]) {
    await page.context().clearCookies();
    await page.goto('/auth');
    await page.evaluate((address) => sessionStorage.setItem('next', address), next);
    await page.getByLabel('Nome de usuário').fill('encarregado');
    await page.getByLabel('Senha', { exact: true }).fill('caderneta');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page, next).toHaveURL(`${origin}/dashboard`);
  }
  await page.goto('/dashboard?tab=javascript:alert(1)&childId=javascript:alert(1)');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(origin);
  expect(dialogs).toEqual([]);
});

const PAYLOADS = [
  '<img src=x onerror=window.__xss=1>',
  '<svg onload=window.__xss=1>',
  '</script><script>window.__xss=1</script>',
  `"><iframe srcdoc='<script>parent.__xss=1</script>'>`,
  'javascript:window.__xss=1',
  `{{constructor.constructor('window.__xss=1')()}}`,
  '[x](javascript:window.__xss=1) &lt;b&gt; \u202Exx',
];
/** Fields with texts that teachers write, which may therefore contain markup. */
const WRITTEN = new Set(['statement', 'passage', 'explanation', 'theme', 'description', 'objective', 'message']);

let turn = 0;
const payload = () => {
  turn += 1;
  return PAYLOADS[turn % PAYLOADS.length] as string;
};

/** Returns a reply of the server with payloads in every text that a user writes; markup made by the server is left out. */
function poisoned(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    // Alternatives are JSON text for a child, a list for a teacher.
    if (name === 'alternatives' && !value.startsWith('[')) return `${value.slice(0, 3)}${payload()}`;
    if (name === 'alternatives')
      return JSON.stringify((JSON.parse(value) as string[]).map((_, index) => `${'ABCDEF'[index]}) ${payload()}`));
    return WRITTEN.has(name) ? payload() : value;
  }
  if (Array.isArray(value)) return value.map((item) => poisoned(item, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.endsWith('Html'))
      .map(([key, item]) => [key, poisoned(item, key)]),
  );
}

/**
 * Puts payloads into the bank's texts on their way to the browser: in replies, and in the data inside pages. Pages are requested as a
 * service worker does, so that the server leaves their content out, which would not match the changed data (`test/drawn.test.ts` tests
 * payloads in pages with content).
 */
async function poison(route: Route): Promise<void> {
  const headers = { ...(await route.request().allHeaders()), 'service-worker-navigation-preload': 'true' };
  const reply = await route.fetch({ maxRedirects: 0, headers });
  const type = reply.headers()['content-type'] ?? '';
  const text = await reply.text();
  if (type.startsWith('application/json') && text)
    return route.fulfill({ response: reply, body: JSON.stringify(poisoned(JSON.parse(text))) });
  const body = text.replace(
    /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s,
    (_, open, data, close) => {
      return `${open}${JSON.stringify(poisoned(JSON.parse(data))).replaceAll('<', '\\u003c')}${close}`;
    },
  );
  return route.fulfill({ response: reply, body });
}

/** Detects scripts that run, and content that the policy blocks. */
async function trap(page: Page): Promise<() => Promise<void>> {
  const caught: string[] = [];
  await page.exposeFunction('caught', (what: string) => void caught.push(what));
  await page.addInitScript(() => {
    const tell = (what: string) => (window as unknown as { caught(what: string): void }).caught(what);
    document.addEventListener('securitypolicyviolation', (event) =>
      tell(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
    Object.defineProperty(window, '__xss', { set: () => tell(`ran on ${location.pathname}`), get: () => undefined });
  });
  page.on('dialog', (dialog) => {
    caught.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return async () => {
    expect(caught).toEqual([]);
    expect(await page.locator('img[src="x"], iframe, svg[onload], a[href^="javascript:" i]').count()).toBe(0);
  };
}

test.describe('without a service worker, whose own requests could not be rewritten', () => {
  test.use({ serviceWorkers: 'block' });

  test('T44 markup in any text that a user enters is shown as text on every screen', async ({ page }) => {
    const isClean = await trap(page);
    const name = `xss${process.pid}x${Date.now() % 1_000_000}`;
    const registered = await page.request.post('/api/register', {
      data: {
        username: name,
        fullName: PAYLOADS[0],
        email: `${name}@familia.example`,
        password: 'segredo-1',
        confirmPassword: 'segredo-1',
        phone: PAYLOADS[0],
        gender: PAYLOADS[1]?.slice(0, 20),
        location: PAYLOADS[2],
      },
    });
    expect(registered.status()).toBe(201);
    let childId = 0;
    for (const [index, fullName] of PAYLOADS.entries()) {
      const added = await page.request.post('/api/children', {
        data: {
          fullName,
          schoolClass: '4º Ano',
          school: PAYLOADS[(index + 1) % PAYLOADS.length],
          location: PAYLOADS[(index + 2) % PAYLOADS.length],
        },
      });
      expect(added.status()).toBe(201);
      childId ||= ((await added.json()) as { id: number }).id;
    }
    const testId = await aTestFor(page, childId);
    await page.context().clearCookies();
    await page.route(
      /\/api\/(?!login)|\/(dashboard|children|tests|results|reports|subscription|settings|teacher|admin)\b/,
      poison,
    );

    // The welcome contains the user's name.
    await page.goto('/auth');
    await page.getByLabel('Nome de usuário').fill(name);
    await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await announced(page, 'Login realizado com sucesso');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<img');
    await isClean();

    await page.goto(`/tests/${testId}?childId=${childId}`);
    await expect(page.getByText('Questão 1 de 10')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/__xss/);
    await choose(page, 'A');
    await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
    await isClean();
    const started = (await (
      await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } })
    ).json()) as {
      id: number;
    };
    await complete(page, started.id);

    const screens = [
      '/dashboard',
      '/children',
      '/children?action=add',
      `/tests?childId=${childId}`,
      '/tests/history',
      `/results/${started.id}`,
      `/tests/${testId}/review?attemptId=${started.id}`,
      '/reports',
      `/children/${childId}/reports`,
      '/subscription',
      '/settings',
    ];
    const visit = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await isClean();
    };
    for (const path of screens) await visit(path);
    await page.goto('/children');
    await expect(page.getByText(PAYLOADS[2] as string).first()).toBeVisible();
    await page
      .getByRole('button', { name: /Editar/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await isClean();

    for (const [username, paths] of [
      ['professor', ['/teacher', '/teacher/questions', `/teacher/questions?testId=${testId}`]],
      ['admin', ['/admin']],
    ] as const) {
      await page.context().clearCookies();
      await signIn(page, username);
      for (const path of paths) await visit(path);
    }
  });
});
