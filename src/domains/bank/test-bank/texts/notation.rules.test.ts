import { describe, expect, test } from 'vitest';
import { spoken } from '../heard.rules.ts';
import { renderText } from '../math.server.ts';
import { asShown } from '../presented.rules.ts';
import {
  drawingsIn,
  escapeMarks,
  hasNotation,
  notationOf,
  pictureMark,
  picturesIn,
  withDrawings,
  withoutMarks,
} from './notation.rules.ts';

const CAT = `/api/images/${'a'.repeat(32)}`;
const TABLE = '| Dia | Chuva |\n|---|---|\n| 2.ª | 3 |';

describe('a text is shown', () => {
  test.each([
    ['a **b** c', 'a <b>b</b> c', 'a b c'],
    // Syllables and single letters are set off within words.
    ['++ca++sa e **ca**sa', '<u>ca</u>sa e <b>ca</b>sa', 'casa e casa'],
    ['4**5**2 e guarda-**chu**va', '4<b>5</b>2 e guarda-<b>chu</b>va', '452 e guarda-chuva'],
    ['++ca++**sa**', '<u>ca</u><b>sa</b>', 'casa'],
    ['**Nota: ++não++** responde', '<b>Nota: <u>não</u></b> responde', 'Nota: não responde'],
    ['Uma **estrofe**\n\ne outra', 'Uma <b>estrofe</b>\n\ne outra', 'Uma estrofe\n\ne outra'],
    ['**$\\times$** é vezes', '<b><math>', '$\\times$ é vezes'],
    [`Vê ![um gato](${CAT})`, `Vê <img class="in-text" src="${CAT}" alt="um gato">`, 'Vê um gato'],
    [
      TABLE,
      '<span role="table" class="in-text"><span role="row"><span role="columnheader">Dia</span><span role="columnheader">Chuva</span></span>' +
        '<span role="row"><span role="cell">2.ª</span><span role="cell">3</span></span></span>',
      'Dia | Chuva\n2.ª | 3',
    ],
    ['|  |  |\n|---|---|\n| a\\|b | $|x|$ |', '<span role="cell">a|b</span><span role="cell"><math>', 'a|b | $|x|$'],
    // A backslash makes a mark text.
    ['\\**b\\** e \\++c\\++', '**b** e ++c++', '**b** e ++c++'],
  ])('%s', (text, html, plain) => {
    const drawn = renderText(text);
    expect(html.endsWith('<math>') ? drawn.includes(html.slice(0, -1)) : drawn === html).toBe(true);
    expect(withoutMarks(text)).toBe(plain);
  });

  test.each([
    'Ca++, Mg++ e C++',
    '2**3 = 8',
    // Powers, as programs write them.
    'Calcula 2**3 e 4**2',
    '2**3+4**2 e x**2 + y**2',
    'i++ e j++, a++b e c++d',
    'a ** b ** c',
    'Completa: p__lh__ço, __asa e me__a',
    '**\nb**',
    '****',
    '++++ e ****',
    'Quantas estrelas há? ********',
    'a ****** b',
    'uma estrofe |\n\ne outra',
    '++++++',
    '| a | b |\n| c | d |',
    '|−3| = |3|',
    '![x](y)',
    '![gato](https://exemplo.ao/gato.png)',
    'Custa \\$5',
  ])('without marks as it stands: %s', (text) => {
    expect([hasNotation(text), withoutMarks(text)]).toEqual([false, text]);
  });

  test('nothing that a person writes becomes an element', () => {
    const nasty = `**<script>x</script>** ![a" onerror="x](${CAT})\n| <b> | b |\n|---|---|\n| <img src=x> | 1 |`;
    const html = renderText(nasty);
    expect(html).not.toMatch(/<script|<img src=x|" onerror="/);
    const rows = Array.from({ length: 7 }, () => '<span');
    expect(html.match(/<[a-z]+/g)).toEqual(['<b', '<img', ...rows]);
  });

  test('long texts with many marks are read in linear time', () => {
    for (const part of ['**', '++a', '![', '| ', '**a\n', '|---|\n', '![a](', '\\**']) {
      const text = part.repeat(5_000);
      expect(notationOf(text).length).toBeGreaterThan(0);
    }
    // A row of a table whose last bar is text, or belongs to a formula.
    for (const end of ['\\|', '|', '$|'])
      expect(notationOf(`|${'$x$'.repeat(1_000)}${end}\n|---|\n${'| $x$ $'.repeat(500)}${end}`)).not.toEqual([]);
  });

  test('what stands in a row of a table is not lost', () => {
    expect(renderText('| a \\|\n|---|\n| b |')).toBe('| a \\|\n|---|\n| b |');
    expect(withoutMarks('| $5 | b |\n|---|---|\n| c | $d|e$ |')).toBe('\\$5 | b\nc | $d|e$');
  });
});

test('without its markup a text is read and heard without marks', () => {
  expect(asShown('O que **não** brilha')).toBe('O que não brilha');
  expect(spoken(`Qual é ++maior++: ![um gato](${CAT}) ou $\\frac{1}{2}$?`)).toBe(
    'Qual é maior: um gato ou 1 sobre 2 ?',
  );
  expect(spoken(TABLE)).toBe('Dia, Chuva 2.ª, 3');
});

test.each(['a **b** c', '++ca++sa', TABLE, ` ${TABLE}`, `![um gato](${CAT})`, '$a**b$ e **c**'])(
  '%s can be meant as text',
  (text) => {
    const escaped = escapeMarks(text);
    expect(escaped).not.toBe(text);
    expect(notationOf(escaped).every(({ kind }) => kind === 'text' || kind === 'formula')).toBe(true);
    expect(escapeMarks('a ** b')).toBe('a ** b');
  },
);

test('pictures are found once each, and a description is on one line without brackets', () => {
  const mark = pictureMark('um [gato]\npreto', CAT);
  expect(mark).toBe(`![um (gato) preto](${CAT})`);
  expect(picturesIn([`**${mark}** e ${mark}`, null, undefined])).toEqual([{ address: CAT, alt: 'um (gato) preto' }]);
});

test('drawings of the content files get the address of a picture', () => {
  const text = 'A) ![um triângulo](triangulo.svg)';
  expect(drawingsIn([text, text, '![x](../x.svg)'])).toEqual(['triangulo.svg']);
  expect(withDrawings(text, () => CAT)).toBe(`A) ![um triângulo](${CAT})`);
  expect(withDrawings(text, () => undefined)).toBe(text);
});
