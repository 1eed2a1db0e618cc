import { expect, test } from 'vitest';
import { renderMath } from '../test-bank/math.server.ts';
import { PIECES, type Piece, SLOT, withPiece } from './formulas.rules.ts';

const piece = (name: string) => PIECES.find((one) => one.name === name) as Piece;

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
])('%j with %s', (before, name, after) => {
  const result = withPiece(typed(before), piece(name));
  expect(after.includes('|') || after.includes('[') ? marked(result) : result.text).toBe(after);
});

test('every formula that can be inserted is rendered once its gaps are filled', () => {
  for (const one of PIECES) {
    const { text } = withPiece({ text: '', start: 0, end: 0 }, one);
    expect(renderMath(text.replaceAll(SLOT, '2')), one.name).toMatch(/^<math.*<\/math>$/s);
  }
  expect(new Set(PIECES.map(({ name }) => name)).size).toBe(PIECES.length);
});
