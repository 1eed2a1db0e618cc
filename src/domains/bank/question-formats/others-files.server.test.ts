import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { FileRefused, RowRead } from './files.rules.ts';
import { readFile } from './reading.server.ts';

// Tests files as other programs and people write them.

const bytesOf = (text: string) => new TextEncoder().encode(text);
const rowsOf = (name: string, content: string | Uint8Array, hasHeader = true): RowRead[] =>
  readFile(typeof content === 'string' ? bytesOf(content) : content, name, hasHeader).rows;
const told = (rows: readonly RowRead[]): string[] =>
  rows.map(({ row, draft, problems }) =>
    draft
      ? `${row} ${draft.statement} ${draft.alternatives.map((text, place) => (place === draft.correct ? `[${text}]` : text)).join(' | ')}`
      : `${row} ! ${problems.map(({ column, message }) => `${column ?? ''}: ${message}`).join(' ')}`,
  );
const refusal = (name: string, content: string | Uint8Array): string => {
  try {
    rowsOf(name, content);
  } catch (error) {
    return `${(error as FileRefused).status} ${(error as Error).message}`;
  }
  return 'not refused';
};

const HEADER = 'Enunciado;A;B;Resposta\n';
test.each([
  ['quotes inside a cell are text', 'O "gato" mia?;sim;não;A', '2 O "gato" mia? [sim] | não'],
  ['a single quote is text too', 'Um ecrã de 15" tem?;15";17";A', '2 Um ecrã de 15" tem? [15"] | 17"'],
  ['spaces around a quoted cell', 'Qual?; "a;b" ;c;A', '2 Qual? [a;b] | c'],
  ['a line break and doubled quotes', '"Leia:\r\n""Sim"".";sim;não;A', '2 Leia:\n"Sim". [sim] | não'],
  [
    'text after the closing quote is reported',
    '"Os Lusíadas" são de?;Camões;Pessoa;A',
    /^2 ! A \(Enunciado\): Na linha 2, depois das aspas/,
  ],
  [
    'a separator in quotes that do not open the cell',
    'Diga "um; dois";x;y;A',
    /^2 ! A \(Enunciado\): Na linha 2, o separador/,
  ],
])('CSV written by hand: %s', (_, row, expected) => {
  const [first, second] = told(rowsOf('x.csv', `${HEADER}${row}\nOutra?;x;y;B\n`));
  if (typeof expected === 'string') expect(first).toBe(expected);
  else expect(first).toMatch(expected);
  expect(second).toMatch(/^[34] Outra\? x \| \[y\]$/);
});

test('an unclosed quote refuses the file, naming the line where it opened', () => {
  expect(refusal('x.csv', `${HEADER}Um?;x;y;A\nDois?;"x;y;A\nTrês?;x;y;A\n`)).toBe(
    '400 Linha 3: há aspas que abrem e não fecham.',
  );
});

test('up to the allowed number of empty rows in front, no question is cut off', () => {
  const rows = rowsOf('x.csv', `${HEADER}${';;;\n'.repeat(6_000)}Um?;x;y;A\n;;;\nDois?;x;y;B\n`);
  expect(told(rows)).toEqual(['6002 Um? [x] | y', '6004 Dois? x | [y]']);
});

test('a file with too many rows is refused with the limit', () => {
  expect(refusal('x.csv', HEADER + 'Um?;x;y;A\n'.repeat(5_001))).toBe(
    '400 O ficheiro tem mais de 5.000 linhas. Divida-o em ficheiros mais pequenos.',
  );
});

test('unknown columns are reported, those of a test’s own export and empty ones are not', () => {
  const header =
    'N.º;Enunciado da questão;Pergunta (texto);Opção A *;Alternativa B;Resposta correcta (letra);Imagem;Vazia;Disciplina';
  const [first, second] = rowsOf('x.csv', `${header}\n1;dado;Um?;x;y;B;gato.png;;Artes\n2;;Dois?;x;y;A;;;Artes\n`);
  expect([first?.draft?.statement, first?.draft?.correct]).toEqual(['Um?', 1]);
  expect(first?.notes).toEqual([
    'Tinha um desenho ou imagem, que este formato não leva («gato.png»): junte-o no banco.',
    'Esta coluna não se conhece e ficou por ler, em todas as linhas: B (Enunciado da questão).',
  ]);
  expect(second?.notes).toEqual([]);
});

test('titles above the column names are skipped and reported', () => {
  const [first] = rowsOf('x.csv', `Banco do 4.º ano;;;\n;;;\nProfessora Ana;;;\n${HEADER}Um?;x;y;B\n`);
  expect([first?.row, first?.draft?.statement]).toEqual([5, 'Um?']);
  expect(first?.notes).toEqual(['O que está por cima dos nomes das colunas ficou por ler.']);
  const commas = `Banco; do 4.º ano\n${HEADER.replaceAll(';', ',')}Um?,x,y,B\n`;
  expect(told(rowsOf('x.csv', commas))).toEqual(['3 Um? x | [y]']);
  const long = `Question,A,B,Answer\n${`"${'x, '.repeat(600)}?",x,y,B\n`.repeat(20)}`;
  expect(rowsOf('x.csv', long)).toHaveLength(20);
  expect(refusal('x.csv', 'um;dois;três\n1;2;3\n')).toMatch(/^400 Linha 1: faltam as colunas/);
});

