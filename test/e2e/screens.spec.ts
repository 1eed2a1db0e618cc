import type { Page } from '@playwright/test';
import {
  aFamily,
  announced,
  aTestFor,
  complete,
  expect,
  isAccessible,
  isAccessibleInBothThemes,
  signIn,
  test,
} from './fixtures.ts';
import { fits, resize } from './narrow.ts';

// Public pages and the screens of the staff. Those of the parents: parent-pages.spec.ts.

const PUBLIC = [
  '/',
  '/about',
  '/privacy-policy',
  '/terms-of-use',
  '/funciona',
  '/auth',
  '/auth?tab=register',
  '/auth/recover',
  '/auth/recover#token',
  '/auth/email#token',
  '/nao-existe',
];
const SCREENS = {
  professor: [
    '/teacher',
    '/teacher/questions',
    '/teacher/questions?view=statistics',
    '/teacher/questions?testId=1&view=statistics',
    '/teacher/questions?testId=1&view=forms',
    '/teacher/bring',
    '/teacher/curricula?class=4º Ano&discipline=Matemática',
    '/teacher/templates?class=5º Ano&template=mat5-simplificar',
    '/teacher/texts',
    '/teacher/settings',
  ],
  admin: [
    '/admin',
    ...['users', 'tests', 'statistics', 'payments', 'database', 'settings', 'audit', 'account'].map(
      (tab) => `/admin?tab=${tab}`,
    ),
    '/admin?tab=tests&view=statistics',
    '/admin?tab=tests&testId=1&view=statistics',
    '/admin?tab=texts',
    '/admin?tab=payments&part=subscriptions',
    '/admin?tab=payments&part=reports',
  ],
};

test('public pages are accessible and fit a narrow phone, whose theme each begins with', async ({ page }) => {
  test.setTimeout(600_000);
  for (const path of PUBLIC) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await fits(page);
    await isAccessibleInBothThemes(page);
  }
});

/** Opens a page, and waits until all of it is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

const LAPTOP = { width: 1280, height: 900 };
for (const username of ['professor', 'admin'] as const) {
  test(`${username}’s screens are accessible and fit a narrow phone`, async ({ page }) => {
    test.setTimeout(600_000);
    await signIn(page, username);
    for (const path of SCREENS[username]) {
      await open(page, path);
      await fits(page);
      await isAccessibleInBothThemes(page);
    }
  });

  test(`${username}’s panels are accessible on a laptop and fit every wider screen`, async ({ page }) => {
    test.setTimeout(600_000);
    // The newest account, first in every list, has a name of one long word.
    await aFamily(page, { fullName: 'M'.repeat(110) });
    await page.request.put('/api/account/profile', { data: { fullName: 'W'.repeat(120) } });
    await page.context().clearCookies();
    await signIn(page, username);
    for (const path of SCREENS[username]) {
      await page.setViewportSize(LAPTOP);
      await open(page, path);
      await isAccessible(page);
      for (const width of [LAPTOP.width, 1040, 768]) {
        await resize(page, width, LAPTOP.height);
        await fits(page);
        await expect.poll(() => page.evaluate(outside), { message: `${path}, ${width} px wide` }).toEqual([]);
      }
    }
  });
}

/** Returns, in the page, what ends right of the page's content and cannot be scrolled to. */
function outside(): string[] {
  const main = document.querySelector('main') as HTMLElement;
  const edge = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== main &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  return [...main.querySelectorAll('table, form > *, input, select, button, a')]
    .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().right > edge + 1)
    .filter((one) => !scrolls(one.parentElement))
    .map((one) => `${one.tagName} ${one.textContent?.trim().slice(0, 40)}`);
}

test('a test’s preview is accessible and fits any screen', async ({ page }) => {
  await signIn(page, 'professor');
  const [found] = (await (await page.request.get('/api/teacher/tests?limit=1')).json()) as { id: number }[];
  for (const size of [LAPTOP, { width: 360, height: 780 }]) {
    await page.setViewportSize(size);
    await open(page, `/teacher/tests/${found?.id}/preview`);
    await fits(page);
    await isAccessible(page);
  }
});

