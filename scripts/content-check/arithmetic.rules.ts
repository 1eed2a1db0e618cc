import Fraction from 'fraction.js';

/**
 * Exact arithmetic for the checker of answers: `check: "3/4 + 1/8"` is computed in fractions (fraction.js) and compared with the number
 * written in each alternative. content/README.md describes the grammar for teachers.
 */

const SIGNS = ['<', '>', '=', '<=', '>=', '!='] as const;
export type Sign = (typeof SIGNS)[number];

/** The result of a `check`: a number, or a comparison that holds. */
export type Outcome = { kind: 'number'; value: Fraction } | { kind: 'sign'; sign: Sign };

/** A `check` that cannot be computed; its message is for the teacher who wrote it. */
export class CheckError extends Error {}

const DECIMALS_OF_ROOTS = 40n;
/** Values that differ by less than this are equal: only roots of numbers that are not exact squares are inexact. */
const TOLERANCE = new Fraction(1n, 10n ** 30n);
const LARGEST_EXPONENT = 200;

/** Returns whether two numbers are equal, within the tolerance that inexact roots need. */
export const equals = (left: Fraction, right: Fraction): boolean => left.sub(right).abs().lte(TOLERANCE);

/**
 * Returns the number as a teacher writes it: "7,25" when it has at most six decimals, otherwise as a fraction ("5/6"), and "≈ 1,414214" for
 * a root.
 */
export function written(value: Fraction): string {
  if (value.d > 10n ** 20n) return `≈ ${written(round(value, new Fraction(6)))}`;
  for (let decimals = 0; decimals <= 6; decimals += 1) {
    const scaled = value.n * 10n ** BigInt(decimals);
    if (scaled % value.d !== 0n) continue;
    const digits = (scaled / value.d).toString().padStart(decimals + 1, '0');
    const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ' ');
    return `${value.s < 0n ? '−' : ''}${whole}${decimals > 0 ? `,${digits.slice(-decimals)}` : ''}`;
  }
  return value.toFraction();
}

/**
 * Computes a `check`.
 *
 * `^` is right-associative and binds tighter than a minus before it (`-2^2` is −4); `round` rounds halves away from zero, as schools do; a
 * root of a number that is not an exact square is computed to 40 decimals.
 *
 * @throws CheckError when it is not in the grammar, cannot be computed, or is a comparison that does not hold.
 */
export function calculate(check: string): Outcome {
  const parser = new Parser(check);
  const left = parser.sum();
  const sign = SIGNS.find((candidate) => candidate === parser.peek());
  if (!sign) {
    parser.end();
    return { kind: 'number', value: left };
  }
  parser.next();
  const right = parser.sum();
  parser.end();
  if (!holds(left, sign, right)) throw new CheckError(`a comparação ${check} é falsa`);
  return { kind: 'sign', sign };
}

/**
 * Returns the number in an alternative, its unit ignored: "15 laranjas", "1 500 Kz", "$\frac{5}{8}$", "$2\frac{1}{2}$", "25%" (25), "−3,5
 * °C". Undefined when there is none, more than one ("1 h 30 min", "3 + 4"), or one that is not written as in the bank (with a decimal
 * point).
 */
export function numberIn(alternative: string): Fraction | undefined {
  const text = plainNumbers(alternative);
  const quantities = [...text.matchAll(QUANTITY)];
  const [quantity] = quantities;
  if (!quantity || quantities.length > 1 || /[\d\\]/.test(text.replace(QUANTITY, ''))) return undefined;
  const { minus, whole, part, parts, top = part, bottom = parts, number } = quantity.groups ?? {};
  const size = number ? decimal(number) : mixed(whole, top, bottom);
  return size && minus ? size.neg() : size;
}

/** Returns the comparison sign that an alternative consists of, such as "<", "$\ge$" or "≠", or undefined if it is anything else. */
export function signOf(alternative: string): Sign | undefined {
  const sign = withoutOwnLetter(alternative).replace(/[$\s]/g, '');
  const spelled: Record<string, Sign> = {
    '\\lt': '<',
    '\\gt': '>',
    '\\le': '<=',
    '≤': '<=',
    '\\ge': '>=',
    '≥': '>=',
    '\\ne': '!=',
    '≠': '!=',
  };
  return SIGNS.find((candidate) => candidate === sign) ?? spelled[sign];
}

/**
 * Compares a `check` with the alternatives and returns the problems as sentences for a teacher: the right alternative must contain the
 * computed number (or the comparison's sign), and no wrong one may contain the same. The list is empty when there is no problem.
 *
 * @param right index of the right alternative, 0 for A
 */
