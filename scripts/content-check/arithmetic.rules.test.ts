import fc from 'fast-check';
import Fraction from 'fraction.js';
import { describe, expect, test } from 'vitest';
import { CheckError, calculate, checkProblems, equals, numberIn, signOf, written } from './arithmetic.rules.ts';

const numberOf = (check: string) => {
  const outcome = calculate(check);
  return outcome.kind === 'number' ? written(outcome.value) : outcome.sign;
};

describe('a check is computed exactly', () => {
  test.each([
    ['3/4 + 1/8', '0,875'],
    ['1/3 + 1/3 + 1/3', '1'],
    ['0.1 + 0.2', '0,3'],
    ['2/3 - 1', '-1/3'],
    ['20 - 4*3 + 2', '10'],
    ['(20 - 4)*(3 + 2)', '80'],
    ['24/3*5', '40'],
    ['3/(1/5)', '15'],
    ['-2^2', '−4'],
    ['(-2)^2', '4'],
    ['2^3^2', '512'],
    ['2^-2', '0,25'],
    ['--5 + +1', '6'],
    ['1250000 - 480000', '770 000'],
    ['99999999999999999999 + 1', '100 000 000 000 000 000 000'],
    ['sqrt(54/6)', '3'],
    ['sqrt(9/16)', '0,75'],
    ['sqrt(0)', '0'],
    ['sqrt(2)', '≈ 1,414214'],
    ['round(sqrt(2), 2)', '1,41'],
    ['round(2.345, 2)', '2,35'],
    ['round(-2.5)', '−3'],
    ['round(67482, -3)', '67 000'],
    ['round(864/10, 0)*10', '860'],
    ['gcd(24, 36)', '12'],
    ['gcd(24, 36, 20)', '4'],
    ['lcm(6, 8)', '24'],
    ['mean(12, 8, 15, 9)', '11'],
    ['mean(1, 2)', '1,5'],
    ['max(2/9, 7/9, 4/9)', '7/9'],
    ['min(2, -5, 9)', '−5'],
    ['3/4 > 2/3', '>'],
    ['4509 < 4590', '<'],
    ['1/2 = 2/4', '='],
    ['sqrt(2)*sqrt(2) = 2', '='],
    ['3 >= 3', '>='],
    ['3 != 4', '!='],
  ])('%s is %s', (check, value) => {
    expect(numberOf(check)).toBe(value);
  });

  test.each([
    ['', 'falta um número no fim'],
    ['2 +', 'falta um número no fim'],
    ['(2 + 3', 'falta «)» no fim'],
    ['2 3', 'não se espera «3»'],
    ['2,5 + 1', 'não se espera «,»'],
    ['.5', 'não se espera «.5»'],
    ['3 x 4', 'não se espera «x»'],
    ['process(1)', 'não se conhece «process»'],
    ['constructor(1)', 'não se conhece «constructor»'],
    ['2 + Math', 'não se espera «Math»'],
    ['1/0', 'divisão por zero'],
    ['1/(2 - 2)', 'divisão por zero'],
    ['0^-1', 'divisão por zero'],
    ['2^0.5', 'o expoente pede números inteiros'],
    ['2^1000', 'o expoente é demasiado grande'],
    ['sqrt(-4)', 'não há raiz de um número negativo'],
    ['gcd(1.5, 2)', 'gcd pede números inteiros'],
    ['gcd(4)', 'gcd não se usa com 1 números'],
    ['lcm(0, 4)', 'lcm pede números diferentes de zero'],
    ['mean()', 'falta um número antes de «)»'],
    ['3 < 2', 'a comparação 3 < 2 é falsa'],
    ['1 < 2 < 3', 'não se espera «<»'],
    [`${'('.repeat(500)}1${')'.repeat(500)}`, 'parênteses a mais'],
  ])('%s is refused', (check, reason) => {
    expect(() => calculate(check)).toThrow(CheckError);
    expect(() => calculate(check)).toThrow(reason);
  });

  test('sums and products of fractions agree with cross multiplication', () => {
    const whole = fc.integer({ min: -1000, max: 1000 });
    const bottom = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(whole, bottom, whole, bottom, (a, b, c, d) => {
        const sum = calculate(`(${a})/${b} + (${c})/${d}`);
        const product = calculate(`(${a})/${b} * (${c})/${d}`);
        expect(sum).toEqual({ kind: 'number', value: new Fraction(a * d + c * b, b * d) });
        expect(product).toEqual({ kind: 'number', value: new Fraction(a * c, b * d) });
      }),
    );
  });
});