test('unknown JSON fields are reported, those of the program’s own endpoints are not', () => {
  const question = {
    id: 7,
    testId: 3,
    statementHtml: '<p/>',
    statement: 'Um?',
    alternatives: ['x', 'y'],
    correctAnswer: 'A',
  };
  const [first] = rowsOf(
    'x.json',
    JSON.stringify([
      { ...question, image: null },
      { ...question, image: 'gato.png', dica: 'x' },
    ]),
  );
  expect(first?.notes).toEqual(['Este campo não se conhece e ficou por ler, em todas as linhas: dica.']);
  expect(rowsOf('x.json', JSON.stringify([question]))[0]?.notes).toEqual([]);
});

const PORTUGUESE = `${HEADER}“Coração” é o quê?;um órgão;uma ação;A\nQuem é avó?;mãe da mãe;irmã – não;A\n`;
const READ = ['2 “Coração” é o quê? [um órgão] | uma ação', '3 Quem é avó? [mãe da mãe] | irmã – não'];
const MAC = { á: 0x87, ã: 0x8b, ç: 0x8d, é: 0x8e, ê: 0x90, ó: 0x97, '“': 0xd2, '”': 0xd3, '–': 0xd0 };
const DOS = { á: 0xa0, ã: 0xc6, ç: 0x87, é: 0x82, ê: 0x88, ó: 0xa2, '“': 0x22, '”': 0x22, '–': 0x2d };
const WINDOWS = { á: 0xe1, ã: 0xe3, ç: 0xe7, é: 0xe9, ê: 0xea, ó: 0xf3, '“': 0x93, '”': 0x94, '–': 0x96 };
const encoded = (text: string, table: Record<string, number>) =>
  Uint8Array.from([...text].map((letter) => table[letter] ?? letter.charCodeAt(0)));
test.each([
  ['Windows', WINDOWS, '\r\n', READ],
  ['a Mac, with its line ends', MAC, '\r', READ],
  // MS-DOS has no such quotes and dashes; its files have plain ones inside the cell.
  ['MS-DOS', DOS, '\r\n', READ.map((line) => line.replace('–', '-').replace('“Coração”', 'Coração'))],
])('CSV as Excel saves it for %s', (_, table, lineEnd, expected) => {
  const text = (table === DOS ? PORTUGUESE.replace(/[“”]/g, '') : PORTUGUESE).replaceAll('\n', lineEnd);
  expect(told(rowsOf('x.csv', encoded(text, table)))).toEqual(expected);
});
const WINDOWS_1252 = Object.fromEntries(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
);
test.each([
  'A palavra «IRMÃ» leva til?;não;sim;B',
  'A palavra “AMANHÃ” leva til?;não;sim;B',
  'Já é “AMANHÃ…;não;sim;B',
  'A palavra “AMANHÃ…;é;sim;B',
  'A vogal «Ã» é nasal?;não;sim;B',
])('Windows-1252 whose bytes also occur in UTF-8: %s', (row) => {
  const [first] = rowsOf('x.csv', encoded(`${HEADER}${row}\n`, WINDOWS_1252));
  expect(first?.draft?.statement).toBe(row.split(';')[0]);
});
test.each([
  ['Amanh\u00c3\u00a3 \u00e9', 'ã'],
  ['\u00c3\u00a0 espera, \u00e9', 'à'],
  ['3 \u00c3\u0097 4 \u00e9', '×'],
  ['AV\u00c3\u0093 \u00e9', 'Ó'],
  ['O \u00c2\u00abgato\u00c2\u00bb \u00e9', '«»'],
])('a line in both encodings is refused: %j', (row) => {
  expect(refusal('x.csv', Buffer.from(`${HEADER}${row};x;y;A\n`, 'latin1'))).toMatch(
    /^400 Linha 2: o ficheiro mistura duas codificações/,
  );
});
test('English in Windows-1252 keeps its apostrophes and quotes', () => {
  const text = 'Question,A,B,Answer\nWhy don’t they say “yes”?,They don’t,“No”,A\n';
  const table = { '’': 0x92, '“': 0x93, '”': 0x94 };
  expect(told(rowsOf('x.csv', encoded(text, table)))).toEqual(['2 Why don’t they say “yes”? [They don’t] | “No”']);
});

