import { expect, test } from 'vitest';
import { settingOf } from './elements.rules.ts';
import { htmlToText, writtenText } from './markup.rules.ts';

// Markup as word processors and web pages put it on the clipboard, with what is kept of it and what is said about the rest.

const WORD_LIST = (marker: string, text: string, condition = '') =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>${condition && '<![if !supportLists]>'}<span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>${condition && '<![endif]>'}${text}<o:p></o:p></p>`;

test.each<[what: string, html: string, text: string, said: string[]]>([
  [
    'a whole document of Word',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p {margin:0} --></style><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body><!--StartFragment--><p class=MsoNormal>Quanto é 2<sup>3</sup> + <b style='mso-bidi-font-weight:normal'>H<sub>2</sub>O</b>?<o:p></o:p></p><!--EndFragment--></body></html>`,
    'Quanto é 2³ + **H₂O**?',
    [],
  ],
  [
    'a numbered list of Word',
    WORD_LIST('a)', 'Luanda', 'if') + WORD_LIST('b)', 'Lubango'),
    'a) Luanda\nb) Lubango',
    [],
  ],
  [
    'signs in fonts of symbols',
    `<p>5 <span style='font-family:Symbol'>³</span> 3, <font face="Symbol">p</font> e <span style='font-family:Wingdings'>à</span></p>`,
    '5 ≥ 3, π e à',
    ['Um sinal vem num tipo de letra de símbolos e pode sair outro («à»): confirme-o.'],
  ],
  [
    'fonts of symbols that are for other scripts, or that another font replaces',
    `<p><span style='font-family:Arial;mso-bidi-font-family:Symbol'>texto</span> <span style='font-family:Symbol'>p<span style='mso-bidi-font-family:Arial'>p</span></span> <font face="Symbol">p<font face="Arial">p</font></font></p>`,
    'texto ππ πp',
    [],
  ],
  [
    'the bullet of a list, in a font of symbols',
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='font-family:Wingdings'><span style='mso-list:Ignore'>§ </span></span>Luanda</p>`,
    '§ Luanda',
    [],
  ],
  [
    'a formula of Word, whose parts are no text',
    '<p>Quanto é <m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath> de 8?</p>',
    'Quanto é de 8?',
    ['fórmula'],
  ],
  [
    'the remarks of a reviewer',
    `<p>Texto <span class=MsoCommentReference><a href="#_msocom_1">[A1]</a></span></p><div style='mso-element:comment-list'><p>muda isto</p></div>`,
    'Texto',
    ['Os comentários de quem reviu o texto não são guardados.'],
  ],
  [
    'a list, a raised text and a table of Google Docs',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700;">Lê</span><span> 10</span><span style="font-size:0.6em;vertical-align:super;">2</span></p><ol><li dir="ltr" style="list-style-type:lower-alpha;"><p><span>um</span></p></li><li style="list-style-type:lower-alpha;"><p>dois</p></li></ol><table><tbody><tr><td><p>A</p></td><td><p>B</p></td></tr></tbody></table></b>',
    '**Lê** 10²\na. um\nb. dois\n|  |  |\n|---|---|\n| A | B |',
    [],
  ],
  ['items without text and with several paragraphs', '<ol><li></li><li>x<p>y</p></li></ol>', '1. \n2. x\ny', []],
  [
    'elements that stand on lines of their own',
    '<header>a</header><main>b</main><aside>c</aside><address>d</address><fieldset><legend>e</legend>f</fieldset><center>g</center><menu><li>h</li></menu>',
    'a\nb\nc\nd\ne\nf\ng\n- h',
    [],
  ],
  [
    'pictures of emoji',
    '<p>Quantas <img class="emoji" alt="🍎" src="https://s.w.org/1f34e.svg"> há?</p>',
    'Quantas 🍎 há?',
    [],
  ],
  [
    'links, except those whose text is their address',
    '<p>Lê <a href="https://exemplo.ao/conto">o conto</a> em <a href="https://exemplo.ao/">exemplo.ao</a> <a href="#nota">1</a></p>',
    'Lê o conto em exemplo.ao 1',
    ['A ligação «o conto» (https://exemplo.ao/conto) não é guardada: fica só o texto.'],
  ],
  [
    'letters by style, formulas as they are',
    '<p style="text-transform:uppercase">luanda \\(x\\) <span style="text-transform:none">aqui</span></p><p style="text-transform:capitalize">o kito</p>',
    'LUANDA $x$ aqui\nO Kito',
    [],
  ],
  [
    'bold text from within a word, beside a part that can be marked',
    '<p>A <b>casa</b> do ga<b>to é</b> grande e bonita</p>',
    'A **casa** do gato é grande e bonita',
    ['to é'],
  ],
  ['powers of programs beside bold text', '<p>Calcula <b>bem</b> 2**3 e 4**2</p>', 'Calcula **bem** 2**3 e 4**2', []],
])('%s', (_, html, text, said) => {
  const read = htmlToText(html);
  expect([read.text, [...read.lost, ...read.dropped, ...read.emphasis]]).toEqual([text, said]);
});

test.each<[style: string, isHighlighted: boolean]>([
  ['background-color:#ffff00', true],
  ['background-color:#fff2cc', true],
  ['background:yellow', true],
  ['background: rgb(255, 255, 0)', true],
  ['background-color: #fff', false],
  ['background-color:#FFFFFF;color:#000', false],
  ['background: white', false],
  ['background-color: transparent', false],
  ['background:rgb(255, 255, 255) !important', false],
  ['background-color: initial; font-size:12pt', false],
])('%s is a highlight: %s', (style, isHighlighted) => {
  expect(settingOf('span', { style }).otherwise).toBe(isHighlighted);
});

test('what tracked changes of Word delete is left out and named; other struck out text is kept', () => {
  const pasted =
    '<p>Quantos <del cite="mailto:Rui" datetime="2026-11-02T10:00">gatos</del><ins cite="mailto:Rui" datetime="2026-11-02T10:00">cães</ins> <del>há</del>?</p>';
  const { text, dropped } = htmlToText(pasted);
  expect(text).toBe('Quantos ++cães++ há?');
  expect([...dropped]).toEqual(['O que está riscado nas alterações registadas do Word não é guardado.']);
});

test('elements within more than a hundred others are lost, and so is a text of more than ten thousand tags', () => {
  const nested = (depth: number) => `${'<sup>1'.repeat(depth)}${'</sup>'.repeat(depth)}`;
  expect(htmlToText(`a ${nested(100)}`).lost).toEqual([]);
  const { text, lost } = htmlToText(`<p>a</p> <p>${'<i>'.repeat(120)}b${'</i>'.repeat(120)}</p> c`);
  expect([text, lost]).toEqual(['a\nc', ['parte']]);
  expect(htmlToText('<b>a</b>'.repeat(5_001))).toMatchObject({ text: '', lost: ['texto a mais'] });
});

test('a formula of WIRIS begins at the last of several marks, and one of MathML where it is closed', () => {
  expect(htmlToText('«math» «math»«mi»x«/mi»«/math»').text).toBe('«math» $x$');
  expect(writtenText('<math><mi>x</mi></math>').text).toBe('$x$');
  expect(writtenText('</math> <math>').text).toBe('</math> <math>');
});