export function checkProblems(check: string, alternatives: readonly string[], right: number): string[] {
  let outcome: Outcome;
  try {
    outcome = calculate(check);
  } catch (error) {
    if (error instanceof CheckError) return [`a conta «${check}» não se consegue fazer: ${error.message}`];
    throw error;
  }
  const key = alternatives[right];
  if (key === undefined) return [];
  const expected = outcome.kind === 'number' ? written(outcome.value) : outcome.sign;
  const says = (alternative: string): boolean | undefined => {
    if (outcome.kind === 'sign') {
      const sign = signOf(alternative);
      return sign && sign === outcome.sign;
    }
    const value = numberIn(alternative);
    return value && equals(value, outcome.value);
  };
  const problems: string[] = [];
  const verdict = says(key);
  if (verdict === undefined)
    problems.push(`a conta «${check}» dá ${expected}, mas não se consegue ler um só número em «${key}»`);
  if (verdict === false) problems.push(`a conta «${check}» dá ${expected}, mas a alternativa certa é «${key}»`);
  for (const [place, alternative] of alternatives.entries())
    if (place !== right && says(alternative))
      problems.push(`a conta «${check}» dá ${expected}, e a alternativa errada «${alternative}» vale o mesmo`);
  return problems;
}

// Thousands are groups of three with a space before each; the decimal comma has digits on both sides.
const NUMBER = String.raw`\d{1,3}(?: \d{3})+(?!\d)(?:,\d+)?|\d+(?:,\d+)?`;
// A minus sign belongs to the number when it is preceded by nothing, a space or an opening bracket: in "dois-3" it is a hyphen.
const QUANTITY = new RegExp(
  String.raw`(?<![\d.,:/\p{L}])(?<minus>(?<![\p{L}\d)] ?)- ?)?` +
    String.raw`(?:(?<top>${NUMBER})\/(?<bottom>${NUMBER})|(?<whole>\d+) (?<part>\d+)\/(?<parts>\d+)|(?<number>${NUMBER}))` +
    String.raw`(?![\d:/\p{L}]|[.,]\d)`,
  'gu',
);

function withoutOwnLetter(alternative: string): string {
  return alternative.replace(/^\s*[A-F]\)\s*/, '');
}

/** Returns an alternative with its TeX converted into plain numbers; TeX that cannot be converted keeps its backslash. */
function plainNumbers(alternative: string): string {
  return withoutOwnLetter(alternative)
    .replace(/\\\$/g, ' ')
    .replace(/\$/g, '')
    .replace(/\\(?:text|mathrm)\{([^{}]*)\}/g, ' $1')
    .replace(/\{,\}/g, ',')
    .replace(/\\[,;: ]|~|\s/g, ' ')
    .replace(/\\?%|\^\{?\\circ\}?/g, ' ')
    .replace(/[−–]/g, '-')
    .replace(/(?<=\p{L})\^\{?[23]\}?/gu, '')
    .replace(/(?<=(?<!\p{L})(?:[cdkm]?m|dam|hm))[23](?!\d)/gu, '')
    .replace(/\\d?frac\{([^{}]*)\}\{([^{}]*)\}/g, ' $1/$2')
    .replace(/ +/g, ' ')
    .replace(/- (?=\d+\/)/g, '-')
    .trim();
}

function decimal(number: string): Fraction {
  return new Fraction(number.replace(/ /g, '').replace(',', '.'));
}

function mixed(whole = '0', top = '', bottom = ''): Fraction | undefined {
  const below = decimal(bottom);
  return below.n === 0n ? undefined : new Fraction(whole).add(decimal(top).div(below));
}

function divide(left: Fraction, right: Fraction): Fraction {
  if (right.n === 0n) throw new CheckError('há uma divisão por zero');
  return left.div(right);
}

function holds(left: Fraction, sign: Sign, right: Fraction): boolean {
  const order = equals(left, right) ? 0 : left.compare(right);
  switch (sign) {
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '=':
      return order === 0;
    case '<=':
      return order <= 0;
    case '>=':
      return order >= 0;
    case '!=':
      return order !== 0;
  }
}

function wholeNumber(value: Fraction, use: string): Fraction {
  if (value.d !== 1n) throw new CheckError(`${use} pede números inteiros`);
  return value;
}

function power(base: Fraction, exponent: Fraction): Fraction {
  const times = wholeNumber(exponent, 'o expoente');
  if (times.abs().gt(LARGEST_EXPONENT)) throw new CheckError('o expoente é demasiado grande');
  const raised = base.pow(times.abs());
  return times.s < 0n ? divide(new Fraction(1), raised) : raised;
}

/** Returns the largest whole number whose square is not greater than the value (Newton's method on whole numbers). */
function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

function squareRoot(value: Fraction): Fraction {
  if (value.s < 0n) throw new CheckError('não há raiz de um número negativo');
  const [top, bottom] = [wholeRoot(value.n), wholeRoot(value.d)];
  if (top * top === value.n && bottom * bottom === value.d) return new Fraction(top, bottom);
  const scale = 10n ** DECIMALS_OF_ROOTS;
  return new Fraction(wholeRoot((value.n * scale * scale) / value.d), scale);
}

