import { tidy } from './draft.rules.ts';
import { FORMULA, foreignFormulas, lowered, raised, texOf } from './formulas.rules.ts';
import { EMPHASIS } from './kinds.rules.ts';
import { escapeAttribute, escapeXml, isElement, plainName, readXml, type XmlElement } from './xml.rules.ts';

// Texts with markup, of Moodle and of QTI, as plain text with `$…$` formulas, and back.

/** Plain text and what of the markup it could not take along. */
export interface PlainText {
  text: string;
  /** The text set apart in front of the question, when there is one. */
  passage: string | null;
  /** Things without which the question may not make sense: 'imagem', 'som', 'fórmula'. */
  lost: string[];
  /** Whether some of it stood out: underlined, bold, slanted or struck out. */
  emphasis: boolean;
}

/** What to say of a statement that speaks of words that stood out and do no longer. */
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
const MEDIA: Record<string, string> = {
  img: 'imagem',
  picture: 'imagem',
  svg: 'imagem',
  canvas: 'imagem',
  object: 'objecto',
  embed: 'objecto',
  iframe: 'objecto',
  audio: 'som',
  video: 'vídeo',
};
const EMPHATIC = new Set('u ins mark b strong i em s strike del'.split(' '));
const SILENT = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'annotation', 'annotationxml']);

/** Characters after which a text is too long, whatever else there is. */
const LONGEST_TEXT = 50_000;

/** Text in Markdown without the marks of what stands out. What is between two marks holds no third, so that no text takes long. */
export const withoutMarks = (text: string): string => text.replace(/(\*\*|__)(?=\S)((?:(?!\1)[^\n])+)(?<=\S)\1/g, '$2');

/** Puts plain text together from the parts of a marked-up one, as a browser would lay them out in lines. */
class Assembler {
  #texts = { statement: '', passage: '' };
  #into: 'statement' | 'passage' = 'statement';
  readonly lost = new Set<string>();
  emphasis = false;
  #depth = 0;
  /** Lists around the place, the innermost last: how their items are counted, and the next number. */
  readonly #lists: { kind: string | undefined; next: number }[] = [];
  /** How far the text is to the letter, so that no space of it is taken away. */
  #solid = 0;

  text(given: string): void {
    const collapsed = given.replace(/[ \t\n\r\f]+/g, ' ');
    const before = this.#texts[this.#into];
    const begins = before === '' || before.endsWith(' ') || before.endsWith('\n');
    this.#add(begins && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed);
  }

  /** What is longer than anything that can be kept is not put together to its end. */
  #add(given: string): void {
    if (this.#texts[this.#into].length > LONGEST_TEXT) this.lost.add('texto a mais');
    else this.#texts[this.#into] += given;
  }

  /** Text that is taken as it is, spaces and all. */
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

