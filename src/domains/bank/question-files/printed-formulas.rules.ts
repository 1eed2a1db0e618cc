import { lowered, superscript } from '../question-formats/formulas.rules.ts';
import { IN_CODE } from '../test-bank/texts/notation.rules.ts';

// Formulas on paper, in characters of the printed fonts.

/** A piece of a printed text: plain or set-off characters, or a fraction printed with its numerator above its denominator. */
export type Piece = string | { top: string; bottom: string } | Styled;
export interface Styled {
  words: string;
  bold: boolean;
  underlined: boolean;
  /** What is drawn above the words. */
  over?: 'line' | 'arrow' | 'hat';
}

const GREEK =
  'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω';
const OPERATORS =
  'times × div ÷ cdot · pm ± mp ∓ ast ∗ le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ lt < gt > approx ≈ sim ∼ simeq ≅ cong ≅ equiv ≡ propto ∝ ll ≪ gg ≫ mid | vert | parallel ∥ perp ⊥ angle ∠ triangle △ circ ° degree ° prime ′ infty ∞ sum ∑ prod ∏ int ∫ partial ∂ nabla ∇ ldots … dots … cdots ⋯ vdots ⋮';
const SETS =
  'in ∈ ni ∋ notin ∉ cup ∪ cap ∩ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ setminus ∖ emptyset ∅ varnothing ∅ forall ∀ exists ∃ land ∧ wedge ∧ lor ∨ vee ∨ neg ¬ lnot ¬ therefore ∴';
const ARROWS =
  'to → rightarrow → longrightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ implies ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⇔ mapsto → uparrow ↑ downarrow ↓ rightleftharpoons ⇌';

const WORDS = [GREEK, OPERATORS, SETS, ARROWS].join(' ').split(' ');
const SIGNS = new Map(
  WORDS.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, WORDS[at + 1] ?? '']] : [])),
);
for (const name of ['quad', 'qquad']) SIGNS.set(name, '  ');
/** Commands that only say how their expression looks. */
for (const name of 'left right big Big bigg Bigg displaystyle textstyle limits nolimits text mathrm operatorname mathbf textbf mathit textit mathsf textrm boldsymbol'.split(
  ' ',
))
  SIGNS.set(name, '');
/** Functions are printed by their names. */
for (const name of 'sin cos tan cot sec csc arcsin arccos arctan log ln exp lim max min gcd deg det'.split(' '))
  SIGNS.set(name, `${name} `);

const NUMBER_SETS: Readonly<Record<string, string>> = { N: 'ℕ', Z: 'ℤ', Q: 'ℚ', R: 'ℝ', C: 'ℂ' };
const ROOTS: Readonly<Record<string, string>> = { '2': '√', '3': '∛', '4': '∜' };
const FENCES: Readonly<Record<string, readonly [string, string]>> = {
  cases: ['{ ', ''],
  pmatrix: ['(', ')'],
  bmatrix: ['[', ']'],
  vmatrix: ['|', '|'],
};
const OVER: Readonly<Record<string, 'line' | 'arrow' | 'hat'>> = {
  overline: 'line',
  bar: 'line',
  vec: 'arrow',
  overrightarrow: 'arrow',
  hat: 'hat',
  widehat: 'hat',
};

/** Braces that are signs, `\{`, while those of TeX are read. */
const BRACES = { '{': '\u0001', '}': '\u0002' } as const;

/** A fraction whose numerator and denominator contain no braces, `\frac{5}{8}`, or an expression with a mark above: `\overline{AB}`. */
const SET_APART =
  /\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}|\\(overline|bar|vec|overrightarrow|hat|widehat|underline)\s*(?:\{([^{}]*)\}|(\w))/g;
const OPERATOR = '[×÷·+−=<>≤≥≠≈±:]';

/** Splits a formula into characters, vertical fractions, and expressions with a mark above. */
export function formulaPieces(given: string): Piece[] {
  const tex = usual(given);
  const pieces: Piece[] = [];
  let end = 0;
  const between = (some: string) =>
    printedFormula(some)
      .replace(new RegExp(`^(${OPERATOR})`), ' $1')
      .replace(new RegExp(`(${OPERATOR})$`), '$1 ');
  for (const match of tex.matchAll(SET_APART)) {
    const [whole, top, bottom, mark, group, single] = match;
    const before = tex.slice(0, match.index);
    const depth = before.split('{').length - before.split('}').length;
    if (depth !== 0 || /[\^_]\s*$/.test(before)) continue;
    pieces.push(between(tex.slice(end, match.index)));
    if (mark === undefined)
      pieces.push({ top: printedFormula(top as string), bottom: printedFormula(bottom as string) });
    else {
      const over = OVER[mark];
      const words = printedFormula(group ?? single ?? '');
      pieces.push({ words, bold: false, underlined: over === undefined, ...(over && { over }) });
    }
    end = match.index + whole.length;
  }
  if (end === 0) return [printedFormula(tex)];
  return [...pieces, between(tex.slice(end))];
}

