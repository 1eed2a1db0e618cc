import { readFile } from 'node:fs/promises';
import { pdfText } from '../support/pdf-text.ts';
import { aFamily, aTestFor, complete, expect, isAccessible, signIn, test } from './fixtures.ts';

interface Recent {
  attempt: { id: number };
  child: { id: number; fullName: string };
  test: { discipline: string; theme: string };
  score: { value: number; total: number };
}

test.use({ viewport: { width: 360, height: 760 } });

test('a result is saved as a PDF, shown to a visitor by a link, and withdrawn', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  await signIn(page, 'encarregado');
  const [recent] = (await (await page.request.get('/api/recent-tests?limit=1')).json()) as [Recent];
  const { attempt, child, score } = recent;
  const [name = '', surname = ''] = child.fullName.split(' ');
  await page.goto(`/results/${attempt.id}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Guardar em PDF' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^resultado-.*\.pdf$/);
  const { pages } = await pdfText(await readFile(await file.path()));
  expect(pages[0]).toContain(`acertou ${score.value} de ${score.total}`);
  expect(pages[0]).toContain(child.fullName);

  await page.getByRole('button', { name: 'Partilhar' }).click();
  await page.getByRole('button', { name: 'Criar ligação' }).click();
  const link = await page.getByLabel('Ligação do resultado').inputValue();
  const path = new URL(link).pathname;
  await expect(page.getByRole('link', { name: 'Enviar por WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=${name}`),
  );

  const context = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled: false });
  const stranger = await context.newPage();
  watch(stranger);
  expect((await stranger.goto(path))?.status()).toBe(200);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(
    `${name} acertou ${score.value} de ${score.total}`,
  );
  expect(await stranger.content()).not.toContain(surname);
  const picture = await stranger.request.get(`${path}/image.png`);
  expect(picture.status()).toBe(200);
  expect((await picture.body()).length).toBeLessThan(60_000);

  await page.getByRole('button', { name: 'Retirar ligação' }).click();
  await expect(page.getByRole('button', { name: 'Criar ligação' })).toBeVisible();
  // The dialog is still open, so what is said outside it would be neither announced nor closed.
  const notice = page.getByRole('dialog').getByRole('status').filter({ hasText: 'Ligação retirada' });
  await notice.getByRole('button', { name: 'Fechar' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect((await stranger.goto(path))?.status()).toBe(410);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Esta ligação já não mostra nada');
  await context.close();
});

test('on the free plan the PDF is explained, with a link to the plans; a shared page is accessible', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const { id } = (await (
    await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } })
  ).json()) as {
    id: number;
  };
  await complete(page, id);
  await page.goto(`/results/${id}`);
  await page.getByRole('button', { name: 'Guardar em PDF' }).click();
  await expect(page.getByText('O PDF, para imprimir ou enviar, vem com um plano pago.')).toBeVisible();
  await page.getByRole('button', { name: 'Partilhar' }).click();
  await page.getByRole('button', { name: 'Criar ligação' }).click();
  await isAccessible(page);
  const link = await page.getByLabel('Ligação do resultado').inputValue();
  await page.goto(new URL(link).pathname);
  await isAccessible(page);
});

test('security.txt names the contact, and says until when it is valid', async ({ page }) => {
  const text = await (await page.request.get('/.well-known/security.txt')).text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
});

test('robots.txt and the sitemap list the public pages, and links to them have a picture', async ({ page }) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toMatch(/Sitemap: http\S+\/sitemap\.xml/);
  // A search engine that may not read a shared page would not see that the page must not be indexed.
  expect(robots).not.toContain('/r/');
  const map = await (await page.request.get('/sitemap.xml')).text();
  for (const [, address] of map.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)) {
    const html = await (await page.request.get(address as string)).text();
    expect(html, address).toContain('property="og:image" content="http');
  }
  const picture = await page.request.get('/preview.png');
  expect(picture.headers()['content-type']).toBe('image/png');
  expect((await picture.body()).length).toBeLessThan(60_000);
});
