import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readFile } from './reading.server.ts';

// Workbooks as Excel writes them, each with what is stored of a row and what is said about the rest.

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = (...links: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`;

interface Book {
  rows: string;
  cols?: string;
  after?: string;
  strings?: string;
}

/**
 * Fonts and number formats of the test workbook, by style index: 1 strikethrough, 2 white text, 3 white text on a coloured cell, 4 bold,
 * 5 a format that displays nothing, 6 euros, 7 kwanzas with the locale of another country, 8 text followed by a unit, 9 text after a prefix.
 */
const STYLES =
  `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode=";;;"/>` +
  '<numFmt numFmtId="165" formatCode="[$€-2] #,##0.00"/><numFmt numFmtId="166" formatCode="#,##0.00 [$Kz-pt-AO]"/>' +
  '<numFmt numFmtId="167" formatCode="@&quot; cm&quot;"/><numFmt numFmtId="168" formatCode="0&quot; cm&quot;;-0;0;&quot;~&quot;@"/></numFmts>' +
  '<fonts><font/><font><strike/></font><font><color rgb="FFFFFFFF"/></font><font><color theme="0"/></font><font><b/></font></fonts>' +
  '<cellXfs><xf/><xf fontId="1"/><xf fontId="2"/><xf fontId="3" fillId="2"/><xf fontId="4"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="168"/></cellXfs></styleSheet>';

const bookOf = ({ rows, cols = '', after = '', strings = '' }: Book): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        '_rels/.rels': relations(['r', 'officeDocument', 'xl/workbook.xml']),
        'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="Folha1" sheetId="1" r:id="a"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': relations(
          ['a', 'worksheet', 'worksheets/sheet1.xml'],
          ['b', 'sharedStrings', 'sharedStrings.xml'],
          ['c', 'styles', 'styles.xml'],
        ),
        'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}>${cols}<sheetData>${rows}</sheetData>${after}</worksheet>`,
        'xl/sharedStrings.xml': `<sst ${MAIN}>${strings}</sst>`,
        'xl/styles.xml': STYLES,
      }).map(([path, text]) => [path, strToU8(text)]),
    ),
  );

const text = (at: string, given: string, style = 0) =>
  `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${given}</t></is></c>`;
const number = (at: string, given: number, style = 0) => `<c r="${at}" s="${style}"><v>${given}</v></c>`;
const row = (number: number, cells: readonly string[], attributes = '') =>
  `<row r="${number}"${attributes}>${cells.join('')}</row>`;
const HEAD = row(1, [text('A1', 'Pergunta'), text('B1', 'A'), text('C1', 'B'), text('D1', 'Resposta')]);
const question = (number: number, first: string, attributes = '') =>
  row(number, [text(`A${number}`, 'Qual?'), first, text(`C${number}`, 'y'), text(`D${number}`, 'A')], attributes);

const toldOf = (book: Book): string[] =>
  readFile(bookOf(book), 'x.xlsx', true).rows.flatMap(({ row: number, draft, problems, notes }) => [
    draft
      ? `${number} ${draft.statement} ${draft.alternatives.map((one, place) => (place === draft.correct ? `[${one}]` : one)).join(' | ')}`
      : `${number} ! ${problems.map(({ message }) => message).join(' ')}`,
    ...notes.map((note) => `- ${note}`),
  ]);

