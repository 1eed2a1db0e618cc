import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { FileRefused, RowRead } from './draft.rules.ts';
import { readFile } from './reading.server.ts';

// Files as other programs and people's hands really make them.

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
  ['quotes inside a cell are letters', 'O "gato" mia?;sim;não;A', '2 O "gato" mia? [sim] | não'],
  ['one quote is a letter too', 'Um ecrã de 15" tem?;15";17";A', '2 Um ecrã de 15" tem? [15"] | 17"'],
  ['spaces around a quoted cell', 'Qual?; "a;b" ;c;A', '2 Qual? [a;b] | c'],
  ['a line break and doubled quotes', '"Leia:\r\n""Sim"".";sim;não;A', '2 Leia:\n"Sim". [sim] | não'],
  [
    'text behind the closing quote is named',
    '"Os Lusíadas" são de?;Camões;Pessoa;A',
    /^2 ! A \(Enunciado\): Na linha 2, depois das aspas/,
  ],
  [
    'a separator in quotes that do not open the cell',
    'Diga "um; dois";x;y;A',
    /^2 ! A \(Enunciado\): Na linha 2, o separador/,
  ],
])('CSV by hand: %s', (_, row, expected) => {
  const [first, second] = told(rowsOf('x.csv', `${HEADER}${row}\nOutra?;x;y;B\n`));
  if (typeof expected === 'string') expect(first).toBe(expected);
  else expect(first).toMatch(expected);
  expect(second).toMatch(/^[34] Outra\? x \| \[y\]$/);
});

test('a quote that never closes refuses the file by the line where it opened', () => {
  expect(refusal('x.csv', `${HEADER}Um?;x;y;A\nDois?;"x;y;A\nTrês?;x;y;A\n`)).toBe(
    '400 Linha 3: há aspas que abrem e não fecham.',
  );
});

test('empty rows in front, as many as a file may have, push no question out of it', () => {
  const rows = rowsOf('x.csv', `${HEADER}${';;;\n'.repeat(6_000)}Um?;x;y;A\n;;;\nDois?;x;y;B\n`);
  expect(told(rows)).toEqual(['6002 Um? [x] | y', '6004 Dois? x | [y]']);
});

test('columns whose names nobody knows are said, those of a test’s own export and empty ones are not', () => {
  const header =
    'N.º;Enunciado da questão;Pergunta (texto);Opção A *;Alternativa B;Resposta correcta (letra);Imagem;Vazia;Disciplina';
  const [first, second] = rowsOf('x.csv', `${header}\n1;dado;Um?;x;y;B;gato.png;;Artes\n2;;Dois?;x;y;A;;;Artes\n`);
  expect([first?.draft?.statement, first?.draft?.correct]).toEqual(['Um?', 1]);
  expect(first?.notes).toEqual([
    'Estas colunas não se conhecem e ficaram por ler, em todas as linhas: B (Enunciado da questão), G (Imagem).',
  ]);
  expect(second?.notes).toEqual([]);
});

test('titles above the names of the columns are passed over, and said', () => {
  const [first] = rowsOf('x.csv', `Banco do 4.º ano;;;\n;;;\nProfessora Ana;;;\n${HEADER}Um?;x;y;B\n`);
  expect([first?.row, first?.draft?.statement]).toEqual([5, 'Um?']);
  expect(first?.notes).toEqual(['O que está por cima dos nomes das colunas ficou por ler.']);
  const commas = `Banco; do 4.º ano\n${HEADER.replaceAll(';', ',')}Um?,x,y,B\n`;
  expect(told(rowsOf('x.csv', commas))).toEqual(['3 Um? x | [y]']);
  const long = `Question,A,B,Answer\n${`"${'x, '.repeat(600)}?",x,y,B\n`.repeat(20)}`;
  expect(rowsOf('x.csv', long)).toHaveLength(20);
  expect(refusal('x.csv', 'um;dois;três\n1;2;3\n')).toMatch(/^400 Linha 1: faltam as colunas/);
});

test('fields of JSON that nobody knows are said, those of the program’s own calls are not', () => {
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
  expect(first?.notes).toEqual(['Estes campos não se conhecem e ficaram por ler, em todas as linhas: image, dica.']);
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
  // No such quotes and dashes there: plain ones, here inside of the cell.
  ['MS-DOS', DOS, '\r\n', READ.map((line) => line.replace('–', '-').replace('“Coração”', 'Coração'))],
])('CSV as Excel saves it for %s', (_, table, lineEnd, expected) => {
  const text = (table === DOS ? PORTUGUESE.replace(/[“”]/g, '') : PORTUGUESE).replaceAll('\n', lineEnd);
  expect(told(rowsOf('x.csv', encoded(text, table)))).toEqual(expected);
});
test('English in Windows-1252 keeps its apostrophes and quotes', () => {
  const text = 'Question,A,B,Answer\nWhy don’t they say “yes”?,They don’t,“No”,A\n';
  const table = { '’': 0x92, '“': 0x93, '”': 0x94 };
  expect(told(rowsOf('x.csv', encoded(text, table)))).toEqual(['2 Why don’t they say “yes”? [They don’t] | “No”']);
});

