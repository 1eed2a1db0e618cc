import sharp from 'sharp';
import { expect, signIn, test } from './fixtures.ts';

interface Manifest {
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; purpose?: string }[];
  shortcuts: { url: string }[];
}

test('the app can be installed: name, icons of the declared sizes, and a start page that opens', async ({ page }) => {
  await signIn(page, 'encarregado');
  await page.goto('/dashboard');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const reply = await page.request.get(href as string);
  expect(reply.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await reply.json()) as Manifest;
  expect(manifest).toMatchObject({ name: 'Caderneta', display: 'standalone' });
  const pictures = manifest.icons.map(({ src, sizes }) => ({ src, size: Number(sizes.split('x')[0]) }));
  const apple = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) as string;
  for (const { src, size } of [...pictures, { src: apple, size: 180 }]) {
    const picture = await page.request.get(src);
    expect(picture.headers()['content-type'], src).toBe('image/png');
    const bytes = await picture.body();
    expect(bytes.length, src).toBeLessThan(12_000);
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height], src).toEqual([size, size]);
  }
  for (const address of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) {
    await page.goto(address);
    await expect(page).toHaveURL(new RegExp(`${address}`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

test('on an iPhone the settings explain how to get notifications', async ({ browser, baseURL, watch }) => {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  });
  // The page is opened in Safari, not as an installed app.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  const page = await context.newPage();
  watch(page);
  await signIn(page, 'encarregado');
  await page.goto('/notifications/settings');
  await expect(page.getByText(/No Safari, toque em Partilhar e em «Adicionar ao ecrã principal»/)).toBeVisible();
  await context.close();
});
