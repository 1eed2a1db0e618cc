// Exact evaluation of the expressions between braces in a template.
import { createRequire } from 'node:module';
import type { FactoryFunctionMap, MathJsInstance, MathNode } from 'mathjs';

/** A fraction as mathjs stores it: sign, numerator and denominator in lowest terms. */
export interface Exact {
  readonly s: bigint;
  readonly n: bigint;
  readonly d: bigint;
}

/** A word with its plural. */
export interface Word {
  readonly s: string;
  readonly p: string;
}

export type Value = Exact | string | boolean | Word;
export type Scope = Record<string, Value>;

/** Functions that a teacher may use in addition to + - * / ^, comparisons, `and`, `or`, `not` and `? :`. */
const FUNCTIONS = new Set(['abs', 'floor', 'ceil', 'gcd', 'lcm', 'max', 'min', 'mod']);

let loaded: MathJsInstance | undefined;

/**
 * Returns mathjs with fractions as numbers. It is loaded with the first variant, as one file, because the package has more than a thousand
 * modules.
 */
function exactly(): MathJsInstance {
  if (!loaded) {
    const mathjs = createRequire(import.meta.url)('mathjs/lib/browser/math.js') as typeof import('mathjs');
    loaded = mathjs.create(mathjs.all as FactoryFunctionMap, { number: 'Fraction' });
  }
  return loaded;
}

/** Returns a whole number as a value. */
export const whole = (value: number): Exact => exactly().fraction(value) as unknown as Exact;

export const isExact = (value: Value): value is Exact => typeof value === 'object' && 'd' in value;
export const isWord = (value: Value): value is Word => typeof value === 'object' && 'p' in value;

/**
 * Compiles an expression, so that it can be evaluated many times. Numbers are exact fractions.
 *
 * @throws Error when it cannot be parsed or calls a function that templates may not use; its message contains the expression.
 */
export function expression(source: string): (scope: Scope) => Value {
  let node: MathNode;
  try {
    node = exactly().parse(source);
  } catch (error) {
    throw new Error(`«${source}» não se consegue ler: ${(error as Error).message}`);
  }
  node.traverse((part) => {
    const name = part.type === 'FunctionNode' ? String((part as unknown as { fn: unknown }).fn) : '';
    if (name && !FUNCTIONS.has(name)) throw new Error(`«${source}»: ${name} não se usa em modelos`);
  });
  const code = node.compile();
  return (scope) => {
    try {
      const value = code.evaluate({ ...scope }) as Value | number;
      // mathjs does not convert a number that stands alone to a fraction.
      return typeof value === 'number' ? whole(value) : value;
    } catch (error) {
      throw new Error(`«${source}»: ${(error as Error).message}`);
    }
  };
}