test('a table is recognized by its column names, and the separator by them', () => {
  const tabs = 'Pergunta\tA\tB\tResposta\nQuanto é $\\frac{1}{2}$, meio ou um quarto?\tmeio, claro\tum\tA\n';
  expect(told(rowsOf('x.txt', Buffer.from(`\ufeff${tabs}`, 'utf16le')))).toEqual([
    '2 Quanto é $\\frac{1}{2}$, meio ou um quarto? [meio, claro] | um',
  ]);
  expect(told(rowsOf('x.csv', '"sep=,"\r\nQuestion,A,B,Answer\r\nUm?,x,y,b\r\n'))).toEqual(['3 Um? x | [y]']);
  const plain = 'Ana, Rui, Zé, Eva e João: quantos são?;;cinco;quatro;;;;;A;;;;\n';
  expect(told(rowsOf('x.csv', plain, false))).toEqual(['1 Ana, Rui, Zé, Eva e João: quantos são? [cinco] | quatro']);
});

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const STRICT = 'xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;
const relations = (...all: string[]) => bytesOf(`<Relationships>${all.join('')}</Relationships>`);
const inline = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, ...cells: string[]) =>
  `<row r="${number}">${cells.map((cell, index) => (cell.startsWith('<c') ? cell.replace('<c', `<c r="${'ABCDEFG'[index]}${number}"`) : inline(`${'ABCDEFG'[index]}${number}`, cell))).join('')}</row>`;
