import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Draft } from './files.rules.ts';
import { readFile } from './reading.server.ts';
import { writeFile } from './writing.server.ts';

// Files on which importers fail, each with what its author meant. Their structure follows public bug reports and templates of other programs.

const folder = path.join(import.meta.dirname, '..', '..', '..', '..', 'test', 'fixtures', 'questions', 'foreign');

/** Returns a line for each row: passage, statement and alternatives with the right one in brackets, or why the row is refused. */
const told = (name: string): string[] =>
  readFile(fs.readFileSync(path.join(folder, name)), name, true).rows.map(({ draft, problems }) =>
    draft
      ? `${draft.passage === null ? '' : `(${draft.passage}) `}${draft.statement} ${draft.alternatives.map((text, place) => (place === draft.correct ? `[${text}]` : text)).join(' | ')}`
      : `! ${problems.map(({ message }) => message).join(' ')}`,
  );
const notes = (name: string): string[] =>
  readFile(fs.readFileSync(path.join(folder, name)), name, true).rows.flatMap((row) => row.notes);

const MONEY = 'A Ana tinha R\\$ 10,00 e gastou R\\$ 4,00 num lanche. Quanto sobrou?';
const KITO = '(O Kito foi ao mercado comprar mangas.) Segundo o texto, o que comprou o Kito? [Mangas] | Bananas';
test.each<[string, string[]]>([
  ['01-reais.aiken.txt', [`${MONEY} R$ 5,00 | [R$ 6,00]`]],
  ['01-reais.json', [`${MONEY} R$ 5,00 | [R$ 6,00]`]],
  [
    '01-reais.csv',
    [
      `${MONEY} R$ 5,00 | [R$ 6,00] | R$ 7,00 | R$ 4,00`,
      'Três lápis a R$ 2,00 custam? [R$ 6,00] | R$ 5,00 | R$ 3,00 | R$ 8,00',
    ],
  ],
  ['02-latex.aiken.txt', ['Quanto é $\\frac{1}{2}$ de 8? 2 | [4]']],
  [
    '02-latex.csv',
    ['Quanto é $\\frac{1}{2}$ de 8? 2 | [4]', 'Quanto é $\\frac{1}{4}$ de 8? [2] | 4', 'Quanto é $3^2$? 6 | [9]'],
  ],
  ['03-html.json', ['O triplo de 4 é: 7 | [12] | 43']],
  ['04-objects.json', ['Quanto é 2+2? 3 | [4]', 'Q2? 3 | [4]', '(Texto.) O texto fala de x | [y]']],
  [
    '05-canvas-equation.xml',
    ['Quanto é $\\frac{1}{2}$ de 8? 2 | [4]', 'Qual é maior? [$\\frac{1}{2}$] | $\\frac{1}{3}$'],
  ],
  ['06-canvas-stimulus.xml', [KITO]],
  ['07-wiris.xml', ['Quanto é $\\frac{1}{2}$ de 8? [4] | 2']],
  ['08-gdocs-super.xml', ['Quanto é 2³? [8] | 6', 'A área mede 12 m². E H₂O? [sim] | não']],
  [
    '10-tao-xinclude.zip',
    ['O Kito foi ao mercado comprar mangas.\nSegundo o texto, o que comprou o Kito? [Mangas] | Bananas'],
  ],
  ['11-section-rubric.zip', [KITO]],
  ['12-neq.gift', ['É verdade que $3 \\neq 5$? [Sim] | Não', 'É verdade que $\\nu \\times 2$? [Sim] | Não']],
  [
    '13-superscript.xlsx',
    ['Quanto é 2³? 6 | [8] | 9', 'Qual é a área? [12 cm²] | 12 cm³ | 12 cm', 'Qual é a água? [H₂O] | CO | O'],
  ],
  [
    '14-zeros.xlsx',
    [
      'Que código abre o cofre? [007] | 070 | 700',
      'Qual é positivo? [+5] | -5 | 0',
      'Como se escreve mil e duzentos? [1.200] | 12.000 | 120',
      'Qual é maior? [1,50E+06] | 2 | 3',
    ],
  ],
  ['15-two-headers.xlsx', ['Quanto é 2+2? 3 | [4] | 5 | 6', 'Quanto é 3+2? 3 | 4 | [5] | 6']],
  ['16-kahoot.xlsx', ['Quanto é 2+2? 3 | [4] | 5 | 6', 'Quanto é 3+3? 3 | 4 | 5 | [6]']],
  [
    '17-quizizz.xlsx',
    ['Quanto é 2+2? 3 | [4] | 5 | 6', 'Quanto é 3+2? 3 | 4 | [5] | 6', 'Quanto é 1+2? [3] | 4 | 5 | 6'],
  ],
  ['20-cotacao.csv', ['Quanto é 2+2? 3 | [4]', 'Quanto é 3+3? [6] | 4']],
  ['23-dup.csv', ['! As alternativas A e B são iguais.', '! As alternativas A e B são iguais.']],
  ['25-keys.csv', Array.from({ length: 10 }, (_, index) => `Q${index + 1}? um | [dois] | três`)],
  ['31b-katex.xml', ['Quanto é $\\frac{1}{2}$ de 8? [4] | 5']],
])('%s is stored as it was meant', (name, expected) => expect(told(name)).toEqual(expected));

