import { createRequire } from 'node:module';
import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type temml from 'temml';
import type { Rendered } from './tests.rules.ts';

/** `$…$` with content; `\$` is a dollar sign. */
const FORMULA = /(?<!\\)\$((?:\\.|[^$\\])+)\$/g;

export const hasMath = (text: string) => new RegExp(FORMULA).test(text);

/** Maximum characters of one formula; the longest of the bank has 42. */
const LONGEST_FORMULA = 600;
/** Maximum characters of markup for one text. */
const LONGEST_MARKUP = 60_000;
/** Maximum number of macro expansions in one formula. */
const MAX_EXPANSIONS = 50;
/** Commands that define others: with a few of them a short formula can expand without limit. */
const DEFINING =
  /\\(?:[egx]?def|let|futurelet|global|long|newcommand|renewcommand|providecommand|expandafter|definecolor)(?![A-Za-z])/;

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
  if (EMPTY_SLOT.test(formula))
    throw new Error(`Falta preencher uma parte da fórmula $${formula}$: o sinal … marca o lugar.`);
  try {
    return library()
      .renderToString(formula, { throwOnError: true, trust: false, maxExpand: MAX_EXPANSIONS, maxSize: [20, 50] })
      .replace(/ style="[^"]*"/g, '');
  } catch (error) {
    throw new Error(`A fórmula $${formula}$ não se consegue ler: ${(error as Error).message}`);
  }
}

/**
 * Returns text with `$…$` as markup: escaped text around MathML, safe to embed in a page. Text from users is rendered by
 * `math-thread.server.ts`, outside the thread that answers families.
 *
 * @throws Error when a formula is not valid TeX, or the formula or its markup is too long; its message names the formula.
 */
export function renderMath(text: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(FORMULA)) {
    html += escapeHtml(text.slice(end, match.index).replace(/\\\$/g, '$'));
    html += renderFormula(match[1] as string);
    if (html.length > LONGEST_MARKUP) throw new Error('As fórmulas deste texto são demasiado longas.');
    end = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(end).replace(/\\\$/g, '$'));
}

/** The parts of a question that a teacher is writing. */
export interface Written {
  statement?: string | undefined;
  alternatives?: readonly string[] | undefined;
  explanation?: string | null | undefined;
}

/** Returns a question's mathematics as it will be shown, and the fields with a formula that cannot be read. */
export function previewMath(written: Written): { html: Rendered; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const render = (field: string, text: string): string => {
    try {
      return renderMath(text);
    } catch (error) {
      problems[field] ??= (error as Error).message.slice(0, 300);
      return escapeHtml(text);
    }
  };
  const html: Rendered = {
    ...(written.statement && hasMath(written.statement) ? { statement: render('statement', written.statement) } : {}),
    ...(written.alternatives?.some(hasMath)
      ? { alternatives: written.alternatives.map((text) => render('alternatives', text)) }
      : {}),
    ...(written.explanation && hasMath(written.explanation)
      ? { explanation: render('explanation', written.explanation) }
      : {}),
  };
  return { html, problems };
}

/** Renders the parts of a question that contain mathematics; other parts are omitted and shown as plain text. */
export function renderQuestion(question: {
  statement: string;
  alternatives: readonly string[];
  explanation: string | null;
}): Rendered {
  return {
    ...(hasMath(question.statement) ? { statement: renderMath(question.statement) } : {}),
    ...(question.alternatives.some(hasMath) ? { alternatives: question.alternatives.map(renderMath) } : {}),
    ...(question.explanation && hasMath(question.explanation) ? { explanation: renderMath(question.explanation) } : {}),
  };
}
