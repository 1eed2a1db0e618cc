import fs from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Draft } from './files.rules.ts';
import { foreignFormulas } from './formulas.rules.ts';
import { readFile } from './reading.server.ts';

const folder = path.join(import.meta.dirname, '..', '..', '..', '..', 'test', 'fixtures', 'questions');

/** Returns the content of a fixture, a line for each row: the question with its key in brackets, or the reason why it was refused. */
function told(name: string, bytes: Uint8Array = fs.readFileSync(path.join(folder, name)), hasHeader = true): string[] {
  return readFile(bytes, name, hasHeader).rows.map(({ row, draft, problems }) =>
    draft ? `${row} ${asked(draft)}` : `${row} ! ${problems.map(({ message }) => message).join(' ')}`,
  );
}
const asked = ({ statement, alternatives, correct }: Draft) =>
  `${statement} ${alternatives.map((text, index) => (index === correct ? `[${text}]` : text)).join(' | ')}`;
const text = (given: string) => new TextEncoder().encode(given);

test('CSV saved by Excel in Portuguese: semicolons, Windows-1252, decimal commas, custom column names, the answer as text', () => {
  expect(told('excel-pt.csv')).toEqual([
    '2 Quanto mede metade de um metro? [0,5 m] | 0,25 m | 2,5 m | 5 m',
    '3 Qual é a maior província de Angola? [Moxico] | Luanda | Bengo | Zaire',
  ]);
  const [first, second] = readFile(fs.readFileSync(path.join(folder, 'excel-pt.csv')), 'x.csv', true).rows;
  expect([first?.draft?.weight, first?.draft?.explanation, second?.draft?.weight]).toEqual([
    1,
    'Metade de 1 é 0,5; por isso 0,5 m.',
    2,
  ]);
});

test('GIFT as Moodle writes it, with unsupported parts named one by one', () => {
  expect(told('moodle.gift.txt')).toEqual([
    '4 Em que estado está a água a **100 °C**? sólido | [gasoso] | líquido',
    '10 A água é _____ à temperatura ambiente. dura | [líquida] | azul',
    '12 O Sol é uma estrela. [Verdadeiro] | Falso',
    '14 Qual destas contas dá 5? = 2 + 2 | [= 2 + 3] | = 2 ~ 3',
    '19 ! É uma questão de resposta livre (redacção): aqui só cabem questões de escolha.',
    '21 Quantas pernas tem uma aranha? ',
    '23 ! Tem mais de uma resposta certa: aqui só pode haver uma.',
    '25 ! É uma questão de correspondência: aqui só cabem questões de escolha.',
  ]);
  const rows = readFile(fs.readFileSync(path.join(folder, 'moodle.gift.txt')), 'x.txt', true).rows;
  expect(rows[0]?.draft?.explanation).toBe('Ferve a essa temperatura.');
  expect(rows[0]?.notes).toEqual([
    'Os comentários a cada alternativa não são guardados.',
    'O nome «Estados» não é guardado.',
    'A categoria «Ciências/4.ª classe» não é guardada: as questões ficam todas neste teste.',
    'Os comentários do ficheiro (//) não são guardados.',
  ]);
  expect(rows[2]?.draft?.explanation).toBe('O Sol é a estrela mais próxima da Terra.');
});

test.each(['.csv', '.gift.txt', '.xml', '.AIKEN'])('an archive that says to be %s is refused', (ending) => {
  const archive = zipSync({ 'questions.xml': text('<assessment-item/>') });
  expect(() => told(`questions${ending}`, archive)).toThrow(`diz ser ${ending.replace('.gift', '')} e é um arquivo`);
});

test('Aiken', () => {
  expect(told('simples.aiken.txt')).toEqual([
    '1 Que animal põe ovos? cão | [galinha] | gato',
    '7 Quantos dias tem uma semana? 5 | [7]',
    '12 ! Falta a linha «ANSWER:» com a letra certa.',
  ]);
});

test('Moodle XML: formulas kept, HTML made plain text, pictures and several right answers reported', () => {
  expect(told('moodle.xml')).toEqual([
    '4 Quanto é $\\frac{1}{2}$ de 8 ? 2 | [4!]',
    '19 Um quadrado tem 4 lados. [Verdadeiro] | Falso',
    '25 Que figura é? [círculo] | quadrado',
    '32 ! Tem mais de uma resposta certa: aqui só pode haver uma.',
    '40 ! É uma questão de resposta livre (redacção): aqui só cabem questões de escolha com uma resposta certa.',
  ]);
  const [first] = readFile(fs.readFileSync(path.join(folder, 'moodle.xml')), 'x.xml', true).rows;
  expect(first?.draft).toMatchObject({
    weight: 2,
    skillCategory: 'Aplicação',
    explanation: 'Divide-se por 2.\n8 : 2 = 4',
  });
});