const NAMES = row(1, 'Enunciado', 'A', 'B', 'Resposta', 'Texto de apoio');
/** Returns a workbook with these sheets by name, all with this visibility, and the codes of its number formats. */
function book(
  sheets: Readonly<Record<string, string>>,
  {
    codes = [],
    state = '',
    after = '',
    namespace = MAIN,
  }: { codes?: string[]; state?: string; after?: string; namespace?: string } = {},
): Record<string, Uint8Array> {
  const names = Object.keys(sheets);
  const formats = codes.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  return {
    '[Content_Types].xml': bytesOf('<Types/>'),
    '_rels/.rels': relations(relation('r1', 'officeDocument', '/xl/workbook22.xml')),
    'xl/workbook22.xml': bytesOf(
      `<workbook ${namespace} xmlns:r="r"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}"${state} r:id="s${index}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook22.xml.rels': relations(
      ...names.map((_, index) => relation(`s${index}`, 'worksheet', `/xl/sheets/${index}.xml`)),
      relation('x', 'styles', 'Styles.xml'),
    ),
    'xl/styles.xml': bytesOf(
      `<styleSheet ${namespace}><numFmts>${formats.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((_, index) => `<xf numFmtId="${164 + index}"/>`).join('')}</cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/sheets/${index}.xml`,
        bytesOf(`<worksheet ${namespace}><sheetData>${rows}</sheetData>${after}</worksheet>`),
      ]),
    ),
  };
}

test('a workbook is read by its relationships, whatever its file names and the state of its sheets', () => {
  const sheets = { Folha1: NAMES + row(2, 'Um?', 'x', 'y', 'B') };
  for (const namespace of [MAIN, STRICT])
    expect(told(rowsOf('x.xlsx', zipSync(book(sheets, { state: ' state="show"', namespace }))))).toEqual([
      '2 Um? x | [y]',
    ]);
});

test('of several sheets the one with questions is read, and other sheets with content are named', () => {
  const sheets = {
    Instruções: row(1, 'Escreva na outra folha'),
    Questões: NAMES + row(2, 'Um?', 'x', 'y', 'B'),
    Vazia: '',
  };
  const [first] = rowsOf('x.xlsx', zipSync(book(sheets)));
  expect(first?.draft?.statement).toBe('Um?');
  expect(first?.notes).toEqual([
    'Leu-se só a folha «Questões»: a folha «Instruções» também tem conteúdo, que ficou por ler.',
  ]);
});

test('a merged cell is read in each of its rows, a formula without a stored value in none', () => {
  const rows = [
    NAMES,
    row(2, 'Um?', 'x', 'y', 'A', 'Era uma vez…'),
    row(3, 'Dois?', 'x', 'y', 'B'),
    row(4, 'Três?', '<c><f>1+1</f><v></v></c>', 'y', 'B'),
  ].join('');
  const read = rowsOf(
    'x.xlsx',
    zipSync(book({ a: rows }, { after: '<mergeCells><mergeCell ref="E2:E3"/></mergeCells>' })),
  );
  expect(read.map(({ draft }) => draft?.passage)).toEqual(['Era uma vez…', 'Era uma vez…', undefined]);
  expect(read[1]?.notes).toEqual(['A célula E2 está unida com esta linha: o seu texto foi lido nas duas.']);
  expect(told(read)[2]).toMatch(/^4 ! B \(A\): A célula tem uma fórmula que ainda não foi calculada/);
});

test.each([
  ['0.00', '2.5', '2,50'],
  ['0.00', '1.005', '1,01'],
  ['#,##0', '-2.5', '-3'],
  ['0%', '0.125', '13%'],
  ['0.0%', '0.125', '12,5%'],
  ['#,##0.##', '2.5', '2,5'],
  ['_-* #,##0.00_-;-* #,##0.00_-', '7', '7,00'],
  ['[Red]0', '3', '3'],
  ['#,##0.00 "Kz"', '1500', '1.500,00 Kz'],
  ['[$Kz-816] #,##0', '500', 'Kz 500'],
  ['000', '7', '007'],
  ['+0;-0', '5', '+5'],
  ['0.00E+00', '1500000', '1,50E+06'],
  ['0"%"', '5', '5%'],
  ['0 "cm²"', '12', '12 cm²'],
  [';;;', '5', /um número que a célula não mostra/],
  ['[h]:mm', '0.5', /guardou uma data/],
  ['dd/mm/yyyy', '45000', /guardou uma data/],
  ['# ?/?', '0.5', '1/2'],
])('a number with the format %s is read as the cell shows it', (code, value, shown) => {
  const [first] = rowsOf(
    'x.xlsx',
    zipSync(book({ a: NAMES + row(2, 'Quanto?', `<c s="1"><v>${value}</v></c>`, 'y', 'B') }, { codes: [code] })),
  );
  if (typeof shown === 'string') expect(first?.draft?.alternatives[0]).toBe(shown);
  else expect(first?.problems[0]?.message).toMatch(shown);
});

test('cells with a style but no content, out to the last column and row, are ignored', () => {
  const column = (index: number): string =>
    (index < 26 ? '' : column(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
  const styled = (number: number) =>
    `<row r="${number}">${Array.from({ length: 16_384 }, (_, index) => `<c r="${column(index)}${number}" s="1"/>`).join('')}</row>`;
  const rows =
    NAMES +
    row(2, 'Um?', 'x', 'y', 'A') +
    Array.from({ length: 30 }, (_, index) => styled(index + 3)).join('') +
    row(90, 'Dois?', 'x', 'y', 'B');
  expect(told(rowsOf('x.xlsx', zipSync(book({ a: rows }))))).toEqual(['2 Um? [x] | y', '90 Dois? x | [y]']);
});

/** Returns an archive with sizes and offsets of eight bytes (zip64), and with backslashes in its paths as on Windows. */
function zip64(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, bytes] of Object.entries(files)) {
    const name = Buffer.from(path.replaceAll('/', '\\'));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(crc32(bytes), 16);
    for (const field of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, field);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(28, 30);
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [index, number] of [bytes.length, bytes.length, at].entries())
      extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
    parts.push(local, name, Buffer.from(bytes));
    directory.push(entry, name, extra);
    at += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(BigInt(Object.keys(files).length), 32);
  end.writeBigUInt64LE(BigInt(at), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(at + Buffer.concat(directory).length), 64);
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(0xffff, 86);
  end.writeUInt32LE(0xffffffff, 92);
  return Buffer.concat([...parts, ...directory, end]);
}

test('an archive with 64-bit sizes is read, one with false 64-bit sizes is refused', () => {
  const files = book({ a: NAMES + row(2, 'Um?', 'x', 'y', 'B') });
  const packed = Buffer.from(zip64(files));
  expect(told(rowsOf('x.xlsx', packed))).toEqual(['2 Um? x | [y]']);
  const [entry = 0] = [packed.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))];
  const name = packed.readUInt16LE(entry + 28);
  const lying = Buffer.from(packed);
  lying.writeBigUInt64LE(2n ** 40n, entry + 46 + name + 4);
  expect(refusal('x.xlsx', lying)).toMatch(/^413 /);
  const torn = Buffer.from(packed);
  torn.writeUInt16LE(9, entry + 46 + name);
  expect(refusal('x.xlsx', torn)).toMatch(/^400 .*índice/);
});

test.each([
  ['a binary workbook', 'x.xlsb', zipSync({ 'xl/workbook.bin': bytesOf('x') }), /binário do Excel/],
  [
    'a document',
    'x.docx',
    zipSync({ '[Content_Types].xml': bytesOf('<a/>'), 'word/document.xml': bytesOf('<a/>') }),
    /Word/,
  ],
  ['a table of Numbers', 'x.numbers', zipSync({ 'Index/Document.iwa': bytesOf('x') }), /Numbers/],
  ['H5P', 'x.h5p', zipSync({ 'h5p.json': bytesOf('{}'), 'content/content.json': bytesOf('{}') }), /H5P/],
  ['a workbook with a password', 'x.xlsx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /tem senha/],
])('%s is refused with a clear message', (_, name, content, expected) => {
  expect(refusal(name, content)).toMatch(/^415 /);
  expect(refusal(name, content)).toMatch(expected);
});

test('GIFT: empty lines inside braces, comments with signs, line breaks in the statement', () => {
  const gift = `Um?{

=x # porque sim: é o n.º 1 #2

// nota
~y

#### Geral #### mesmo
}

Falta fechar {=a ~b

::Outra::Dois?{=a ~b}

Batatinha quando nasce
se esparrama pelo chão.
Quem?{=a
b ~c}
`;
  const rows = rowsOf('x.gift', gift);
  expect(told(rows)).toEqual([
    '1 Um? [x] | y',
    '11 ! : Falta fechar a chaveta } das respostas.',
    '13 Dois? [a] | b',
    '15 Batatinha quando nasce\nse esparrama pelo chão.\nQuem? [a b] | c',
  ]);
  expect(rows[0]?.draft?.explanation).toBe('mesmo');
  expect(rowsOf('x.gift', 'Um?{=x # é o n.º #1\n~y}')[0]?.draft?.explanation).toBe('é o n.º #1');
});

test('Aiken: two letters as the answer are not guessed', () => {
  const asked = (answer: string) => told(rowsOf('x.aiken', `Um?\na) x\nb. y\n\nanswer: ${answer}`));
  expect(asked('b')).toEqual(['1 Um? x | [y]']);
  expect(asked('B) y')).toEqual(['1 Um? x | [y]']);
  expect(asked('A, B')).toEqual(['1 ! Resposta: Tem mais de uma resposta certa («A, B»): aqui só pode haver uma.']);
  expect(asked('A ou B')[0]).toMatch(/^1 ! Resposta: /);
});

const quiz = (statement: string, more = '') =>
  `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${statement}]]></text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>${more}</question></quiz>`;
test('HTML: list items keep their numbers, and lost emphasis is reported', () => {
  const list =
    '<p>Leia:</p><ol style="list-style-type: upper-roman;"><li>um</li><li>dois<ul><li>x</li></ul></li></ol><ol start="3"><li>três</li></ol>';
  expect(rowsOf('x.xml', quiz(list))[0]?.draft?.statement).toBe('Leia:\nI. um\nII. dois\n- x\n3. três');
  const [first] = rowsOf(
    'x.xml',
    quiz('O <u>gato</u> mia. A palavra sublinhada é:', '<hint><text>Pense.</text></hint>'),
  );
  expect(first?.draft?.statement).toBe('O ++gato++ mia. A palavra sublinhada é:');
  expect(first?.notes).toEqual(['As pistas não são guardadas.']);
  const [italic] = rowsOf('x.xml', quiz('O <i>gato</i> mia. A palavra em itálico é:'));
  expect(italic?.notes).toEqual([expect.stringContaining('não são guardados, e o enunciado fala deles')]);
  expect(rowsOf('x.xml', quiz('O <b>gato</b> mia?'))[0]).toMatchObject({
    draft: { statement: 'O **gato** mia?' },
    notes: [],
  });
  expect(rowsOf('x.xml', quiz('<p><b>O gato mia?</b></p>'))[0]?.notes).toEqual([]);
  expect(told(rowsOf('x.xml', quiz('Quanto é <script type="math/tex">x^2</script>?')))).toEqual([
    '1 Quanto é $x^2$? [a] | b',
  ]);
});

test('QTI: text for the candidate is kept, files added by macOS are ignored', () => {
  const item = `<assessmentItem identifier="i"><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>b</value></correctResponse></responseDeclaration>
    <itemBody><rubricBlock view="candidate author"><p>Leia o texto.</p></rubricBlock><rubricBlock view="scorer"><p>Um ponto.</p></rubricBlock>
    <choiceInteraction responseIdentifier="R"><prompt>Quem?</prompt><simpleChoice identifier="a">x</simpleChoice><simpleChoice identifier="b">y</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
  const packed = zipSync({ 'item.xml': bytesOf(item), '__MACOSX/._item.xml': Uint8Array.from([0, 5, 22, 7, 0, 2]) });
  expect(told(rowsOf('x.zip', packed))).toEqual(['1 Leia o texto.\nQuem? x | [y]']);
});

