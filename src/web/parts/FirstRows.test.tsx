import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FirstRows } from './FirstRows.tsx';

/** Returns the rows in sight, the folded ones, and the words of the fold, of a list with this many rows. */
function shown(count: number) {
  const markup = renderToStaticMarkup(
    <FirstRows rows={Array.from({ length: count }, (_, index) => index + 1)} words={['leitura', 'leituras']}>
      {(row) => <li key={row}>{row}</li>}
    </FirstRows>,
  );
  const [inSight = '', folded = ''] = markup.split('<details');
  const rows = (part: string) => [...part.matchAll(/<li>(\d+)/g)].map(([, row]) => Number(row));
  return { inSight: rows(inSight), folded: rows(folded), words: /<summary><span>([^<]*)/.exec(folded)?.[1] };
}

test('a long list shows its first three rows, and says how many are folded', () => {
  expect(shown(21)).toEqual({
    inSight: [1, 2, 3],
    folded: Array.from({ length: 18 }, (_, index) => index + 4),
    words: 'Mais 18 leituras',
  });
  expect(shown(4)).toEqual({ inSight: [1, 2, 3], folded: [4], words: 'Mais 1 leitura' });
});

test('a short list has no fold', () => {
  expect(shown(3)).toEqual({ inSight: [1, 2, 3], folded: [], words: undefined });
});
