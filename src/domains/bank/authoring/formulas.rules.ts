/** A part of a formula that the palette offers. */
export interface Piece {
  /** The label of its button. */
  sign: string;
  name: string;
  /** TeX; `…` marks places to fill in, and the cursor moves to the first one. */
  tex: string;
}

export const SLOT = '…';

export const PIECES: readonly Piece[] = [
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
 * Inserts a piece at the cursor, between dollar signs unless the cursor is inside a formula. The selected text fills the first slot; the
 * first empty slot is then selected, to be typed over.
 */
export function withPiece({ text, start, end }: Typed, piece: Piece): Typed {
  const chosen = text.slice(start, end);
  const filled = chosen && piece.tex.includes(SLOT) ? piece.tex.replace(SLOT, () => chosen) : chosen + piece.tex;
  const put = insideFormula(text, start) ? filled : `$${filled.trimEnd()}$`;
  const next = `${text.slice(0, start)}${put}${text.slice(end)}`;
  // The search starts after the inserted selection, which may contain the same sign.
  const slot = put.indexOf(SLOT, chosen ? put.indexOf(chosen) + chosen.length : 0);
  if (slot >= 0) return { text: next, start: start + slot, end: start + slot + SLOT.length };
  // After a sign the cursor stays inside the formula, where the next number is typed.
  const behind = start + put.length - (put.endsWith('$') ? 1 : 0);
  return { text: next, start: behind, end: behind };
}