describe('ambiguous keys are not guessed', () => {
  const keys = (rows: readonly RowRead[]) => rows.map(({ draft }) => draft?.correct ?? null);
  const numbered = (...given: (string | number)[]) =>
    `Enunciado;A;B;C;D;Resposta\n${given.map((key, index) => `Pergunta ${index}?;um;dois;três;quatro;${key}\n`).join('')}`;

  test.each([
    ['keys that count from 0 are refused', [0, 1, 2, 3], [null, null, null, null]],
    ['a 0 in another row refuses the column', [4, 2, 0], [null, null, null]],
    ['keys that may count from 0 or from 1 are refused', [1, 2, 3], [null, null, null]],
    ['the number of the last alternative shows counting from 1', [1, 4, 2], [0, 3, 1]],
    ['ordinals begin at 1', ['1.ª', '2ª', '3º'], [0, 1, 2]],
    ['letters are accepted beside refused numbers', ['A', 0, 'D'], [0, null, 3]],
  ])('numbers in a table: %s', (_, given, expected) => {
    const rows = rowsOf('x.csv', numbered(...given));
    expect(keys(rows)).toEqual(expected);
    for (const row of rows.filter(({ draft }) => !draft))
      expect(row.problems[0]?.message).toContain('escreva as letras');
  });

  test('numbers as text in JSON', () => {
    const list = (...given: string[]) =>
      JSON.stringify(
        given.map((key) => ({ pergunta: 'Qual?', opcoes: ['um', 'dois', 'três'], resposta_correta: key })),
      );
    expect(keys(rowsOf('x.json', list('0', '1', '2')))).toEqual([null, null, null]);
    expect(keys(rowsOf('x.json', list('1', '3')))).toEqual([0, 2]);
    expect(keys(rowsOf('x.json', list('A', 'C')))).toEqual([0, 2]);
  });

  test('a row with a missing cell in a headerless table is not shifted', () => {
    const rows = rowsOf(
      'x.csv',
      'Enunciado;A;B;C;D;Resposta;Explicação\nUm?;x;y;z;w;B;porque sim\nDois?;x;y;z;B;x\nTrês?;x;y;z;w;A;\n',
    );
    expect(keys(rows)).toEqual([1, null, 0]);
    expect(rows[1]?.problems[0]?.message).toContain('tem células a menos');
  });

  test('a lower-case letter that is also the text of another alternative', () => {
    const rows = rowsOf('x.csv', 'Enunciado;A;B;C;Resposta\nVogal?;e;a;i;a\nOutra?;e;a;i;A\n');
    expect(keys(rows)).toEqual([null, 0]);
  });

  test('a row with an unsupported kind of question', () => {
    const rows = rowsOf(
      'x.csv',
      'Tipo;Enunciado;A;B;Resposta\nshort answer;Capital?;Luanda;luanda;Luanda\nmultiple_choice;Qual?;x;y;B\n',
    );
    expect(keys(rows)).toEqual([null, 1]);
    expect(rows[0]?.problems[0]?.message).toContain('do tipo «short answer»');
    const json = [
      { type: 'essay', statement: 'Fale.', alternatives: ['x', 'y'], correctAnswer: 'A' },
      { type: 'true_false', statement: 'É?', correctAnswer: 'F' },
    ];
    expect(keys(rowsOf('x.json', JSON.stringify(json)))).toEqual([null, 1]);
  });
});