test('a mark outside the scale is a note', () => {
  expect(notes('20-cotacao.csv')).toEqual([
    'A cotação «15» não cabe na escala de 1 a 10: a questão fica com peso 1.',
    'A cotação «0,5» não cabe na escala de 1 a 10: a questão fica com peso 1.',
  ]);
});

const written = (name: string, content: string) =>
  readFile(new TextEncoder().encode(content), name, true).rows.map(({ draft, problems, notes: said }) => ({
    text: draft ? `${draft.statement} ${draft.alternatives[draft.correct]}` : `! ${problems[0]?.message}`,
    passage: draft?.passage,
    notes: said,
  }));
const moodle = (html: string) =>
  written(
    'x.xml',
    `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${html}]]></text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`,
  )[0];

test.each([
  ['Word', 'Quanto é 2<span style="position:relative;top:-3.0pt;mso-text-raise:3.0pt">3</span>?', 'Quanto é 2³? a'],
  ['a length', 'Quanto é 2<span style="vertical-align:4pt">3</span>?', 'Quanto é 2³? a'],
  ['a class of an editor', 'H<span class="ql-subscript">2</span>O?', 'H₂O? a'],
  ['ordinals', 'O 1<sup>o</sup> e a 2<sup>a</sup> valem?', 'O 1º e a 2ª valem? a'],
  ['exponents on exponents', '2<sup>3<sup>2</sup></sup>?', '2^(3²)? a'],
  ['letters', 'x<sup>n+1</sup>?', 'xⁿ⁺¹? a'],
])('raised and lowered text: %s', (_, html, text) => expect(moodle(html)?.text).toBe(text));

const MATH = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>';
test.each([
  ['KaTeX without classes', `${MATH}<span aria-hidden="true">12</span>`],
  [
    'MathJax 2',
    `<span class="MathJax_Preview"></span><span class="MathJax"><nobr aria-hidden="true"><span>1</span><span>2</span></nobr><span class="MJX_Assistive_MathML">${MATH}</span></span><script type="math/tex">\\frac{1}{2}</script>`,
  ],
  [
    'MathJax 2 without MathML',
    '<span class="MathJax"><nobr>12</nobr></span><script type="math/tex">\\frac{1}{2}</script>',
  ],
  [
    'MathJax 3',
    `<mjx-container class="MathJax"><mjx-math aria-hidden="true">12</mjx-math><mjx-assistive-mml>${MATH}</mjx-assistive-mml></mjx-container>`,
  ],
  [
    'WIRIS’s picture',
    '<img class="Wirisformula" src="x.png" alt="um meio" data-mathml="«math»«mfrac»«mn»1«/mn»«mn»2«/mn»«/mfrac»«/math»">',
  ],
  ['Moodle’s filter', '[tex]\\frac{1}{2}[/tex]'],
  ['codecogs', '<img src="https://latex.codecogs.com/svg.image?%5Cfrac%7B1%7D%7B2%7D">'],
])('a pasted formula is read once: %s', (_, html) =>
  expect(moodle(`Quanto é ${html}?`)?.text).toBe('Quanto é $\\frac{1}{2}$? a'),
);

test('a formula that is only drawn refuses its question', () => {
  expect(moodle('Quanto é <span class="katex"><span class="katex-html">12</span></span>?')?.text).toMatch(
    /traz uma fórmula/,
  );
  expect(moodle('Quanto é <math>x<mn>2</mn></math>?')?.text).toMatch(/traz uma fórmula/);
});

