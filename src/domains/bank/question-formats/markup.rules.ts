import { decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';
import { normalizeText } from '../test-bank/question.rules.ts';
import { foreignFormulas, lowered, raised, texOf } from './formulas.rules.ts';
import { EMPHASIS } from './kinds.rules.ts';
import { isElement, plainName, readXml, type XmlElement } from './xml.rules.ts';

// Reads marked-up texts (Moodle, QTI) as plain text with `$…$` formulas.

/** Plain text, and what of the markup it could not keep. */
export interface PlainText {
  text: string;
  /** The passage in front of the question, if there is one. */
  passage: string | null;
  /** Lost content without which the question may not make sense: 'imagem', 'som', 'fórmula'. */
  lost: string[];
  /** Addresses of the pictures it shows. They are in `lost` as well. */
  pictures: { source: string; alt: string }[];
  /** Whether some of it was underlined, bold, italic or struck out. */
  emphasis: boolean;
}

/** Returns the note for a statement that refers to emphasis that was lost. */
export const emphasisNotes = ({ text, passage, emphasis }: PlainText): string[] =>
  emphasis &&
  /sublinh|negrito|it[áa]lico|destac|destaque|assinalad|riscad|underlin|bold|italic|highlight/i.test(
    `${passage} ${text}`,
  )
    ? [EMPHASIS]
    : [];

const BLOCKS = new Set(
  'p div li ul ol dl dt dd table tr tbody thead section article blockquote pre h1 h2 h3 h4 h5 h6 figure figcaption hr prompt contentbody'.split(
    ' ',
  ),
);
const MEDIA: ReadonlyMap<string, string> = new Map([
  ['img', 'imagem'],
  ['picture', 'imagem'],
  ['svg', 'imagem'],
  ['canvas', 'imagem'],
  ['object', 'objecto'],
  ['embed', 'objecto'],
  ['iframe', 'objecto'],
  ['audio', 'som'],
  ['video', 'vídeo'],
]);
const EMPHATIC = new Set('u ins mark b strong i em s strike del'.split(' '));
const SILENT = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'annotation', 'annotationxml']);

/** Maximum characters; a longer text is refused anyway. */
const LONGEST_TEXT = 50_000;

/** Removes Markdown emphasis. The text between two marks contains no third mark, so that matching stays linear. */
export const withoutMarks = (text: string): string => text.replace(/(\*\*|__)(?=\S)((?:(?!\1)[^\n])+)(?<=\S)\1/g, '$2');

/** Assembles plain text from the parts of a marked-up one, with line breaks where a browser puts them. */
class Assembler {
  #texts = { statement: '', passage: '' };
  #into: 'statement' | 'passage' = 'statement';
  readonly lost = new Set<string>();
  readonly pictures: { source: string; alt: string }[] = [];
  emphasis = false;
  #depth = 0;
  /** Open lists, the innermost last: how their items are numbered, and the next number. */
  readonly #lists: { kind: string | undefined; next: number }[] = [];
  /** Number of open `pre` elements, which keep line breaks and spaces. */
  #preformatted = 0;
  #preformattedBegins = false;
  /** Up to where the text is verbatim, so that its spaces are kept. */
  #solid = 0;

  text(given: string): void {
    if (this.#preformatted > 0) {
      this.#preformattedText(given);
      return;
    }
    const collapsed = given.replace(/[ \t\n\r\f]+/g, ' ');
    const before = this.#texts[this.#into];
    const begins = before === '' || before.endsWith(' ') || before.endsWith('\n');
    this.#add(begins && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed);
  }

  #preformattedText(given: string): void {
    // A browser ignores a line break directly after the tag.
    const lines = given.replace(/\r\n?/g, '\n');
    this.verbatim(this.#preformattedBegins ? lines.replace(/^\n/, '') : lines);
    this.#preformattedBegins = false;
  }

  /** Content that is not text. */
  medium(thing: string, attributes: Readonly<Record<string, string>>): void {
    this.lost.add(thing);
    if (thing === 'imagem') this.pictures.push({ source: attributes['src'] ?? '', alt: attributes['alt'] ?? '' });
  }

  /** Stops assembling once the text is longer than can be stored. */
  #add(given: string): void {
    if (this.#texts[this.#into].length > LONGEST_TEXT) this.lost.add('texto a mais');
    else this.#texts[this.#into] += given;
  }

  /** Text that is taken verbatim, spaces included. */
  verbatim(given: string): void {
    this.#add(given);
    this.#solid = this.#texts[this.#into].length;
  }

