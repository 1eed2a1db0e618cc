import { createRequire } from 'node:module';
import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type temml from 'temml';
import type { Rendered } from './tests.rules.ts';
import { hasNotation, notationOf, type Piece } from './texts/notation.rules.ts';

/** Maximum characters of one formula; the longest of the bank has 42. */
const LONGEST_FORMULA = 600;
/** Maximum characters of markup for one text. */
const LONGEST_MARKUP = 60_000;
/** Maximum number of macro expansions in one formula. */
const MAX_EXPANSIONS = 50;
/** Commands that define others: with a few of them a short formula can expand without limit. */
const DEFINING =
  /\\(?:[egx]?def|let|futurelet|global|long|newcommand|renewcommand|providecommand|expandafter|definecolor)(?![A-Za-z])/;

/**
 * What temml draws by styles that the page does not have, or by an element that browsers do not know: struck out, framed and ruled formulas
 * would be shown without their lines. The lines above and below an expression are in `web/ui/base/type.css`.
 */
const UNDRAWN = /<menclose notation="(?!top"|bottom")|<[^>]* style="[^"]*\bborder/;

/** Links to numbered formulas: a question has none, so an empty link would be shown. */
const REFERENCE = /\\(?:eq)?ref(?![A-Za-z])/;

/** A place of the teachers' palette of formulas that nobody has filled in. A list such as `1, 2, …` has none. */
const EMPTY_SLOT = /\{…\}|…(?=\\frac|\^|_)/;

let loaded: typeof temml | undefined;

/** Loads temml with the first formula, because most processes never render one. */
function library(): typeof temml {
  loaded ??= createRequire(import.meta.url)('temml') as typeof temml;
  return loaded;
}

function renderFormula(formula: string): string {
  if (formula.length > LONGEST_FORMULA)
    throw new Error(`Uma fórmula tem no máximo ${LONGEST_FORMULA} caracteres: $${formula.slice(0, 40)}…`);
  const defining = DEFINING.exec(formula)?.[0];
  if (defining) throw new Error(`Uma fórmula não pode definir comandos (${defining}).`);
  const reference = REFERENCE.exec(formula)?.[0];
  if (reference) throw new Error(`Uma fórmula não pode remeter para outra (${reference}).`);
  if (EMPTY_SLOT.test(formula))
    throw new Error(`Falta preencher uma parte da fórmula $${formula}$: o sinal … marca o lugar.`);
  const drawn = drawnFormula(formula);
  if (UNDRAWN.test(drawn))
    throw new Error(
      `A fórmula $${formula}$ tem um risco ou uma caixa que os telemóveis não mostram: escreva-a sem isso.`,
    );
  return drawn.replace(/ style="[^"]*"/g, '');
}

function drawnFormula(formula: string): string {
  const options = {
    throwOnError: true,
    trust: false,
    maxExpand: MAX_EXPANSIONS,
    maxSize: [20, 50] as [number, number],
  };
  try {
    return library().renderToString(formula, options);
  } catch (error) {
    throw new Error(`A fórmula $${formula}$ não se consegue ler: ${(error as Error).message}`);
  }
}

/**
 * Returns a text in the bank's notation as markup that is safe to embed in a page: escaped text, MathML for formulas, and few elements
 * that stand where text may stand, so that a table may be within a heading. Text from users is rendered by `math-thread.server.ts`,
 * outside the thread that answers families.
 *
 * @throws Error when a formula is not valid TeX or cannot be shown, or the formula or its markup is too long; its message names the formula.
 */
export const renderText = (text: string): string => markupOf(notationOf(text));

function markupOf(pieces: readonly Piece[]): string {
  let html = '';
  for (const piece of pieces) {
    html += pieceMarkup(piece);
    if (html.length > LONGEST_MARKUP) throw new Error('As fórmulas deste texto são demasiado longas.');
  }
  return html;
}

function pieceMarkup(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return escapeHtml(piece.text);
    case 'formula':
      return renderFormula(piece.tex);
    case 'picture':
      return `<img class="in-text" src="${escapeHtml(piece.address)}" alt="${escapeHtml(piece.alt)}">`;
    case 'bold':
      return `<b>${markupOf(piece.pieces)}</b>`;
    case 'underlined':
      return `<u>${markupOf(piece.pieces)}</u>`;
    case 'table': {
      const row = (cells: readonly Piece[][], role: string) =>
        `<span role="row">${cells.map((cell) => `<span role="${role}">${markupOf(cell)}</span>`).join('')}</span>`;
      const head = piece.head.some((cell) => cell.length > 0) ? row(piece.head, 'columnheader') : '';
      return `<span role="table" class="in-text">${head}${piece.rows.map((cells) => row(cells, 'cell')).join('')}</span>`;
    }
  }
}

/** The parts of a question that a teacher is writing. */
export interface Written {
  statement?: string | undefined;
  passage?: string | null | undefined;
  alternatives?: readonly string[] | undefined;
  explanation?: string | null | undefined;
}

/** Returns a question's texts as they will be shown, and the fields with a formula that cannot be read. Plain texts are omitted. */
export function previewMath(written: Written): { html: Rendered; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const render = (field: string, text: string): string => {
    try {
      return renderText(text);
    } catch (error) {
      problems[field] ??= (error as Error).message.slice(0, 300);
      return escapeHtml(text);
    }
  };
  const rendered = (field: 'statement' | 'passage' | 'explanation') => {
    const text = written[field];
    return text && hasNotation(text) ? { [field]: render(field, text) } : {};
  };
  const html: Rendered = {
    ...rendered('statement'),
    ...rendered('passage'),
    ...(written.alternatives?.some(hasNotation)
      ? { alternatives: written.alternatives.map((text) => render('alternatives', text)) }
      : {}),
    ...rendered('explanation'),
  };
  return { html, problems };
}

/**
 * Renders the texts of a question that are more than plain text; the others are omitted.
 *
 * @throws Error as `renderText`.
 */
export function renderQuestion(question: {
  statement: string;
  passage?: string | null | undefined;
  alternatives: readonly string[];
  explanation: string | null;
}): Rendered {
  const { html, problems } = previewMath(question);
  const [first] = Object.values(problems);
  if (first !== undefined) throw new Error(first);
  return html;
}
