import { plainText } from '../../shared/words.ts';
import type { Draft } from './formats/draft.rules.ts';
import { FORMULA } from './formats/formulas.rules.ts';
import { type FrozenQuestion, withoutLetter } from './tests.rules.ts';

/** A question of the bank as files carry it. */
export function draftOf(question: FrozenQuestion): Draft {
  return {
    statement: question.statement,
    passage: question.passage,
    alternatives: question.alternatives.map(withoutLetter),
    correct: question.correctAnswer.charCodeAt(0) - 65,
    explanation: question.explanation,
    weight: question.weight,
    skillCategory: question.skillCategory,
    objective: question.objective,
  };
}

/** Which questions leave: all, those that the screen's filters show, or those whose boxes are ticked, always in their order. */
export function chosenFor(
  questions: readonly FrozenQuestion[],
  wanted: {
    scope: 'all' | 'filtered' | 'selected';
    search: string | null;
    category: string | null;
    ids: readonly number[];
  },
): FrozenQuestion[] {
  if (wanted.scope === 'all') return [...questions];
  if (wanted.scope === 'selected') return questions.filter(({ id }) => wanted.ids.includes(id));
  const search = plainText(wanted.search ?? '');
  // As the screen filters: the number, or part of the statement or of an alternative.
  return questions.filter(
    ({ id, statement, alternatives, skillCategory }) =>
      (wanted.category === null || skillCategory === wanted.category) &&
      (search === '' ||
        String(id) === search ||
        plainText(`${statement} ${JSON.stringify(alternatives)}`).includes(search)),
  );
}

const SIGNS: Record<string, string> = {
  times: '×',
  div: '÷',
  cdot: '·',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  pm: '±',
  approx: '≈',
  circ: '°',
  pi: 'π',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  theta: 'θ',
  Delta: 'Δ',
  infty: '∞',
  ldots: '…',
  dots: '…',
  to: '→',
  rightarrow: '→',
  in: '∈',
  cup: '∪',
  cap: '∩',
  angle: '∠',
  quad: '  ',
  left: '',
  right: '',
  text: '',
  mathrm: '',
  operatorname: '',
};
const RAISED: Record<string, string> = Object.fromEntries(
  [...'0123456789+-n'].map((letter, index) => [letter, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ'][index] as string]),
);

/** A text as it is printed, its formulas in plain characters: `$\frac{5}{8}$` is "5/8". */
export function printedText(text: string): string {
  return text.replace(FORMULA, (_, tex: string) => printedFormula(tex)).replace(/\\\$/g, '$');
}

function printedFormula(tex: string): string {
  let text = tex;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replace(
        /\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g,
        (_, top: string, bottom: string) => `${grouped(top)}/${grouped(bottom)}`,
      )
      .replace(/\\sqrt\s*\{([^{}]*)\}/g, (_, inside: string) => `√${grouped(inside)}`)
      .replace(/\^\s*(?:\{([^{}]*)\}|(\w))/g, (_, group?: string, single?: string) => raisedText(group ?? single ?? ''))
      .replace(/_\s*(?:\{([^{}]*)\}|(\w))/g, (_, group?: string, single?: string) => `_${group ?? single ?? ''}`)
      .replace(/\\(?:text|mathrm|operatorname)\s*\{([^{}]*)\}/g, '$1')
      .replace(/\{,\}/g, ',');
  }
  return text
    .replace(/\\([a-zA-Z]+)\s?/g, (whole, name: string) => SIGNS[name] ?? whole.slice(1))
    .replace(/\\([,;: !])/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/[{}]/g, '')
    .replace(/-/g, '−')
    .replace(/\s+/g, ' ')
    .trim();
}

const grouped = (part: string) => (/^[\p{L}\p{N},.]+$/u.test(part.trim()) ? part.trim() : `(${part.trim()})`);
const raisedText = (text: string) =>
  [...text].every((letter) => letter in RAISED) ? [...text].map((letter) => RAISED[letter]).join('') : `^(${text})`;

/** A name for a file: what it is, without accents, spaces and signs. */
export function fileName(parts: readonly string[]): string {
  return parts
    .map((part) =>
      plainText(part)
        .replace(/º/g, 'o')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, ''),
    )
    .filter(Boolean)
    .join('-')
    .slice(0, 80);
}

/** What the templates show: one question of words, one with a formula, every field filled in at least once. */
export const EXAMPLES: readonly Draft[] = [
  {
    statement: 'Qual é a capital de Angola?',
    passage: null,
    alternatives: ['Benguela', 'Luanda', 'Huambo', 'Lubango'],
    correct: 1,
    explanation: 'Luanda é a capital de Angola.',
    weight: 1,
    skillCategory: 'Conhecimento',
    objective: null,
  },
  {
    statement: 'Que fracção do pão comeu a Marta?',
    passage: 'A Marta cortou um pão em 4 partes iguais e comeu 1.',
    alternatives: ['$\\frac{1}{2}$', '$\\frac{1}{3}$', '$\\frac{1}{4}$', '$\\frac{3}{4}$'],
    correct: 2,
    explanation: 'Comeu 1 de 4 partes iguais: $\\frac{1}{4}$.',
    weight: 2,
    skillCategory: 'Aplicação',
    objective: null,
  },
];
