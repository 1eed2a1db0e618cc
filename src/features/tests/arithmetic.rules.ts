/**
 * Exact arithmetic for the checker of answers: `check: "3/4 + 1/8"` is computed in fractions of whole numbers of any size
 * and compared with the number written in each alternative. content/README.md is the grammar's description for teachers.
 */

/** A rational number in lowest terms; the bottom is positive. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const SIGNS = ['<', '>', '=', '<=', '>=', '!='] as const;
export type Sign = (typeof SIGNS)[number];

/** What a `check` comes to: a number, or a comparison that holds. */
export type Outcome = { kind: 'number'; value: Fraction } | { kind: 'sign'; sign: Sign };

/** A `check` that cannot be computed; its message is for the teacher who wrote it. */
export class CheckError extends Error {}

const DECIMALS_OF_ROOTS = 40n;
/** Two values nearer than this are the same: only the root of a number that is no exact square is ever inexact. */
const TOLERANCE: Fraction = { top: 1n, bottom: 10n ** 30n };
const LARGEST_EXPONENT = 200n;

/**
 * A fraction in lowest terms.
 *
 * @throws CheckError when the bottom is zero.
 */
export function fraction(top: bigint, bottom = 1n): Fraction {
  if (bottom === 0n) throw new CheckError('há uma divisão por zero');
  const common = greatestCommonDivisor(top, bottom) * (bottom < 0n ? -1n : 1n);
  return { top: top / common, bottom: bottom / common };
}

/** Whether two numbers are the same, up to the tolerance that inexact roots need. */
export function equals(left: Fraction, right: Fraction): boolean {
  const difference = subtract(left, right);
  return compare({ ...difference, top: absolute(difference.top) }, TOLERANCE) <= 0;
}

/** The number as a teacher writes it: "7,25" when it ends within six decimals, "5/6" when not, "≈ 1,414214" for a root. */
export function written(value: Fraction): string {
  if (value.bottom > 10n ** 20n) return `≈ ${written(round(value, fraction(6n)))}`;
  for (let decimals = 0; decimals <= 6; decimals += 1) {
    const scaled = value.top * 10n ** BigInt(decimals);
    if (scaled % value.bottom !== 0n) continue;
    const digits = absolute(scaled / value.bottom)
      .toString()
      .padStart(decimals + 1, '0');
    const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ' ');
    return `${value.top < 0n ? '−' : ''}${whole}${decimals > 0 ? `,${digits.slice(-decimals)}` : ''}`;
  }
  return `${value.top}/${value.bottom}`;
}

/**
 * Computes a `check`.
 *
 * `^` binds to the right and tighter than a minus before it (`-2^2` is −4); `round` takes halves away from zero, as
 * schools do; a root of a number that is no exact square is computed to 40 decimals.
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
 * The number in an alternative, its unit ignored: "15 laranjas", "1 500 Kz", "$\frac{5}{8}$", "$2\frac{1}{2}$", "25%" (25),
 * "−3,5 °C". Nothing when there is none, more than one ("1 h 30 min", "3 + 4"), or one not written as the bank writes
 * numbers (a decimal point).
 */
export function numberIn(alternative: string): Fraction | undefined {
  const text = plainNumbers(alternative);
  const quantities = [...text.matchAll(QUANTITY)];
  const [quantity] = quantities;
  if (!quantity || quantities.length > 1 || /[\d\\]/.test(text.replace(QUANTITY, ''))) return undefined;
  const { minus, whole, part, parts, top = part, bottom = parts, number } = quantity.groups ?? {};
  const size = number ? decimal(number) : mixed(whole, top, bottom);
  return size && minus ? { ...size, top: -size.top } : size;
}

/** The sign of comparison that an alternative is, as "<", "$\ge$" or "≠"; nothing when it is anything else. */
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
 * What is wrong between a `check` and the alternatives, as sentences for a teacher: the right one must hold the computed
 * number (or the comparison's sign), and no wrong one the same. Nothing wrong is an empty list.
 *
 * @param right place of the right alternative, 0 for A
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
// A minus belongs to the number when nothing but a space or an opening stands before it: "dois-3" is a hyphen.
const QUANTITY = new RegExp(
  String.raw`(?<![\d.,:/\p{L}])(?<minus>(?<![\p{L}\d)] ?)- ?)?` +
    String.raw`(?:(?<top>${NUMBER})\/(?<bottom>${NUMBER})|(?<whole>\d+) (?<part>\d+)\/(?<parts>\d+)|(?<number>${NUMBER}))` +
    String.raw`(?![\d:/\p{L}]|[.,]\d)`,
  'gu',
);

function withoutOwnLetter(alternative: string): string {
  return alternative.replace(/^\s*[A-F]\)\s*/, '');
}

/** An alternative with its TeX turned into plain numbers; what cannot be turned keeps its backslash. */
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
  const [whole = '', decimals = ''] = number.replace(/ /g, '').split(',');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

