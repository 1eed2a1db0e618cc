import { expect, test } from 'vitest';
import { heardMarkup } from './heard.rules.ts';
import { renderText } from './math.server.ts';

/** Returns the texts of all labels in markup, in order. */
const labels = (html: string | undefined) =>
  [...(html ?? '').matchAll(/aria-label="([^"]*)"/g)].map(([, words]) => words);

test.each([
  ['Que parte é $\\frac{3}{5}$?', ['3 sobre 5']],
  ['$\\frac{1}{2} + \\frac{1}{4}$', ['1 sobre 2 + 1 sobre 4']],
  ['$\\dfrac{3}{8}$ de $2{,}5$', ['3 sobre 8', '2,5']],
  ['$6 \\div 2$ e $2 \\times 3$', ['6 a dividir por 2', '2 vezes 3']],
  ['$3 < 5$', ['3 menor que 5']],
  ['Custa \\$5 e $5^2$', ['5 ao quadrado']],
  [
    '$\\sqrt{16}$, $\\sqrt[3]{8}$, $\\sqrt[4]{16}$',
    ['raiz quadrada de 16', 'raiz cúbica de 8', 'raiz de índice 4 de 16'],
  ],
  ['$\\angle A \\approx 90^{\\circ} \\pm 1$', ['ângulo A aproximadamente 90 graus mais ou menos 1']],
])('the formulas of %s are spoken as %j', (text, words) => {
  const html = renderText(text);
  const heard = heardMarkup(text, html);
  expect(labels(heard)).toEqual(words);
  expect(heard?.replace(/ aria-label="[^"]*"/g, ''), 'what is seen stays').toBe(html);
  expect(heardMarkup(text, heard), 'said once').toBe(heard);
});

test.each<[string, string | undefined]>([
  ['Comeu 3/5 do bolo.', 'Comeu <span role="math" aria-label="3 sobre 5">3/5</span> do bolo.'],
  [
    '1/2 & 3/4 < 1',
    '<span role="math" aria-label="1 sobre 2">1/2</span> &amp; <span role="math" aria-label="3 sobre 4">3/4</span> &lt; 1',
  ],
  ['Sem fracções: 5 laranjas a < b', undefined],
  ['A Lei 14/24 fixou 21 províncias.', undefined],
  ['Lei n.º 14/24', undefined],
  ['No dia 25/12/2025', undefined],
  ['Ano lectivo 2024/25', undefined],
  ['a 60 km/h', undefined],
])('plain text is spoken as: %s', (text, html) => {
  expect(heardMarkup(text, undefined)).toBe(html);
});

test('a fraction beside a formula is spoken too, and markup is not changed', () => {
  const text = 'De $\\frac{1}{2}$ para 3/5';
  expect(labels(heardMarkup(text, renderText(text)))).toEqual(['1 sobre 2', '3 sobre 5']);
  expect(heardMarkup('x', '<a href="/3/5">x</a>')).toBe('<a href="/3/5">x</a>');
});
