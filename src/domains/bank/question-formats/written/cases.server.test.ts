import { expect, test } from 'vitest';
import type { RowRead } from '../files.rules.ts';
import { readFile } from '../reading.server.ts';

// Written answers in files of other programs: what is read, what a note says, what is refused.

/** Returns a row as the way of answering in short, or the reason of its refusal, followed by its notes. */
const told = ({ draft, problems, notes }: RowRead): string => {
  const { way, accepted = [], ...rest } = draft?.answering ?? { way: 'choice' };
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${value}`);
  const what = draft
    ? [way, accepted.join('|'), ...facts].join(' ')
    : `! ${problems.map(({ message }) => message).join(' ')}`;
  return [what, ...notes].join(' / ');
};
const only = (name: string, content: string): string =>
  told(readFile(new TextEncoder().encode(content), name, true).rows[0] as RowRead);

test.each([
  ['{#5}', 'number 5'],
  ['{#5:0.5}', 'number 5 tolerance=0,5'],
  ['{#4.5..5.5}', 'number 5 tolerance=0,5'],
  ['{#1..2}', 'number 1,5 tolerance=0,5'],
  ['{#=5:0 =7:0}', 'number 5|7'],
  ['{#=%100%5:0.1#Certo! =%0%*}', 'number 5 tolerance=0,1'],
  ['{#=5:0 =6:1}', '! Dá a cada resposta a sua margem de erro: aqui há uma só para todas.'],
  ['{#=5:0 =%50%5:2}', '! Dá uma parte dos pontos a uma resposta: aqui uma resposta está certa ou errada.'],
  [
    '{#=5:0 =%0%6:0#Quase}',
    'number 5 / Os comentários a cada alternativa não são guardados. / As respostas erradas que o ficheiro prevê não são guardadas.',
  ],
  ['{#1.5e3}', 'number 1500'],
  ['{#1,500}', '! A resposta «1,500» não é um número que se possa ler.'],
  ['{#1,5}', 'number 1,5'],
  ['{#abc}', '! A resposta «abc» não é um número que se possa ler.'],
  ['{#5..4}', '! O intervalo «5..4» não se consegue ler.'],
  ['{=gato =Gato preto}', 'word gato|Gato preto'],
  ['{=gato =%50%gata}', '! Dá uma parte dos pontos a uma resposta: aqui uma resposta está certa ou errada.'],
  ['{=*gato*}', '! Aceita qualquer texto no lugar de um asterisco (*): escreva as respostas certas uma a uma.'],
  ['{=1 -> um =2 -> dois}', '! É uma questão de correspondência: aqui só cabem questões de escolha.'],
])('GIFT %s', (answers, expected) => {
  expect(only('x.gift.txt', `::Q1::Quanto? ${answers}\n`)).toBe(expected);
});

const moodle = (type: string, inside: string) =>
  only(
    'x.xml',
    `<quiz><question type="${type}"><name><text>Q1</text></name><questiontext format="html"><text>Quanto?</text></questiontext>${inside}</question></quiz>`,
  );
const answer = (text: string, { fraction = 100, tolerance = '' } = {}) =>
  `<answer fraction="${fraction}" format="moodle_auto_format"><text>${text}</text><feedback format="html"><text></text></feedback>${tolerance === '' ? '' : `<tolerance>${tolerance}</tolerance>`}</answer>`;
const units = (...all: [name: string, multiplier: number][]) =>
  `<units>${all.map(([name, by]) => `<unit><multiplier>${by}</multiplier><unit_name>${name}</unit_name></unit>`).join('')}</units>`;

test.each([
  ['numerical', answer('5', { tolerance: '0.5' }), 'number 5 tolerance=0,5'],
  [
    'numerical',
    `${answer('5', { tolerance: '0' })}<unitgradingtype>0</unitgradingtype>${units(['cm', 1])}`,
    'number 5 unit=cm',
  ],
  [
    'numerical',
    `${answer('5')}<unitgradingtype>1</unitgradingtype><unitpenalty>0.1000000</unitpenalty><showunits>0</showunits>${units(['cm', 1])}`,
    'number 5 unit=cm / A unidade não se avalia: fica impressa ao lado da resposta.',
  ],
  [
    'numerical',
    `${answer('5')}${units(['cm', 1], ['m', 0.01])}`,
    '! Aceita a resposta em várias unidades: aqui há uma só, que fica impressa ao lado.',
  ],
  [
    'numerical',
    answer('5', { tolerance: '1' }) + answer('9', { tolerance: '2' }),
    '! Dá a cada resposta a sua margem de erro: aqui há uma só para todas.',
  ],
  [
    'numerical',
    answer('5') + answer('6', { fraction: 50 }),
    '! Dá uma parte dos pontos a uma resposta: aqui uma resposta está certa ou errada.',
  ],
  ['shortanswer', `<usecase>0</usecase>${answer('gato')}${answer('*', { fraction: 0 })}`, 'word gato'],
  ['shortanswer', `<usecase>1</usecase>${answer('Luanda')}`, 'word Luanda capitals=true'],
  [
    'shortanswer',
    answer('*a*'),
    '! Aceita qualquer texto no lugar de um asterisco (*): escreva as respostas certas uma a uma.',
  ],
  [
    'shortanswer',
    answer('gato') + answer('gata', { fraction: 0 }),
    'word gato / As respostas erradas que o ficheiro prevê não são guardadas.',
  ],
  ['shortanswer', '', '! Não diz qual é a resposta certa.'],
])('Moodle %s %#', (type, inside, expected) => {
  expect(moodle(type, inside)).toBe(expected);
});

const qti = (
  declaration: string,
  processing = '',
  body = '<p>Quanto?</p><p><textEntryInteraction responseIdentifier="R"/></p>',
) =>
  only(
    'x.xml',
    `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q" title="q"><responseDeclaration identifier="R" cardinality="single" ${declaration}</responseDeclaration><itemBody>${body}</itemBody><responseProcessing>${processing}</responseProcessing></assessmentItem>`,
  );