function mixed(whole = '0', top = '', bottom = ''): Fraction | undefined {
  const below = decimal(bottom);
  return below.top === 0n ? undefined : add(fraction(BigInt(whole)), divide(decimal(top), below));
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [absolute(left), absolute(right)];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

function add(left: Fraction, right: Fraction): Fraction {
  return fraction(left.top * right.bottom + right.top * left.bottom, left.bottom * right.bottom);
}

function subtract(left: Fraction, right: Fraction): Fraction {
  return fraction(left.top * right.bottom - right.top * left.bottom, left.bottom * right.bottom);
}

function multiply(left: Fraction, right: Fraction): Fraction {
  return fraction(left.top * right.top, left.bottom * right.bottom);
}

function divide(left: Fraction, right: Fraction): Fraction {
  return fraction(left.top * right.bottom, left.bottom * right.top);
}

/** Negative, zero or positive, as a sort wants it. */
function compare(left: Fraction, right: Fraction): number {
  const difference = left.top * right.bottom - right.top * left.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function holds(left: Fraction, sign: Sign, right: Fraction): boolean {
  const order = equals(left, right) ? 0 : compare(left, right);
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

function wholeNumber(value: Fraction, use: string): bigint {
  if (value.bottom !== 1n) throw new CheckError(`${use} pede números inteiros`);
  return value.top;
}

function power(base: Fraction, exponent: Fraction): Fraction {
  const times = wholeNumber(exponent, 'o expoente');
  if (absolute(times) > LARGEST_EXPONENT) throw new CheckError('o expoente é demasiado grande');
  const raised = fraction(base.top ** absolute(times), base.bottom ** absolute(times));
  return times < 0n ? divide(fraction(1n), raised) : raised;
}

/** The largest whole number whose square is not above the value (Newton's method on whole numbers). */
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
  if (value.top < 0n) throw new CheckError('não há raiz de um número negativo');
  const [top, bottom] = [wholeRoot(value.top), wholeRoot(value.bottom)];
  if (top * top === value.top && bottom * bottom === value.bottom) return fraction(top, bottom);
  const scale = 10n ** DECIMALS_OF_ROOTS;
  return fraction(wholeRoot((value.top * scale * scale) / value.bottom), scale);
}

function round(value: Fraction, decimals: Fraction): Fraction {
  const scale = power(fraction(10n), decimals);
  const scaled = multiply(value, scale);
  const whole = (2n * absolute(scaled.top) + scaled.bottom) / (2n * scaled.bottom);
  return divide(fraction(scaled.top < 0n ? -whole : whole), scale);
}

function leastCommonMultiple(left: bigint, right: bigint): bigint {
  if (left === 0n || right === 0n) throw new CheckError('lcm pede números diferentes de zero');
  return absolute(left * right) / greatestCommonDivisor(left, right);
}

interface Named {
  /** Fewest and most arguments. */
  takes: readonly [number, number];
  of: (values: [Fraction, ...Fraction[]]) => Fraction;
}

const FUNCTIONS: ReadonlyMap<string, Named> = new Map<string, Named>([
  ['sqrt', { takes: [1, 1], of: ([value]) => squareRoot(value) }],
  ['round', { takes: [1, 2], of: ([value, decimals]) => round(value, decimals ?? fraction(0n)) }],
  ['gcd', { takes: [2, 20], of: (values) => fraction(wholes(values, 'gcd').reduce(greatestCommonDivisor)) }],
  ['lcm', { takes: [2, 20], of: (values) => fraction(wholes(values, 'lcm').reduce(leastCommonMultiple)) }],
  ['mean', { takes: [1, 100], of: (values) => divide(values.reduce(add), fraction(BigInt(values.length))) }],
  [
    'max',
    { takes: [1, 100], of: (values) => values.reduce((best, value) => (compare(value, best) > 0 ? value : best)) },
  ],
  [
    'min',
    { takes: [1, 100], of: (values) => values.reduce((best, value) => (compare(value, best) < 0 ? value : best)) },
  ],
]);

function wholes(values: readonly Fraction[], use: string): bigint[] {
  return values.map((value) => wholeNumber(value, use));
}

const TOKEN = /\s*(\d+(?:\.\d+)?|[a-z]+|<=|>=|!=|[-+*/^(),<>=])/y;

/** Reads the grammar by recursive descent: sum → product → signed → power → atom. */
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
      if (this.take('+')) value = add(value, this.product());
      else if (this.take('-')) value = subtract(value, this.product());
      else return value;
    }
  }

  private product(): Fraction {
    let value = this.signed();
    for (;;) {
      if (this.take('*')) value = multiply(value, this.signed());
      else if (this.take('/')) value = divide(value, this.signed());
      else return value;
    }
  }

  private signed(): Fraction {
    if (this.take('-')) return subtract(fraction(0n), this.signed());
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
