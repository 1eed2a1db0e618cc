// 30 texts, five for each level. The level and its reason were noted before the text was written; five readers who knew neither placed the
// texts by the comparisons that the ruler asks for. The texts are clear cases, clearer than those of real children, so the agreement is an
// upper bound. When a ruler gets a new version, its texts are placed again before their entries are changed.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formsOfFiles } from '../src/domains/skills/writing/content-files.server.ts';
import type { RulerBody } from '../src/domains/skills/writing/forms.rules.ts';
import { LEVELS, type Level, levelTable, weightedKappa } from '../src/domains/skills/writing/kappa.rules.ts';
import { areAsked, type Comparison, placeOf } from '../src/domains/skills/writing/ruler.rules.ts';
import type { FormRow } from '../src/domains/skills/writing/writing.store.ts';

interface PlacedText {
  ruler: string;
  version: number;
  text: string;
  level: Level;
  /** The comparisons of each reader, in the order they were asked for: "3+ 4= 5-" is more than anchor 3, like 4, less than 5. */
  readers: string[];
}

const TEXTS = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, 'fixtures', 'placed-texts.json'), 'utf8'),
) as PlacedText[];
const OUTCOMES = { '-': 'less', '=': 'alike', '+': 'more' } as const;

const comparisonsOf = (said: string): Comparison[] =>
  said.split(' ').map((one) => ({ anchor: Number(one[0]), outcome: OUTCOMES[one[1] as keyof typeof OUTCOMES] }));

test('the texts were placed on the rulers as they are now, and none of them is an anchor', () => {
  const rulers = new Map(formsOfFiles().flatMap((form) => (form.kind === 'ruler' ? [[form.id, form]] : [])));
  for (const { ruler, version, text } of TEXTS) {
    const found = rulers.get(ruler) as FormRow;
    expect(found.version, ruler).toBe(version);
    expect((found.body as RulerBody).anchors.map((anchor) => anchor.text)).not.toContain(text);
  }
  expect(LEVELS.map((level) => TEXTS.filter((one) => one.level === level).length)).toEqual([5, 5, 5, 5, 5, 5]);
});

test('each of five readers places at least 90 % of 30 texts at their level or beside it', () => {
  for (let reader = 0; reader < 5; reader++) {
    const pairs = TEXTS.map(({ level, readers }) => {
      const comparisons = comparisonsOf(readers[reader] as string);
      expect(areAsked(comparisons), readers[reader]).toBe(true);
      return [level, placeOf(comparisons).level] as const;
    });
    const near = pairs.filter(([level, placed]) => Math.abs(level - placed) <= 1);
    expect(near.length / pairs.length).toBeGreaterThanOrEqual(0.9);
    expect(weightedKappa(levelTable(pairs))).toBeGreaterThan(0.8);
  }
});
