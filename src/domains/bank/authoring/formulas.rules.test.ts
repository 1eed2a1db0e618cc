import { expect, test } from 'vitest';
import { renderText } from '../test-bank/math.server.ts';
import { FORMULA_PIECES, MARK_PIECES, type Piece, pictureAt, SLOT, withPiece } from './formulas.rules.ts';

const piece = (name: string) => [...MARK_PIECES, ...FORMULA_PIECES].find((one) => one.name === name) as Piece;

/** Parses a marked text: `[` and `]` enclose the selection, and `|` is a cursor. */
function typed(marked: string) {
  const start = marked.search(/[[|]/);
  const text = marked.replace(/[[\]|]/g, '');
  const end = marked.includes(']') ? marked.indexOf(']') - 1 : start;
  return { text, start, end };
}
function marked({ text, start, end }: { text: string; start: number; end: number }) {
  const inside = start === end ? '|' : `[${text.slice(start, end)}]`;
  return text.slice(0, start) + inside + text.slice(end);
}

test.each([
  ['|', 'Fracção', '$\\frac{[…]}{…}$'],
  ['Quanto é |?', 'Potência', 'Quanto é $[…]^{…}$?'],
  ['Metade de [8] é', 'Raiz quadrada', 'Metade de $\\sqrt{8|}$ é'.replace('|', '')],
  ['$3 |4$', 'Vezes', '$3 \\times |4$'],
  ['$3$ e | mais', 'Vezes', '$3$ e $\\times|$ mais'],
  ['Custa 5\\$ e |', 'Pi', 'Custa 5\\$ e $\\pi|$'],
  ['$a$\n|', 'Diferente', '$a$\n$\\ne|$'],
  ['$x = [y]$', 'Fracção', '$x = \\frac{y}{[…]}$'],
  ['$x = [1, …, 9]$', 'Fracção', '$x = \\frac{1, …, 9}{[…]}$'],
  ['O que [não] brilha', 'Negrito', 'O que **não|** brilha'.replace('|', '')],
  ['A palavra |', 'Sublinhado', 'A palavra ++[…]++'],
  ['$x |+ y$ e', 'Negrito', '$x + y$**[…]** e'],
])('%j with %s', (before, name, after) => {
  const result = withPiece(typed(before), piece(name));
  expect(after.includes('|') || after.includes('[') ? marked(result) : result.text).toBe(after);
});

test('every formula that can be inserted is rendered once its gaps are filled', () => {
  for (const one of FORMULA_PIECES) {
    const { text } = withPiece({ text: '', start: 0, end: 0 }, one);
    expect(renderText(text.replaceAll(SLOT, '2')), one.name).toMatch(/^<math.*<\/math>$/s);
  }
  expect(new Set(FORMULA_PIECES.map(({ name }) => name)).size).toBe(FORMULA_PIECES.length);
});

test('a table stands on lines of its own, and a picture waits for its description', () => {
  const table = withPiece({ text: 'Vê: fim', start: 3, end: 3 }, piece('Tabela'));
  expect(table.text).toBe('Vê:\n| … | … |\n|---|---|\n| … | … |\n fim');
  const address = `/api/images/${'a'.repeat(32)}`;
  expect(withPiece({ text: '', start: 0, end: 0 }, pictureAt(address))).toEqual({
    text: `![…](${address})`,
    start: 2,
    end: 3,
  });
});