test('a QTI 3 item', () => {
  expect(told('item-qti3.xml')).toEqual(['1 Olhe para a fórmula $\\frac{1}{2}$.\nQue número é? um quarto | [um meio]']);
});

test('JSON in Portuguese and in the shape of the API', () => {
  expect(told('lista.json')).toEqual([
    '1 Qual é o plural de «pão»? pãos | [pães] | pões',
    '2 How do you say «azul»? red | [blue]',
    '3 ! A resposta «E» não está entre as alternativas (A a B).',
  ]);
});

const HEADER = 'Enunciado;Alternativas;Resposta\n';
test.each([
  ['UTF-8 with a byte order mark', text(`\ufeff${HEADER}Céu?;azul|verde;A\n`)],
  ['UTF-16', Buffer.from(`\ufeff${HEADER}Céu?;azul|verde;A\n`, 'utf16le')],
  ['UTF-16 without a byte order mark', Buffer.from(`${HEADER}Céu?;azul|verde;A\n`, 'utf16le')],
  ['Windows-1252', Buffer.from(`${HEADER}Céu?;azul|verde;A\n`, 'latin1')],
  ['CRLF', text(`${HEADER}Céu?;azul|verde;A\n`.replaceAll('\n', '\r\n'))],
  ['CR line ends', text(`${HEADER}Céu?;azul|verde;A\n`.replaceAll('\n', '\r'))],
  ['a file with a line that names the separator', text(`sep=;\r\n${HEADER}Céu?;azul|verde;A\n`)],
  ['commas', text('Question,Options,Answer\nCéu?,"azul\nverde",A\n')],
  ['tabs, and another order of columns', text('Resposta\tA\tB\tPergunta\nazul\tazul\tverde\tCéu?\n')],
] as const)('a table in %s', (_, bytes) => {
  expect(readFile(bytes, 'x.csv', true).rows.map(({ draft }) => draft && asked(draft))).toEqual([
    'Céu? [azul] | verde',
  ]);
});

test.each([
  ['A,C', 'Tem mais de uma resposta certa («A,C»): aqui só pode haver uma.'],
  ['2', '«2» tanto pode ser a 2.ª alternativa como o texto da alternativa C: escreva a letra.'],
  ['F', 'A resposta «F» não está entre as alternativas (A a C).'],
  ['seis', 'A resposta «seis» não está entre as alternativas.'],
])('the ambiguous answer «%s» is not guessed', (answer, message) => {
  expect(told('x.csv', text(`Enunciado;A;B;C;Resposta\nQuanto?;1;3;2;"${answer}"\n`))).toEqual([`2 ! ${message}`]);
});

const question = '<question type="truefalse"><questiontext><text>';
test.each([
  ['<quiz>\n<question>\n</quiz>', 'broken-xml', 'Linha 3: o elemento <question> não fecha como devia.'],
  ['\n\n<quiz>\n<question>', 'broken-xml', 'Linha 4: falta fechar o elemento <question>.'],
  ['<quiz>\n<a x="1" x="2"/></quiz>', 'broken-xml', 'Linha 2: o atributo «x» está repetido.'],
  ['<quiz/>\n<quiz/>', 'broken-xml', 'Linha 2: há mais de um elemento principal.'],
  ['<quiz/>\nsobra', 'broken-xml', 'Linha 2: há texto fora do elemento principal.'],
  ['<quiz>\n<a x=1/></quiz>', 'broken-xml', 'Linha 2: há um elemento ou um atributo mal escrito.'],
  ['<quiz>\n</quiz></quiz>', 'broken-xml', 'Linha 2: há um </quiz> que não fecha nenhum elemento.'],
  [`<quiz>\n${question}&nbsp;</text>`, 'xml-entities', 'Linha 2: a entidade «&nbsp;» não é aceite num ficheiro XML.'],
  [
    '<quiz>\n<a>pão & queijo\n</a>;</quiz>',
    'xml-entities',
    'Linha 2: a entidade «& queijo\n</a>;» não é aceite num ficheiro XML.',
  ],
  ['<quiz>\n<!-- a --->\n<a/><!-- b --></quiz>', 'broken-xml', 'Linha 2: um comentário não pode ter «--» dentro.'],
  ['<quiz>&#0;</quiz>', 'xml-entities', 'Linha 1: a entidade «&#0;» não é aceite num ficheiro XML.'],
  [
    '<!DOCTYPE quiz><quiz/>',
    'xml-entities',
    'Linha 1: o ficheiro declara um DOCTYPE ou entidades, o que não é aceite.',
  ],
  [
    '<quiz><!DOCTYPE quiz></quiz>',
    'xml-entities',
    'Linha 1: o ficheiro declara um DOCTYPE ou entidades, o que não é aceite.',
  ],
  [`<quiz>${'<a>'.repeat(200)}`, 'too-large', 'Linha 1: os elementos estão uns dentro dos outros em demasia.'],
])('invalid XML is refused with the line and the reason: %s', (given, code, message) => {
  expect(() => readFile(text(given), 'x.xml', true)).toThrow(expect.objectContaining({ code, message }));
});

