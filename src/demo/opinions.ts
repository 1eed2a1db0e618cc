import { sealPhoto } from '../domains/skills/opinions/ending.server.ts';
import {
  endOpinion,
  findDemoTexts,
  insertDemoMark,
  insertOpinion,
  insertPhoto,
} from '../domains/skills/opinions/opinions.store.ts';
import { handwriting } from '../domains/skills/writing/hand.rules.ts';
import type { Database } from '../server/db/db.ts';
import { loadSharp } from '../server/pdf/sharp.ts';
import { writingContent } from '../server/skills-content.ts';

const [WIDTH, HEIGHT, MARGIN] = [900, 1_200, 90];
const SCALE = 2.1;

/** Returns a photograph of a text in a child's hand, with its name covered: a JPEG picture. */
export async function drawnPage(text: string, seed: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const { path, baselines } = handwriting(text, (WIDTH - 2 * MARGIN) / SCALE, seed);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#5c4033"/>
    <rect x="30" y="30" width="${WIDTH - 60}" height="${HEIGHT - 60}" fill="#f1ead9"/><rect x="${MARGIN}" y="70" width="360" height="60" fill="#101114"/>
    <g transform="translate(${MARGIN} 170) scale(${SCALE})" fill="none" stroke-linecap="round"><path stroke="#c9d3e4" d="${baselines
      .map((y) => `M-30 ${y}H${(WIDTH - 2 * MARGIN) / SCALE + 30}`)
      .join('')}"/><path stroke="#27314f" stroke-width="1.3" d="${path}"/></g></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

/** Levels that two teachers gave to the demo's first text. */
const LEVELS = [3, 4] as const;

/** Gives the demo family a second opinion that is there, and one that waits in the teacher's queue, once. */
export async function seedDemoOpinions(db: Database, secretKey: string): Promise<void> {
  const [finished, waiting] = await findDemoTexts(db);
  if (!finished || !waiting) return;
  const signs = writingContent().signs.map(({ id }, at) => ({ id, isSeen: at !== 3 }));
  const anchor = waiting.ruler.anchors.find(({ level }) => level === 4) ?? waiting.ruler.anchors[0];
  const photo = await drawnPage(anchor?.text ?? waiting.prompt.task, 5);
  await db.transaction(async (transaction) => {
    await insertOpinion(transaction, finished.id);
    for (const level of LEVELS) await insertDemoMark(transaction, { textId: finished.id, level, signs });
    await endOpinion(transaction, finished.id, null);
    await insertOpinion(transaction, waiting.id);
    await insertPhoto(transaction, waiting.id, sealPhoto(secretKey, waiting.id, photo));
  });
}