test.each<[what: string, book: Book, told: string[]]>([
  [
    'bold, underlined, raised and struck out runs',
    {
      strings:
        '<si><r><t xml:space="preserve">A palavra </t></r><r><rPr><u/></rPr><t>mar</t></r><r><t xml:space="preserve"> e 2</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>3</t></r><r><rPr><b/></rPr><t xml:space="preserve"> não</t></r><r><rPr><strike/></rPr><t xml:space="preserve"> sim</t></r></si>',
      rows: HEAD + row(2, ['<c r="A2" t="s"><v>0</v></c>', text('B2', 'x'), text('C2', 'y'), text('D2', 'A')]),
    },
    ['2 A palavra ++mar++ e 2³ **não** sim [x] | y', '- O destaque de «sim» não é guardado.'],
  ],
  [
    'a cell that is struck out',
    { rows: HEAD + question(2, text('B2', 'x', 1)) },
    ['2 Qual? [x] | y', '- Uma célula desta linha está riscada na folha e foi lida como as outras.'],
  ],
  ...([2, 5] as const).map((style): [string, Book, string[]] => [
    `a cell that nobody sees (${style})`,
    { rows: HEAD + question(2, text('B2', 'x', style)) },
    [
      '2 Qual? [x] | y',
      '- Uma célula desta linha não se vê na folha (letra branca ou formato vazio) e foi lida como as outras.',
    ],
  ]),
  ['white letters on a colour', { rows: HEAD + question(2, text('B2', 'x', 3)) }, ['2 Qual? [x] | y']],
  ['a cell that is bold as a whole', { rows: HEAD + question(2, text('B2', 'x', 4)) }, ['2 Qual? [x] | y']],
  [
    'a row without height and a column without width',
    {
      cols: '<cols><col min="3" max="3" width="0"/></cols>',
      rows: HEAD + question(2, text('B2', 'x'), ' ht="0" customHeight="1"'),
    },
    [
      '2 Qual? [x] | y',
      '- A linha está escondida na folha e foi lida como as outras.',
      '- Uma coluna desta linha está escondida na folha e foi lida como as outras.',
    ],
  ],
  [
    'a cell that is there twice',
    { rows: HEAD + question(2, text('B2', 'x') + text('B2', 'z')) },
    ['2 ! A célula está duas vezes no ficheiro.'],
  ],
  [
    'rows and cells in another order',
    {
      rows:
        HEAD +
        question(3, text('B3', 'z')) +
        row(2, [text('D2', 'B'), text('C2', 'y'), text('B2', 'x'), text('A2', 'Antes?')]),
    },
    ['2 Antes? x | [y]', '3 Qual? [z] | y'],
  ],
  [
    'links of cells',
    {
      rows: HEAD + question(2, text('B2', 'x')),
      after: '<hyperlinks><hyperlink ref="A2" xmlns:r="r" r:id="x"/></hyperlinks>',
    },
    ['2 Qual? [x] | y', '- As ligações das células não são guardadas: fica só o seu texto.'],
  ],
  [
    'very small and very large numbers',
    { rows: HEAD + question(2, '<c r="B2"><v>1E-7</v></c>') + question(3, '<c r="B3"><v>1E+17</v></c>') },
    ['2 Qual? [0,0000001] | y', '3 Qual? [100000000000000000] | y'],
  ],
  [
    'money of other locales, with the same signs in all numbers',
    { rows: HEAD + row(2, [text('A2', 'Qual?'), number('B2', 12345.5, 6), number('C2', 1500.5, 7), text('D2', 'A')]) },
    ['2 Qual? [€ 12.345,50] | 1.500,50 Kz'],
  ],
  [
    'formats that put something beside a text',
    {
      rows:
        HEAD +
        row(2, [text('A2', 'Qual?'), text('B2', '12', 8), number('C2', 13, 8), text('D2', 'A')]) +
        row(3, [text('A3', 'E agora?'), text('B3', '12', 9), number('C3', 13, 9), text('D3', 'A')]),
    },
    ['2 Qual? [12 cm] | 13 cm', '3 E agora? [~12] | 13 cm'],
  ],
  [
    'a question about what is underlined, with nothing underlined',
    { rows: HEAD + row(2, [text('A2', 'A palavra sublinhada é:'), text('B2', 'x'), text('C2', 'y'), text('D2', 'A')]) },
    [
      '2 A palavra sublinhada é: [x] | y',
      '- Fala do que está sublinhado, e o ficheiro não traz nada sublinhado: marque-o no banco.',
    ],
  ],
  [
    'rows of a template that only have their number',
    {
      rows:
        row(1, [
          text('B1', 'Pergunta'),
          text('C1', 'A'),
          text('D1', 'B'),
          text('E1', 'Resposta'),
          text('F1', 'Tempo'),
        ]) +
        row(2, [number('A2', 1), text('B2', 'Qual?'), text('C2', 'x'), text('D2', 'y'), text('E2', 'A')]) +
        row(3, [number('A3', 2), number('F3', 20)]) +
        row(4, [number('A4', 3), text('F4', 'depressa')]),
    },
    [
      '2 Qual? [x] | y',
      '- Esta coluna não se conhece e ficou por ler, em todas as linhas: F (Tempo).',
      '4 ! Falta a resposta certa. O enunciado da questão é obrigatório As alternativas são obrigatórias',
    ],
  ],
  [
    'a formula by its stored value, an error and a date',
    {
      rows:
        HEAD +
        question(2, '<c r="B2"><f>1+1</f><v>2</v></c>') +
        question(3, '<c r="B3" t="e"><v>#DIV/0!</v></c>') +
        question(4, '<c r="B4" t="d"><v>2024-02-01</v></c>'),
    },
    [
      '2 Qual? [2] | y',
      '3 ! A célula tem um erro do Excel (#DIV/0!).',
      '4 ! O Excel guardou uma data em vez do que se escreveu: formate a célula como texto e escreva de novo.',
    ],
  ],
])('%s', (_, book, told) => {
  expect(toldOf(book)).toEqual(told);
});

test.each([
  ['Google Forms', 'Carimbo de data/hora,Pontuação,Nome,Quanto é 2+2?\n2025/10/03,1,Ana,4\n'],
  ['Microsoft Forms', 'ID;Hora de início;Hora de conclusão;Email;Nome;Quanto é 2+2?\n1;1/1/2025;1/1/2025;x;Ana;4\n'],
  ['a report of Kahoot', 'Rank,Player,Total Score (points),Q1\n1,Ana,900,4\n'],
])('what pupils answered in %s is told from questions', (_, content) => {
  expect(() => readFile(Buffer.from(content), 'x.csv', true)).toThrow(/traz o que os alunos responderam/);
});
