import { expect, test } from 'vitest';
import { writingContent } from '../../../server/skills-content.ts';
import { handwriting } from './hand.rules.ts';

test('the same text has the same hand, on lines of the width', () => {
  const one = handwriting('O cão fugiu.\nA mãe riu.', 300);
  expect(handwriting('O cão fugiu.\nA mãe riu.', 300)).toEqual(one);
  expect(one.baselines).toHaveLength(2);
  expect(one.path).toMatch(/^M[-\d. MLCSZ]+$/);
  expect(handwriting('palavra '.repeat(20), 300).baselines.length).toBeGreaterThan(3);
});

test('every sign of the anchor texts can be drawn', () => {
  const texts = [...writingContent().classes.values()].flatMap(({ rulers }) =>
    rulers.flatMap(({ anchors }) => anchors.map(({ text }) => text)),
  );
  const drawn = (sign: string) => handwriting(sign, 300).path !== '';
  const signs = [...new Set(texts.join('').replace(/\s/g, ''))];
  expect(signs.filter((sign) => !drawn(sign))).toEqual([]);
});
