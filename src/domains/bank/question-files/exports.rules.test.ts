import { expect, test } from 'vitest';
import { FORMULA_PIECES } from '../authoring/formulas.rules.ts';
import { paperNotes } from '../test-bank/paper.server.ts';
import { numbered, piecesOf, printedText } from './exports.rules.ts';
import type { Piece } from './printed-formulas.rules.ts';

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

test.each<[string, Piece[]]>([
  ['$\\sqrt[3]{8}$ e $\\sqrt2$ e $\\frac12$', ['∛8 e √2 e ', { top: '1', bottom: '2' }]],
  ['$\\left\\{\\frac{1}{2}\\right\\}$', ['{', { top: '1', bottom: '2' }, '}']],
  ['$A = \\{1, 2\\}$', ['A = {1, 2}']],
  ['$A \\subset \\mathbb{N} \\Rightarrow A \\notin \\emptyset$', ['A ⊂ ℕ ⇒ A ∉ ∅']],
  ['$r \\perp s \\parallel t$', ['r ⊥ s ∥ t']],
  ['$\\sin 30^\\circ$', ['sin 30°']],
  ['$\\overline{AB}$', [{ words: 'AB', bold: false, underlined: false, over: 'line' }]],
  ['$0{,}\\overline{3}$', ['0,', { words: '3', bold: false, underlined: false, over: 'line' }]],
  ['$\\vec v$', [{ words: 'v', bold: false, underlined: false, over: 'arrow' }]],
  ['$\\widehat{ABC}$', [{ words: 'ABC', bold: false, underlined: false, over: 'hat' }]],
  ['$\\underline{x}$', [{ words: 'x', bold: false, underlined: true }]],
  ['$\\ce{2H2 + O2 -> 2H2O}$ e $\\ce{Ca^2+}$', ['2H₂ + O₂ → 2H₂O e Ca²⁺']],
  ['$\\begin{cases} x+y=1 \\\\ x-y=2 \\end{cases}$', ['{ x+y=1; x−y=2']],
  ['$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$', ['(1 2; 3 4)']],
])('%s is printed as on the screen', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});

test('on one line, marks above an expression are written as schools write them', () => {
  expect(
    printedText('$\\overline{AB}$, $0{,}\\overline{3}$, $\\vec v$, $\\widehat{ABC}$, $\\sqrt{\\overline{AB}}$'),
  ).toBe('[AB], 0,(3), vector v, ∠ABC, √([AB])');
});

test('a command that has no printed characters is named, and no other backslash is', () => {
  expect(paperNotes([printedText('$\\overbrace{a+b}$ e C:\\pasta')])).toEqual([
    'No teste impresso uma parte da fórmula sai em código («\\overbrace»): troque-a se for imprimir.',
  ]);
  expect(paperNotes([printedText('$\\frac{1}{2} \\times \\sqrt{3}$ e C:\\pasta')])).toEqual([]);
});

test('every formula that the form offers can be printed', () => {
  for (const piece of FORMULA_PIECES) {
    const tex = 'tex' in piece ? piece.tex.replaceAll('…', '1') : '';
    expect(paperNotes([printedText(`$${tex}$`)]), tex).toEqual([]);
    expect(printedText(`$${tex}$`), tex).not.toMatch(/\\|[a-z]{2}/);
  }
});

test('a statement that begins with a table is printed as one behind its number', () => {
  expect(numbered(2, 'Quanto é?')).toBe('2. Quanto é?');
  expect(piecesOf(numbered(2, '| Dia | mm |\n|---|---|\n| 2.ª | 3 |'))).toEqual(['2.\nDia | mm\n2.ª | 3']);
});

test('a fraction on one line is written with a slash', () => {
  expect(printedText('Deu $\\frac{1}{4}$ e $\\frac{a+b}{2} \\times 3$')).toBe('Deu 1/4 e (a+b)/2 × 3');
});