/** Rounds halves away from zero, as schools do; the library's own rounding rounds them up. */
function round(value: Fraction, decimals: Fraction): Fraction {
  const scale = power(new Fraction(10), decimals);
  const size = value.abs().mul(scale).add(1, 2).floor().div(scale);
  return value.s < 0n ? size.neg() : size;
}

function leastCommonMultiple(left: Fraction, right: Fraction): Fraction {
  if (left.n === 0n || right.n === 0n) throw new CheckError('lcm pede números diferentes de zero');
  return left.lcm(right);
}

interface Named {
  /** Minimum and maximum number of arguments. */
  takes: readonly [number, number];
  of: (values: [Fraction, ...Fraction[]]) => Fraction;
}

const FUNCTIONS: ReadonlyMap<string, Named> = new Map<string, Named>([
  ['sqrt', { takes: [1, 1], of: ([value]) => squareRoot(value) }],
  ['round', { takes: [1, 2], of: ([value, decimals]) => round(value, decimals ?? new Fraction(0)) }],
  ['gcd', { takes: [2, 20], of: (values) => wholes(values, 'gcd').reduce((left, right) => left.gcd(right)) }],
  ['lcm', { takes: [2, 20], of: (values) => wholes(values, 'lcm').reduce(leastCommonMultiple) }],
  ['mean', { takes: [1, 100], of: (values) => values.reduce((left, right) => left.add(right)).div(values.length) }],
  ['max', { takes: [1, 100], of: (values) => values.reduce((best, value) => (value.gt(best) ? value : best)) }],
  ['min', { takes: [1, 100], of: (values) => values.reduce((best, value) => (value.lt(best) ? value : best)) }],
]);

function wholes(values: readonly Fraction[], use: string): Fraction[] {
  return values.map((value) => wholeNumber(value, use));
}

const TOKEN = /\s*(\d+(?:\.\d+)?|[a-z]+|<=|>=|!=|[-+*/^(),<>=])/y;

/** Parses the grammar by recursive descent: sum → product → signed → power → atom. */
class Parser {
  private readonly tokens: string[] = [];
  private place = 0;
  private depth = 0;

  constructor(text: string) {
    const pattern = new RegExp(TOKEN);
    const end = text.trimEnd().length;
    while (pattern.lastIndex < end) {
      const start = pattern.lastIndex;
      const match = pattern.exec(text);
      if (!match) throw new CheckError(`não se espera «${text.slice(start).trim().slice(0, 12)}»`);
      this.tokens.push(match[1] as string);
    }
  }

  peek(): string | undefined {
    return this.tokens[this.place];
  }

  next(): string | undefined {
    this.place += 1;
    return this.tokens[this.place - 1];
  }

  private take(token: string): boolean {
    if (this.peek() !== token) return false;
    this.place += 1;
    return true;
  }

  private expect(token: string): void {
    if (!this.take(token)) throw new CheckError(`falta «${token}» ${this.here()}`);
  }

  private here(): string {
    const token = this.peek();
    return token === undefined ? 'no fim' : `antes de «${token}»`;
  }

  end(): void {
    if (this.peek() !== undefined) throw new CheckError(`não se espera «${this.peek()}»`);
  }

  sum(): Fraction {
    let value = this.product();
    for (;;) {
      if (this.take('+')) value = value.add(this.product());
      else if (this.take('-')) value = value.sub(this.product());
      else return value;
    }
  }

  private product(): Fraction {
    let value = this.signed();
    for (;;) {
      if (this.take('*')) value = value.mul(this.signed());
      else if (this.take('/')) value = divide(value, this.signed());
      else return value;
    }
  }

  private signed(): Fraction {
    if (this.take('-')) return this.signed().neg();
    return this.take('+') ? this.signed() : this.raised();
  }

  private raised(): Fraction {
    const base = this.atom();
    return this.take('^') ? power(base, this.signed()) : base;
  }

  private atom(): Fraction {
    this.depth += 1;
    if (this.depth > 100) throw new CheckError('há parênteses a mais');
    const value = this.read();
    this.depth -= 1;
    return value;
  }

  private read(): Fraction {
    const token = this.peek() ?? '';
    if (/^\d/.test(token)) {
      this.place += 1;
      return decimal(token.replace('.', ','));
    }
    if (this.take('(')) {
      const value = this.sum();
      this.expect(')');
      return value;
    }
    const named = FUNCTIONS.get(token);
    if (!named)
      throw new CheckError(/^[a-z]/.test(token) ? `não se conhece «${token}»` : `falta um número ${this.here()}`);
    this.place += 1;
    this.expect('(');
    const values: [Fraction, ...Fraction[]] = [this.sum()];
    while (this.take(',')) values.push(this.sum());
    this.expect(')');
    const [fewest, most] = named.takes;
    if (values.length < fewest || values.length > most)
      throw new CheckError(`${token} não se usa com ${values.length} números`);
    return named.of(values);
  }
}
