import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { memoryFor } from '../../../../bench/paper.ts';
import { makePhoto } from '../../../../bench/paper-photos.ts';
import { openPhoto } from './photo.server.ts';
import { readPhoto } from './photo-thread.server.ts';
import { modulesOf } from './sheet-pdf.server.ts';

const blank = (width: number, height: number, shade = 230) =>
  sharp({ create: { width, height, channels: 3, background: { r: shade, g: shade, b: shade } } });
const nobody = async () => undefined;
/** Returns a PNG whose header claims `width` × `height` pixels but whose content is only a few bytes. */
async function bomb(width: number, height: number): Promise<Buffer> {
  const png = await blank(16, 16).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  // The checksum of the header, so that decoders accept it.
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** Returns a picture of a wall: a lamp at one side, noise, nothing else. */
const aWall = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><linearGradient id="l"><stop stop-color="#eee"/><stop offset="1" stop-color="#777"/></linearGradient><rect width="1200" height="900" fill="url(#l)"/></svg>',
    ),
  )
    .jpeg()
    .toBuffer();

/** Returns a PNG with an additional chunk after its header. */
function withChunk(png: Buffer, type: string): Buffer {
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8, 0);
  chunk.write(type, 4, 'latin1');
  chunk.writeUInt32BE(2, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

describe('hostile pictures', () => {
  const jpeg = () => blank(1200, 900).jpeg().toBuffer();
  test.each<[string, () => Promise<Uint8Array>, string]>([
    ['nothing', async () => new Uint8Array(0), 'not-a-picture'],
    ['a text', async () => Buffer.from('<svg onload="alert(1)">'), 'not-a-picture'],
    ['a PDF', async () => Buffer.from('%PDF-1.7 …'), 'not-a-picture'],
    [
      'an SVG',
      async () =>
        Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
      'not-a-picture',
    ],
    ['an animated GIF', async () => Buffer.from('GIF89a…'), 'not-a-picture'],
    ['a HEIC file', async () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic0000')]), 'heic'],
    ['a truncated JPEG', async () => (await jpeg()).subarray(0, 900), 'broken'],
    [
      'a JPEG with random bytes after its header',
      async () => Buffer.concat([(await jpeg()).subarray(0, 200), Buffer.alloc(5_000, 0x5a)]),
      'broken',
    ],
    ['100 megapixels in a few bytes', () => bomb(10_000, 10_000), 'too-many-pixels'],
    ['65,000 × 65,000 pixels in a few bytes', () => bomb(65_000, 65_000), 'too-many-pixels'],
    ['25 megapixels without their data', () => bomb(5_000, 5_000), 'broken'],
    ['real 100 megapixels', () => blank(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer(), 'too-many-pixels'],
    [
      'an animated WebP',
      async () =>
        sharp(await Promise.all([0, 200].map((shade) => blank(600, 600, shade).png().toBuffer())), {
          join: { animated: true },
        })
          .webp()
          .toBuffer(),
      'animated',
    ],
    ['an animated PNG', async () => withChunk(await blank(1200, 900).png().toBuffer(), 'acTL'), 'animated'],
    ['25 megapixels of one colour', () => blank(5_000, 5_000).png().toBuffer(), 'blank'],
    [
      'a PNG that is also a PDF',
      async () => Buffer.concat([await blank(1200, 900).png().toBuffer(), Buffer.from('%PDF-1.7')]),
      'blank',
    ],
    ['a picture of 40 × 40 pixels', () => blank(40, 40).png().toBuffer(), 'too-small'],
    ['a white picture', jpeg, 'blank'],
    ['a wall in uneven light', () => aWall(), 'blank'],
    [
      'a sheet out of focus',
      async () =>
        sharp((await makePhoto(3, 1)).jpeg)
          .blur(25)
          .jpeg()
          .toBuffer(),
      'blurred',
    ],
    ['a black picture', () => blank(1200, 900, 4).jpeg().toBuffer(), 'dark'],
    [
      'a JPEG with a script after its end',
      async () => Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]),
      'blank',
    ],
    [
      'EXIF with a script',
      () =>
        blank(1200, 900)
          .withExif({ IFD0: { Copyright: '<script>alert(1)</script>'.repeat(500) } })
          .jpeg()
          .toBuffer(),
      'blank',
    ],
  ])('%s: refused', async (_, make, fault) => {
    expect(await readPhoto(await make(), nobody)).toMatchObject({ fault });
  });

  test('the largest picture that is decoded needs at most 400 MB', async () => {
    expect(memoryFor(await blank(5_000, 5_000).png().toBuffer())).toBeLessThan(400);
  });

  test('a large photograph is decoded at a smaller size', async () => {
    const { width, height } = await openPhoto(await blank(5_000, 4_000).jpeg().toBuffer());
    expect([width, height]).toEqual([1_800, 1_440]);
  });
});

describe('readPhoto', () => {
  test('looks the code up, then reads the rows and cuts strips out', async () => {
    const photo = await makePhoto(3, 1);
    const asked: string[] = [];
    const read = await readPhoto(photo.jpeg, async (code) => {
      asked.push(code);
      return photo.layout.rows.map(({ bubbles }) => bubbles.length);
    });
    expect(asked).toEqual([photo.code]);
    if (!('rows' in read)) throw new Error(read.fault);
    expect(read.rows.map(({ number }) => number)).toEqual(photo.rows.map((_, index) => index + 1));
    const strip = await sharp(read.rows[0]?.strip).metadata();
    expect(strip).toMatchObject({ format: 'webp', height: 50 });
    expect(strip.exif).toBeUndefined();
  });

  test('refuses a photograph with an unknown code', async () => {
    const photo = await makePhoto(3, 1);
    expect(await readPhoto(photo.jpeg, nobody)).toEqual({ fault: 'not-our-sheet' });
  });

  test('ignores a script in the photograph’s EXIF, and puts it in no strip', async () => {
    const photo = await makePhoto(3, 1);
    const script = '<script>alert(1)</script>'.repeat(200);
    const jpeg = await sharp(photo.jpeg)
      .withExif({ IFD0: { Copyright: script } })
      .jpeg()
      .toBuffer();
    const read = await readPhoto(jpeg, async () => photo.layout.rows.map(({ bubbles }) => bubbles.length));
    if (!('rows' in read)) throw new Error(read.fault);
    for (const { strip } of read.rows) expect(Buffer.from(strip).includes('script')).toBe(false);
  });

  test('ignores a code that is not a sheet’s', async () => {
    const photo = await makePhoto(3, 1);
    const modules = modulesOf('HTTPS://EXAMPLE.COM/PARCEL');
    const squares = modules.flatMap((line, y) =>
      line.flatMap((dark, x) => (dark ? [`<rect x="${(x + 4) * 6}" y="${(y + 4) * 6}" width="6" height="6"/>`] : [])),
    );
    const parcel = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="222" height="222"><rect width="222" height="222" fill="#fff"/>${squares.join('')}</svg>`,
    );
    const { width = 0, height = 0 } = await sharp(photo.jpeg).metadata();
    const both = await sharp(photo.jpeg)
      .extend({ right: 260, background: '#777' })
      .composite([{ input: parcel, left: width + 20, top: Math.floor(height / 2) - 111 }])
      .jpeg()
      .toBuffer();
    const read = await readPhoto(both, async (code) => {
      expect(code).toBe(photo.code);
      return photo.layout.rows.map(({ bubbles }) => bubbles.length);
    });
    expect('rows' in read).toBe(true);
  });

  test('refuses a photograph of two sheets', async () => {
    const [one, two] = await Promise.all([makePhoto(3, 1), makePhoto(3, 2)]);
    const small = (jpeg: Buffer) => sharp(jpeg).resize(1_000, 1_000, { fit: 'contain' }).toBuffer();
    const both = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#888' } })
      .composite([
        { input: await small(one.jpeg), left: 0, top: 0 },
        { input: await small(two.jpeg), left: 1_000, top: 0 },
      ])
      .jpeg()
      .toBuffer();
    expect(await readPhoto(both, nobody)).toEqual({ fault: 'two-sheets' });
  });
});
