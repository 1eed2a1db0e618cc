import { expect, test } from 'vitest';
import { pdfText } from '../../../test/support/pdf-text.ts';
import { INK, PAGE } from './ink.ts';
import { makePdf } from './pdf.ts';
import { printable, SIGNS, unprintable } from './typeface.ts';

const options = {
  title: 'Relatório de Ação e Coração',
  brand: { productName: 'Caderneta', companyName: 'Caderneta Educação', supportEmail: 'apoio@caderneta.example' },
  now: new Date('2026-04-15T23:30:00Z'),
};
const ALL =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿĂıŒœ–—‘’‚“”„•…‹›⁄€™↑↓−∕';

test('a document contains the text with accents, header and footer, and declares its language', async () => {
  const bytes = await makePdf(options, (pdf) => {
    pdf.heading('A Conceição acertou 8 de 10', 1);
    pdf.paragraph('Acima da meta de 70 %. Ângulos, fracções, à noite, «pôr do Sol», €.');
  });
  const { pages, metadata } = await pdfText(bytes);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('A Conceição acertou 8 de 10');
  expect(pages[0]).toContain('Acima da meta de 70 %. Ângulos, fracções, à noite, «pôr do Sol», €.');
  for (const part of ['Caderneta', 'Relatório de Ação e Coração', 'Apoio: apoio@caderneta.example', 'Página 1 de 1'])
    expect(pages[0]).toContain(part);
  // Half past midnight in Luanda.
  expect(pages[0]).toContain('16 de Abril de 2026');
  expect(metadata).toMatchObject({ Title: 'Relatório de Ação e Coração', Language: 'pt-AO' });
  expect(bytes.length).toBeLessThan(40_000);
});

test('every character of the typeface can be extracted from the PDF, in each weight', async () => {
  expect(printable(ALL)).toBe(ALL);
  const bytes = await makePdf(options, (pdf) => {
    for (const weight of [400, 650, 800] as const)
      for (const sign of ALL.trim()) pdf.paragraph(`a${sign}b`, { weight, size: 5 });
  });
  const { pages } = await pdfText(bytes);
  // Some PDF readers return a similar character instead, such as the Greek letter for the micro sign.
  const text = pages.join('\n').normalize('NFKC');
  for (const sign of ALL.trim())
    expect(text.split(`a${sign}b`.normalize('NFKC')).length, sign).toBeGreaterThanOrEqual(4);
  expect(text).not.toContain('□');
});

test('mathematical signs can be extracted from text, tables and the header', async () => {
  const sum = 'Se x ≥ 2 então √x ≈ 1,4 → π ≠ 3 ✓';
  expect(printable(SIGNS)).toBe(SIGNS);
  const bytes = await makePdf({ ...options, title: sum }, (pdf) => {
    pdf.heading(sum);
    pdf.paragraph(sum, { align: 'right' });
    pdf.table([{ title: sum, share: 1 }], [[sum]]);
    for (const sign of SIGNS) pdf.paragraph(`a${sign}b`, { size: 4, weight: 800 });
    expect(pdf.widthOf('a→b')).toBeCloseTo(pdf.widthOf('a') + pdf.widthOf('→') + pdf.widthOf('b'), 5);
  });
  const text = (await pdfText(bytes)).pages.join('\n').normalize('NFKC').replaceAll(' ', '');
  expect(text.split(sum.normalize('NFKC').replaceAll(' ', '')).length - 1).toBeGreaterThanOrEqual(5);
  for (const sign of SIGNS) expect(text, sign).toContain(`a${sign}b`.normalize('NFKC'));
  expect(text).not.toContain('□');
  expect(bytes.length).toBeLessThan(75_000);
});

test('each character that the typeface lacks is printed as a box, without an error', async () => {
  const odd = 'Zé\u00ad\u200b\ufeff 😀 👨‍👩‍👧 مريم 美 \u202Eoãoj\u202C \u0000\u0007 \ud800 fim';
  expect(unprintable(odd)).toEqual([
    '😀',
    '👨‍👩‍👧',
    'م',
    'ر',
    'ي',
    '美',
    '\u202e',
    '\u202c',
    '\u0000',
    '\u0007',
    '\ud800',
  ]);
  expect(unprintable('Zé\u00ad ♀\ufe0f H₂O')).toEqual([]);
  expect(printable(odd)).toBe('Zé □ □ □□□□ □ □oãoj□ □□ □ fim');
  const bytes = await makePdf({ ...options, title: odd }, (pdf) => {
    pdf.heading(odd);
    pdf.paragraph(odd);
    pdf.table([{ title: odd, share: 1 }], [[odd]]);
    pdf.picture(odd, (doc) => doc.circle(300, 500, 20).fill(INK.brass));
  });
  const [page] = (await pdfText(bytes)).pages;
  expect(page?.match(/Zé □ □ □□□□ □ □oãoj□ □□ □ fim/g)).toHaveLength(5);
});

test('long texts break into lines and pages; a table repeats its titles on each page', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [`Linha ${index + 1}`, `${index}%`]);
  const bytes = await makePdf(options, (pdf) => {
    pdf.paragraph('palavra '.repeat(1_000));
    pdf.paragraph('w'.repeat(3_000));
    pdf.table(
      [
        { title: 'Disciplina', share: 3 },
        { title: 'Nota', share: 1, align: 'right' },
      ],
      rows,
    );
  });
  const { pages } = await pdfText(bytes);
  expect(pages.length).toBeGreaterThan(4);
  expect(pages.join('').match(/palavra/g)).toHaveLength(1_000);
  expect(pages.join('').match(/w/g)?.length).toBe(3_000);
  for (const page of pages.filter((text) => text.includes('Linha'))) expect(page).toContain('Disciplina');
  expect(rows.every(([name]) => pages.join('\n').includes(name as string))).toBe(true);
  expect(pages.at(-1)).toContain(`Página ${pages.length} de ${pages.length}`);
});

test('a text a little too long for its lines is set smaller, not cut', async () => {
  const text = 'valor nacional de comparação da disciplina de Matemática';
  const file = await makePdf(options, (pdf) => {
    const full = pdf.widthOf(text, { size: 10 });
    for (const share of [1, 0.95, 0.8])
      pdf.write(text, { x: 60, y: 200 + 100 * share, width: full * share }, { size: 10, maxLines: 1 });
  });
  const said = (await pdfText(file)).pages.join(' ');
  expect(said.match(/valor nacional de comparação da disciplina de Matemática/g)).toHaveLength(3);
  expect(said).not.toContain('…');
});

test('a text is cut after two lines, however long it is', async () => {
  const started = performance.now();
  await makePdf(options, (pdf) => {
    const lines = pdf.lines('m'.repeat(100_000), 200, { maxLines: 2 });
    expect(lines).toHaveLength(2);
    expect(lines[1]?.endsWith('…')).toBe(true);
    for (const line of lines) expect(pdf.widthOf(line)).toBeLessThanOrEqual(200.1);
    expect(pdf.lines('', 200)).toEqual(['']);
    expect(pdf.right).toBeLessThan(PAGE.width);
  });
  expect(performance.now() - started).toBeLessThan(2_000);
});