test('true and false in tables, with and without columns for them', () => {
  expect(told(rowsOf('x.csv', 'Pergunta;Resposta\nÉ?;V\nNão é?;Falso\n'))).toEqual([
    '2 É? [Verdadeiro] | Falso',
    '3 Não é? Verdadeiro | [Falso]',
  ]);
  expect(told(rowsOf('x.csv', 'Pergunta;A;B;Resposta\nÉ?;Falso;Verdadeiro;V\nE?;Verdadeiro;Falso;F\n'))).toEqual([
    '2 É? Falso | [Verdadeiro]',
    '3 E? Verdadeiro | [Falso]',
  ]);
});

test('column names with any separators, and an unknown category', () => {
  const rows = rowsOf('x.csv', 'texto_da_questao;Opção A;opcao_b;respostaCorreta;categoria\nQual?;x;y;B;Capítulo 3\n');
  expect(told(rows)).toEqual(['2 Qual? x | [y]']);
  expect(rows[0]?.draft?.skillCategory).toBeNull();
  expect(rows[0]?.notes.join(' ')).toContain('«Capítulo 3» não existe aqui');
});

test('GIFT: ~= is =, and comments on true and false', () => {
  expect(told(rowsOf('x.gift', 'Qual? {~=certa ~errada}'))).toEqual(['1 Qual? [certa] | errada']);
  const [row] = rowsOf('x.gift', 'É? {FALSE#Pense melhor.#Isso mesmo.}');
  expect([row?.draft?.correct, row?.draft?.explanation, row?.notes]).toEqual([
    1,
    'Isso mesmo.',
    ['Os comentários a cada alternativa não são guardados.'],
  ]);
});

test('Moodle XML: the lines of a poem in <pre>', () => {
  const [row] = rowsOf(
    'x.xml',
    `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Leia:</p><pre>
Era uma vez
  um rei</pre><p>Quem?</p>]]></text></questiontext><answer fraction="100"><text>O rei</text></answer><answer fraction="0"><text>A rainha</text></answer></question></quiz>`,
  );
  expect(row?.draft?.statement).toBe('Leia:\nEra uma vez\n  um rei\nQuem?');
});

const feedback = (identifier: string, text: string) =>
  `<modalFeedback outcomeIdentifier="F" identifier="${identifier}" showHide="show">${text}</modalFeedback>`;
const LEFT_OUT = 'Os comentários a cada alternativa não são guardados.';
test.each([
  ['named EXPLANATION', feedback('EXPLANATION', 'Porque sim.'), 'Porque sim.', []],
  ['on the right choice', feedback('A', 'Isso.'), 'Isso.', []],
  ['under a name of its own', feedback('feedback_1', 'Dois pares.'), 'Dois pares.', []],
  ['on a wrong choice', feedback('B', 'Não.'), null, [LEFT_OUT]],
  ['on wrong answers', feedback('Incorrect', 'Lê outra vez.'), null, [LEFT_OUT]],
  ['on each choice', feedback('B', 'Não.') + feedback('A', 'Isso.'), 'Isso.', [LEFT_OUT]],
])('the explanation in QTI: feedback %s', (_, more, explanation, notes) => {
  const [row] = rowsOf(
    'x.xml',
    `<assessmentItem identifier="q1"><responseDeclaration identifier="R"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><p>Qual?</p><choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">x</simpleChoice><simpleChoice identifier="B">y</simpleChoice></choiceInteraction></itemBody>${more}</assessmentItem>`,
  );
  expect([row?.draft?.explanation, row?.notes]).toEqual([explanation, notes]);
});

