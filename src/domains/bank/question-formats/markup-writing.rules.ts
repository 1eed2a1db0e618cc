import { FORMULA, notationOf, type Piece, pictureMark, withoutMarks } from '../test-bank/texts/notation.rules.ts';
import { htmlToText, LITERAL_NAMES } from './markup.rules.ts';
import { keepPictures } from './pictures.rules.ts';
import { escapeAttribute, escapeXml } from './xml.rules.ts';

// Writes texts in the bank's notation as markup (Moodle, QTI), so that markup.rules.ts reads the same text back.

/**
 * What needs escaping in markup: formulas, tags meant as text, literal dollar signs, single brackets, and every space that a
 * browser would collapse.
 */
const SPECIAL = new RegExp(
  `${FORMULA.source}|</?(?:${LITERAL_NAMES}|br)(?:\\s[^<>]*)?/?>|\\\\\\$|\\$|\\\\[([]|\\n|[ \\t]{2,}|\\t|(?<=\\n) | (?=\\n)`,
  'gi',
);

/** How a text is written: its formulas (TeX without dollar signs), and the addresses of its pictures; without one it is left as its mark. */
export interface Writing {
  formula?: ((tex: string) => string) | undefined;
  pictureAt?: ((address: string) => string | undefined) | undefined;
}

/**
 * Returns a text as markup that reads back as exactly the same text: bold and underlined parts, tables and pictures as elements. What HTML
 * would change is also stored in `data-text`. Formulas are `\(…\)` by default, for programs that show TeX.
 */
export function textToMarkup(text: string, writing: Writing = {}): string {
  const { formula = roundBrackets, pictureAt } = writing;
  const pieces = notationOf(text);
  if (pieces.every(({ kind }) => kind === 'text' || kind === 'formula') && !ESCAPED_MARK.test(text))
    return plainToMarkup(text, formula);
  const written = piecesToMarkup(pieces, formula, pictureAt);
  const isHeld = (address: string) => (pictureAt?.(address) === undefined ? undefined : address);
  const readBack = htmlToText(piecesToMarkup(pieces, roundBrackets, isHeld));
  const same = keepPictures(readBack, () => undefined);
  return same.text === text && same.lost.length === 0 ? written : verbatim(text, withoutMarks(text));
}

/** A mark that is meant as text. */
const ESCAPED_MARK = /\\(?:\*\*|\+\+|!\[|\|)/;

function piecesToMarkup(
  pieces: readonly Piece[],
  formula: (tex: string) => string,
  addressOf: Writing['pictureAt'],
): string {
  const inside = (some: readonly Piece[]) => piecesToMarkup(some, formula, addressOf);
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return plainToMarkup(piece.text.replaceAll('$', '\\$'), formula);
      if (piece.kind === 'formula') return formula(piece.tex);
      if (piece.kind === 'picture') {
        const address = addressOf?.(piece.address);
        return address === undefined
          ? verbatim(pictureMark(piece.alt, piece.address), piece.alt)
          : pictureMarkup(address, piece.alt);
      }
      if (piece.kind !== 'table') {
        const name = piece.kind === 'bold' ? 'b' : 'u';
        return `<${name}>${inside(piece.pieces)}</${name}>`;
      }
      const row = (cells: readonly Piece[][], name: string) =>
        `<tr>${cells.map((cell) => `<${name}>${inside(cell)}</${name}>`).join('')}</tr>`;
      const head = piece.head.some((cell) => cell.length > 0) ? row(piece.head, 'th') : '';
      return `<table>${head}${piece.rows.map((cells) => row(cells, 'td')).join('')}</table>`;
    })
    .join('');
}

function plainToMarkup(text: string, formula: (tex: string) => string): string {
  let markup = '';
  let end = 0;
  for (const match of text.matchAll(SPECIAL)) {
    markup += escapeXml(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[1] !== undefined) markup += formula(match[1]);
    else if (match[0] === '\n') markup += '<br />';
    else markup += verbatim(match[0], match[0] === '\\$' ? '$' : match[0]);
  }
  return markup + escapeXml(text.slice(end));
}

/** Returns text that must round-trip exactly, with what people see instead. */
export const verbatim = (text: string, shown: string): string =>
  `<span data-text="${escapeAttribute(text)}">${escapeXml(shown)}</span>`;

function roundBrackets(tex: string): string {
  // The reader stops at the first closing bracket and trims the spaces of each line.
  const plain = !/\\[)\]([]|\\\$|[ \t]{2,}|[\n\t]/.test(tex);
  return plain ? `\\(${escapeXml(tex)}\\)` : verbatim(`$${tex}$`, `\\(${tex}\\)`);
}

/**
 * Returns the markup of a statement, preceded by the passage and the picture.
 *
 * @param picture markup of the drawing or picture, '' for none.
 */
export function statementMarkup(
  question: { statement: string; passage: string | null },
  writing: Writing = {},
  picture = '',
): string {
  const statement = textToMarkup(question.statement, writing);
  const shown = picture === '' ? '' : `<p>${picture}</p>`;
  // A table cannot stand within a paragraph.
  const block = statement.includes('<table>') ? `<div>${statement}</div>` : `<p>${statement}</p>`;
  return question.passage === null
    ? `${shown}${shown === '' ? statement : block}`
    : `<div class="passage">${textToMarkup(question.passage, writing)}</div>${shown}${question.statement === '' ? '' : block}`;
}

/** Returns an image element with the address of the file. */
export const pictureMarkup = (source: string, alt: string): string =>
  `<img src="${escapeAttribute(source)}" alt="${escapeAttribute(alt)}" />`;
