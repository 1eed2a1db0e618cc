import { aFamily, expect, isAccessible, signIn, test } from './fixtures.ts';

type Page = import('@playwright/test').Page;

async function fits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme, viewport: { width: 360, height: 640 } });
    test('the map of a child shows its sentence and the state of each theme', async ({ page }) => {
      await signIn(page, 'encarregado');
      const [child] = (await (await page.request.get('/api/children')).json()) as { id: number }[];
      const map = (await (await page.request.get(`/api/children/${child?.id}/knowledge`)).json()) as {
        sentence: string;
        disciplines: { themes: { name: string; answers: number; right: number }[] }[];
      };
      await page.goto(`/children/${child?.id}/reports`);
      await page.getByRole('link', { name: 'Ver o mapa' }).click();
      await page.waitForURL('**/knowledge');
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(/^A Maria sabe \d+ dos \d+ temas$/);
      expect(map.sentence).toContain((await title.textContent()) as string);
      await expect(page.getByRole('img', { name: map.sentence })).toBeVisible();
      const themes = map.disciplines[0]?.themes ?? [];
      const place = themes.findIndex(({ answers }) => answers > 0);
      const tried = themes[place];
      const row = page.locator(`#tema-${place + 1} summary`);
      await expect(row).toContainText(/sabe|está quase|a rever|ainda não/);
      await expect(row).toContainText(`acertou ${tried?.right} de ${tried?.answers}`);
      const theme = page.locator(`#tema-${place + 1}`);
      if ((await theme.getAttribute('open')) === null) await row.click();
      await expect(theme.getByText('Perguntas repetidas não contam.')).toBeVisible();
      await fits(page);
      await isAccessible(page);
    });
  });
}

test('without answers the map says so, and links to the diagnostic or a test', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { childId } = await aFamily(page, { gender: 'feminino' });
  await page.goto(`/children/${childId}/knowledge`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ainda não sabemos o que a Maria sabe');
  await expect(page.getByRole('link', { name: 'Começar' })).toHaveAttribute('href', `/children/${childId}/diagnostic`);
  await expect(page.getByRole('link', { name: 'Fazer um teste de um só tema' })).toHaveAttribute(
    'href',
    `/tests?childId=${childId}`,
  );
  await fits(page);
  await isAccessible(page);
});

test('the legend filters the list, a dot opens its theme, and an earlier class loads when it is opened', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, 'encarregado');
  const [child] = (await (await page.request.get('/api/children')).json()) as { id: number }[];
  await page.goto(`/children/${child?.id}/knowledge?discipline=Matem%C3%A1tica`);
  const list = page.locator('details[id^="tema-"]');
  await expect(list.nth(5)).toBeVisible();
  const all = await list.count();
  const almost = page.getByRole('button', { name: /está quase/ });
  const wanted = Number(/\d+/.exec((await almost.textContent()) ?? '')?.[0]);
  await almost.click();
  await expect(almost).toHaveAttribute('aria-pressed', 'true');
  await expect(list).toHaveCount(wanted);

  // Tapping the last dot of the drawing shows its theme in the list again, and opens it.
  await page.locator('figure button').last().click();
  await expect(list).toHaveCount(all);
  await expect(page.locator(`#tema-${all}`)).toHaveAttribute('open', '');
  await expect(page.locator(`#tema-${all} summary`)).toBeFocused();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Imprimir para a parede' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^mapa-matematica-4o-ano-.*\.pdf$/);

  await page.getByLabel('Disciplina').selectOption('Português');
  await expect(page.getByText('da 4.ª classe em Português.')).toBeVisible();
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
  const [child] = (await (await page.request.get('/api/children')).json()) as { id: number }[];
  await page.goto(`/children/${child?.id}/knowledge`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^A Weza sabe \d+ dos \d+ temas$/);
  await expect(
    page.getByText('O nome de cada tema, os objectivos e o que treinar fazem parte dos planos pagos.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver planos' })).toHaveAttribute('href', '/subscription');
  await expect(page.locator('details[id^="tema-"]')).toHaveCount(0);
  await expect(page.getByText('Falta sobretudo')).toHaveCount(0);
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
  await expect(page.getByRole('heading', { name: /^O fio chegou a mais|^O mapa|passou a rever$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver o mapa' })).toHaveAttribute('href', /\/knowledge\?discipline=/);
  await fits(page);
  await isAccessible(page);

  const quick = rows.find(({ lowEffort }) => lowEffort);
  await page.goto(`/results/${quick?.attempt.id}`);
  await expect(page.getByRole('img', { name: /a lápis, fora da média/ })).toBeVisible();
  await expect(page.getByText(/Este resultado pode não mostrar o que/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver o mapa' })).toHaveCount(0);
  await page.goto('/tests/history');
  await expect(page.getByText('a lápis: fora da média').first()).toBeVisible();
});

test('the history offers more only while there is more', async ({ page }) => {
  await signIn(page, 'encarregado');
  const more = page.getByRole('button', { name: 'Mostrar mais' });
  await page.goto('/tests/history');
  await expect(more).toBeVisible();
  // A last page that is exactly full.
  await page.route('**/api/recent-tests?**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '20' } });
  });
  await page.reload();
  await expect(page.getByText('a lápis: fora da média').first()).toBeVisible();
  await expect(more).toHaveCount(0);
});
