import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Pages, pageAsked } from './Pages.tsx';

const pages = (total: number) =>
  renderToStaticMarkup(
    <Pages label="Páginas" page={2} limit={25} total={total} words={['conta', 'contas']} onPage={() => {}} />,
  );

describe('choosing a page by its number', () => {
  test.each([
    ['7', 7],
    [' 3 ', 3],
    ['0', 1],
    ['-4', 1],
    ['999', 12],
    ['', undefined],
    ['abc', undefined],
  ])('%j of 12 is %s', (typed, page) => expect(pageAsked(typed, 12)).toBe(page));

  test('is possible where there are more than three pages', () => {
    expect(pages(75)).not.toContain('<form');
    expect(pages(100)).toContain('Ir</button>');
    expect(pages(100)).toContain('26–50 de 100 contas');
  });
});