test.each(['display:none', 'visibility: hidden', 'mso-hide:all', 'color:#ffffff', 'font-size:0'])(
  'hidden text stays hidden, and is reported: %s',
  (style) => {
    const read = moodle(`Quanto é 2+2?<span style="${style}">São 4.</span>`);
    expect([read?.text, read?.notes]).toEqual(['Quanto é 2+2? a', ['Há texto escondido, que não se lê.']]);
  },
);

test('tables of Blackboard and D2L', () => {
  expect(
    written('x.txt', 'MC\tQuanto é 2+2?\t3\tincorrect\t4\tcorrect\nTF\tO Sol é uma estrela.\ttrue\nESS\tFale.\n').map(
      ({ text }) => text,
    ),
  ).toEqual(['Quanto é 2+2? 4', 'O Sol é uma estrela. Verdadeiro', expect.stringContaining('resposta livre')]);
  const [first, second] = written(
    'x.csv',
    'NewQuestion,MC,,,\nID,A-1,,,\nTitle,Soma fácil,,,\nQuestionText,Quanto é 2+2?,,,\nPoints,2,,,\nOption,0,3,,Não\nOption,100,4,,Sim\nHint,Conte.,,,\nCor,azul,,,\nNewQuestion,TF,,,\nQuestionText,É?,,,\nTRUE,0,,,\nFALSE,100,,,\n',
  );
  expect([first?.text, second?.text]).toEqual(['Quanto é 2+2? 4', 'É? Falso']);
  expect(first?.notes).toEqual([
    'O nome «Soma fácil» não é guardado.',
    'As pistas não são guardadas.',
    'Estas linhas não se conhecem e ficaram por ler: «Cor».',
    'Os comentários a cada alternativa não são guardados.',
  ]);
});

test('alternatives below one heading, with and without names of their own', () => {
  for (const header of [
    'Pergunta;Alternativas;;;Resposta\n',
    ';Alternativas;;;\nPergunta;A;B;C;Gabarito\n',
    'Pergunta;Alternativas;;;Resposta\n;A;B;C;\n',
  ])
    expect(written('x.csv', `${header}Quanto é 2+2?;3;4;5;B\n`).map(({ text }) => text)).toEqual(['Quanto é 2+2? 4']);
});

test('Aiken: statements that begin like an alternative', () => {
  const files = [
    'A. Neto foi o quê?\nA) poeta\nB) rei\nANSWER: A\n',
    'Quem foi\nD. Afonso Henriques?\nA) rei\nB) poeta\nANSWER: A\n',
  ];
  expect(files.flatMap((file) => written('x.aiken.txt', file).map(({ text }) => text))).toEqual([
    'A. Neto foi o quê? poeta',
    'Quem foi\nD. Afonso Henriques? rei',
  ]);
});

test('JSON of other programs: options with ids, wrong answers apart, lists in sections with their passage', () => {
  const read = (content: unknown) => written('x.json', JSON.stringify(content));
  const options = [
    { id: 'o1', text: '3' },
    { id: 'o2', text: '4' },
  ];
  expect(read({ quiz: { title: 'Contas', items: [{ question: 'Q?', options, answer: 'o2' }] } })).toEqual([
    { text: 'Q? 4', passage: null, notes: ['Este campo não se conhece e ficou por ler, em todas as linhas: title.'] },
  ]);
  expect(
    read({ results: [{ question: 'Q&amp;A?', correct_answer: 'sim', incorrect_answers: ['não', 'talvez'] }] })[0]?.text,
  ).toBe('Q&A? sim');
  const [inSection] = read([
    { texto: 'Era uma vez.', questions: [{ question: 'Q?', options: ['x', 'y'], answer: 'A' }] },
  ]);
  expect(inSection).toMatchObject({ text: 'Q? x', passage: 'Era uma vez.' });
  const two = options.map((option) => ({ ...option, isCorrect: true }));
  expect(read([{ question: 'Q?', options: two }])[0]?.text).toMatch(/mais de uma resposta certa/);
});

