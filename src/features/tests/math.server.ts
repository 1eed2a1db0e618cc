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
        .renderToString(match[1] as string, { throwOnError: true, trust: false })
        .replace(/ style="[^"]*"/g, '');
    } catch (error) {
      throw new Error(`A fórmula $${match[1]}$ não se consegue ler: ${(error as Error).message}`);
    }
    end = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(end).replace(/\\\$/g, '$'));
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
