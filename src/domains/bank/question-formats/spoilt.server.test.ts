import { expect, test } from 'vitest';
import { readFile } from './reading.server.ts';

const HEAD = 'Enunciado;A;B;C;Resposta\n';
const rowsOf = (text: string, name = 'x.csv') => readFile(Buffer.from(text), name, true).rows;
const saidOf = (row: string) => {
  const [read] = rowsOf(HEAD + row);
  return [...(read?.problems ?? []).map(({ message }) => message), ...(read?.notes ?? [])];
};

const letters = (...found: string[]) =>
  `Há letras que parecem estragadas (${found.map((one) => `«${one}»`).join(', ')}): confirme-as, ou guarde o ficheiro em UTF-8 e tente de novo.`;
const cell = (found: string) => `O Excel pode ter mudado o que estava na célula («${found}»): confirme-o.`;
test.each<[string, string, string[]]>([
  ['Quanto é?;1;#REF!;#NOME?;A', 'an error', [cell('#REF!», «#NOME?')]],
  ['Quanto é?;########;2;3;B', 'a cell that was too narrow', [cell('########')]],
  ['Telefone?;9,23E+08;112;113;B', 'a number shortened to powers', [cell('9,23E+08')]],
  ['Código?;"=""007""";7;70;B', 'a formula', [cell('="007"')]],
  ['Onde fica SÃ£o TomÃ©?;Norte;Sul;Mar;C', 'misread letters', [letters('SÃ£o', 'TomÃ©')]],
  ['Onde fica S?o Tom? e a ?gua?;Norte;Sul;Mar;C', 'lost letters', [letters('S?o', '?gua')]],
  [
    'Metade?;1/2;01/03/2026;2/3;A',
    'a date among fractions',
    ['O Excel pode ter mudado uma fracção para data («01/03/2026»): confirme-o.'],
  ],
  ['Quando? E a IRMÃ? Vê www.x.ao/y?z=1;11/11/1975;12/11/1975;«IRMû;A', 'nothing', []],
])('%s is stored, and %s is named', (row, _, notes) => {
  expect(saidOf(row)).toEqual(notes);
});

test('a question that was hidden in Moodle says so', () => {
  const asked = (hidden: string) =>
    `<question type="multichoice"><questiontext><text>Qual?</text></questiontext><hidden>${hidden}</hidden><answer fraction="100"><text>x</text></answer><answer fraction="0"><text>y</text></answer></question>`;
  expect(rowsOf(`<quiz>${asked('1')}\n${asked('0')}</quiz>`, 'x.xml').map(({ notes }) => notes)).toEqual([
    ['No Moodle estava escondida; aqui fica como as outras.'],
    [],
  ]);
});

test('what many rows would say alike is said once', () => {
  const asked = (name: string) => `::${name}::Quanto é ${name}? {=1 ~2}`;
  const names = ['um gato', 'um cão', 'um pato', 'um boi', 'um galo', 'um rato'];
  const notes = (text: string) => rowsOf(text, 'x.gift').map((row) => row.notes);
  const many = notes(
    ['::t::Lê com atenção.', ...names.map((name) => asked(`a${name}`).replace(`é a${name}`, 'é'))].join('\n\n'),
  );
  expect(many.slice(1)).toEqual([
    [
      'Os nomes das questões não são guardados («aum gato», «aum cão», «aum pato», «aum boi» e mais 2).',
      'Vem depois de um texto sem questão, que não se guarda: se precisa dele, junte-o no banco. O mesmo em mais 5 questões.',
    ],
    ...Array(5).fill([]),
  ]);
});

test('a page of the internet and a photo of an iPhone are called by their name', () => {
  const refusal = (bytes: Buffer, name: string) => {
    try {
      return String(readFile(bytes, name, true).rows.length);
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const name of ['x.xml', 'x.csv', 'x.txt'])
    expect(refusal(Buffer.from('<!DOCTYPE html><html lang="pt"><body>Entrar</body></html>'), name)).toMatch(
      /^É uma página da internet/,
    );
  expect(refusal(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'x.csv')).toMatch(/^O ficheiro é uma fotografia/);
});

test('a choice of QTI that takes points away, and a table of several tests, say what is not kept', () => {
  const item = (wrong: number) =>
    `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="a" title="a"><qti-response-declaration identifier="R" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>A</qti-value></qti-correct-response><qti-mapping><qti-map-entry map-key="A" mapped-value="1"/><qti-map-entry map-key="B" mapped-value="${wrong}"/></qti-mapping></qti-response-declaration><qti-item-body><qti-choice-interaction response-identifier="R"><qti-prompt>Qual?</qti-prompt><qti-simple-choice identifier="A">x</qti-simple-choice><qti-simple-choice identifier="B">y</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>`;
  expect(rowsOf(item(-1), 'x.xml')[0]?.notes).toEqual(['Os descontos por alternativa errada não são guardados.']);
  expect(rowsOf(item(0), 'x.xml')[0]?.notes).toEqual([]);
  const table = (theme: string) => `Enunciado;A;B;Resposta;Tema\nUm?;1;2;A;Adição\nDois?;1;2;A;${theme}\n`;
  expect(rowsOf(table('Divisão'))[0]?.notes).toEqual([
    'O ficheiro junta questões de vários testes, por Tema («Adição», «Divisão»): ficam todas neste teste.',
  ]);
  expect(rowsOf(table('Adição'))[0]?.notes).toEqual([]);
  expect(rowsOf('Enunciado;A;B;Resposta;Dificuldade\nUm?;1;2;A;fácil\nDois?;1;2;A;difícil\n')[0]?.notes).toEqual([
    'A coluna Dificuldade («fácil», «difícil») não é guardada: para a guardar, chame-lhe «Dificuldade (1 a 5)» e escreva números.',
  ]);
});

// Patterns that look for their end from each character, or divide a text in every way, take minutes with these. A small file is read by the
// thread that answers families.
const blanks = ' '.repeat(100_000);
const quiz = (text: string) =>
  `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext></question></quiz>`;
const drawn = (line: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path stroke="none" d="${line}"/></svg>`;
test.each([
  ['a cell of blanks', 'x.csv', `${HEAD}"x${blanks}x";1;2;3;A\n`],
  ['a style that repeats itself', 'x.xml', quiz(`<p style="${'text-decoration:'.repeat(4_000)}">Quanto é?</p>`)],
  ['a file of line ends', 'x.gift', `::t::Quanto é?${'\r'.repeat(100_000)}{=1 ~2}`],
  ['a file of separators', 'x.txt', `${';'.repeat(100_000)}`],
  [
    'a drawing of points',
    'x.json',
    JSON.stringify([
      {
        statement: 'Quanto é?',
        alternatives: ['1', '2'],
        correctAnswer: 'A',
        image: `data:image/svg+xml;base64,${Buffer.from(drawn(`M${'.'.repeat(1_400)}L${'.'.repeat(1_400)}x`)).toString('base64')}`,
      },
    ]),
  ],
])('%s takes no longer than its length', { timeout: 5_000 }, (_, name, text) => {
  const read = () => readFile(Buffer.from(text), name, true).rows.length;
  if (name === 'x.txt') expect(read).toThrow('Não se reconhece o formato do ficheiro.');
  else expect(read()).toBeGreaterThan(0);
});
