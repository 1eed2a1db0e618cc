import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { drawnPage } from '../../src/demo/opinions.ts';
import { storeForms } from '../../src/domains/skills/writing/content.server.ts';
import { formsOfFiles } from '../../src/domains/skills/writing/content-files.server.ts';
import type { Database } from '../../src/server/db/db.ts';

/** Loads the dictations, tasks and rulers of content/writing. */
export const loadWritingForms = (db: Database): Promise<void> => storeForms(db, formsOfFiles());

const BEFORE_MS = 20 * 60_000;

/** Returns the body of a dictation of `d4-pao`, written on paper, with two words wrong. */
export function aDictation(childId: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    clientId: randomUUID(),
    childId,
    dictationId: 'd4-pao',
    startedAt: new Date(Date.now() - BEFORE_MS).toISOString(),
    wrong: [{ index: 1, kind: 'accent' }, { index: 7 }],
    ...change,
  };
}

/** The six signs of a text, all seen but some. */
export const signs = (...missing: string[]) =>
  ['tema', 'partes', 'frases', 'pontos', 'erros', 'leitura'].map((id) => ({ id, isSeen: !missing.includes(id) }));

/** Returns the body of a text about `t4-luz`, placed at level 3, without capitals and full stops. */
export function aText(childId: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    clientId: randomUUID(),
    childId,
    promptId: 't4-luz',
    rulerId: 'r4-contar',
    startedAt: new Date(Date.now() - BEFORE_MS).toISOString(),
    comparisons: [
      { anchor: 3, outcome: 'alike' },
      { anchor: 2, outcome: 'more' },
      { anchor: 4, outcome: 'less' },
    ],
    signs: signs('pontos'),
    ...change,
  };
}

/** The words of `aTextPhoto` that only the file has, not its pixels. */
export const IN_FILE_ONLY = 'CANARIO-EXIF';

/** Returns a photograph of a text, turned by its EXIF data, which also name a place. */
export async function aTextPhoto(): Promise<Buffer> {
  const page = await drawnPage('Um dia a galinha fugiu para o telhado. A avó chamou. Ela não descia.', 3);
  return sharp(page)
    .rotate(270)
    .withMetadata({
      orientation: 6,
      exif: { IFD0: { ImageDescription: IN_FILE_ONLY }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '8/1 50/1 0/1' } },
    })
    .jpeg({ quality: 75 })
    .toBuffer();
}

/** Returns a photograph as a part of an upload. */
export const asPhoto = (bytes: Uint8Array) => ({ name: 'foto.jpg', type: 'image/jpeg', bytes, part: 'photo' });