  /** What a browser puts in front of an item: questions speak of "I e II". */
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
      text: tidy(this.#texts.statement),
      passage: tidy(this.#texts.passage) || null,
      lost: [...this.lost],
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

/** A place in a list as its kind writes it; beyond short lists as a number. */
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

const ENTITIES: Record<string, string> = Object.assign(Object.create(null), {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: '\u2009',
  shy: '',
  laquo: '«',
  raquo: '»',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  bdquo: '„',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  deg: '°',
  ordm: 'º',
  ordf: 'ª',
  sup1: '¹',
  sup2: '²',
  sup3: '³',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  times: '×',
  divide: '÷',
  plusmn: '±',
  minus: '−',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  infin: '∞',
  radic: '√',
  pi: 'π',
  Pi: 'Π',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  Delta: 'Δ',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  sigma: 'σ',
  omega: 'ω',
  Omega: 'Ω',
  euro: '€',
  pound: '£',
  cent: '¢',
  copy: '©',
  reg: '®',
  trade: '™',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  harr: '↔',
  sect: '§',
  para: '¶',
  iexcl: '¡',
  iquest: '¿',
  micro: 'µ',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  permil: '‰',
  prime: '′',
  Prime: '″',
  lbrace: '{',
  rbrace: '}',
  dollar: '$',
  bsol: '\\',
});
const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
  ring: '\u030a',
};

/** HTML's entities that Portuguese and school mathematics use; others stay as they are written. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-zA-Z]\w{1,12}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) {
      const accented = /^([a-zA-Z])(acute|grave|circ|tilde|uml|cedil|ring)$/.exec(name);
      if (accented) return `${accented[1]}${ACCENTS[accented[2] as string]}`.normalize('NFC');
      return ENTITIES[name] ?? whole;
    }
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

const TAG =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)([a-zA-Z][\w:-]*)((?:\s+[^\s=<>/"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*\/?>/g;
const ATTRIBUTE = /([^\s=>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** HTML as people's editors write it, however untidy, as plain text. Nothing of it is ever run or fetched. */
export function htmlToText(html: string): PlainText {
  const assembler = new Assembler();
  let end = 0;
  /** Tag whose content is left out, until it closes. */
  let silent: string | undefined;
  let shift: { name: string; text: string } | undefined;
  const text = (raw: string) => {
    if (silent || raw === '') return;
    const plain = foreignFormulas(decodeEntities(raw));
    if (shift) shift.text += plain;
    else assembler.text(plain);
  };
  const pattern = new RegExp(TAG);
  for (let match = pattern.exec(html); match; match = pattern.exec(html)) {
    if (match.index < end) continue;
    text(html.slice(end, match.index));
    end = match.index + match[0].length;
    const name = plainName(match[2] ?? '');
    if (name === '') continue;
    const closes = match[1] === '/';
    if (silent) {
      if (closes && name === silent) silent = undefined;
      continue;
    }
    const attributes = attributesOf(match[3] ?? '');
    if (!closes && name === 'math') {
      const close = html.slice(end).search(/<\/(?:\w+:)?math\s*>/i);
      const markup = html.slice(match.index, close === -1 ? html.length : end + close);
      addMath(assembler, mathFrom(`${markup}</${match[2]}>`));
      end = close === -1 ? html.length : html.indexOf('>', end + close) + 1;
      pattern.lastIndex = end;
    } else if (!closes && attributes['data-text'] !== undefined) {
      assembler.verbatim(attributes['data-text']);
      silent = name;
    } else if (!closes && SILENT.has(name)) {
      silent = name;
      if (/^math\/tex/i.test(attributes['type'] ?? '')) assembler.lost.add('fórmula');
    } else if (!closes && MEDIA[name]) assembler.lost.add(MEDIA[name]);
    else if (name === 'sup' || name === 'sub') {
      if (!closes) shift = { name, text: '' };
      else if (shift) {
        assembler.verbatim(
          shift.text.trim() === '' ? '' : shift.name === 'sup' ? raised(shift.text.trim()) : lowered(shift.text.trim()),
        );
        shift = undefined;
      }
    } else if (closes) assembler.close(name);
    else assembler.open(name, attributes);
  }
  text(html.slice(end));
  return assembler.done();
}

function attributesOf(raw: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const match of raw.matchAll(ATTRIBUTE))
    attributes[(match[1] as string).toLowerCase()] = decodeEntities(match[2] ?? match[3] ?? match[4] ?? '');
  return attributes;
}

function mathFrom(markup: string): XmlElement | undefined {
  try {
    return readXml(decodeEntities(markup.replace(/&(amp|lt|gt|quot|apos);/g, '&amp;$1;')));
  } catch {
    return undefined;
  }
}

function addMath(assembler: Assembler, math: XmlElement | undefined): void {
  const tex = math && texOf(math);
  if (tex === undefined || tex === '') assembler.lost.add('fórmula');
  else assembler.verbatim(`$${tex.replace(/(?<!\\)\$/g, '\\$')}$`);
}

/** The content of XML elements (QTI's XHTML) as plain text; elements that `skip` names are left out. */
export function elementsToText(
  parts: readonly (XmlElement | string)[],
  skip: (name: string, element: XmlElement) => boolean,
): PlainText {
  const assembler = new Assembler();
  const walk = (part: XmlElement | string): void => {
    if (!isElement(part)) {
      assembler.text(foreignFormulas(part));
      return;
    }
    const name = plainName(part.name);
    const verbatim = part.attributes['data-text'];
    if (skip(name, part) || SILENT.has(name)) return;
    if (name === 'math') addMath(assembler, part);
    else if (verbatim !== undefined) assembler.verbatim(verbatim);
    else if (MEDIA[name]) assembler.lost.add(MEDIA[name]);
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

/** What a text needs of its own in markup: formulas, dollar signs that are none, lone brackets, and every space that a browser would swallow. */
const SPECIAL = new RegExp(`${FORMULA.source}|\\\\\\$|\\$|\\\\[([]|\\n|[ \\t]{2,}|\\t|(?<=\\n) | (?=\\n)`, 'g');

/**
 * Plain text as markup that reads back as exactly the same text. What HTML would change travels in `data-text`.
 *
 * @param formula how a formula (TeX without its dollar signs) is written; `\(…\)` for programs that show TeX.
 */
export function textToMarkup(text: string, formula: (tex: string) => string = roundBrackets): string {
  let markup = '';
  let end = 0;
  for (const match of text.matchAll(SPECIAL)) {
    markup += escapeXml(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[1] !== undefined) markup += formula(match[1]);
    else if (match[0] === '\n') markup += '<br />';
    else markup += verbatim(match[0], match[0] === '\\$' ? '$' : match[0]);
  }
  return markup + escapeXml(text.slice(end));
}

/** Text that must come back to the letter, with what people see in its place. */
export const verbatim = (text: string, shown: string): string =>
  `<span data-text="${escapeAttribute(text)}">${escapeXml(shown)}</span>`;

function roundBrackets(tex: string): string {
  // Reading ends at the first closing bracket, and takes spaces at the edges of lines away.
  const plain = !/\\[)\]([]|\\\$|[ \t]{2,}|[\n\t]/.test(tex);
  return plain ? `\\(${escapeXml(tex)}\\)` : verbatim(`$${tex}$`, `\\(${tex}\\)`);
}

/** The markup of a statement, with the text to read set apart in front of it. */
export function statementMarkup(
  question: { statement: string; passage: string | null },
  formula?: (tex: string) => string,
): string {
  const statement = textToMarkup(question.statement, formula);
  return question.passage === null
    ? statement
    : `<div class="passage">${textToMarkup(question.passage, formula)}</div>${question.statement === '' ? '' : `<p>${statement}</p>`}`;
}
