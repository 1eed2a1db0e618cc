// Exact evaluation of the expressions between braces in a template.
import { createRequire } from 'node:module';
import type { FactoryFunctionMap, MathJsInstance, MathNode } from 'mathjs';

/** A fraction as mathjs keeps it: sign, numerator and denominator in lowest terms. */
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

/** What a teacher may use beside + - * / ^, comparisons, `and`, `or`, `not` and `? :`. */
const FUNCTIONS = new Set(['abs', 'floor', 'ceil', 'gcd', 'lcm', 'max', 'min', 'mod']);

let loaded: MathJsInstance | undefined;

/** mathjs with fractions for numbers. Loaded with the first variant, as one file: the package's modules are more than a thousand. */
function exactly(): MathJsInstance {
  if (!loaded) {
    const mathjs = createRequire(import.meta.url)('mathjs/lib/browser/math.js') as typeof import('mathjs');
    loaded = mathjs.create(mathjs.all as FactoryFunctionMap, { number: 'Fraction' });
  }
  return loaded;
}

/** A whole number as a value. */
export const whole = (value: number): Exact => exactly().fraction(value) as unknown as Exact;

export const isExact = (value: Value): value is Exact => typeof value === 'object' && 'd' in value;
export const isWord = (value: Value): value is Word => typeof value === 'object' && 'p' in value;

/**
 * An expression made ready to be computed many times. Numbers are fractions without rounding.
 *
 * @throws Error when it cannot be read or calls a function that templates may not use; its message holds the expression.
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
      // A number that stands alone is not made a fraction.
      return typeof value === 'number' ? whole(value) : value;
    } catch (error) {
      throw new Error(`«${source}»: ${(error as Error).message}`);
    }
  };
}
