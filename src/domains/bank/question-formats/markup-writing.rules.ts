import { FORMULA } from './formulas.rules.ts';
import { LITERAL_NAMES } from './markup.rules.ts';
import { escapeAttribute, escapeXml } from './xml.rules.ts';

// Writes plain text with `$…$` formulas as markup (Moodle, QTI), so that markup.rules.ts reads the same text back.

/**
 * What needs escaping in markup: formulas, tags meant as text, literal dollar signs, single brackets, and every space that a
 * browser would collapse.
 */
const SPECIAL = new RegExp(
  `${FORMULA.source}|</?(?:${LITERAL_NAMES}|br)(?:\\s[^<>]*)?/?>|\\\\\\$|\\$|\\\\[([]|\\n|[ \\t]{2,}|\\t|(?<=\\n) | (?=\\n)`,
  'gi',
);

/**
 * Plain text as markup that reads back as exactly the same text. What HTML would change is also stored in `data-text`.
 *
 * @param formula how to write a formula (TeX without its dollar signs); `\(…\)` for programs that show TeX.
 */
export function textToMarkup(text: string, formula: (tex: string) => string = roundBrackets): string {
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
  formula?: (tex: string) => string,
  picture = '',
): string {
  const statement = textToMarkup(question.statement, formula);
  const shown = picture === '' ? '' : `<p>${picture}</p>`;
  return question.passage === null
    ? `${shown}${shown === '' ? statement : `<p>${statement}</p>`}`
    : `<div class="passage">${textToMarkup(question.passage, formula)}</div>${shown}${question.statement === '' ? '' : `<p>${statement}</p>`}`;
}

/** Returns an image element with the address of the file. */
export const pictureMarkup = (source: string, alt: string): string =>
  `<img src="${escapeAttribute(source)}" alt="${escapeAttribute(alt)}" />`;
