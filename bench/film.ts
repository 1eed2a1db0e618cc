// Shows what a phone displays in the first seconds: one picture every 250 ms, joined into one strip for each page.
import type { Page } from '@playwright/test';
import type { Taker } from './families.ts';
import { type Bench, phone, slowPhone, withPhones } from './phone.ts';
import type { Options, Section } from './report.ts';

/** Milliseconds between two pictures, and the time of the last picture. */
const EVERY = 250;
const UNTIL = 3_000;
/** Size of a picture in pixels: a third of the phone's screen. */
const [WIDTH, HEIGHT] = [120, 213];

/** A picture of the page as base64, and the time at which the screen began to show it, in milliseconds since 1970. */
interface Picture {
  at: number;
  jpeg: string;
}

/** Loads a page on a slow phone with empty caches and records its screen. Returns what the screen showed at each of the moments. */
async function recorded(bench: Bench, taker: Taker, path: string): Promise<string[]> {
  const context = await phone(bench, taker, 'allow');
  const page = await slowPhone(bench, context);
  const pictures: Picture[] = [];
  const session = await context.newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    pictures.push({ at: (metadata.timestamp ?? 0) * 1000, jpeg: data });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 80,
    maxWidth: 2 * WIDTH,
    maxHeight: 2 * HEIGHT,
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForTimeout(UNTIL + EVERY);
  const begun = (await page.evaluate('performance.timeOrigin')) as number;
  await context.close();
  bench.line.slow(undefined);
  const moments = Array.from({ length: UNTIL / EVERY }, (_, place) => begun + (place + 1) * EVERY);
  return moments.map((moment) => pictures.findLast(({ at }) => at <= moment)?.jpeg ?? '');
}

/** Returns the pictures side by side, each with its time in seconds below it, as WebP. */
async function stripOf({ browser }: Bench, pictures: readonly string[]): Promise<Buffer> {
  const figures = pictures.map((jpeg, place) => {
    const shown = jpeg && `<img src="data:image/jpeg;base64,${jpeg}">`;
    return `<figure><div>${shown}</div>${(((place + 1) * EVERY) / 1000).toFixed(2)} s</figure>`;
  });
  const size = { width: pictures.length * (WIDTH + 8) + 8, height: HEIGHT + 36 };
  const page = await browser.newPage({ viewport: size });
  await page.setContent(`<style>
    body { display: flex; gap: 8px; margin: 8px; background: #fff; color: #333; font: 13px/20px sans-serif; text-align: center }
    figure { margin: 0 }
    div { width: ${WIDTH}px; height: ${HEIGHT}px; outline: 1px solid #ccc }
    img { width: 100%; height: 100% }
  </style>${figures.join('')}`);
  const strip = await webpOf(page);
  await page.close();
  return strip;
}

async function webpOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 55 });
  return Buffer.from(data, 'base64');
}

export const measureFilm = ({ say }: Options): Promise<Section> =>
  withPhones(async (bench) => {
    const [testId] = bench.tests;
    const films = [
      { file: 'film-dashboard.webp', of: 'The dashboard', path: () => '/dashboard' },
      {
        file: 'film-test.webp',
        of: 'A test, by its address',
        path: ({ childId }: Taker) => `/tests/${testId}?childId=${childId}`,
      },
    ];
    const lines = [
      'The screen of an empty phone (signed in) on the same line, every 250 ms from the tap on the address.',
      '',
    ];
    const images: Record<string, Buffer> = {};
    for (const { file, of, path } of films) {
      // One load that is not recorded: the server loads the code that renders pages at the first request for one.
      const other = bench.nextTaker();
      await recorded(bench, other, path(other));
      const taker = bench.nextTaker();
      images[file] = await stripOf(bench, await recorded(bench, taker, path(taker)));
      lines.push(`${of}:`, '', `![${of}, a picture every 250 ms from 0.25 to ${UNTIL / 1000} s](${file})`, '');
      say(`${file}: ${images[file]?.length} bytes`);
    }
    return { title: 'The first seconds', lines, targets: [], images };
  });
