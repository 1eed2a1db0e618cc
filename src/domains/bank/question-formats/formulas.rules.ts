import { isElement, plainName, textOf, type XmlElement } from './xml.rules.ts';

/**
 * Converts another program's formulas to the bank's notation: `\(…\)`, `\[…\]`, `[tex]…[/tex]` and `$$…$$` become `$…$`. What stands
 * between two single dollar signs is a formula unless it is money or ordinary words, whose dollar signs become `\$`.
 */
export function foreignFormulas(text: string): string {
  let written = '';
  let end = 0;
  // An unclosed bracket is searched for once, however often it opens, to keep the time linear.
  const unclosed = new Set<string>();
  const marks = /\\\(|\\\[|\$\$|\\\$|\$|\[(?:tex|latex)\]/gi;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const mark = match[0].toLowerCase();
    const from = match.index + mark.length;
    const closing = CLOSING[mark];
    const at = closing === undefined || unclosed.has(mark) ? -1 : indexOfAnyCase(text, closing, from + 1);
    if (at === -1 && closing !== undefined) unclosed.add(mark);
    let whole: string = match[0];
    let put: string = match[0];
    if (at !== -1 && closing !== undefined) {
      whole = text.slice(match.index, at + closing.length);
      put = `$${text
        .slice(from, at)
        .replace(/^\s*\$\$?((?:\\.|[^$\\])*)\$\$?\s*$/s, '$1')
        .replace(/(?<!\\)\$/g, '\\$')}$`;
    } else if (mark.startsWith('$')) {
      SINGLE.lastIndex = match.index;
      const single = mark === '$$' ? null : SINGLE.exec(text);
      const inside = single?.[1];
      const isFormula =
        single !== null &&
        inside !== undefined &&
        isMathematics(
          text.slice(Math.max(0, match.index - 8), match.index),
          inside,
          text.slice(SINGLE.lastIndex, SINGLE.lastIndex + 3),
        );
      whole = isFormula ? single[0] : mark;
      put = isFormula ? `$${inside.trim()}$` : whole.replaceAll('$', '\\$');
    }
    written += text.slice(end, match.index) + put;
    end = match.index + whole.length;
    marks.lastIndex = end;
  }
  return written + text.slice(end);
}

const CLOSING: Readonly<Record<string, string | undefined>> = {
  '\\(': '\\)',
  '\\[': '\\]',
  $$: '$$',
  '[tex]': '[/tex]',
  '[latex]': '[/latex]',
};
const SINGLE = /\$((?:\\.|[^$\\])+)\$/sy;

function indexOfAnyCase(text: string, sought: string, from: number): number {
  const at = text.indexOf(sought, from);
  return at === -1 && sought.startsWith('[') ? text.indexOf(sought.toUpperCase(), from) : at;
}

/** Names of currencies before a dollar sign, as in `R$` and `US$`. Single letters other than R are also names of points and sets. */
const CURRENCY = /(?:^|[^\p{L}\p{N}])(?:R|US|AU|CA|CAD|NZ|HK|NT|MX|AR|NAD|ZW|MOP|CV|RD|Cr|NCz|Cz|Mex|Bs)$/u;
const LETTER_CURRENCY = /(?:^|[^\p{L}\p{N}])[ABCNSUZ]$/u;
const AMOUNT = /^\s?[-−]?\d/;
/** Words outside TeX commands: three letters and more, or one or two between spaces. */
const WORDS = /\p{L}{3,}|(?<=\s)\p{L}{1,2}(?=\s)/u;

/** Returns whether what stands between two dollar signs is mathematics, and not the text between two sums of money. */
function isMathematics(before: string, inside: string, after: string): boolean {
  if (CURRENCY.test(before) || (LETTER_CURRENCY.test(before) && AMOUNT.test(inside))) return false;
  if (/\\[A-Za-z]{2,}|[\^_{}]/.test(inside)) return true;
  if (AMOUNT.test(after) && CURRENCY.test(inside)) return false;
  // "custa $5 e $6"; "20$00 e 30$00"; "5$, 6$"
  if (/^\d/.test(after)) return false;
  if (/\d\s?$/.test(before) && /^(?:[\s,.;:]|\d\d(?!\d))/.test(inside)) return false;
  if (/\n\s*\n/.test(inside) || WORDS.test(inside)) return false;
  return /^\s/.test(inside) === /\s$/.test(inside);
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ°ºª';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ';
/** Ordinal indicators, which have characters of their own: 1.º, 2.ª. */
const ORDINALS: Readonly<Record<string, string>> = { o: 'º', a: 'ª', O: 'º', A: 'ª' };

/** Superscripts in plain characters: "2" is "²", "o" is "º"; without such a character it is written "^(…)". */
export const raised = (text: string): string => ORDINALS[text] ?? superscript(text);
/** The same where letters are exponents: "o" is "ᵒ". */
export const superscript = (text: string): string =>
  shifted(text, '0123456789+-=()abcdefghijklmnoprstuvwxyz°ºª', SUPERSCRIPTS, '^');
export const lowered = (text: string): string => shifted(text, '0123456789+-=()aehijklmnoprstuvx', SUBSCRIPTS, '_');

function shifted(text: string, from: string, to: string, mark: string): string {
  const letters = [...text.replace(/[−–]/g, '-')];
  const sources = [...from];
  const targets = [...to];
  return letters.every((letter) => sources.includes(letter))
    ? letters.map((letter) => targets[sources.indexOf(letter)]).join('')
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
/** Marks above an expression. */
const ACCENTS: Readonly<Record<string, (inside: string) => string>> = {
  '¯': (inside) => `\\overline{${inside}}`,
  '‾': (inside) => `\\overline{${inside}}`,
  '^': (inside) => `\\hat{${inside}}`,
  '→': (inside) => `\\vec{${inside}}`,
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
  if (hasLooseText(math)) return undefined;
  const parts = math.children.filter(isElement).map(texOfPart);
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.join('').trim() : undefined;
}

/** Returns whether an element has text outside its elements, which no rule reads. */
const hasLooseText = ({ children }: XmlElement): boolean =>
  children.some((child) => !isElement(child) && child.trim() !== '');

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

/** Elements that hold text; all others hold elements. */
const TOKENS = new Set(['mn', 'mo', 'mi', 'mtext', 'ms']);

function texOfPart(element: XmlElement): string | undefined {
  if (!TOKENS.has(plainName(element.name)) && hasLooseText(element)) return undefined;
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
    case 'ms':
    case 'mtext':
      return `\\text{${text}}`;
    case 'mspace':
      return '\\ ';
    case 'semantics':
      return parts[0];
    case 'math':
    case 'mrow':
    case 'mstyle':
    case 'mpadded':
      return all?.join('');
    case 'mfenced':
      return (
        all &&
        `${symbols(element.attributes['open'] ?? '(')}${all.join(', ')}${symbols(element.attributes['close'] ?? ')')}`
      );
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
    case 'munder':
      return all?.length === 2 ? `\\underset{${second}}{${first}}` : undefined;
    case 'mover':
      return all?.length === 2
        ? (ACCENTS[second as string]?.(first as string) ?? `\\overset{${second}}{${first}}`)
        : undefined;
    case 'mphantom':
      return all && `\\phantom{${all.join('')}}`;
    default:
      return undefined;
  }
}
