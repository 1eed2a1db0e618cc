import { expect, test } from 'vitest';
import { numbered, type Piece, piecesOf, printedText } from './exports.rules.ts';

test.each<[string, Piece[]]>([
  ['Quanto é?', ['Quanto é?']],
  ['Custa \\$5', ['Custa $5']],
  ['$\\frac{5}{8}$', [{ top: '5', bottom: '8' }]],
  ['Deu $\\frac{1}{4}$ à irmã.', ['Deu ', { top: '1', bottom: '4' }, ' à irmã.']],
  ['$2\\frac{1}{2}$', ['2', { top: '1', bottom: '2' }]],
  ['$\\frac{1}{2} < \\dfrac{3}{4}$', [{ top: '1', bottom: '2' }, ' < ', { top: '3', bottom: '4' }]],
  ['$\\frac{1}{2} \\times 3^2$', [{ top: '1', bottom: '2' }, ' × 3²']],
  ['$\\frac{n + 1}{2}$', [{ top: 'n + 1', bottom: '2' }]],
  ['$\\sqrt{\\frac{1}{4}}$', ['√(1/4)']],
  ['$2^{\\frac{1}{2}}$', ['2^(1/2)']],
  ['$3^2 \\times 2$', ['3² × 2']],
  ['$10^{-6}$ e $H_2O$ a $90^{\\circ}$', ['10⁻⁶ e H₂O a 90°']],
  ['Vê:\n| Dia | mm |\n|---|---|\n| 2.ª | 3 |\nQuanto choveu?', ['Vê:\nDia | mm\n2.ª | 3\nQuanto choveu?']],
  ['|  |  |\n|---|---|\n| Dia | **3** |', ['\nDia | ', { words: '3', bold: true, underlined: false }]],
])('%s is printed in segments', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});

test('a statement that begins with a table is printed as one behind its number', () => {
  expect(numbered(2, 'Quanto é?')).toBe('2. Quanto é?');
  expect(piecesOf(numbered(2, '| Dia | mm |\n|---|---|\n| 2.ª | 3 |'))).toEqual(['2.\nDia | mm\n2.ª | 3']);
});

test('a fraction on one line is written with a slash', () => {
  expect(printedText('Deu $\\frac{1}{4}$ e $\\frac{a+b}{2} \\times 3$')).toBe('Deu 1/4 e (a+b)/2 × 3');
});