/** Normalizes a formula: adds the braces that TeX lets authors omit (`\frac12`), and replaces printed braces (`\{`) by placeholders. */
const usual = (tex: string): string =>
  tex
    .replace(/\\([{}])/g, (_, brace: '{' | '}') => BRACES[brace])
    .replace(/\\([dt]?frac)\s*(\d)\s*(\d)/g, '\\$1{$2}{$3}')
    .replace(/\\sqrt\s*(\w)/g, '\\sqrt{$1}')
    .replace(/\\(left|right)\s*\./g, '');

/** Returns a formula in characters of one line. A command that has none stays in code, with `IN_CODE` in front. */
export function printedFormula(tex: string): string {
  let text = usual(tex).replace(/\^\s*(?:\\circ|\{\s*\\circ\s*\})/g, '°');
  for (let before = ''; before !== text; ) {
    before = text;
    text = onePass(text);
  }
  return text
    .replace(/\\([a-zA-Z]+)\s?/g, (_, name: string) => SIGNS.get(name) ?? `${IN_CODE}\\${name} `)
    .replace(/\\([,;: !])/g, ' ')
    .replace(/(?<!\u2061)\\(.)/g, '$1')
    .replace(/[{}]/g, '')
    .replaceAll(BRACES['{'], '{')
    .replaceAll(BRACES['}'], '}')
    .replace(/-/g, '−')
    .replace(/[×÷≤≥≠≈∼≅≡∝⊥∥∈∉∋∪∩⊂⊃⊆⊇→←↔⇒⇐⇔⇌]/g, ' $& ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Replaces the innermost expressions. */
const onePass = (text: string): string =>
  text
    .replace(
      /\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g,
      (_, top: string, bottom: string) => `${grouped(top)}/${grouped(bottom)}`,
    )
    .replace(
      /\\sqrt\s*(?:\[([^\]]*)\])?\s*\{([^{}]*)\}/g,
      (_, index: string | undefined, inside: string) =>
        `${ROOTS[index?.trim() ?? '2'] ?? `${superscript(index ?? '')}√`}${grouped(inside)}`,
    )
    .replace(/\\ce\s*\{([^{}]*)\}/g, (_, inside: string) => reaction(inside))
    .replace(/\^\s*(?:\{([^{}]*)\}|(\w))/g, (_, group?: string, single?: string) => superscript(group ?? single ?? ''))
    .replace(/_\s*(?:\{([^{}]*)\}|(\w))/g, (_, group?: string, single?: string) => lowered(group ?? single ?? ''))
    .replace(
      /\\mathbb\s*(?:\{([NZQRC])\}|([NZQRC]))/g,
      (_, group?: string, single?: string) => NUMBER_SETS[group ?? single ?? ''] as string,
    )
    .replace(
      new RegExp(`\\\\(${Object.keys(OVER).join('|')})\\s*(?:\\{([^{}]*)\\}|(\\w))`, 'g'),
      (_, mark: string, group?: string, single?: string) => marked(OVER[mark], group ?? single ?? ''),
    )
    .replace(/\\(?:text|mathrm|operatorname|underline)\s*\{([^{}]*)\}/g, '$1')
    .replace(
      /\\begin\{([a-z]+)\*?\}(?:\{[^{}]*\})?((?:(?!\\(?:begin|end)\b)[\s\S])*)\\end\{\1\*?\}/g,
      (_, name: string, rows: string) => {
        const [open, close] = FENCES[name] ?? ['', ''];
        const lines = rows.split('\\\\').map((row) => row.replaceAll('&', ' ').trim());
        return `${open}${lines.filter(Boolean).join('; ')}${close}`.replace('{', BRACES['{']);
      },
    )
    .replace(/\{,\}/g, ',');

/** Returns an expression with a mark above in characters of one line, as schools write it: a segment, a period, a vector, an angle. */
function marked(mark: (typeof OVER)[string] | undefined, inside: string): string {
  if (mark === 'line') return /^\d+$/.test(inside) ? `(${inside})` : `[${inside}]`;
  return mark === 'arrow' ? `vector ${inside}` : `∠${inside}`;
}

/** Returns a formula of chemistry in plain characters: "2H2O" is "2H₂O". */
const reaction = (text: string): string =>
  text
    .replace(/<=>/g, ' ⇌ ')
    .replace(/->/g, ' → ')
    .replace(/\^(\d*[+-])/g, (_, charge: string) => superscript(charge))
    .replace(/(?<=[A-Za-z)\]])\d+/g, (count) => lowered(count));

const grouped = (part: string) => (/^[\p{L}\p{N},.]+$/u.test(part.trim()) ? part.trim() : `(${part.trim()})`);
