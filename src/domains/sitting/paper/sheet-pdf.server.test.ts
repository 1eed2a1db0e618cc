import { expect, test } from 'vitest';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';
import { sheetPdf } from './sheet-pdf.server.ts';

const question = (id: number, more: Partial<FrozenQuestion> = {}) =>
  ({
    id,
    statement: `Quanto é ${id} mais 1?`,
    passage: null,
    alternatives: ['A) 1', 'B) 2', 'C) 3', 'D) 4'],
    figureSvg: null,
    figureAlt: null,
    image: null,
    ...more,
  }) as FrozenQuestion;
const ten = (more: Partial<FrozenQuestion> = {}) => Array.from({ length: 10 }, (_, index) => question(index + 1, more));

function sheet(questions: FrozenQuestion[], firstName: string | null = 'Maria'): Promise<Buffer> {
  return sheetPdf({
    discipline: 'Matemática',
    theme: 'Fracções',
    form: 'A',
    schoolClass: '4º Ano',
    minutes: 15,
    firstName,
    questions,
    code: { text: `HTTPS://CADERNETA.AO/P/${'A'.repeat(23)}`, name: 'K7Q2 M9F4', validUntil: 'Vale até 14 de Junho' },
    pictureOf: async () => undefined,
    brand: { productName: 'Caderneta', companyName: 'Caderneta, Lda.' } as Parameters<typeof sheetPdf>[0]['brand'],
    now: new Date('2027-03-01T10:00:00Z'),
  });
}

test('fractions are printed with numerator above denominator, in the statement and in the alternatives', async () => {
  const alternatives = ['$\\frac{3}{5}$', '$\\frac{7}{8}$', '$2\\frac{1}{4}$', '$\\frac{9}{10}$'];
  const { pages } = await pdfText(await sheet(ten({ statement: 'Deu $\\frac{2}{7}$ à irmã.', alternatives })));
  expect(pages).toHaveLength(1);
  for (const flat of ['2/7', '3/5', '7/8', '1/4', '9/10', 'frac']) expect(pages[0]).not.toContain(flat);
  expect(pages[0]).toContain('à irmã.');
});

test('figures are printed, in shades of grey', async () => {
  const figureSvg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="red"/></svg>';
  const [without, withFigures] = await Promise.all([
    sheet(ten()),
    sheet(ten({ figureSvg, figureAlt: 'um rectângulo' })),
  ]);
  const images = (pdf: Buffer) => pdf.toString('latin1').split('/Subtype /Image').length - 1;
  expect(images(without)).toBe(0);
  expect(images(withFigures)).toBeGreaterThan(0);
});

test('long questions continue on a second page, and no further', async () => {
  const statement = 'A Marta foi ao mercado com a avó e comprou fruta para toda a família da rua. '.repeat(3);
  const alternatives = ['Uma resposta comprida, que ocupa quase uma linha inteira', 'Outra', 'Mais uma', 'A última'];
  const { pages } = await pdfText(await sheet(ten({ statement, alternatives })));
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('Respostas');
  expect(pages.join(' ').split('A última')).toHaveLength(11);
});

test('the line for the name is empty where no child is named', async () => {
  const { pages } = await pdfText(await sheet(ten(), null));
  expect(pages[0]).toContain('Nome');
  expect(pages[0]).not.toContain('Maria');
});