const correct = (...values: string[]) =>
  `<correctResponse>${values.map((one) => `<value>${one}</value>`).join('')}</correctResponse>`;
const equal = (attributes: string, inside = '<correct identifier="R"/>') =>
  `<responseCondition><responseIf><equal ${attributes}><variable identifier="R"/>${inside}</equal></responseIf></responseCondition>`;

test.each([
  [`baseType="integer">${correct('5')}`, '', 'number 5'],
  [
    `baseType="float">${correct('1.5')}`,
    equal('toleranceMode="absolute" tolerance="0.5 0.5"'),
    'number 1,5 tolerance=0,5',
  ],
  [
    `baseType="float">${correct('1.5')}`,
    equal('toleranceMode="relative" tolerance="10 10"'),
    '! A margem de erro é uma percentagem da resposta: aqui é um número.',
  ],
  [
    `baseType="float">${correct('1.5')}`,
    equal('toleranceMode="absolute" tolerance="0.5 1"'),
    '! Corrige a resposta escrita de uma maneira que aqui não existe.',
  ],
  [
    `baseType="float">${correct('1.5')}`,
    '<responseCondition><responseIf><patternMatch pattern="1.*"><variable identifier="R"/></patternMatch></responseIf></responseCondition>',
    '! Corrige a resposta escrita de uma maneira que aqui não existe.',
  ],
  [`baseType="string">${correct('gato')}`, '', 'word gato capitals=true'],
  [
    `baseType="string">${correct('gato')}<mapping defaultValue="0"><mapEntry mapKey="gato" mappedValue="1" caseSensitive="false"/><mapEntry mapKey="gatos" mappedValue="1" caseSensitive="false"/></mapping>`,
    '',
    'word gato|gatos',
  ],
  [
    `baseType="string">${correct('gato')}<mapping defaultValue="0"><mapEntry mapKey="gato" mappedValue="1"/><mapEntry mapKey="gata" mappedValue="0.5"/></mapping>`,
    '',
    '! Dá uma parte dos pontos a uma resposta: aqui uma resposta está certa ou errada.',
  ],
])('QTI 2 text entry %#', (declaration, processing, expected) => {
  expect(qti(declaration, processing)).toBe(expected);
});

test('QTI: a text entry in a sentence is a gap, one in a paragraph of its own is not', () => {
  const statementOf = (body: string) =>
    readFile(
      new TextEncoder().encode(
        `<assessmentItem identifier="q" title="q"><responseDeclaration identifier="R" cardinality="single" baseType="string">${correct('Luanda')}</responseDeclaration><itemBody>${body}</itemBody></assessmentItem>`,
      ),
      'x.xml',
      true,
    ).rows[0]?.draft?.statement;
  const entry = '<textEntryInteraction responseIdentifier="R"/>';
  expect(statementOf(`<p>A capital é ${entry}.</p>`)).toBe('A capital é _____.');
  expect(statementOf(`<p>Qual é a capital?</p><p>${entry}</p>`)).toBe('Qual é a capital?');
});

const canvas = (kind: string, conditions: string, fib = '') =>
  only(
    'x.xml',
    `<questestinterop><assessment ident="a" title="T"><section ident="s"><item ident="q1" title="Question"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext texttype="text/html">Quanto?</mattext></material><response_str ident="response1" rcardinality="Single"><render_fib ${fib}><response_label ident="answer1"/></render_fib></response_str></presentation><resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${conditions}</resprocessing></item></section></assessment></questestinterop>`,
  );
