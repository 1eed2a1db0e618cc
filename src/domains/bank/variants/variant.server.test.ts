import { describe, expect, test } from 'vitest';
import { expression } from './expressions.server.ts';
import type { SharedFile } from './templates.contract.ts';
import { template } from './templates.contract.ts';
import { templates } from './templates.server.ts';
import { questionOfVariant, ready } from './variant.server.ts';

/** The results of two seeds of a template, computed by hand from the statement. */
const KNOWN: readonly [key: string, seed: number, statement: RegExp, right: (numbers: number[]) => string][] = [
  ['mat1-a-seguir', 3, /conta até (\d+)\./, ([n = 0]) => `${n + 1}`],
  ['mat1-soma-ate-9', 11, /conta (\d) \+ (\d)\./, ([a = 0, b = 0]) => `${a + b}`],
  ['mat1-moedas', 5, /tem (\d) moedas de (\d+) Kz/, ([n = 0, v = 0]) => `${n * v} Kz`],
  ['mat2-metade', 8, /tem (\d+) /, ([n = 0]) => `${n / 2} `],
  ['mat2-troco', 4, /custa (\d+) Kz\. .* com ([\d ]+) Kz/, ([p = 0, n = 0]) => `${n - p} Kz`],
  ['mat3-quilos-em-gramas', 6, /compra (\d) kg e (\d+) g/, ([k = 0, g = 0]) => grouped(1000 * k + g)],
  [
    'mat3-perimetro-do-rectangulo',
    2,
    /com (\d+) cm de comprimento e (\d+) cm/,
    ([a = 0, b = 0]) => `${2 * a + 2 * b} cm`,
  ],
  ['mat4-area', 9, /de (\d+) m por (\d+) m/, ([a = 0, b = 0]) => `${a * b} m²`],
  ['mat4-parenteses', 7, /(\d+) − \((\d+) \+ (\d+)\)/, ([a = 0, b = 0, c = 0]) => `${a - (b + c)}`],
  [
    'mat4-prova-da-divisao',
    1,
    /divisor é (\d+), o quociente é (\d+) e o resto é (\d+)/,
    ([d = 0, q = 0, r = 0]) => `${d * q + r}`,
  ],
  ['mat5-ordem-das-operacoes', 12, /é (\d+) \+ (\d+) × (\d+)\?/, ([a = 0, b = 0, c = 0]) => `${a + b * c}`],
  ['mat5-media', 3, /vendeu (\d+) .* (\d+) na terça e (\d+) /, ([a = 0, b = 0, c = 0]) => `${(a + b + c) / 3} jornais`],
  ['mat6-desconto', 5, /de ([\d ]+) Kz têm (\d+) %/, ([v = 0, p = 0]) => `${grouped(v - (v * p) / 100)} Kz`],
  ['mat6-angulo-em-falta', 4, /medem (\d+)° e (\d+)°/, ([a = 0, b = 0]) => `${180 - a - b}°`],
  ['mat6-equacao-de-produto', 2, /se (\d+) × x = (\d+)/, ([a = 0, b = 0]) => `${b / a}`],
];
const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

const made = (key: string, seed: number) => {
  const variant = templates().get(key)?.ready().make(seed);
  if (!variant) throw new Error(key);
  return variant;
};

test.each(KNOWN)(
  '%s: the right alternative of seed %i is what the statement asks for',
  (key, seed, statement, right) => {
    for (const each of [seed, seed + 100]) {
      const variant = made(key, each);
      const numbers = statement
        .exec(variant.statement)
        ?.slice(1)
        .map((text) => Number(text.replace(/ /g, '')));
      expect(numbers, variant.statement).toBeDefined();
      expect(variant.alternatives[variant.right]?.text).toContain(right(numbers ?? []));
    }
  },
);

test('the same seed gives the same variant, another seed gives other numbers', () => {
  expect(made('mat4-poupar', 42)).toEqual(made('mat4-poupar', 42));
  expect(made('mat4-poupar', 43).statement).not.toBe(made('mat4-poupar', 42).statement);
});

const shared: SharedFile = {
  lists: { frutas: ['manga|mangas', 'banana|bananas'] },
  misconceptions: { um: 'fez uma', dois: 'fez duas', tres: 'fez três', quatro: 'fez quatro' },
};
const written = (fields: object) =>
  template.parse({
    key: 'mat4-ensaio',
    name: 'Ensaio',
    objective: 'MAT4.6.1',
    vars: { n: '1..4', fruta: 'frutas' },
    ask: 'tem {n|fruta} e {2 * n|copo|copos}?',
    right: '{n}',
    wrong: { um: '{n + 1}', dois: '{n + 2}', tres: '{n + 3}' },
    why: 'é {n}.',
    ...fields,
  });
