import { decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';
import { hasTooManyTags } from '../../../shared/questions/question-limits.ts';
import { Assembler, bareText, type PlainText } from './assembler.rules.ts';
import {
  type Attributes,
  emojiOf,
  equationOf,
  isDecoration,
  isDeleted,
  isFormulaCopy,
  isHidden,
  isKnown,
  isRemark,
  keepsLines,
  lettersOf,
  linkOf,
  MEDIA,
  mathOf,
  OFFICE_MATH,
  SILENT,
  settingOf,
  shiftOf,
  symbolFontOf,
  symbolsShown,
  withMathml,
} from './elements.rules.ts';
import { foreignFormulas, texOf } from './formulas.rules.ts';
import { DELETED, HIDDEN_TEXT, REMARKS, unkeptLink, unknownElement, unknownSymbols } from './kinds.rules.ts';
import { FOLDER } from './pictures.rules.ts';
import { DEEPEST, isElement, plainName, textOf, type XmlElement } from './xml.rules.ts';

// Reads marked-up texts (Moodle, QTI, HTML in tables and JSON) as texts in the bank's notation (test-bank/texts/notation.rules.ts). Every
// element and every run of text is either part of the result, or named in `lost` or `dropped`.

/** Markdown's other mark for bold text. The text between two marks contains no third mark, so that matching stays linear. */
const STRONG = /(?<![\p{L}\p{N}_])__(?=[^\s_])((?:(?!__)[^\n])+)(?<=[^\s_])__(?![\p{L}\p{N}_])/gu;

/** Converts Markdown: bold text and tables are in the bank's notation already, formulas are converted. */
export const markdownText = (given: string): PlainText => writtenText(given.replace(STRONG, '**$1**'));

/** Elements in which KaTeX and MathJax draw a formula for the eye, beside its MathML. */
const DRAWN_FORMULA = /^(?:katex.*|MathJax|MathJax_(?:Display|SVG.*|CHTML)|mjx-.*|mjx)$/i;
const isDrawnFormula = (name: string, attributes: Attributes): boolean =>
  name === 'mjxcontainer' || (attributes['class'] ?? '').split(/\s+/).some((one) => DRAWN_FORMULA.test(one));

/** Passes elements and texts to an `Assembler`, and decides which of them count. */
class Reading {
  readonly assembler = new Assembler();
  /** Depth inside an element whose content is skipped; 0 outside. */
  #silent = 0;
  /** Whether the skipped element draws a formula whose MathML is still to come. */
  #awaitsMath = false;
  /** Whether the skipped text must be reported if there is any. */
  #reports = false;
  /** A formula was drawn without MathML; a script with its TeX may follow. */
  #formulaIsMissing = false;
  /** Text of the open script in TeX. */
  #script: string | undefined;
  /** Open elements, the innermost last, with what to do when they close. */
  readonly #open: { name: string; close: () => void }[] = [];
  /** How texts are shown here: their letters, their font of symbols, and whether with the line breaks of the source. */
  #shown: Shown = { letters: 'none', symbols: undefined, keepsLines: false };

  text(run: string): void {
    if (this.#script !== undefined) this.#script += run;
    else if (this.#silent === 0) {
      if (run.trim() !== '') this.#settle();
      this.#visible(run);
    } else if (this.#reports && run.trim() !== '') this.assembler.dropped.add(HIDDEN_TEXT);
  }

  /** Adds text as its elements show it. */
  #visible(run: string): void {
    const { letters, symbols, keepsLines } = this.#shown;
    let text = foreignFormulas(run);
    if (symbols !== undefined && text.trim() !== '') {
      const signs = symbolsShown(symbols, text);
      if (signs === undefined) this.assembler.dropped.add(unknownSymbols(text));
      text = signs ?? text;
    }
    text = inLetters(text, letters);
    for (const [index, line] of (keepsLines ? text.split(/\r\n?|\n/) : [text]).entries()) {
      if (index > 0) this.assembler.newLine();
      this.assembler.text(line);
    }
  }

  /** Adds a formula that stands in the text or within what draws it. */
  math(math: XmlElement | undefined): void {
    if (this.#silent > 0 && !this.#awaitsMath) return;
    this.#awaitsMath = false;
    this.#settle();
    this.assembler.formula(math && texOf(math));
  }

  get readsMath(): boolean {
    return this.#silent === 0 || this.#awaitsMath;
  }

  open(name: string, qualified: string, attributes: Attributes): void {
    if (this.#silent > 0) {
      this.#silent += 1;
      return;
    }
    const equation = name === 'img' || attributes['data-mathml'] !== undefined ? equationOf(attributes) : undefined;
    const medium = MEDIA.get(name);
    const emoji = emojiOf(name, attributes);
    const { assembler } = this;
    if (this.#open.length >= DEEPEST) {
      // Each nested element parses its whole content again, so the time grows with depth × length. The depth is therefore limited.
      assembler.lost.add('parte');
      this.#skip();
    } else if (attributes['data-text'] !== undefined) {
      this.assembler.notation(attributes['data-text']);
      this.#skip();
    } else if (equation) {
      this.#settle();
      this.assembler.formula('tex' in equation ? equation.tex : texOf(equation.math));
      this.#skip();
    } else if (isDrawnFormula(name, attributes)) {
      this.#skip();
      this.#awaitsMath = true;
    } else if (SILENT.has(name)) {
      this.#skip();
      if (/^math\/tex/i.test(attributes['type'] ?? '')) this.#script = '';
    } else if (isFormulaCopy(attributes) || (isDecoration(attributes) && this.assembler.isBehindFormula)) this.#skip();
    else if (isHidden(attributes)) {
      this.#skip();
      this.#reports = true;
    } else if (isDeleted(name, attributes)) {
      assembler.dropped.add(DELETED);
      this.#skip();
    } else if (isRemark(attributes)) {
      assembler.dropped.add(REMARKS);
      this.#skip();
    } else if (OFFICE_MATH.has(name)) {
      assembler.formula(undefined);
      this.#skip();
    } else if (emoji !== undefined) {
      this.#visible(emoji);
      this.#skip();
    } else if (medium) {
      this.assembler.medium(medium, attributes);
      this.#skip();
    } else this.#openText(name, qualified, attributes);
  }

  #openText(name: string, qualified: string, attributes: Attributes): void {
    const { assembler } = this;
    const shift = shiftOf(name, attributes);
    if (!shift && !isKnown(name, qualified)) assembler.dropped.add(unknownElement(qualified));
    const mark = assembler.mark();
    assembler.open(name, attributes);
    if (name === 'q') assembler.text('«');
    const { bold, underlined, otherwise } = settingOf(name, attributes);
    const link = linkOf(name, attributes);
    const around = this.#shown;
    this.#shown = shownWithin(around, name, attributes);
    this.#open.push({
      name,
      close: () => {
        this.#shown = around;
        if (name === 'q') assembler.text('»');
        // A text that is its own address is stored with it.
        if (link !== undefined && !isAddress(link, assembler.since(mark)))
          assembler.dropped.add(unkeptLink(assembler.since(mark), link));
        if (bold) assembler.setOff('bold', mark);
        if (underlined) assembler.setOff('underlined', mark);
        if (otherwise) assembler.emphasize(mark);
        if (shift) assembler.shift(shift, mark, name === 'sup' || name === 'sub');
        assembler.close(name);
      },
    });
  }

  close(name: string): void {
    if (this.#silent > 0) {
      this.#silent -= 1;
      if (this.#silent > 0) return;
      if (this.#script !== undefined) {
        // The script repeats the formula if its MathML stands in front of it.
        if (!this.assembler.isBehindFormula) this.assembler.formula(this.#script.trim());
        this.#formulaIsMissing = false;
      } else if (this.#awaitsMath) this.#formulaIsMissing = true;
      this.#script = undefined;
      this.#awaitsMath = false;
      this.#reports = false;
      return;
    }
    if (this.#open.at(-1)?.name === name) this.#open.pop()?.close();
  }

  read(): PlainText {
    while (this.#open.length > 0) this.#open.pop()?.close();
    this.#settle();
    return this.assembler.done();
  }

  #skip(): void {
    this.#silent = 1;
  }

  #settle(): void {
    if (this.#formulaIsMissing) this.assembler.lost.add('fórmula');
    this.#formulaIsMissing = false;
  }
}

/** How an element shows the texts within it. */
interface Shown {
  letters: NonNullable<ReturnType<typeof lettersOf>>;
  symbols: string | undefined;
  keepsLines: boolean;
}

/** An element without a font of its own inherits that of its parent. */
const withinFont = (own: string | null | undefined, around: string | undefined) =>
  own === undefined ? around : (own ?? undefined);

const shownWithin = (around: Shown, name: string, attributes: Attributes): Shown => ({
  letters: lettersOf(attributes) ?? around.letters,
  symbols: withinFont(symbolFontOf(name, attributes), around.symbols),
  keepsLines: keepsLines(attributes) ?? around.keepsLines,
});

/** Returns a text as CSS shows it, formulas as they are. */
function inLetters(text: string, letters: Shown['letters']): string {
  if (letters === 'none') return text;
  const change = (part: string): string => {
    if (letters === 'uppercase') return part.toLocaleUpperCase('pt');
    if (letters === 'lowercase') return part.toLocaleLowerCase('pt');
    return part.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase('pt'));
  };
  return text
    .split(/(\$(?:\\.|[^$\\])+\$)/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');
}

const bareAddress = (address: string) =>
  address
    .replace(/^(?:https?:\/\/|mailto:)/i, '')
    .replace(/\/$/, '')
    .trim();
/** Returns whether the text of a link is its address. */
const isAddress = (link: string, text: string): boolean => bareAddress(link) === bareAddress(text.trim());

/** Word's conditional comments that stand as tags: only what they enclose is text. */
const CONDITIONS = /<!\[(?:if\b[^\]<>]{0,200}|endif)\]>/gi;

/** A bracket that begins no tag: a less-than sign, which a browser would read as a tag and drop. */
const LONE_BRACKET = /<(?!\/?[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>|!--|!\[CDATA\[)/gi;

/** Editors insert these for layout; the plain characters are kept, because people type them. */
const plainSpaces = (html: string): string => html.replace(/&(?:nbsp|ensp|emsp);/g, ' ').replaceAll('&shy;', '');

/** Converts HTML from editors, valid or not, to plain text. With too many tags all of it is reported as lost. Nothing is executed or fetched. */
export function htmlToText(given: string): PlainText {
  if (hasTooManyTags(given)) return { ...bareText(''), lost: ['texto a mais'] };
  const html = plainSpaces(withMathml(given)).replace(CONDITIONS, '').replace(LONE_BRACKET, '&lt;');
  const reading = new Reading();
  /** Text since the last tag; the parser emits it in pieces, and a formula may span them. */
  let run = '';
  const flush = () => {
    if (run !== '') reading.text(run);
    run = '';
  };
  /** Where the open `math` element begins and how many are open; a formula is taken from the source. */
  let mathFrom = -1;
  let maths = 0;
  const parser: Parser = new Parser({
    ontext: (text) => {
      if (maths === 0) run += text;
    },
    onopentag: (qualified, attributes) => {
      const name = plainName(qualified);
      flush();
      if (maths > 0) maths += 1;
      else if (name === 'math' && reading.readsMath) {
        mathFrom = parser.startIndex;
        maths = 1;
      } else reading.open(name, qualified, attributes);
    },
    onclosetag: (qualified) => {
      flush();
      if (maths === 0) {
        reading.close(plainName(qualified));
        return;
      }
      maths -= 1;
      if (maths === 0) reading.math(mathIn(html.slice(mathFrom, parser.endIndex + 1)));
    },
  });
  parser.end(html);
  flush();
  return reading.read();
}

const mathIn = (markup: string): XmlElement | undefined =>
  mathOf(decodeHTMLStrict(markup.replace(/&(amp|lt|gt|quot|apos);/g, '&amp;$1;')));

/** Tags that people write as text. */
export const LITERAL_NAMES =
  'p|div|span|strong|em|b|i|u|s|a|q|sub|sup|ul|ol|li|dl|h[1-6]|table|font|center|blockquote|strike|del|ins|mark|small|big|code|pre|tt|figure|section|article';
const LITERAL_OPEN = new RegExp(`<(?:${LITERAL_NAMES})(?:\\s[^<>]*)?>`, 'i');
const LITERAL_END = new RegExp(`</(?:${LITERAL_NAMES})\\s*>`, 'i');

/** Returns whether a text holds markup that was escaped twice: matching tags, or a line break tag, as text. */
const isLiteralMarkup = (text: string): boolean =>
  /<br\s*\/?>/i.test(text) || (LITERAL_OPEN.test(text) && LITERAL_END.test(text));

/** Returns the content of XML elements (QTI's XHTML) as plain text; elements for which `skip` is true are omitted. */
export function elementsToText(
  parts: readonly (XmlElement | string)[],
  skip: (name: string, element: XmlElement) => boolean,
): PlainText {
  const reading = new Reading();
  const walk = (part: XmlElement | string): void => {
    if (!isElement(part)) {
      if (isLiteralMarkup(part) || part.includes('«math')) reading.assembler.add(htmlToText(part));
      else reading.text(part);
      return;
    }
    const name = plainName(part.name);
    if (skip(name, part)) return;
    if (name === 'math') {
      reading.math(part);
      return;
    }
    if (name === 'object' && /^image\//i.test(part.attributes['type'] ?? '')) {
      reading.assembler.medium('imagem', { src: part.attributes['data'] ?? '', alt: textOf(part).trim() });
      return;
    }
    // Something else would be shown in its place.
    if (!isKnown(name, part.name) && !MEDIA.has(name) && !SILENT.has(name) && textOf(part).trim() === '')
      reading.assembler.lost.add('parte');
    reading.open(name, part.name, part.attributes);
    for (const child of part.children) walk(child);
    reading.close(name);
  };
  for (const part of parts) walk(part);
  return reading.read();
}

/** Markup in a text that need not be marked up: matching tags, a line break, a picture, MathML, or an entity. */
const LOOKS_MARKED = /<(?:br\s*\/?|img\s[^<>]*)>|«math/i;
/**
 * Returns whether a text contains a `<math>` element. The closing tag is searched for only after the first opening tag: one search for each
 * opening tag would take quadratic time.
 */
const hasMath = (text: string): boolean => /<\/math>/i.test(/<math[\s>][\s\S]*/i.exec(text)?.[0] ?? '');
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
const BREAKS = /<(?:br|p|div|li|h[1-6]|tr)\b/i;

/** Precedes a text in the bank's own notation, so that it is read back unchanged. It is invisible. */
const OWN = '\u2060';

/** Returns a text of a table, of JSON or of Aiken as plain text: HTML and other programs' formulas are converted. */
export function writtenText(given: string): PlainText {
  if (given.startsWith(OWN)) {
    const own = given.slice(OWN.length);
    return OWN_PICTURE.test(own) ? withMarkdownPictures(own, (text) => text) : bareText(own);
  }
  const text = given.replace(/\r\n?/g, '\n');
  if (
    LOOKS_MARKED.test(text) ||
    hasMath(text) ||
    isLiteralMarkup(text) ||
    (ENTITY.test(text) && decodeHTMLStrict(text) !== text)
  )
    return htmlToText(BREAKS.test(text) ? text : text.replace(/\n/g, '<br>'));
  if (MARKDOWN_PICTURE.test(text)) return withMarkdownPictures(text);
  // A single dollar sign cannot open a formula.
  const signs = text.replace(/\\\$/g, '').split('$').length - 1;
  return bareText(signs === 1 && !/\\[([]|\[(?:la)?tex\]/i.test(text) ? text : foreignFormulas(text));
}

/** A picture in Markdown that is not stored here. The address of one in the file itself (`data:`) is long. */
const MARKDOWN_PICTURE =
  /!\[([^\]\n]{0,300})\]\((?!\/api\/images\/[0-9a-f]{32}\))(data:[^)\s]{1,200000}|[^)\s]{1,2000})(?:[^\S\n][^)\n]{0,300})?\)/;

/** A picture as exports put it into a text: encoded in it, or a file beside a workbook. */
const OWN_PICTURE = new RegExp(`\\]\\((?:data:image/|${FOLDER}/\\d{3}\\.)`);

/** Returns a text with the pictures that it shows in Markdown. */
function withMarkdownPictures(text: string, convert = foreignFormulas): PlainText {
  const assembler = new Assembler();
  let end = 0;
  for (const match of text.matchAll(new RegExp(MARKDOWN_PICTURE, 'g'))) {
    assembler.verbatim(convert(text.slice(end, match.index)));
    assembler.medium('imagem', { src: match[2] ?? '', alt: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  assembler.verbatim(convert(text.slice(end)));
  return assembler.done({ isNotation: true });
}

/** Returns a text so that `writtenText` reads it back unchanged. */
export const ownText = (text: string): string => {
  const read = text.startsWith(OWN) ? undefined : writtenText(text);
  return read?.text === text && read.lost.length === 0 && read.dropped.length === 0 ? text : OWN + text;
};
