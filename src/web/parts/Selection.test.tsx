import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SelectionBar } from './Selection.tsx';

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

/** Returns the text of the bar above a page of 50 rows. */
function shown(wanted: { rows: number; selected: number[]; loaded?: boolean }) {
  const { rows, selected, loaded = true } = wanted;
  return renderToStaticMarkup(
    <SelectionBar
      shown={ids(Math.min(rows, 50))}
      total={rows}
      {...(loaded ? { all: ids(rows) } : {})}
      selected={new Set(selected)}
      onSelect={() => {}}
    >
      <b>Apagar</b>
    </SelectionBar>,
  ).replace(/<[^>]+>/g, '|');
}

test('the box selects the page; the rows of all pages are offered where an action can take them', () => {
  expect(shown({ rows: 10, selected: [] })).toContain('Seleccionar todas');
  expect(shown({ rows: 120, selected: [] })).toContain('Seleccionar esta página');
  expect(shown({ rows: 120, selected: ids(49) })).not.toContain('Seleccionar as');
  expect(shown({ rows: 120, selected: ids(50) })).toContain('50 seleccionadas');
  expect(shown({ rows: 120, selected: ids(50) })).toContain('Seleccionar as 120');
  expect(shown({ rows: 120, selected: ids(120) })).not.toContain('Seleccionar as');
  expect(shown({ rows: 300, selected: ids(50) })).not.toContain('Seleccionar as');
  expect(shown({ rows: 120, selected: ids(50), loaded: false })).not.toContain('Seleccionar as');
});

test('more rows than an action can take are not acted upon, and the reason is given', () => {
  expect(shown({ rows: 300, selected: ids(200) })).toContain('Apagar');
  const excess = shown({ rows: 300, selected: ids(250) });
  expect(excess).toContain('São no máximo 200 de uma vez: retire 50.');
  expect(excess).toContain('Limpar');
  expect(excess).not.toContain('Apagar');
});
