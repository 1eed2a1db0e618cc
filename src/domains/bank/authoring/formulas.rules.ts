/** A part of a formula, or a mark, that the tools offer. `…` marks places to fill in, and the cursor moves to the first one. */
export type Piece = {
  /** The label of its button. */
  sign: string;
  name: string;
} & ({ tex: string } | { text: string; isBlock?: true });

export const SLOT = '…';

/** Marks of the notation of texts (test-bank/texts/notation.rules.ts). */
export const MARK_PIECES: readonly Piece[] = [
  { sign: 'N', name: 'Negrito', text: '**…**' },
  { sign: 'S', name: 'Sublinhado', text: '++…++' },
  { sign: 'Tabela', name: 'Tabela', text: '| … | … |\n|---|---|\n| … | … |', isBlock: true },
];

/** Returns the mark of an uploaded picture, with a place for its description. */
export const pictureAt = (address: string): Piece => ({ sign: '', name: '', text: `![…](${address})` });

export const FORMULA_PIECES: readonly Piece[] = [
  { sign: 'a⁄b', name: 'Fracção', tex: '\\frac{…}{…}' },
  { sign: '1a⁄b', name: 'Número misto', tex: '…\\frac{…}{…}' },
  { sign: 'x²', name: 'Potência', tex: '…^{…}' },
  { sign: 'x₁', name: 'Índice', tex: '…_{…}' },
  { sign: '√', name: 'Raiz quadrada', tex: '\\sqrt{…}' },
  { sign: '×', name: 'Vezes', tex: '\\times ' },
  { sign: '÷', name: 'A dividir por', tex: '\\div ' },
  { sign: '±', name: 'Mais ou menos', tex: '\\pm ' },
  { sign: '≤', name: 'Menor ou igual', tex: '\\le ' },
  { sign: '≥', name: 'Maior ou igual', tex: '\\ge ' },
  { sign: '≠', name: 'Diferente', tex: '\\ne ' },
  { sign: '≈', name: 'Aproximadamente', tex: '\\approx ' },
  { sign: 'π', name: 'Pi', tex: '\\pi ' },
  { sign: 'âng.', name: 'Ângulo', tex: '\\angle ' },
  { sign: 'a°', name: 'Graus', tex: '…^{\\circ}' },
];

/** A text and its selection. */
export interface Typed {
  text: string;
  start: number;
  end: number;
}

/** Returns whether a position is between the two dollar signs of a formula in its line; `\$` is an amount of money. */
function insideFormula(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return (line.replace(/\\\$/g, '').split('$').length - 1) % 2 === 1;
}

/**
 * Inserts a piece at the cursor: a mark behind the formula that the cursor is in, a part of a formula between dollar signs unless the cursor
 * is inside one. The selected text fills the first slot; the first empty slot is then selected, to be typed over.
 */
export function withPiece(typed: Typed, piece: Piece): Typed {
  const { text } = typed;
  const isMark = 'text' in piece;
  const behindFormula = isMark && insideFormula(text, typed.end) ? text.indexOf('$', typed.end) + 1 : 0;
  const [start, end] = behindFormula > 0 ? [behindFormula, behindFormula] : [typed.start, typed.end];
  const chosen = text.slice(start, end);
  const fill = (given: string) => (chosen && given.includes(SLOT) ? given.replace(SLOT, () => chosen) : chosen + given);
  const put = isMark
    ? withBreaks(fill(piece.text), piece.isBlock === true, text.slice(0, start), text.slice(end))
    : insideFormula(text, start)
      ? fill(piece.tex)
      : `$${fill(piece.tex).trimEnd()}$`;
  const next = `${text.slice(0, start)}${put}${text.slice(end)}`;
  // The search starts after the inserted selection, which may contain the same sign.
  const slot = put.indexOf(SLOT, chosen ? put.indexOf(chosen) + chosen.length : 0);
  if (slot >= 0) return { text: next, start: start + slot, end: start + slot + SLOT.length };
  // After a sign the cursor stays inside the formula, where the next number is typed.
  const behind = start + put.length - (put.endsWith('$') ? 1 : 0);
  return { text: next, start: behind, end: behind };
}

/** Returns a block on lines of its own. */
const withBreaks = (put: string, isBlock: boolean, before: string, after: string): string =>
  isBlock ? `${/(?:^|\n)$/.test(before) ? '' : '\n'}${put}${/^(?:\n|$)/.test(after) ? '' : '\n'}` : put;