const gives = (inside: string, points = 100) =>
  `<respcondition continue="No"><conditionvar>${inside}</conditionvar><setvar action="Set" varname="SCORE">${points}</setvar></respcondition>`;
const exactly = (value: string, low: string, high: string) =>
  `<or><varequal respident="response1">${value}</varequal><and><vargte respident="response1">${low}</vargte><varlte respident="response1">${high}</varlte></and></or>`;

test.each([
  ['numerical_question', gives(exactly('5', '4.5', '5.5')), 'number 5 tolerance=0,5'],
  ['numerical_question', gives(exactly('5', '5.0', '5.0')), 'number 5'],
  [
    'numerical_question',
    gives('<vargte respident="response1">1</vargte><varlte respident="response1">2</varlte>'),
    'number 1,5 tolerance=0,5',
  ],
  [
    'numerical_question',
    gives(exactly('5', '5', '5')) + gives(exactly('7', '6', '8')),
    '! Dá a cada resposta a sua margem de erro: aqui há uma só para todas.',
  ],
  [
    'numerical_question',
    gives(
      '<or><varequal respident="response1">12.3</varequal><and><vargt respident="response1">12.25</vargt><varlte respident="response1">12.35</varlte></and></or>',
    ),
    '! Corrige a resposta escrita de uma maneira que aqui não existe.',
  ],
  [
    'short_answer_question',
    gives('<varequal respident="response1">gato</varequal><varequal respident="response1">gatos</varequal>'),
    'word gato|gatos',
  ],
  ['cc.fib.v0p1', gives('<varequal respident="response1" case="Yes">Luanda</varequal>'), 'word Luanda capitals=true'],
  [
    'short_answer_question',
    gives('<varsubset respident="response1">gato</varsubset>'),
    '! Corrige a resposta escrita de uma maneira que aqui não existe.',
  ],
  [
    'short_answer_question',
    gives('<varequal respident="response1">a</varequal>') + gives('<varequal respident="response1">b</varequal>', 50),
    '! Dá uma parte dos pontos a uma resposta: aqui uma resposta está certa ou errada.',
  ],
  [
    'essay_question',
    '',
    '! É uma questão de resposta livre (redacção): aqui só cabem questões de escolha com uma resposta certa.',
  ],
])('QTI 1.2 %s %#', (kind, conditions, expected) => {
  expect(canvas(kind, conditions)).toBe(expected);
});

const HEADER =
  'Enunciado;Resposta;Como se responde;Respostas aceites;Unidade da resposta;Margem de erro;Regras da resposta\n';
test.each([
  ['Quanto?;850;número;;Kz;;', 'number 850 unit=Kz'],
  ['Quanto?;850;Número;851|852;;0,5;', 'number 851|852|850 tolerance=0,5'],
  ['Quanto?;1/2;número;;;;simplificar', 'number 1/2 simplify=true'],
  ['Quanto?;1.500;número;;;;', '! «1.500» tanto é 1 500 como 1,5: escreva um dos dois.'],
  ['Plural de pão?;pães;palavra;;;;ortografia', 'word pães spelling=true'],
  ['Quanto?;5;algarismo;;;;', '! «algarismo» não se conhece: escreva escolha, número ou palavra.'],
  ['Quanto?;V;;5;;;', '! Só serve para respostas escritas: em «Como se responde» escreva número ou palavra.'],
  [
    'Quanto?;5;número;;;;certinho',
    '! A regra «certinho» não existe: há simplificar, maiúsculas, ortografia, sem acentos.',
  ],
  ['Verdade?;V;;;;;', 'choice '],
])('CSV %s', (row, expected) => {
  expect(only('x.csv', `${HEADER}${row}\n`)).toBe(expected);
});

test('a table names the type of each row', () => {
  expect(only('x.csv', 'Tipo;Pergunta;Resposta\nnumérica;Quanto?;42\n')).toBe('number 42');
  expect(only('x.csv', 'Type;Question;Answer\nshort answer;Who?;Neto\n')).toBe('word Neto');
});

test.each([
  ['{"answering":{"way":"number","accepted":["850"],"unit":"Kz"}}', 'number 850 unit=Kz'],
  ['{"answering":{"way":"number","accepted":[8.5]}}', 'number 8,5'],
  [
    '{"answering":{"way":"som"}}',
    '! A maneira de responder não se consegue ler: espera-se { "way": "number" ou "word", "accepted": ["…"] }.',
  ],
  ['{"tipo":"numérica","resposta":"42"}', 'number 42'],
  ['{"comoSeResponde":"palavra","respostasAceites":["gato","gata"]}', 'word gato|gata'],
])('JSON %s', (fields, expected) => {
  expect(only('x.json', JSON.stringify([{ statement: 'Quanto?', ...JSON.parse(fields) }]))).toBe(expected);
});
