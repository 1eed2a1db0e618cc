import { aFamily, expect, isAccessible, isAccessibleInBothThemes, signIn, test } from './fixtures.ts';

type Page = import('@playwright/test').Page;

async function fits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

interface Child {
  id: number;
  stats: { now: { percentage: number; tests: { theme: string; score: number }[] } };
}
interface Map {
  disciplines: { discipline: string; sentence: string }[];
  action: { discipline: string; name: string } | null;
}

const read = async <Body>(page: Page, address: string) => (await (await page.request.get(address)).json()) as Body;
const firstChild = async (page: Page) => (await read<[Child]>(page, '/api/children'))[0];
const mapOf = (page: Page, id: number) => read<Map>(page, `/api/children/${id}/knowledge`);

/** Taps a tab, and returns what the page shows after the render that the tap itself causes: only the tab answers at once. */
const afterOneRender = (page: Page, tab: RegExp) =>
  page.getByRole('link', { name: tab }).evaluate(async (link) => {
    (link as HTMLElement).click();
    // React renders what is urgent in a microtask.
    for (let turn = 0; turn < 100; turn += 1) await null;
    const nav = link.closest('nav');
    const current = nav?.querySelector('[aria-current]');
    return {
      tab: current?.textContent,
      drawn: nav?.parentElement?.querySelector('h2 + p')?.textContent,
    };
  });

test('the page of a child has its sentence, its drawing and one button', async ({ page }) => {
  await signIn(page, 'encarregado');
  const child = await firstChild(page);
  const map = await mapOf(page, child.id);
  await page.goto(`/children/${child.id}/reports`);
  await page.getByRole('link', { name: 'Maria', exact: true }).click();
  await page.waitForURL(`**/children/${child.id}`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText('A Maria');
  await expect(title).toContainText(`${child.stats.now.percentage}%`);
  await page.getByText('Últimos 3 testes').click();
  for (const { theme, score } of child.stats.now.tests) {
    await expect(page.getByRole('listitem').filter({ hasText: theme }).first()).toContainText(`${score}%`);
  }
  // The tab opens on the discipline of the next theme, which the button names.
  const shown = map.disciplines.find(({ discipline }) => discipline === map.action?.discipline);
  await expect(page.getByRole('img', { name: shown?.sentence as string })).toBeVisible();
  await expect(page.locator('nav[aria-label="Disciplina"] [aria-current]')).toContainText(shown?.discipline as string);
  await expect(page.getByRole('button', { name: map.action?.name as string })).toBeVisible();
  await fits(page);
  await isAccessibleInBothThemes(page);
  const summary = page.locator('summary').filter({ hasText: 'pela ordem da 4.ª classe' });
  await summary.click();
  await page.locator('#tema-1 summary').click();
  await expect(page.locator('#tema-1')).toContainText('Treinar 5 minutos');
  await fits(page);
  await isAccessibleInBothThemes(page);
});

test('without answers the page says so, and leads to the first test', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { childId } = await aFamily(page, { gender: 'feminino' });
  await page.goto(`/children/${childId}/knowledge`);
  await expect(page).toHaveURL(`/children/${childId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ainda não sabemos o que a Maria sabe');
  await expect(page.getByRole('link', { name: 'Escolher o primeiro teste' })).toHaveAttribute(
    'href',
    `/tests?childId=${childId}`,
  );
  await fits(page);
  await isAccessible(page);
});

test('a dot opens its theme, whose test can be started; an earlier class loads when it is opened', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, 'encarregado');
  const child = await firstChild(page);
  const map = await mapOf(page, child.id);
  await page.goto(`/children/${child.id}`);
  await page.getByRole('button', { name: map.action?.name as string }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: map.action?.name as string })).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Treinar 5 minutos' })).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: map.action?.name as string })).toBeFocused();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Imprimir para a parede' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^mapa-.*-4o-ano-.*\.pdf$/);

  // Which discipline the page opens on follows from what the account has done so far.
  const drawn = map.action?.discipline as string;
  const other = map.disciplines.map(({ discipline }) => discipline).find((name) => name !== drawn) as string;
  expect(await afterOneRender(page, new RegExp(`^${other}`))).toEqual({
    tab: expect.stringContaining(other),
    drawn: expect.stringContaining(`de ${drawn} da`),
  });
  await expect(page.getByText(`de ${other} da 4.ª classe`)).toBeVisible();
  await page.getByText('Classes anteriores').click();
  await page.getByText('3.ª classe', { exact: true }).click();
  await expect(page.locator('details[open] ol li').first()).toContainText(
    /sabe|está quase|a rever|ainda não|sem dados/,
  );
  await fits(page);
  await isAccessible(page);
});

test('on the free plan the map has states without names, and links to the plans', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, 'gratis');
  const child = await firstChild(page);
  await page.goto(`/children/${child.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Weza/);
  await expect(page.getByText('O nome dos temas e o que treinar vêm nos planos pagos.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver planos' })).toHaveAttribute('href', '/subscription');
  await expect(page.locator('details[id^="tema-"]')).toHaveCount(0);
  await fits(page);
  await isAccessible(page);
});

test('a result shows what it moved on the map; one with low effort is marked, and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, 'encarregado');
  const rows = (await (await page.request.get('/api/recent-tests?limit=500')).json()) as {
    attempt: { id: number };
    child: { id: number };
    lowEffort: boolean;
  }[];
  const [child] = (await (await page.request.get('/api/children')).json()) as { id: number }[];
  const newest = rows.find((row) => row.child.id === child?.id);
  await page.goto(`/results/${newest?.attempt.id}`);
  await expect(page.getByRole('heading', { name: /^Agora sabe mais|mapa|^Convém rever/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver o mapa' })).toHaveAttribute('href', /\/children\/\d+\?discipline=/);
  await fits(page);
  await isAccessible(page);

  const quick = rows.find(({ lowEffort }) => lowEffort);
  await page.goto(`/results/${quick?.attempt.id}`);
  await expect(page.getByRole('img', { name: /a lápis: não conta para a média/ })).toBeVisible();
  await expect(page.getByText(/Este resultado pode não mostrar o que/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver o mapa' })).toHaveCount(0);
  await page.goto('/tests/history');
  await expect(page.getByText('a lápis: não conta para a média').first()).toBeVisible();
});

test('the history offers more only while there is more', async ({ page }) => {
  await signIn(page, 'encarregado');
  const more = page.getByRole('button', { name: 'Mostrar mais' });
  await page.goto('/tests/history');
  await expect(more).toBeVisible();
  // A last page of ten rows that is exactly full.
  await page.route('**/api/recent-tests?**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '10' } });
  });
  await page.reload();
  await expect(page.getByText('a lápis: não conta para a média').first()).toBeVisible();
  await expect(more).toHaveCount(0);
});