describe('the number in an alternative', () => {
  test.each([
    ['A) 15 laranjas', 15n, 1n],
    ['1 500 Kz', 1500n, 1n],
    ['1\u00a0500 Kz', 1500n, 1n],
    ['12 000 000', 12_000_000n, 1n],
    ['custa 350 Kz', 350n, 1n],
    ['$\\frac{5}{8}$', 5n, 8n],
    ['$\\frac{6}{8}$ do bolo', 3n, 4n],
    ['$-\\frac{3}{4}$', -3n, 4n],
    ['$2\\frac{1}{2}$', 5n, 2n],
    ['$-2\\frac{1}{2}$', -5n, 2n],
    ['2 1/2 kg', 5n, 2n],
    ['1 000/3', 1000n, 3n],
    ['3/4', 3n, 4n],
    ['$1\\,000$', 1000n, 1n],
    ['$2{,}5$', 5n, 2n],
    ['2,5 m', 5n, 2n],
    ['0,07', 7n, 100n],
    ['1 234,5', 2469n, 2n],
    ['25%', 25n, 1n],
    ['$25\\%$', 25n, 1n],
    ['14 cm²', 14n, 1n],
    ['$14\\,cm^2$', 14n, 1n],
    ['14 cm2', 14n, 1n],
    ['90°', 90n, 1n],
    ['$90^\\circ$', 90n, 1n],
    ['−7 °C', -7n, 1n],
    ['-7', -7n, 1n],
    ['– 7', -7n, 1n],
    ['8 vezes maior', 8n, 1n],
    ['O 9.', 9n, 1n],
  ])('%s', (alternative, top, bottom) => {
    expect(numberIn(alternative)).toEqual(new Fraction(top, bottom));
  });

  test.each([
    'nenhuma',
    'três',
    '1 h 30 min',
    '10:30',
    '10h30',
    '3 + 4',
    '2 e 3',
    '5 < 8',
    '3.5',
    '1.500 Kz',
    '3 : 2',
    '3/0',
    '$\\sqrt{2}$',
    '$\\frac{x}{2}$',
    'CO2',
    '1,2,3',
    '',
  ])('"%s" holds no single number', (alternative) => {
    expect(numberIn(alternative)).toBeUndefined();
  });
});

test.each([
  ['A) <', '<'],
  ['$>$', '>'],
  ['$\\ge$', '>='],
  ['≠', '!='],
  ['+', undefined],
  ['é maior', undefined],
])('the sign %s', (alternative, sign) => {
  expect(signOf(alternative)).toBe(sign);
});

describe('a check against the alternatives', () => {
  const fruit = ['A) 5 mangas', 'B) 7 mangas', 'C) 12 mangas', 'D) 2 mangas'];

  test('accepts an instance in which the right alternative, and only it, has the computed value', () => {
    expect(checkProblems('4 + 3', fruit, 1)).toEqual([]);
    expect(checkProblems('3/8 + 2/8', ['A) $\\frac{5}{16}$', 'B) $\\frac{5}{8}$', 'C) 0,5', 'D) 1'], 1)).toEqual([]);
    expect(checkProblems('3/4 > 2/3', ['A) <', 'B) >', 'C) =', 'D) +'], 1)).toEqual([]);
  });

  test('refuses a key that is another number', () => {
    expect(checkProblems('4 + 3', fruit, 2)).toEqual([
      'a conta «4 + 3» dá 7, mas a alternativa certa é «C) 12 mangas»',
      'a conta «4 + 3» dá 7, e a alternativa errada «B) 7 mangas» vale o mesmo',
    ]);
  });

  test('refuses a wrong alternative of the same value, however it is written', () => {
    expect(checkProblems('1/2', ['A) $\\frac{1}{2}$', 'B) $\\frac{2}{4}$', 'C) 0,5', 'D) 2'], 0)).toEqual([
      'a conta «1/2» dá 0,5, e a alternativa errada «B) $\\frac{2}{4}$» vale o mesmo',
      'a conta «1/2» dá 0,5, e a alternativa errada «C) 0,5» vale o mesmo',
    ]);
  });

  test('refuses a key in which no single number can be read', () => {
    expect(checkProblems('90', ['A) 1 h 30 min', 'B) 2 h'], 0)).toEqual([
      'a conta «90» dá 90, mas não se consegue ler um só número em «A) 1 h 30 min»',
    ]);
  });

  test('refuses a wrong sign, a false comparison and an expression that is not a check', () => {
    expect(checkProblems('3/4 > 2/3', ['A) <', 'B) >'], 0)).toHaveLength(2);
    expect(checkProblems('3/4 < 2/3', ['A) <', 'B) >'], 0)).toEqual([
      'a conta «3/4 < 2/3» não se consegue fazer: a comparação 3/4 < 2/3 é falsa',
    ]);
    expect(checkProblems('três', ['A) 3'], 0)[0]).toContain('não se consegue fazer');
  });
});

test('numbers are compared by value', () => {
  expect(equals(new Fraction(2, 4), new Fraction(1, 2))).toBe(true);
  expect(equals(new Fraction(1, 3), new Fraction(333_333_333, 1_000_000_000))).toBe(false);
});