test('a question that refers to a text in front of it is not stored without the text', () => {
  const text =
    '<question type="description"><questiontext><text>O Kito foi ao mercado.</text></questiontext></question>';
  const question = (statement: string) =>
    `<question type="multichoice"><questiontext><text>${statement}</text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question>`;
  const rows = written(
    'x.xml',
    `<quiz>${text}${question('Segundo o texto, quem foi?')}${question('Quanto é 2+2?')}</quiz>`,
  );
  expect(rows.map((row) => row.text)).toEqual([
    expect.stringMatching(/^! É um texto sem questão/),
    expect.stringMatching(/^! Fala de um texto/),
    'Quanto é 2+2? a',
  ]);
  expect(rows[2]?.notes[0]).toMatch(/^Vem depois de um texto sem questão/);
});

test('programs that name their single choice otherwise, and Excel on a Macintosh', () => {
  const read = (name: string, bytes: Uint8Array) => readFile(bytes, name, true).rows;
  const trivia = { type: 'multiple', question: 'Quanto?', correct_answer: '2', incorrect_answers: ['1', '3'] };
  const [asked] = read('x.json', Buffer.from(JSON.stringify({ results: [trivia] })));
  expect(asked?.draft).toMatchObject({ alternatives: ['1', '2', '3'], correct: 1 });
  const mac = Buffer.from('Enunciado;A;B;Resposta\rO que \x8e?;um;dois;A\r', 'latin1');
  expect(read('x.csv', mac)[0]?.draft?.statement).toBe('O que é?');
  expect(() => read('x.txt', Buffer.from('{\\rtf1\\ansi Quanto?}'))).toThrow(/documento RTF/);
});

const rowsOf = (name: string, text: string) => readFile(Buffer.from(text), name, true).rows;
const span = (language: string, text: string) => `<span lang="${language}" class="multilang">${text}</span>`;
const inMoodle = (statement: string, right: string) =>
  `<quiz><question type="multichoice"><name><text>1</text></name><questiontext format="html"><text><![CDATA[<p>${statement}</p>]]></text></questiontext><single>true</single><answer fraction="100" format="html"><text><![CDATA[${right}]]></text></answer><answer fraction="0"><text>Sal</text></answer></question></quiz>`;
test.each<[string, string, string]>([
  [
    'two elements',
    'x.xml',
    inMoodle(`${span('en', 'What?')} ${span('pt_br', 'O quê?')}`, span('pt', 'Mel') + span('en', 'Honey')),
  ],
  [
    'the marks of a filter',
    'x.xml',
    inMoodle('{mlang en}What?{mlang}{mlang pt,pt_br}O quê?{mlang}', '{mlang pt}Mel{mlang}{mlang other}Honey{mlang}'),
  ],
  ['GIFT', 'x.gift', '\\{mlang pt\\}O quê?\\{mlang\\}\\{mlang en\\}What?\\{mlang\\}{=Mel ~Sal}'],
])('of a text in several languages Portuguese is kept, and the rest named: %s', (_, name, file) => {
  const [row] = rowsOf(name, file);
  expect([row?.draft?.statement, row?.draft?.alternatives]).toEqual(['O quê?', ['Mel', 'Sal']]);
  expect(row?.notes.join()).toMatch(/numa só: o que está em «en».* não é guardado/);
});

test('a text in one language, and without Portuguese, is kept', () => {
  const [one] = rowsOf('x.xml', inMoodle(`${span('en', 'What?')} Escolhe.`, 'Mel'));
  expect([one?.draft?.statement, one?.notes]).toEqual(['What? Escolhe.', []]);
  const [none] = rowsOf('x.xml', inMoodle(span('en', 'What?') + span('fr', 'Quoi?'), 'Mel'));
  expect([none?.draft?.statement, none?.notes.join()]).toEqual(['What?', expect.stringContaining('«fr»')]);
});

const canvas = (kind: string, section = '') =>
  `<questestinterop><assessment ident="a"><section ident="r">${section}<item ident="i"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext>Qual?</mattext></material><response_lid ident="response1" rcardinality="Single"><render_choice><response_label ident="1"><material><mattext>um</mattext></material></response_label><response_label ident="2"><material><mattext>dois</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="response1">1</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing></item></section></assessment></questestinterop>`;
test('what Canvas asks for is refused by its own name, and a bank that is not in the file is named', () => {
  const said = (kind: string) => rowsOf('x.xml', canvas(kind))[0]?.problems[0]?.message;
  expect(said('multiple_answers_question')).toMatch(/^É uma questão com várias respostas certas:/);
  expect(said('fill_in_multiple_blanks_question')).toMatch(/^É uma questão com vários espaços \(cloze\):/);
  const drawn =
    '<section ident="g"><selection_ordering><selection><sourcebank_ref>b77</sourcebank_ref><selection_number>3</selection_number></selection></selection_ordering></section>';
  expect(rowsOf('x.xml', canvas('multiple_choice_question', drawn))[0]?.notes.join()).toContain(
    'O teste tira questões de um banco que não veio no ficheiro',
  );
});

