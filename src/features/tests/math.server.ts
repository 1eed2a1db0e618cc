import temml from 'temml';
import type { Rendered } from './tests.rules.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);

/** `$…$` with something inside; `\$` is a dollar sign. */
const FORMULA = /(?<!\\)\$((?:\\.|[^$\\])+)\$/g;

export const hasMath = (text: string) => new RegExp(FORMULA).test(text);

/**
 * Text with `$…$` as markup: escaped text around MathML, safe to set on a page.
 *
 * @throws Error when a formula is not TeX that can be read; its message names the formula.
 */
export function renderMath(text: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(FORMULA)) {
    html += escapeHtml(text.slice(end, match.index).replace(/\\\$/g, '$'));
    try {
      html += temml
        .renderToString(match[1] as string, { throwOnError: true, trust: false, maxExpand: 500, maxSize: [20, 50] })
        .replace(/ style="[^"]*"/g, '');
    } catch (error) {
      throw new Error(`A fórmula $${match[1]}$ não se consegue ler: ${(error as Error).message}`);
    }
    end = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(end).replace(/\\\$/g, '$'));
}

/** Characters of markup that one text may become: formulas that grow on their own are refused. */
const LONGEST_MARKUP = 60_000;

/** Parts of a question that a teacher is writing. */
interface Written {
  statement?: string | undefined;
  alternatives?: readonly string[] | undefined;
  explanation?: string | null | undefined;
}

/** A question's mathematics as it will be shown, and which fields hold a formula that cannot be read. */
export function previewMath(written: Written): { html: Rendered; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const render = (field: string, text: string): string => {
    try {
      const html = renderMath(text);
      if (html.length > LONGEST_MARKUP) throw new Error('A fórmula é demasiado longa.');
      return html;
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

/** Renders the parts of a question that hold mathematics; parts without any are left out and shown as plain text. */
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