test('QTI: an unreadable file refuses its row, not the package', () => {
  const item = (name: string) =>
    `<assessmentItem identifier="${name}"><responseDeclaration identifier="R"><correctResponse><value>a</value></correctResponse></responseDeclaration><itemBody><p>Qual?</p><choiceInteraction responseIdentifier="R"><simpleChoice identifier="a">x</simpleChoice><simpleChoice identifier="b">y</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
  const manifest =
    '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="a.xml"/><resource type="imsqti_item_xmlv2p1" href="b.xml"/></resources></manifest>';
  const rows = rowsOf(
    'x.zip',
    zipSync({
      'imsmanifest.xml': bytesOf(manifest),
      'a.xml': bytesOf('<assessmentItem><p>'),
      'b.xml': bytesOf(item('b')),
    }),
  );
  expect(told(rows)).toEqual([expect.stringMatching(/^1 ! .*a\.xml/), '2 Qual? [x] | y']);
});

const oldItem = (fields: string, choices: string, key: string, more = '') =>
  `<item ident="i1" title="Question"><itemmetadata><qtimetadata>${fields}</qtimetadata></itemmetadata>
  <presentation><material><mattext texttype="text/html">&lt;p&gt;Quanto é &lt;b&gt;2 + 2&lt;/b&gt;?&lt;/p&gt;</mattext></material>
  <response_lid ident="response1" rcardinality="Single"><render_choice>${choices}</render_choice></response_lid></presentation>
  <resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${key}</resprocessing>${more}</item>`;
const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`;
const choice = (ident: string, text: string) =>
  `<response_label ident="${ident}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`;
const right = (ident: string, score = '100') =>
  `<respcondition continue="No"><conditionvar><varequal respident="response1">${ident}</varequal></conditionvar><setvar action="Set" varname="SCORE">${score}</setvar></respcondition>`;
const old = (...items: string[]) =>
  bytesOf(
    `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Prova"><section ident="root">${items.join('')}</section></assessment></questestinterop>`,
  );
const FOUR = choice('77', '3') + choice('12', '4');

test('QTI 1.2 of Canvas: kinds, points, feedback, and unsupported parts', () => {
  const canvas = old(
    oldItem(
      field('question_type', 'multiple_choice_question') + field('points_possible', '2.0'),
      FOUR,
      right('12'),
      '<itemfeedback ident="general_fb"><flow_mat><material><mattext>Dois mais dois.</mattext></material></flow_mat></itemfeedback><itemfeedback ident="77_fb"><flow_mat><material><mattext>Não.</mattext></material></flow_mat></itemfeedback>',
    ),
    oldItem(field('question_type', 'true_false_question'), choice('1', 'True') + choice('2', 'False'), right('2')),
    oldItem(field('question_type', 'multiple_answers_question'), FOUR, right('12')),
    oldItem(field('question_type', 'essay_question'), '', ''),
    oldItem(field('question_type', 'multiple_choice_question'), FOUR, right('77') + right('12')),
    oldItem(field('question_type', 'multiple_choice_question'), FOUR, right('77', '50') + right('12')),
    oldItem(field('question_type', 'multiple_choice_question'), FOUR, ''),
  );
  const rows = rowsOf(
    'x.zip',
    zipSync({
      'imsmanifest.xml': bytesOf('<manifest/>'),
      'g/g.xml': canvas,
      'g/assessment_meta.xml': bytesOf('<quiz/>'),
    }),
  );
  expect(told(rows)).toEqual([
    '1 Quanto é **2 + 2**? 3 | [4]',
    '2 Quanto é **2 + 2**? Verdadeiro | [Falso]',
    expect.stringMatching(/^3 ! /),
    expect.stringMatching(/^4 ! .*resposta livre/),
    expect.stringMatching(/^5 ! : Tem mais de uma resposta certa/),
    expect.stringMatching(/^6 ! : Dá uma parte dos pontos/),
    expect.stringMatching(/^7 ! : Não diz qual é a resposta certa/),
  ]);
  expect(rows[0]?.draft).toMatchObject({ weight: 2, explanation: 'Dois mais dois.' });
  expect(rows[0]?.notes).toEqual(['Os comentários a cada alternativa não são guardados.']);
});

const comment = (ident: string, text: string) =>
  `<itemfeedback ident="${ident}"><flow_mat><material><mattext>${text}</mattext></material></flow_mat></itemfeedback>`;
const RIGHT = comment('correct_fb', 'Isso.');
const WRONG = comment('general_incorrect_fb', 'Errado, lê outra vez.');
test.each([
  ['a comment on wrong answers is none', WRONG, null],
  ['the comment on the right answer is', WRONG + RIGHT, 'Isso.'],
  ['the general comment precedes it', RIGHT + WRONG + comment('general_fb', 'Dois pares.'), 'Dois pares.'],
  ['Blackboard writes other names', comment('incorrect', 'Não.') + comment('correct', 'Sim.'), 'Sim.'],
])('the explanation in QTI 1.2: %s', (_, comments, explanation) => {
  const [row] = rowsOf('x.xml', old(oldItem('', FOUR, right('12'), comments)));
  expect(row?.draft?.explanation).toBe(explanation);
  expect(row?.notes).toContain('Os comentários a cada alternativa não são guardados.');
});

test('QTI 1.2 of Blackboard: identifiers in the key, texts in blocks, the score by its name', () => {
  const item = `<item maxattempts="0"><itemmetadata><bbmd_questiontype>Multiple Choice</bbmd_questiontype><qmd_absolutescore_max>3.0</qmd_absolutescore_max></itemmetadata>
    <presentation><flow class="Block"><flow class="QUESTION_BLOCK"><flow class="FORMATTED_TEXT_BLOCK"><material><mat_extension><mat_formattedtext type="HTML">Quanto &amp;eacute; 2 + 2?</mat_formattedtext></mat_extension></material></flow></flow>
    <flow class="RESPONSE_BLOCK"><response_lid ident="response" rcardinality="Single"><render_choice><flow_label class="Block">${choice('a1', '3')}</flow_label><flow_label class="Block">${choice('b2', '4')}</flow_label></render_choice></response_lid></flow></flow></presentation>
    <resprocessing><respcondition title="correct"><conditionvar><varequal respident="response" case="No">b2</varequal></conditionvar><setvar variablename="SCORE" action="Set">SCORE.max</setvar></respcondition>
    <respcondition title="incorrect"><conditionvar><other/></conditionvar><setvar variablename="SCORE" action="Set">0</setvar></respcondition></resprocessing></item>`;
  const files = { 'imsmanifest.xml': bytesOf('<manifest/>'), 'res00001.dat': old(item) };
  const [row] = rowsOf('x.zip', zipSync(files));
  expect(told(row ? [row] : [])).toEqual(['1 Quanto é 2 + 2? 3 | [4]']);
  expect(row?.draft?.weight).toBe(3);
});

test('QTI 1.2 in a separate file, with a picture of the course stored in the package of Canvas', () => {
  const item = oldItem(field('question_type', 'multiple_choice_question'), FOUR, right('12'));
  expect(told(rowsOf('x.xml', old(item)))).toEqual(['1 Quanto é **2 + 2**? 3 | [4]']);
  const pictured = item.replace(
    '&lt;/p&gt;',
    '&lt;img src="$IMS-CC-FILEBASE$/a%20b.png" alt="Dois pares"&gt;&lt;/p&gt;',
  );
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const [row] = rowsOf(
    'x.zip',
    zipSync({ 'imsmanifest.xml': bytesOf('<manifest/>'), 'q/q.xml': old(pictured), 'web_resources/a b.png': png }),
  );
  expect(row?.draft?.picture).toEqual({ bytes: Buffer.from(png), alt: 'Dois pares' });
  const [without] = rowsOf('x.zip', zipSync({ 'imsmanifest.xml': bytesOf('<manifest/>'), 'q/q.xml': old(pictured) }));
  expect(without?.problems[0]?.message).toMatch(/imagem/);
});

test('alternatives that differ only in capitals are different', () => {
  expect(told(rowsOf('x.csv', `${HEADER}Qual está certo?;Luanda;luanda;A\n`))).toEqual([
    '2 Qual está certo? [Luanda] | luanda',
  ]);
  const json = JSON.stringify([{ statement: 'Qual?', alternatives: ['luanda', 'Luanda'], correctAnswer: 'Luanda' }]);
  expect(told(rowsOf('x.json', json))).toEqual(['1 Qual? luanda | [Luanda]']);
});

test('the verdict names categories, names and comments of GIFT and Moodle XML that are not imported', () => {
  const [gift] = rowsOf(
    'x.gift',
    '// a minha nota\n$CATEGORY: 4.º ano/Contas\n\n::Soma fácil::Quanto é 2 + 2?{=4 ~3}\n',
  );
  expect(gift?.notes).toEqual([
    'O nome «Soma fácil» não é guardado.',
    'A categoria «4.º ano/Contas» não é guardada: as questões ficam todas neste teste.',
    'Os comentários do ficheiro (//) não são guardados.',
  ]);
  const [moodle] = rowsOf(
    'x.xml',
    '<quiz><question type="category"><category><text>$course$/top/Contas</text></category></question><question type="multichoice"><name><text>Soma fácil</text></name><questiontext format="html"><text>2 + 2?</text></questiontext><answer fraction="100"><text>4</text></answer><answer fraction="0"><text>3</text></answer></question></quiz>',
  );
  expect(moodle?.notes).toEqual([
    'O nome «Soma fácil» não é guardado.',
    'A categoria «Contas» não é guardada: as questões ficam todas neste teste.',
  ]);
});

test('QTI with doubly escaped tags in its texts', () => {
  const item = `<assessmentItem identifier="a" title="a1"><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>B</value></correctResponse></responseDeclaration>
    <itemBody>&lt;p&gt;Lê com &lt;b&gt;atenção&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;Se a&lt;b e c&gt;d, o que é?&lt;/p&gt;<choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">&lt;p&gt;um&lt;/p&gt;</simpleChoice><simpleChoice identifier="B">a&lt;b e c&gt;d</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
  const [row] = rowsOf('x.xml', item);
  expect(row?.draft?.alternatives).toEqual(['um', 'a<b e c>d']);
  expect(row?.draft?.statement).toMatch(/^Lê com \*\*atenção\*\*\.\nSe a/);
});
