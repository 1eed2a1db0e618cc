import { expect, test } from 'vitest';
import { FileRefused } from './files.rules.ts';
import { readFile } from './reading.server.ts';

// Files as other programs export them, each with what is stored of it and what is said about the rest.

const MC = (html: string, format = 'html', more = '') =>
  `<quiz><question type="multichoice"><questiontext format="${format}"><text><![CDATA[${html}]]></text></questiontext><single>true</single><answer fraction="100"><text>4</text></answer><answer fraction="0"><text>5</text></answer>${more}</question></quiz>`;
const CANVAS = (items: string) =>
  `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Quiz"><section ident="root_section">${items}</section></assessment></questestinterop>`;
const CANVAS_ITEM = (html: string, a: string, b: string, more = '') =>
  `<item ident="i" title="Question"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>multiple_choice_question</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext texttype="text/html">${html}</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="1"><material><mattext texttype="text/plain">${a}</mattext></material></response_label><response_label ident="2"><material><mattext texttype="text/plain">${b}</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><respcondition continue="No"><conditionvar><varequal respident="r">2</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>${more}</item>`;
const PROCESSED =
  '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>';
const ITEM = (body: string, { declared = '', keyed = '', processed = PROCESSED, after = '' } = {}) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="i" title="i" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>B</value></correctResponse>${keyed}</responseDeclaration>${declared}<itemBody>${body}</itemBody>${processed}${after}</assessmentItem>`;
const CHOICES =
  '<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1"><prompt>Qual?</prompt><simpleChoice identifier="A">um</simpleChoice><simpleChoice identifier="B" fixed="true">dois</simpleChoice></choiceInteraction>';
type Case = [what: string, name: string, content: string, told: string[]];
const TEXTS: Case[] = [
  [
    'names, categories, feedback and discounts of Moodle',
    'x.gift',
    `// question: 11  name: Metade\n$CATEGORY: $course$/top/Matemática\n\n::Metade::[html]<p>Quanto é a metade de 8?</p>{\n\t=4#Muito bem\\!\n\t~%-33.33333%2#Um quarto.\n\t~%0%3\n\t####<p>Divide-se por 2.</p>\n}\n\n::Q2::Quais são pares?{ ~%50%2 ~%50%4 ~%-100%3 }\n\n::Q3::Qual vale 50%?{ =1/2 ~5%0 ~50 % }`,
    [
      'Quanto é a metade de 8? [4] | 2 | 3 (Divide-se por 2.)',
      '- Os descontos por alternativa errada não são guardados.',
      '- Os comentários a cada alternativa não são guardados.',
      '- O nome «Metade» não é guardado.',
      '- A categoria «Matemática» não é guardada: as questões ficam todas neste teste.',
      '! Tem mais de uma resposta certa: aqui só pode haver uma.',
      'Qual vale 50%? [1/2] | 5%0 | 50 %',
    ],
  ],
  [
    'a fill-in question, true or false, escaped signs',
    'x.gift',
    `::Q1::A capital é {=Luanda ~Lubango}, à beira-mar.\n\n::Q2::O sol é frio.{FALSE#É quente#Certo}\n\n::Q3::Quanto é 3 \\~ 4 \\= x\\: \\{1\\}?{=a\\=1 ~b\\#2}`,
    [
      'A capital é _____, à beira-mar. [Luanda] | Lubango',
      'O sol é frio. Verdadeiro | [Falso] (Certo)',
      '- Os comentários a cada alternativa não são guardados.',
      'Quanto é 3 ~ 4 = x: {1}? [a=1] | b#2',
    ],
  ],
  [
    'lines of Windows and a byte order mark',
    'x.gift',
    '\ufeff::Q1:: Um mais um? {\r\n\t=2\r\n\t~3\r\n}\r\n\r\n::Q2:: Dois? {\r\n=2#porque sim\r\n~1\r\n}\r\n',
    ['Um mais um? [2] | 3', 'Dois? [2] | 1 (porque sim)'],
  ],
  [
    'an empty line tears a question from its text',
    'x.gift',
    `::Q1::Lê: o Kito tem 3 mangas.\n\nQuantas tem?{=3 ~4}\n\n::Q2::Outra?{=a ~b}\n\n::Q3::Segundo o texto, quem?{=a ~b}`,
    [
      '! É um texto sem respostas entre chavetas { }: não é uma questão de escolha.',
      '! Por cima há um texto sem respostas e uma linha vazia, que separa questões: se são uma só, tire a linha vazia; se não, dê um nome (::nome::) a esta.',
      'Outra? [a] | b',
      '- Vem depois de um texto sem questão, que não se guarda: se precisa dele, junte-o no banco.',
      '! Fala de um texto que no ficheiro está à parte, antes da questão: ponha-o no texto de apoio da própria questão.',
    ],
  ],
  [
    'Markdown is shown as written, and named',
    'x.gift',
    '[markdown]Qual é **maior** e _qual_ `x`?{=2 ~1}',
    ['Qual é **maior** e _qual_ `x`? [2] | 1', '- Fica escrito tal e qual, porque não se percebeu: «_qual_», «`x`».'],
  ],
  [
    'Aiken with lines of Windows and a byte order mark',
    'x.txt',
    '\ufeffQual é a capital?\r\nA. Luanda\r\nB. Lubango\r\nANSWER: A\r\n\r\nDois?\r\nA) um\r\nB) dois\r\nANSWER: B\r\n',
    ['Qual é a capital? [Luanda] | Lubango', 'Dois? um | [dois]'],
  ],
  [
    'Aiken with explanations behind the answers',
    'x.txt',
    `Qual é a capital?\nA) Luanda\nB) Lubango\nANSWER: A\nFeedback: É Luanda,\ndesde 1576.\n\nSegunda?\nA) x\nB) y\nANSWER: B\n\nExplicação: porque sim\n\nTerceira?\nA) x\nB) y\nANSWER: A\nFeedback: um\nQuarta?\nA) x\nB) y\nANSWER: B`,
    [
      'Qual é a capital? [Luanda] | Lubango (É Luanda,\ndesde 1576.)',
      'Segunda? x | [y] (porque sim)',
      'Terceira? [x] | y (um)',
      'Quarta? x | [y]',
    ],
  ],
  [
    'Aiken whose answers are called otherwise, or missing',
    'x.txt',
    'Um?\nA) x\nB) y\nCorrect answer: B\n\nDois?\nA) x\nB) y\nCerta é a A\nTrês?\nA) x\nB) y\nANSWER: A\n\nQuatro?\nA) x\nB) y\nANSWER: A\n',
    [
      'Um? x | [y]',
      '! Falta a linha «ANSWER:» com a letra certa.',
      '! Segue-se a alternativas sem resposta, e não se vê onde começa: ponha uma linha vazia antes do enunciado.',
      'Quatro? [x] | y',
    ],
  ],
  [
    'a table in the words of Google Forms',
    'x.csv',
    'Título da pergunta,Tipo,Opção 1,Opção 2,Opção 3,Resposta correcta,Pontos\nQual é maior?,Lista suspensa,1/2,1/3,1/4,A,2\nQuais são pares?,Caixas de seleção,1,2,4,"2, 4",1\n',
    [
      'Qual é maior? [1/2] | 1/3 | 1/4',
      '! É uma questão do tipo «Caixas de seleção»: aqui só cabem questões de escolha com uma resposta certa.',
    ],
  ],
  ['GIFT without a question', 'x.gift', '::Q1::  {=a ~b}', ['! O enunciado da questão é obrigatório']],
  [
    'Moodle: a list, quotation, block elements and letters by style',
    'x.xml',
    MC(
      '<ol style="list-style-type: lower-alpha"><li><p>um</p></li><li>dois</li></ol><details><summary>Nota</summary>A Ana disse <q>olá</q>.</details><p style="text-transform: uppercase">luanda</p>',
    ),
    ['a. um\nb. dois\nNota\nA Ana disse «olá».\nLUANDA [4] | 5'],
  ],
  [
    'Moodle: links, reversed lists, poems with kept lines',
    'x.xml',
    MC(
      '<p>Lê <a href="https://exemplo.ao/conto">o conto</a>.</p><ol reversed><li>x</li></ol><p style="white-space: pre-wrap">um verso\n  outro verso</p>',
    ),
    [
      'Lê o conto.\n1. x\num verso\noutro verso [4] | 5',
      '- A ligação «o conto» (https://exemplo.ao/conto) não é guardada: fica só o texto.',
      '- Uma lista conta para trás, e aqui fica a contar para a frente.',
    ],
  ],
  [
    'Moodle: a foot above the body of a table',
    'x.xml',
    MC(
      '<table><thead><tr><th>Dia</th><th>Total</th></tr></thead><tfoot><tr><td>Soma</td><td>9</td></tr></tfoot><tbody><tr><td>2.ª</td><td>9</td></tr></tbody></table><p>Quantas?</p>',
    ),
    ['| Dia | Total |\n|---|---|\n| 2.ª | 9 |\n| Soma | 9 |\nQuantas? [4] | 5'],
  ],
  [
    'Moodle: a table with joined cells, a select, a sound, a drawing',
    'x.xml',
    `<quiz>${['<table><tr><td colspan="2">a</td></tr></table>', '<p>Qual <select><option>um</option></select>?</p>', '<audio src="@@PLUGINFILE@@/a.mp3">x</audio>', '<svg width="9"><text>A</text></svg>'].map((html) => MC(html).slice(6, -7)).join('\n')}</quiz>`,
    [
      '! A questão traz uma tabela, que não se consegue importar: tire isso do ficheiro e junte-o depois no banco.',
      '! A questão traz um campo para preencher, que não se consegue importar: tire isso do ficheiro e junte-o depois no banco.',
      '! A questão traz um som, que não se consegue importar: tire isso do ficheiro e junte-o depois no banco.',
      '! A questão traz uma imagem, que não se consegue importar: tire isso do ficheiro e junte-o depois no banco.',
    ],
  ],
  [
    'Moodle: a file that no text shows',
    'x.xml',
    MC('Qual?').replace(
      '</questiontext>',
      '<file name="ficha.pdf" path="/" encoding="base64">AAAA</file></questiontext>',
    ),
    ['Qual? [4] | 5', '- O ficheiro «ficha.pdf», que nenhum texto mostra, não é guardado.'],
  ],
  [
    'Moodle: true and false in Portuguese',
    'x.xml',
    '<quiz><question type="truefalse"><questiontext><text>O sol é frio.</text></questiontext><answer fraction="0"><text>Verdadeiro</text></answer><answer fraction="100"><text>Falso</text></answer></question></quiz>',
    ['O sol é frio. Verdadeiro | [Falso]'],
  ],
  [
    'Moodle: cloze, several right answers, Markdown',
    'x.xml',
    `<quiz><question type="cloze"><questiontext><text>É {1:MULTICHOICE:=Luanda~Lubango}.</text></questiontext></question>\n${MC(
      'Pares?',
    )
      .slice(6, -7)
      .replace('<single>true', '<single>false')
      .replaceAll(
        /fraction="\d+"/g,
        'fraction="50"',
      )}\n${MC('# Título\n\n~~riscado~~ e [uma](https://exemplo.ao)', 'markdown').slice(6, -7)}</quiz>`,
    [
      '! É uma questão com vários espaços (cloze): aqui só cabem questões de escolha com uma resposta certa.',
      '! Tem mais de uma resposta certa: aqui só pode haver uma.',
      '# Título\n\n~~riscado~~ e [uma](https://exemplo.ao) [4] | 5',
      '- Fica escrito tal e qual, porque não se percebeu: «#», «~~riscado~~», «[uma](https://exemplo.ao)».',
    ],
  ],
  [
    'Canvas: escaped HTML, a link to a file of the course',
    'x.xml',
    CANVAS(
      CANVAS_ITEM(
        '&lt;div&gt;&lt;p&gt;Quanto &amp;eacute; &lt;strong&gt;2&lt;/strong&gt; &amp;lt; 3? Vê &lt;a href="$IMS-CC-FILEBASE$/ficha.pdf"&gt;a ficha&lt;/a&gt;.&lt;/p&gt;&lt;/div&gt;',
        '1 &lt; 2',
        '3 &amp; 4',
        '<itemfeedback ident="general_fb"><flow_mat><material><mattext texttype="text/html">&lt;p&gt;Porque sim.&lt;/p&gt;</mattext></material></flow_mat></itemfeedback>',
      ),
    ),
    [
      'Quanto é **2** < 3? Vê a ficha. 1 < 2 | [3 & 4] (Porque sim.)',
      '- A ligação «a ficha» ($IMS-CC-FILEBASE$/ficha.pdf) não é guardada: fica só o texto.',
    ],
  ],
  [
    'Canvas: one question of a group',
    'x.xml',
    CANVAS(
      `<section ident="g"><selection_ordering><selection><selection_number>1</selection_number></selection></selection_ordering>${CANVAS_ITEM('Q?', 'a', 'b')}</section>`,
    ),
    ['Q? a | [b]', '- O ficheiro tira à sorte só algumas das questões de uma secção: aqui ficam todas.'],
  ],
  [
    'QTI: feedback of the right and the wrong answer',
    'x.xml',
    ITEM(CHOICES, {
      after:
        '<modalFeedback outcomeIdentifier="F" identifier="correct" showHide="show">Bem!</modalFeedback><modalFeedback outcomeIdentifier="F" identifier="incorrect" showHide="show">Não.</modalFeedback>',
    }),
    ['Qual? um | [dois] (Bem!)', '- Os comentários a cada alternativa não são guardados.'],
  ],
  [
    'QTI: values of a template, parts shown by them, a choice shown by them',
    'x.xml',
    ITEM(`<p>${'x'}</p>${CHOICES}`, {
      declared: '<templateDeclaration identifier="N" cardinality="single" baseType="integer"/>',
    }),
    ['! É uma questão com valores ao acaso.'],
  ],
  [
    'QTI: a block shown by a template',
    'x.xml',
    ITEM(
      `<templateBlock templateIdentifier="T" identifier="x" showHide="show"><p>segredo</p></templateBlock>${CHOICES}`,
    ),
    ['! Mostra partes diferentes conforme valores ao acaso.'],
  ],
  [
    'QTI: a choice shown by a template',
    'x.xml',
    ITEM(CHOICES.replace('identifier="A"', 'identifier="A" templateIdentifier="T" showHide="hide"')),
    ['! Mostra partes diferentes conforme valores ao acaso.'],
  ],
  [
    'QTI: a hint that is shown on request',
    'x.xml',
    ITEM(`<p>Metade de 8? <infoControl title="Dica">Divide.</infoControl></p>${CHOICES}`),
    ['Metade de 8?\nQual? um | [dois]', '- As pistas não são guardadas.'],
  ],
  [
    'QTI: points for another choice than the right one',
    'x.xml',
    ITEM(CHOICES, { keyed: '<mapping defaultValue="0"><mapEntry mapKey="A" mappedValue="2"/></mapping>' }),
    ['! O ficheiro diz uma resposta certa e dá os pontos a outra.'],
  ],
  [
    'QTI: a scoring of its own for another choice',
    'x.xml',
    ITEM(CHOICES, {
      processed:
        '<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><baseValue baseType="identifier">A</baseValue></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>',
    }),
    ['! O ficheiro diz uma resposta certa e dá os pontos a outra.'],
  ],
  [
    'Kahoot',
    'x.csv',
    'Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Answer 3 - max 75 characters,"Time limit (sec) – 5, 10, 20 secs",Correct answer(s) - choose at least one\nQual?,a,b,c,20,"1,3"\nQuantos?,10,20,3,20,3\n',
    [
      '! Tem mais de uma resposta certa («1,3»): aqui só pode haver uma.',
      '- Esta coluna não se conhece e ficou por ler, em todas as linhas: E (Time limit (sec) – 5, 10, 20 secs).',
      'Quantos? 10 | 20 | [3]',
    ],
  ],
  [
    'Quizizz',
    'x.csv',
    'Question Text,Question Type,Option 1,Option 2,Option 3,Correct Answer,Time in seconds,Image Link,Answer explanation\nQual?,Multiple Choice,a,b,c,2,30,https://x.ao/y.png,porque\nQuais?,Checkbox,a,b,c,"1,2",30,,\n',
    [
      'Qual? a | [b] | c (porque)',
      '- Tinha um desenho ou imagem, que este formato não leva («https://x.ao/y.png»): junte-o no banco.',
      '- Esta coluna não se conhece e ficou por ler, em todas as linhas: G (Time in seconds).',
      '! É uma questão do tipo «Checkbox»: aqui só cabem questões de escolha com uma resposta certa.',
    ],
  ],
  [
    'Google Forms: the questions, not the answers',
    'x.csv',
    'Carimbo de data/hora,Pergunta,Opção 1,Opção 2,Resposta correta,Pontos\n2024/01/01 10:00:00,Qual?,a,b,a,2\n',
    ['Qual? [a] | b', '- Esta coluna não se conhece e ficou por ler, em todas as linhas: A (Carimbo de data/hora).'],
  ],
  [
    'Blackboard',
    'x.txt',
    'MC\tQual é a capital?\tLuanda\tcorrect\tLubango\tincorrect\nTF\tO sol é frio.\tfalse\nMA\tPares\t2\tcorrect\t3\tincorrect\n',
    [
      'Qual é a capital? [Luanda] | Lubango',
      'O sol é frio. Verdadeiro | [Falso]',
      '! Tem mais de uma resposta certa: aqui só pode haver uma.',
    ],
  ],
  [
    'D2L: comments, a hint, commas without quotes, lines that say the same',
    'x.csv',
    'NewQuestion,MC,,,\nQuestionText,Qual?,HTML,,\nImage,a.png,,,\nOption,100,certo,,bem\nOption,0,errado,,mal\nHint,pensa,,,\n//comentário,,,,\nNewQuestion,MC,,,\nQuestionText,Quanto é 2,5 mais 1?,,\nOption,100,a,,\nOption,0,b,,\nNewQuestion,MC,,,\nQuestionText,Lê.,,,\nQuestionText,Qual?,,,\nOption,100,a,,\nOption,0,b,,\n',
    [
      'Qual? [certo] | errado (bem)',
      '- Tinha um desenho ou imagem, que este formato não leva («a.png»): junte-o no banco.',
      '- As pistas não são guardadas.',
      '- Os comentários a cada alternativa não são guardados.',
      '- Os comentários do ficheiro (//) não são guardados.',
      '! A linha «QuestionText» tem células a mais. O texto tem uma vírgula dentro e faltam-lhe as aspas?',
      '! Tem duas linhas «QuestionText»: deixe só uma.',
    ],
  ],
  [
    'semicolons, quotes and line breaks in cells',
    'x.csv',
    'Enunciado;A;B;Resposta\n"Lê:\nlinha 2; ponto";"a";"b ""c""";B\nQuanto é 1/2 + 1/2?;1;"1,5";A\n',
    ['Lê:\nlinha 2; ponto a | [b "c"]', 'Quanto é 1/2 + 1/2? [1] | 1,5'],
  ],
  [
    'fractions that a spreadsheet made dates',
    'x.csv',
    'Enunciado;A;B;Resposta\nQuanto é 2/4?;1/fev;01-Mar;A\n',
    [
      'Quanto é 2/4? [1/fev] | 01-Mar',
      '- O Excel pode ter mudado uma fracção para data («1/fev», «01-Mar»): confirme-o.',
    ],
  ],
  [
    'Markdown and tables of HTML in cells',
    'x.csv',
    'Enunciado;A;B;Resposta\n"<table><tr><td>a</td><td>b</td></tr></table>Quantas?";*um*;[dois](https://x.ao);A\nQuantas * e _ há em 2 * 3 * 4?;snake_case_x;__;A\n',
    [
      '|  |  |\n|---|---|\n| a | b |\nQuantas? [*um*] | [dois](https://x.ao)',
      '- Fica escrito tal e qual, porque não se percebeu: «*um*», «[dois](https://x.ao)».',
      'Quantas * e _ há em 2 * 3 * 4? [snake_case_x] | __',
    ],
  ],
  [
    'JSON: numbers as they are written',
    'x.json',
    '[{"enunciado":"Q?","alternativas":[1.50,12345678901234567890],"resposta":"A"}]',
    ['Q? [1.50] | 12345678901234567890'],
  ],
  [
    'JSON: a field named twice',
    'x.json',
    '[{"enunciado":"Um?","alternativas":["a","b"],"resposta":"A","enunciado":"Outra?"}]',
    ['!! O campo «enunciado» está duas vezes na mesma questão: deixe só um.'],
  ],
  [
    'JSON: entities of HTML, a list of wrong answers, an unknown field',
    'x.json',
    JSON.stringify({
      results: [
        {
          difficulty: 'easy',
          question: 'What&#039;s &quot;x&quot;?',
          correct_answer: 'a&amp;b',
          incorrect_answers: ['c'],
        },
      ],
    }),
    ['What\'s "x"? [a&b] | c', '- A dificuldade «easy» não é guardada: aqui é um número de 1 a 5.'],
  ],
  [
    'JSON: options with letters in another order, comments',
    'x.json',
    JSON.stringify([
      {
        enunciado: 'Q?',
        alternativas: [
          { letra: 'B', texto: 'x' },
          { letra: 'A', texto: 'y', feedback: 'bem' },
        ],
        resposta: 'A',
        extra: { texto: 'z' },
      },
    ]),
    [
      'Q? x | [y]',
      '- Os comentários a cada alternativa não são guardados.',
      '- Este campo não se conhece e ficou por ler, em todas as linhas: extra.',
    ],
  ],
  [
    'JSON: texts that are lists or objects',
    'x.json',
    JSON.stringify([
      { enunciado: ['a', 'b'], alternativas: ['x', 'y'], resposta: 'A' },
      { enunciado: 'Q?', alternativas: ['x', 'y'], resposta: 'A', explicacao: { texto: 'z' } },
    ]),
    ['! O valor não se consegue ler.', '! O valor não se consegue ler.'],
  ],
];

/** Returns a line for each row and for each of its notes: passage, statement, alternatives with the right one in brackets, explanation. */
function toldOf(name: string, content: string): string[] {
  try {
    return readFile(new TextEncoder().encode(content), name, true).rows.flatMap(({ draft, problems, notes }) => [
      draft
        ? `${draft.passage === null ? '' : `(${draft.passage}) `}${draft.statement} ${draft.alternatives.map((text, place) => (place === draft.correct ? `[${text}]` : text)).join(' | ')}${draft.explanation === null ? '' : ` (${draft.explanation})`}`
        : `! ${problems.map(({ message }) => message).join(' ')}`,
      ...notes.map((note) => `- ${note}`),
    ]);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return [`!! ${error.message}`];
  }
}

test.each(TEXTS)('%s', (_, name, content, told) => {
  expect(toldOf(name, content)).toEqual(told);
});