test('names, schools and places made of one endless word break no layout, on a phone and on a desktop', async ({
  page,
}) => {
  const endless = (letter: string, length: number) => letter.repeat(length);
  const { childId } = await aFamily(page, {
    fullName: `😀${endless('W', 110)}`,
    school: endless('M', 160),
    location: endless('Z', 160),
    gender: 'feminino',
  });
  await page.request.put('/api/account/profile', {
    data: { fullName: endless('W', 120), location: endless('L', 120) },
  });
  await page.request.post('/api/children', { data: { fullName: '<script>alert(1)</script>', schoolClass: '4º Ano' } });
  const testId = await aTestFor(page, childId);
  const started = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
  const { id, questions } = (await started.json()) as { id: number; questions: [{ id: number }] };
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await fits(page);
  await page.goto('about:blank');
  await page.request.post('/api/answers', {
    data: { attemptId: id, questionId: questions[0].id, selectedAnswer: 'A' },
  });
  await complete(page, id);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      '/dashboard',
      '/children',
      '/tests',
      `/tests?childId=${childId}`,
      '/tests/history',
      `/results/${id}`,
      `/tests/${testId}/review?attemptId=${id}`,
      '/reports',
      `/children/${childId}/reports`,
      '/subscription',
      '/settings',
    ]) {
      await open(page, path);
      await fits(page);
    }
  }
});

test('pages are complete without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  for (const path of ['/', '/about', '/privacy-policy', '/terms-of-use', '/funciona', '/auth']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await context.close();
});

test('a trailing slash is redirected to the page, and never to another site', async ({ request, baseURL }) => {
  const ask = async (path: string) => {
    const reply = await request.get(`${baseURL}${path}`, { headers: { accept: 'text/html' }, maxRedirects: 0 });
    return [reply.status(), reply.headers()['location']];
  };
  expect(await ask('/about/?tab=1')).toEqual([308, '/about?tab=1']);
  for (const path of ['/nada/', '//evil.example/', '//evil.example/about/', '/\\evil.example/'])
    expect(await ask(path), path).toEqual([404, undefined]);
});

test('the theme is chosen once and applies in every tab, without a flash', async ({ page, context }) => {
  await signIn(page, 'encarregado');
  await page.goto('/settings');
  await page.getByRole('main').getByRole('radio', { name: 'Escuras' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const other = await context.newPage();
  await other.goto('/about');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.bringToFront();
  await page.getByRole('main').getByRole('radio', { name: 'Claras' }).check();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('each role is redirected as the specification says', async ({ page, context }) => {
  for (const [path, lands] of [
    ['/dashboard', /\/$/],
    ['/teacher', /\/auth$/],
    ['/admin', /\/auth$/],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(lands);
  }
  for (const [username, path, lands] of [
    ['encarregado', '/admin', /\/dashboard$/],
    ['encarregado', '/teacher', /\/dashboard$/],
    ['encarregado', '/auth', /\/dashboard$/],
    ['professor', '/dashboard', /\/teacher$/],
    ['professor', '/', /\/teacher$/],
    ['admin', '/tests', /\/admin$/],
    ['admin', '/teacher', /\/admin$/],
  ] as const) {
    await context.clearCookies();
    await signIn(page, username);
    await page.goto(path);
    await expect(page, `${username} on ${path}`).toHaveURL(lands);
    // Waits for the redirect to finish, because the next navigation would interrupt it.
    await page.waitForLoadState('networkidle');
  }
});

for (const [username, home] of [
  [null, '/'],
  ['encarregado', '/dashboard'],
  ['professor', '/teacher'],
  ['admin', '/admin'],
] as const)
  test(`legal pages link back to the own home of ${username ?? 'a visitor, and offer registration'}`, async ({
    page,
  }) => {
    if (username) await signIn(page, username);
    for (const path of ['/terms-of-use', '/privacy-policy', '/about']) {
      await page.goto(path);
      await page.getByRole('link', { name: 'Voltar' }).click();
      await expect(page, path).toHaveURL(new RegExp(`${home}$`));
      await page.waitForLoadState('networkidle');
    }
    for (const path of ['/terms-of-use', '/nao-existe']) {
      await page.goto(path);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Caderneta' })).toHaveAttribute('href', home);
      await expect(page.getByRole('link', { name: 'Criar conta' })).toHaveCount(username ? 0 : 1);
    }
    await page.getByRole('link', { name: 'Ir para o início' }).click();
    await expect(page).toHaveURL(new RegExp(`${home}$`));
  });

test('signing out ends the session, and Back shows nothing about the child', async ({ page }) => {
  await signIn(page, 'encarregado');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sair' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await announced(page, 'Você saiu da sua conta com sucesso.');
  await page.goBack();
  await expect(page.getByText('Domingos')).toHaveCount(0);
  expect((await page.request.get('/api/user')).status()).toBe(401);
});