const alternativesOf = (fields: object, seed = 1) =>
  ready(written(fields), shared)
    .make(seed)
    .alternatives.map(({ text }) => text);

describe('generating a variant', () => {
  test('words agree in number, and sentences begin with a capital', () => {
    const one = ready(written({ vars: { n: [1], fruta: ['manga|mangas'] } }), shared).make(1);
    expect(one.statement).toBe('Tem 1 manga e 2 copos?');
    expect(one.explanation).toBe('É 1. Quem respondeu 2 fez uma.');
  });

  test('a wrong alternative with the value of another is replaced by the next', () => {
    const wrong = { um: '{2 * n//4 * n}', dois: '{1//3}', tres: '{1//4}', quatro: '{1//5}' };
    expect(alternativesOf({ right: '{1//2}', wrong }).toSorted()).toEqual(
      ['$\\frac{1}{2}$', '$\\frac{1}{3}$', '$\\frac{1}{4}$', '$\\frac{1}{5}$'].toSorted(),
    );
    expect(() => alternativesOf({ right: '{1//2}', wrong: { ...wrong, tres: '{n//3 * n}' } })).toThrow(
      'nunca se cumprem',
    );
  });

  test('negative, non-terminating and empty numbers are drawn again, unless the template allows negatives', () => {
    const wrong = { um: '{n - 9}', dois: '{n / 3}', tres: '{n - n}', quatro: '{n + 9}' };
    expect(() => alternativesOf({ vars: { n: [1, 2], fruta: 'frutas' }, wrong })).toThrow('nunca se cumprem');
    const allowed = { vars: { n: [3], fruta: 'frutas' }, wrong: { ...wrong, dois: '{n / 2}' }, allows: ['negativos'] };
    expect(alternativesOf(allowed).toSorted()).toEqual(['1,5', '12', '3', '−6'].toSorted());
  });

  test.each(['{-3 / 2|mista}', '{-n|hora}', '{-n|tempo}', '{-n|extenso}', '{-n//4}', '{n//0 - 4}'])(
    'a negative number is never written without its sign: %s',
    (right) => {
      const negative = { right, allows: ['negativos'] };
      expect(() => alternativesOf(negative)).toThrow('nunca se cumprem');
      expect(
        alternativesOf({ ...negative, right: right.replace('-n', 'n').replace('-3', '3').replace('0 - ', '') }),
      ).toHaveLength(4);
    },
  );

  test('numbers are exact: thirds add up, decimals have no rounding errors', () => {
    const right = { vars: { n: [3], fruta: 'frutas' }, right: '{1 / 3 + 1 / 3 + 1 / 3}' };
    expect(
      alternativesOf({
        ...right,
        wrong: { um: '{1 / 10 + 2 / 10}', dois: '{n / 6|frac}', tres: '{7 / 2|mista}' },
      }).toSorted(),
    ).toEqual(['$3\\frac{1}{2}$', '$\\frac{1}{2}$', '0,3', '1'].toSorted());
  });

  test.each([
    ['{n +', 'não se consegue ler'],
    ['{import("fs")}', 'não se usa em modelos'],
    ['{estranho}', 'estranho'],
    ['{n|copo}', 'falta o plural'],
  ])('%s is refused with a reason', (right, message) => {
    expect(() => ready(written({ right: right.endsWith('}') ? right : `${right}}` }), shared).make(1)).toThrow(message);
  });

  test('an unknown misconception, list or range is refused', () => {
    expect(() => ready(written({ wrong: { cinco: '{n}' } }), shared)).toThrow('não há o engano «cinco»');
    expect(() => ready(written({ vars: { n: 'legumes' } }), shared)).toThrow('não há lista «legumes»');
    expect(() => ready(written({ vars: { n: '5..5' } }), shared)).toThrow('não tem dois valores');
  });
});

test('a variant as a question has letters and formulas, and no test', () => {
  const one = templates().get('mat5-simplificar')?.ready();
  if (!one) throw new Error('no template');
  const question = questionOfVariant(one, one.make(1), '5º Ano');
  expect(question).toMatchObject({ id: 0, testId: 0, objective: 'MAT5.3.2' });
  expect(question.alternatives[0]).toMatch(/^A\) \$\\frac/);
  expect(question.rendered.statement).toContain('<math');
});

test('an expression can access its variables only', () => {
  expect(() => expression('evaluate("1")')).toThrow('não se usa');
  expect(() => expression('a.constructor("x")')({ a: 'y' })).toThrow();
});