test('written answers of Blackboard and D2L', () => {
  const read = (text: string) =>
    rowsOf('x.csv', text).map(({ draft, problems }) =>
      draft ? draft.answering : problems.map(({ message }) => message).join(),
    );
  expect(
    read(
      'NUM\tQuanto é 7:2?\t3.5\t0.1\nFIB\tCapital?\tLuanda\tluanda\nTF\tÉ?\ttrue\nSR\tPorquê?\tPorque sim\nNUM\tQuanto?\tmuito\n',
    ),
  ).toEqual([
    { way: 'number', accepted: ['3,5'], tolerance: '0,1' },
    { way: 'word', accepted: ['Luanda', 'luanda'] },
    undefined,
    expect.stringContaining('resposta escrita'),
    'A resposta «muito» não é um número que se possa ler.',
  ]);
  const short = (answers: string) =>
    `NewQuestion,SA,,\nQuestionText,Capital?,,\nPoints,2,,\nInputBox,1,40,\n${answers}`;
  const [row] = rowsOf('x.csv', short('Answer,100,Luanda,\nAnswer,100,São Paulo de Loanda,\nAnswer,0,Huambo,\n'));
  expect(row?.draft).toMatchObject({
    weight: 2,
    answering: { way: 'word', accepted: ['Luanda', 'São Paulo de Loanda'] },
  });
  expect(row?.notes).toEqual(['As respostas erradas que o ficheiro prevê não são guardadas.']);
  expect(read(short('Answer,100,Lu.*,regexp\n'))[0]).toMatch(/Corrige a resposta escrita de uma maneira/);
  expect(read(short('Answer,50,Luanda,\n'))[0]).toMatch(/parte dos pontos/);
});

test('questions of GIFT without an empty line between them are told what they lack', () => {
  const said = (text: string) => rowsOf('x.gift', text)[0]?.problems[0]?.message;
  expect(said('::a:: Um? {=1 ~2}\n::b:: Dois? {=2 ~1}\n')).toBe(
    'Falta uma linha vazia entre esta questão e a seguinte.',
  );
  expect(said('Um {x}? {=1 ~2}\n')).toMatch(/^Tem chavetas a mais/);
});

test.each<[string, string]>([
  ['x.gift', 'Quanto é? {~a) três\n~b) quatro\n=c) cinco}'],
  [
    'x.xml',
    '<quiz><question type="multichoice"><questiontext format="html"><text>Quanto é?</text></questiontext><single>true</single><answer fraction="0"><text>a) três</text></answer><answer fraction="0"><text>b) quatro</text></answer><answer fraction="100"><text>c) cinco</text></answer></question></quiz>',
  ],
])('letters that the author wrote in front of the alternatives are left out of %s', async (name, text) => {
  const draft = rowsOf(name, text)[0]?.draft as Draft;
  expect([draft.alternatives, draft.correct]).toEqual([['três', 'quatro', 'cinco'], 2]);
  const own = { ...draft, alternatives: ['A) três', 'B) quatro', 'C) cinco'] };
  for (const format of ['gift', 'moodle', 'qti', 'csv', 'json', 'excel'] as const) {
    const { bytes, ending } = await writeFile(format, [own], { headers: true, about: null });
    expect(readFile(bytes, `x.${ending}`, true).rows[0]?.draft?.alternatives, format).toEqual(own.alternatives);
  }
});

test('a picture that is not in the file is named', () => {
  const said = (statement: string, right: string) =>
    rowsOf('x.xml', inMoodle(statement, right))[0]?.problems.map(({ message }) => message);
  expect(said('Que vês? <img src="@@PLUGINFILE@@/%C3%A1rvore%20grande.png?time=1" alt="">', 'Mel')).toEqual([
    'A questão traz a imagem «árvore grande.png», que não se consegue importar: tire isso do ficheiro e junte-o depois no banco.',
  ]);
  expect(
    said('Que vês?', '<img src="https://moodle.escola.ao/x/b.png"> e <img src="data:image/png;base64,AAAA">')?.[0],
  ).toMatch(/^A alternativa A traz a imagem «b\.png»/);
});