test('questions on the same line of a file are numbered one by one', () => {
  const one = (name: string) =>
    `<question type="truefalse"><questiontext><text>${name}</text></questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>`;
  const read = (between: string) =>
    readFile(text(['<quiz>', one('Um'), one('Dois'), '</quiz>'].join(between)), 'x', true);
  expect(read('')).toMatchObject({ numbering: 'question', rows: [{ row: 1 }, { row: 2 }] });
  expect(read('\n')).toMatchObject({ numbering: 'line', rows: [{ row: 2 }, { row: 3 }] });
});

test('XML with leading empty lines, old line ends and names broken over lines is read', () => {
  const given = `\ufeff\n<?xml version="1.1" encoding="UTF-8"?>\n<!-- a - b -->\n<quiz>\n<question\n type="truefalse">\n<questiontext><text><![CDATA[O Sol &amp; a Lua]]> &#x41; ]]></text></questiontext>\n<answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>`;
  for (const one of [given, given.replaceAll('\n', '\r\n')])
    expect(told('x.xml', text(one))).toEqual(['5 O Sol & a Lua A ]]> [Verdadeiro] | Falso']);
});

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const link = (id: string, name: string) => `<Relationship Id="${id}" Type="t/worksheet" Target="worksheets/${name}"/>`;
/** Returns a workbook whose visible sheet is the second one. Styles: 0 plain, 1 percent, 2 fraction, 3 date. */
const book = (rows: string) =>
  zipSync({
    'xl/workbook.xml': text(
      `<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="Notas" sheetId="1" state="hidden" r:id="r1"/><sheet name="Questões" sheetId="2" r:id="r2"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': text(`<Relationships>${link('r1', 'a.xml')}${link('r2', 'b.xml')}</Relationships>`),
    'xl/styles.xml': text(
      `<styleSheet ${MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="12"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ),
    'xl/sharedStrings.xml': text(
      `<sst ${MAIN}><si><r><rPr><b/></rPr><t xml:space="preserve">Quanto </t></r><r><t>é?</t></r><rPh sb="0" eb="1"><t>ka</t></rPh></si></sst>`,
    ),
    'xl/worksheets/a.xml': text(`<worksheet ${MAIN}><sheetData/></worksheet>`),
    'xl/worksheets/b.xml': text(`<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`),
  });
/** Returns a row of cells: markup is used unchanged, and any other string becomes a text cell. */
const words = (row: number, ...cells: string[]) => {
  const written = cells.map((cell, index) => {
    const markup = cell.startsWith('<c') ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
    return markup.replace('<c', `<c r="${'ABCDE'[index]}${row}"`);
  });
  return `<row r="${row}">${written.join('')}</row>`;
};

test('a workbook saved by Excel: the displayed text of a cell is read, and an unreadable row is reported', () => {
  const NAMES = words(1, 'Enunciado', 'A', 'B', 'C', 'Resposta');
  const rows = [
    NAMES,
    words(2, '<c t="s"><v>0</v></c>', '<c><v>0.1</v></c>', '<c s="1"><v>0.5</v></c>', '<c t="b"><v>1</v></c>', 'B'),
    words(3, '<c t="str"><f>A1</f><v>Com fórmula?</v></c>', '<c><f>1+1</f><v>2</v></c>', '3', '4', 'A'),
    words(5, 'Metade?', '<c s="2"><v>0.5</v></c>', '3', '4', 'B'),
    words(7, 'Quando?', '<c s="3"><v>45000</v></c>', '3', '4', 'B'),
    words(8, 'Erro?', '<c t="e"><v>#DIV/0!</v></c>', '3', '4', 'B'),
    words(9, 'Perdida?', '<c t="s"><v>99</v></c>', '3', '4', 'B'),
    words(10, 'Vazia?', '3', '<c t="s"><v></v></c>', '4', 'A'),
    words(11, '<c t="s"><v> </v></c>', '3', '4', '', 'A'),
    words(900_000_000, 'Muito em baixo?', '1', '4', '', 'A').replace('</row>', '<c r="ZZZ1"><v>1</v></c></row>'),
  ];
  const read = told('x.xlsx', book(rows.join('')));
  expect(read.slice(0, 2)).toEqual(['2 **Quanto** é? 0,1 | [50%] | Verdadeiro', '3 Com fórmula? [2] | 3 | 4']);
  expect(read.slice(2, 6).map((line) => line.slice(0, 40))).toEqual([
    '5 Metade? 1/2 | [3] | 4',
    '7 ! O Excel guardou uma data em vez do q',
    '8 ! A célula tem um erro do Excel (#DIV/',
    '9 ! A célula aponta para um texto que nã',
  ]);
  expect(read.slice(6, 8)).toEqual(['10 ! A alternativa B está vazia.', '11 ! O enunciado da questão é obrigatório']);
  expect(read[8]).toBe('900000000 Muito em baixo? [1] | 4');
});

const quiz = (markup: string) =>
  `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${markup}]]></text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`;
test.each([
  ['brackets of formulas that never close', 'x.gift', `${'\\('.repeat(500_000)}{=a ~b}`],
  ['brackets closed by brackets of another kind', 'x.gift', `\\)${'\\('.repeat(300_000)}\\]{=a ~b}`],
  ['dollar signs', 'x.gift', `${'$a '.repeat(300_000)}{=a ~b}`],
  ['spaces', 'x.gift', `a${' '.repeat(1_000_000)}a{=a ~b}`],
  ['tags that never close', 'x.gift', `//${'[tag:'.repeat(200_000)}\nA?{=a ~b}`],
  ['empty lines', 'x.txt', `${'\n'.repeat(1_000_000)}A?{=a ~b}`],
  ['elements that never close', 'x.xml', quiz('<a '.repeat(200_000))],
  ['unterminated attributes', 'x.xml', quiz('<a b=c'.repeat(100_000))],
  ['many small pieces', 'x.xml', quiz('<b>a</b> '.repeat(60_000))],
  ['many line breaks', 'x.xml', quiz('a <br>'.repeat(60_000))],
  ['marks of Markdown that never close', 'x.gift', `[markdown]${'**a '.repeat(24_000)}{=a ~b}\n\n`.repeat(10)],
  ['answers without end', 'x.gift', `a{${'~%'.repeat(49_000)}}\n\n`.repeat(10)],
  ['braces that never close', 'x.gift', 'a{\n\n'.repeat(4_000)],
  [
    'alternatives without end',
    'x.json',
    JSON.stringify([{ question: 'Q?', options: Array.from({ length: 150_000 }, String), answer: 'A' }]),
  ],
  ['quotes without end', 'x.csv', `Enunciado;A;B;Resposta\n${`${'a "b;'.repeat(30_000)}\n`.repeat(6)}`],
  ['nested formulas', 'x.xml', quiz('<math>'.repeat(50_000))],
])('a hostile file of one megabyte is read in reasonable time: %s', (_, name, content) => {
  // Processor time of this thread: the time by the clock depends on what else the machine does.
  const since = process.threadCpuUsage();
  readFile(text(content), name, true);
  const { user, system } = process.threadCpuUsage(since);
  expect((user + system) / 1_000).toBeLessThan(12_000);
});

test.each([
  ['\\(a\\) e \\[b\\] e $$c$$ e $d$', '$a$ e $b$ e $c$ e $d$'],
  ['custa $5 e $6', 'custa \\$5 e \\$6'],
  ['\\(custa $5\\)', '$custa \\$5$'],
  ['\\( aberto e $$', '\\( aberto e \\$\\$'],
  ['\\(a \\(b\\) c\\)', '$a \\(b$ c\\)'],
  ['já \\$ e $x\\$y$', 'já \\$ e $x\\$y$'],
  ['$$$', '\\$\\$\\$'],
])('formulas of other programs: %s', (given, kept) => expect(foreignFormulas(given)).toBe(kept));

test('JSON with duplicate keys, or with an index that may count from 0, is not guessed', () => {
  const json = (...items: unknown[]) => text(JSON.stringify(items));
  const options = ['x', 'y'];
  expect(
    told(
      'x.json',
      json(
        { question: 'Q?', options, answer: 1 },
        { question: 'Quanto?', options: ['1', '2'], answer: 2 },
        { statement: 'Q?', Enunciado: 'R?', options, answer: 'A' },
        { question: 'S?', options, answer: '2' },
      ),
    ),
  ).toEqual([
    '1 ! Um número tanto pode contar a partir de 0 como de 1: escreva a letra ou o texto da resposta certa.',
    '2 Quanto? 1 | [2]',
    '3 ! Diz o mesmo que «statement»: deixe só um dos dois.',
    '4 S? x | [y]',
  ]);
});

const ITEM = '{"statement": "Q?", "alternatives": ["x", "y"], "correctAnswer": "A"}';
test.each([
  ['a trailing comma in an object', `[${ITEM},\n${ITEM.replace('}', ',}')},\n${ITEM}]`, 'linha 2, coluna 70'],
  ['a trailing comma in a list', `[${ITEM},\n${ITEM.replace('"y"', '"y",')},\n${ITEM}]`, 'linha 2, coluna 47'],
  ['a trailing comma after the last question', `[${ITEM},\n${ITEM},\n]\n\n`, 'linha 3, coluna 1'],
  ['a value without quotes', `[${ITEM},\n${ITEM.replace('"A"', 'A')},\n${ITEM}]`, 'linha 2, coluna 66'],
  ['a misspelt word', `[\n{"statement": nulo}\n]\n`, 'linha 2, coluna 18'],
  ['a text that ends early', `[${ITEM},\n${ITEM}\n`, 'linha 3, coluna 1'],
  ['a text about a position', `["JSON at position 1",\n]`, 'linha 2, coluna 1'],
])('invalid JSON is refused with the place: %s', (_, given, place) => {
  expect(() => readFile(text(given), 'x.json', true)).toThrow(
    expect.objectContaining({ code: 'broken-json', message: `O ficheiro não é JSON válido: ${place}.` }),
  );
});

test('workbook rows without a number follow one another, hidden ones are reported, and LibreOffice files are named', () => {
  const row = (attributes: string, ...cells: string[]) =>
    `<row ${attributes}>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
  const rows = [
    row('', 'Enunciado', 'A', 'B', 'Resposta'),
    row('r="abc"', 'Um?', 'x', 'y', 'A'),
    row('r="1e400" hidden="1"', 'Dois?', 'x', 'y', 'B'),
  ].join('');
  const packed = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, text(content)])));
  const { rows: read } = readFile(
    packed({
      'xl/workbook.xml': '<workbook/>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    }),
    'x.xlsx',
    true,
  );
  expect(read.map(({ row: number, notes, draft }) => [number, notes, draft?.statement])).toEqual([
    [2, [], 'Um?'],
    [3, ['A linha está escondida na folha e foi lida como as outras.'], 'Dois?'],
  ]);
  const ods = packed({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' });
  expect(() => readFile(ods, 'x.ods', true)).toThrow(/O ficheiro é do LibreOffice .* guarde-o como \.xlsx ou \.csv/);
});

test('where some keys are texts, a letter or number that is the text of another alternative is not guessed', () => {
  const csv =
    'Question;Option 1;Option 2;Option 3;Option 4;Correct answer\nCapital de Angola?;Huambo;Luanda;Lobito;Namibe;Luanda\nPrimeira letra de «amor»?;M;A;R;O;A\nQuanto é 2+2?;3;4;5;6;4\nQuanto é 3+3?;3;4;5;6;D)\nVogal de «sol»?;E;O;A;I;O\n';
  const problems = (text: string) =>
    readFile(Buffer.from(text), 'x.csv', true).rows.map(
      ({ problems, draft }) => problems[0]?.message ?? draft?.correct,
    );
  const either = (given: string, place: string, text: string) =>
    `«${given}» tanto pode ser a alternativa ${place} como o texto da alternativa ${text}, e noutras linhas a resposta certa vem pelo texto: escreva a letra com parêntese, «${place})» ou «${text})».`;
  expect(problems(csv)).toEqual([1, either('A', 'A', 'B'), either('4', 'D', 'B'), 3, 1]);
  // Without such texts a letter is a letter, and the numbers of Quizizz count from 1.
  const letters = csv.replace(';Luanda\nPrim', ';B\nPrim').replace(';O\n', ';B\n');
  expect(problems(letters)).toEqual([1, 0, 3, 3, 1]);
});