  newLine(): void {
    const text = this.#texts[this.#into];
    if (text.length > this.#solid && text.endsWith(' ')) this.#texts[this.#into] = text.slice(0, -1);
    this.#add('\n');
  }

  block(): void {
    const text = this.#texts[this.#into];
    if (text !== '' && !text.endsWith('\n')) this.newLine();
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'br') this.newLine();
    else if (BLOCKS.has(name)) this.block();
    if (name === 'pre') {
      this.#preformatted += 1;
      this.#preformattedBegins = true;
    }
    if (name === 'ol' || name === 'ul') this.#lists.push(listOf(name, attributes));
    if (name === 'li') this.verbatim(this.#marker(attributes['value']));
    const style = attributes['style'] ?? '';
    if (EMPHATIC.has(name) || /underline|line-through|bold|italic|background/i.test(style)) this.emphasis = true;
    if (name === 'td' || name === 'th') this.lost.add('tabela');
    if (this.#into === 'passage') this.#depth += name === 'div' ? 1 : 0;
    else if (name === 'div' && /(^|\s)passage(\s|$)/.test(attributes['class'] ?? '') && this.#texts.passage === '') {
      this.#into = 'passage';
      this.#depth = 1;
      this.#solid = 0;
    }
  }

  close(name: string): void {
    if (name === 'td' || name === 'th') this.text(' ');
    if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (BLOCKS.has(name)) this.block();
    if (name === 'ol' || name === 'ul') this.#lists.pop();
    if (this.#into === 'passage' && name === 'div') {
      this.#depth -= 1;
      if (this.#depth === 0) {
        this.#into = 'statement';
        this.#solid = 0;
      }
    }
  }

  /** The marker a browser shows before a list item: questions refer to "I e II". */
  #marker(value: string | undefined): string {
    const list = this.#lists.at(-1);
    if (list?.kind === undefined) return '- ';
    const given = Number.parseInt(value ?? '', 10);
    if (Number.isSafeInteger(given)) list.next = given;
    list.next += 1;
    return `${numbered(list.next - 1, list.kind)}. `;
  }

  done(): PlainText {
    return {
      text: normalizeText(this.#texts.statement),
      passage: normalizeText(this.#texts.passage) || null,
      lost: [...this.lost],
      pictures: this.pictures,
      emphasis: this.emphasis,
    };
  }
}

const LIST_KINDS: readonly (readonly [style: RegExp, kind: string])[] = [
  [/upper-roman/, 'I'],
  [/lower-roman/, 'i'],
  [/upper-(alpha|latin)/, 'A'],
  [/lower-(alpha|latin)/, 'a'],
];

function listOf(name: string, attributes: Readonly<Record<string, string>>) {
  const start = Number.parseInt(attributes['start'] ?? '', 10);
  const styled = LIST_KINDS.find(([style]) => style.test(attributes['style'] ?? ''))?.[1];
  const kind = name === 'ol' ? (styled ?? attributes['type'] ?? '1') : undefined;
  return { kind, next: Number.isSafeInteger(start) ? start : 1 };
}

const ROMAN: readonly (readonly [number, string])[] = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** Returns a list number in the list's style; as a number beyond short lists. */
function numbered(place: number, kind: string): string {
  if (/^[aA]$/.test(kind) && place >= 1 && place <= 26) return String.fromCharCode(kind.charCodeAt(0) + place - 1);
  if (!/^[iI]$/.test(kind) || place < 1 || place > 39) return String(place);
  let left = place;
  const text = ROMAN.map(([value, letters]) => {
    const times = Math.floor(left / value);
    left -= times * value;
    return letters.repeat(times);
  }).join('');
  return kind === 'i' ? text.toLowerCase() : text;
}

/** A bracket that begins no tag: a less-than sign, which a browser would read as a tag and drop. */
const LONE_BRACKET = /<(?!\/?[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>|!--|!\[CDATA\[)/gi;

/** Converts HTML from editors, valid or not, to plain text. Nothing of it is executed or fetched. */
export function htmlToText(html: string): PlainText {
  return new HtmlReader(plainSpaces(html).replace(LONE_BRACKET, '&lt;')).read();
}

/** Parses HTML and passes what it finds to an `Assembler`. */
class HtmlReader {
  readonly #assembler = new Assembler();
  readonly #parser: Parser;
  /** Text since the last tag; the parser emits it in pieces, and a formula may span them. */
  #run = '';
  /** Depth inside an element whose content is skipped; 0 outside. */
  #silent = 0;
  /** Where the open `math` element begins; -1 outside. */
  #mathFrom = -1;
  #shift: { name: string; text: string } | undefined;
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
    this.#parser = new Parser({
      ontext: (text) => {
        this.#run += text;
      },
      onopentag: (name, attributes) => this.#open(plainName(name), attributes),
      onclosetag: (name) => this.#close(plainName(name)),
    });
  }

  read(): PlainText {
    this.#parser.end(this.#html);
    this.#flush();
    return this.#assembler.done();
  }

  #flush(): void {
    if (this.#silent === 0 && this.#run !== '') {
      const text = foreignFormulas(this.#run);
      if (this.#shift) this.#shift.text += text;
      else this.#assembler.text(text);
    }
    this.#run = '';
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#flush();
    const medium = MEDIA.get(name);
    if (this.#silent > 0) this.#silent += 1;
    else if (name === 'math') {
      this.#mathFrom = this.#parser.startIndex;
      this.#silent = 1;
    } else if (attributes['data-text'] !== undefined) {
      this.#assembler.verbatim(attributes['data-text']);
      this.#silent = 1;
    } else if (SILENT.has(name)) {
      this.#silent = 1;
      if (/^math\/tex/i.test(attributes['type'] ?? '')) this.#assembler.lost.add('fórmula');
    } else if (medium) this.#assembler.medium(medium, attributes);
    else if (name === 'sup' || name === 'sub') this.#shift = { name, text: '' };
    else this.#assembler.open(name, attributes);
  }

  #close(name: string): void {
    this.#flush();
    if (this.#silent > 0) {
      this.#silent -= 1;
      if (this.#silent > 0 || this.#mathFrom === -1) return;
      addMath(this.#assembler, mathFrom(this.#html.slice(this.#mathFrom, this.#parser.endIndex + 1)));
      this.#mathFrom = -1;
    } else if (name === 'sup' || name === 'sub') this.#closeShift();
    else this.#assembler.close(name);
  }

  #closeShift(): void {
    const text = this.#shift?.text.trim() ?? '';
    this.#assembler.verbatim(text === '' ? '' : this.#shift?.name === 'sup' ? raised(text) : lowered(text));
    this.#shift = undefined;
  }
}

/** Editors insert these for layout; the plain characters are kept, because people type them. */
const plainSpaces = (html: string): string => html.replace(/&(?:nbsp|ensp|emsp);/g, ' ').replaceAll('&shy;', '');

function mathFrom(markup: string): XmlElement | undefined {
  try {
    return readXml(decodeHTMLStrict(markup.replace(/&(amp|lt|gt|quot|apos);/g, '&amp;$1;')));
  } catch {
    return undefined;
  }
}

function addMath(assembler: Assembler, math: XmlElement | undefined): void {
  const tex = math && texOf(math);
  if (tex === undefined || tex === '') assembler.lost.add('fórmula');
  else assembler.verbatim(`$${tex.replace(/(?<!\\)\$/g, '\\$')}$`);
}

/** Tags that people write as text. */
export const LITERAL_NAMES = 'p|div|span|strong|em|b|i|u|sub|sup|ul|ol|li|h[1-6]';
const LITERAL_OPEN = new RegExp(`<(?:${LITERAL_NAMES})(?:\\s[^<>]*)?>`, 'i');
const LITERAL_END = new RegExp(`</(?:${LITERAL_NAMES})\\s*>`, 'i');

/** Returns whether a text holds markup that was escaped twice: matching tags, or a line break tag, as text. */
const isLiteralMarkup = (text: string): boolean =>
  /<br\s*\/?>/i.test(text) || (LITERAL_OPEN.test(text) && LITERAL_END.test(text));

function addLiteral(assembler: Assembler, inside: PlainText): void {
  for (const thing of inside.lost) assembler.lost.add(thing);
  assembler.pictures.push(...inside.pictures);
  assembler.emphasis ||= inside.emphasis;
  for (const [index, line] of inside.text.split('\n').entries()) {
    if (index > 0) assembler.newLine();
    assembler.text(line);
  }
}

/** Returns the content of XML elements (QTI's XHTML) as plain text; elements named in `skip` are omitted. */
export function elementsToText(
  parts: readonly (XmlElement | string)[],
  skip: (name: string, element: XmlElement) => boolean,
): PlainText {
  const assembler = new Assembler();
  const walk = (part: XmlElement | string): void => {
    if (!isElement(part)) {
      if (isLiteralMarkup(part)) addLiteral(assembler, htmlToText(part));
      else assembler.text(foreignFormulas(part));
      return;
    }
    const name = plainName(part.name);
    const verbatim = part.attributes['data-text'];
    const medium = MEDIA.get(name);
    if (skip(name, part) || SILENT.has(name)) return;
    if (name === 'math') addMath(assembler, part);
    else if (verbatim !== undefined) assembler.verbatim(verbatim);
    else if (medium) assembler.medium(medium, part.attributes);
    else if (name === 'sup' || name === 'sub') {
      const inside = elementsToText(part.children, skip);
      for (const lost of inside.lost) assembler.lost.add(lost);
      assembler.verbatim(inside.text === '' ? '' : name === 'sup' ? raised(inside.text) : lowered(inside.text));
    } else {
      assembler.open(name, part.attributes);
      for (const child of part.children) walk(child);
      assembler.close(name);
    }
  };
  for (const part of parts) walk(part);
  return assembler.done();
}
