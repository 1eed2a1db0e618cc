import { isElement, plainName, textOf, type XmlElement } from './xml.rules.ts';

/** `$…$` with something inside; `\$` is a dollar sign. This is how the bank writes mathematics. */
export const FORMULA = /(?<!\\)\$((?:\\.|[^$\\])+)\$/g;

/**
 * Converts another program's formulas to the bank's notation: `\(…\)`, `\[…\]` and `$$…$$` become `$…$`. A single pair of dollar
 * signs is a formula if no space follows the first or precedes the second and no digit follows; "custa $5 e $6" is money and gets
 * `\$`.
 */
export function foreignFormulas(text: string): string {
  let written = '';
  let end = 0;
  // An unclosed bracket is searched for once, however often it opens, to keep the time linear.
  const unclosed = new Set<string>();
  const marks = /\\\(|\\\[|\$\$|\\\$|\$/g;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const [mark] = match;
    const from = match.index + mark.length;
    const closing = CLOSING[mark];
    const at = closing === undefined || unclosed.has(mark) ? -1 : text.indexOf(closing, from + 1);
    if (at === -1 && closing !== undefined) unclosed.add(mark);
    let whole = mark;
    let put = mark;
    if (at !== -1) {
      whole = text.slice(match.index, at + 2);
      put = `$${text.slice(from, at).replace(/(?<!\\)\$/g, '\\$')}$`;
    } else if (mark.startsWith('$')) {
      SINGLE.lastIndex = match.index;
      const single = SINGLE.exec(text);
      whole = single?.[0] ?? '$';
      put = single?.[1] ? whole : whole.replaceAll('$', '\\$');
    }
    written += text.slice(end, match.index) + put;
    end = match.index + whole.length;
    marks.lastIndex = end;
  }
  return written + text.slice(end);
}

const CLOSING: Readonly<Record<string, string | undefined>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };
const SINGLE = /\$(?:(?!\s)((?:\\.|[^$\\])*?)(?<!\s)\$(?!\d))?/y;

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿᵒª';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';

/** Superscripts in plain characters: "2" is "²"; without such a character it is written "^(…)". */
export const raised = (text: string): string => shifted(text, '0123456789+-=()noa', SUPERSCRIPTS, '^');
export const lowered = (text: string): string => shifted(text, '0123456789+-=()', SUBSCRIPTS, '_');

function shifted(text: string, from: string, to: string, mark: string): string {
  const letters = [...text.replace('−', '-')];
  const targets = [...to];
  return letters.every((letter) => from.includes(letter))
    ? letters.map((letter) => targets[from.indexOf(letter)]).join('')
    : `${mark}(${text})`;
}

const OPERATORS: Record<string, string> = {
  '×': '\\times ',
  '÷': '\\div ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '≠': '\\ne ',
  '−': '-',
  '·': '\\cdot ',
  '±': '\\pm ',
  '⋅': '\\cdot ',
  '\u2061': '',
  '\u2062': '',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  $: '\\$',
  '&': '\\&',
  _: '\\_',
  '~': '\\sim ',
};
const symbols = (text: string): string => [...text].map((letter) => OPERATORS[letter] ?? letter).join('');

/**
 * MathML as TeX: its TeX annotation if it has one, otherwise the elements of school mathematics.
 *
 * @returns undefined if an element is unknown, so that nothing is guessed.
 */
export function texOf(math: XmlElement): string | undefined {
  const annotation = annotationOf(math);
  if (annotation !== undefined) return annotation;
  const parts = math.children.filter(isElement).map(texOfPart);
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.join('').trim() : undefined;
}

function annotationOf(element: XmlElement): string | undefined {
  for (const child of element.children.filter(isElement)) {
    if (plainName(child.name) === 'annotation' && /tex/i.test(child.attributes['encoding'] ?? ''))
      return textOf(child)
        .trim()
        .replace(/^\\[([]([\s\S]*)\\[)\]]$/, '$1')
        .replace(/^\$\$?([^$]*)\$\$?$/, '$1')
        .trim();
    const inside = plainName(child.name) === 'semantics' ? annotationOf(child) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function texOfPart(element: XmlElement): string | undefined {
  const parts = element.children.filter(isElement).map(texOfPart);
  const all = parts.every((part) => part !== undefined) ? (parts as string[]) : undefined;
  const [first, second, third] = all ?? [];
  const text = symbols(textOf(element).trim());
  switch (plainName(element.name)) {
    case 'mn':
      return text.replace(',', '{,}');
    case 'mo':
      return text;
    case 'mi':
      return [...textOf(element).trim()].length > 1 ? `\\operatorname{${text}}` : text;
    case 'mtext':
      return `\\text{${text}}`;
    case 'mspace':
      return '\\ ';
    case 'mrow':
    case 'mstyle':
    case 'semantics':
    case 'mpadded':
      return all?.join('');
    case 'mfenced':
      return all && `(${all.join(', ')})`;
    case 'mfrac':
      return all?.length === 2 ? `\\frac{${first}}{${second}}` : undefined;
    case 'msqrt':
      return all && `\\sqrt{${all.join('')}}`;
    case 'mroot':
      return all?.length === 2 ? `\\sqrt[${second}]{${first}}` : undefined;
    case 'msup':
      return all?.length === 2 ? `{${first}}^{${second}}` : undefined;
    case 'msub':
      return all?.length === 2 ? `{${first}}_{${second}}` : undefined;
    case 'msubsup':
      return all?.length === 3 ? `{${first}}_{${second}}^{${third}}` : undefined;
    default:
      return undefined;
  }
}