test('a table is told from other texts by the names of its columns, and its separator by them', () => {
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
/** A workbook: sheets by name with the state that their program gives them, and the codes of its number formats. */
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

test('a workbook is found by its links, whatever the names of its files and the state of its sheets', () => {
  const sheets = { Folha1: NAMES + row(2, 'Um?', 'x', 'y', 'B') };
  for (const namespace of [MAIN, STRICT])
    expect(told(rowsOf('x.xlsx', zipSync(book(sheets, { state: ' state="show"', namespace }))))).toEqual([
      '2 Um? x | [y]',
    ]);
});

test('of several sheets the one with questions is read, and the others that hold something are named', () => {
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

test('a cell over several rows is read in all of them, a formula without its value in none', () => {
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
  ['#,##0.00 "Kz"', '500', /só o número do que a célula mostra/],
  ['[$Kz-816] #,##0', '500', /só o número do que a célula mostra/],
  ['dd/mm/yyyy', '45000', /guardou uma data/],
  ['# ?/?', '0.5', /guardou uma fracção/],
])('a number with the format %s is what the cell shows', (code, value, shown) => {
  const [first] = rowsOf(
    'x.xlsx',
    zipSync(book({ a: NAMES + row(2, 'Quanto?', `<c s="1"><v>${value}</v></c>`, 'y', 'B') }, { codes: [code] })),
  );
  if (typeof shown === 'string') expect(first?.draft?.alternatives[0]).toBe(shown);
  else expect(first?.problems[0]?.message).toMatch(shown);
});

test('cells that have a style and nothing else, out to the last column and far down, are nothing', () => {
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

/** An archive whose sizes and places have eight bytes (zip64), and whose folders are parted as Windows does it. */
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

test('an archive with sizes of eight bytes is read, one that lies in them is refused', () => {
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

const manifest = (type: string) =>
  bytesOf(`<manifest><resources><resource identifier="a" type="${type}" href="a/a.xml"/></resources></manifest>`);
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
  [
    'Canvas',
    'x.zip',
    zipSync({ 'imsmanifest.xml': manifest('imsqti_xmlv1p2'), 'a/a.xml': bytesOf('<questestinterop/>') }),
    /QTI 1\.2.*Moodle XML/,
  ],
  [
    'Blackboard',
    'x.zip',
    zipSync({ 'imsmanifest.xml': manifest('assessment/x-bb-qti-pool'), 'a.dat': bytesOf('x') }),
    /QTI 1\.2/,
  ],
  ['an item of QTI 1.2', 'x.xml', bytesOf('<questestinterop><item/></questestinterop>'), /QTI 1\.2/],
  [
    'a workbook with a password',
    'x.xlsx',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    /palavra-passe/,
  ],
])('%s is refused kindly', (_, name, content, expected) => {
  expect(refusal(name, content)).toMatch(/^415 /);
  expect(refusal(name, content)).toMatch(expected);
});

test('GIFT: empty lines inside braces, comments with signs, lines of the statement', () => {
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

test('Aiken with two letters for an answer is not guessed', () => {
  const asked = (answer: string) => told(rowsOf('x.aiken', `Um?\na) x\nb. y\n\nanswer: ${answer}`));
  expect(asked('b')).toEqual(['1 Um? x | [y]']);
  expect(asked('B) y')).toEqual(['1 Um? x | [y]']);
  expect(asked('A, B')).toEqual(['1 ! Resposta: Tem mais de uma resposta certa («A, B»): aqui só pode haver uma.']);
  expect(asked('A ou B')[0]).toMatch(/^1 ! Resposta: /);
});

const quiz = (statement: string, more = '') =>
  `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${statement}]]></text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>${more}</question></quiz>`;
test('HTML: items keep the numbers that questions speak of, and words that stood out are missed', () => {
  const list =
    '<p>Leia:</p><ol style="list-style-type: upper-roman;"><li>um</li><li>dois<ul><li>x</li></ul></li></ol><ol start="3"><li>três</li></ol>';
  expect(rowsOf('x.xml', quiz(list))[0]?.draft?.statement).toBe('Leia:\nI. um\nII. dois\n- x\n3. três');
  const [first] = rowsOf(
    'x.xml',
    quiz('O <u>gato</u> mia. A palavra sublinhada é:', '<hint><text>Pense.</text></hint>'),
  );
  expect(first?.draft?.statement).toBe('O gato mia. A palavra sublinhada é:');
  expect(first?.notes).toEqual([
    'As pistas não são guardadas.',
    expect.stringContaining('não são guardados, e o enunciado fala deles'),
  ]);
  expect(rowsOf('x.xml', quiz('O <b>gato</b> mia?'))[0]?.notes).toEqual([]);
  expect(told(rowsOf('x.xml', quiz('Quanto é <script type="math/tex">x^2</script>?')))[0]).toMatch(/traz uma fórmula/);
});

test('QTI: what is there to read for the candidate is kept, what a Mac packs along is left out', () => {
  const item = `<assessmentItem identifier="i"><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>b</value></correctResponse></responseDeclaration>
    <itemBody><rubricBlock view="candidate author"><p>Leia o texto.</p></rubricBlock><rubricBlock view="scorer"><p>Um ponto.</p></rubricBlock>
    <choiceInteraction responseIdentifier="R"><prompt>Quem?</prompt><simpleChoice identifier="a">x</simpleChoice><simpleChoice identifier="b">y</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
  const packed = zipSync({ 'item.xml': bytesOf(item), '__MACOSX/._item.xml': Uint8Array.from([0, 5, 22, 7, 0, 2]) });
  expect(told(rowsOf('x.zip', packed))).toEqual(['1 Leia o texto.\nQuem? x | [y]']);
});
