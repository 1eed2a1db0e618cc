import { readXml, type XmlElement } from './xml.rules.ts';

// What an element of marked-up text is for its reader, by its name and its attributes: editors and word processors write the same thing in
// many ways.

export type Attributes = Readonly<Record<string, string>>;

/** Media that a text shows, and what they are called in reports. */
export const MEDIA: ReadonlyMap<string, string> = new Map([
  ['img', 'imagem'],
  ['svg', 'imagem'],
  ['canvas', 'imagem'],
  ['object', 'objecto'],
  ['embed', 'objecto'],
  ['applet', 'objecto'],
  ['iframe', 'objecto'],
  ['audio', 'som'],
  ['video', 'vídeo'],
  ['input', 'campo'],
  ['textarea', 'campo'],
  ['select', 'campo'],
]);

/** Elements without text for readers. */
export const SILENT = new Set(
  'script style head title template noscript annotation annotationxml stylesheet link meta'.split(' '),
);

const KNOWN = new Set(
  (
    'a abbr acronym address article aside b bdi bdo big blockquote body br caption center cite code col colgroup contentbody dd del ' +
    'details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr html i ins kbd label legend li ' +
    'main mark menu nav nobr ol p picture pre prompt q rubricblock s samp section small source span strike strong sub summary sup table tbody td tex tfoot ' +
    'th thead time tr tt u ul var wbr'
  ).split(' '),
);
/** Returns whether an element is one that readers know to be text; Word's own (`o:p`, `st1:place`) are too. */
export const isKnown = (name: string, qualified: string): boolean =>
  KNOWN.has(name) || /^(?:o|w|v|st\d):/i.test(qualified);

/** Word's own formulas, whose parts are no MathML. */
export const OFFICE_MATH = new Set(['omath', 'omathpara']);

/** Returns whether an element holds what Word shows beside the text: comments of a reviewer and their marks. */
export const isRemark = (attributes: Attributes): boolean =>
  /mso-element\s*:\s*comment|mso-special-character\s*:\s*comment/.test(styleOf(attributes)) ||
  hasClass(attributes, /^MsoCommentReference$/i);

/** Returns the address that a link leads to, outside its page. */
export const linkOf = (name: string, attributes: Attributes): string | undefined => {
  const address = name === 'a' ? (attributes['href'] ?? '').trim() : '';
  return /^(?:$|#|javascript:|about:)/i.test(address) ? undefined : address;
};

/** Returns the sign that a picture of an emoji stands for. */
export const emojiOf = (name: string, attributes: Attributes): string | undefined => {
  const alt = attributes['alt'] ?? '';
  return name === 'img' && hasClass(attributes, /emoji|emoticon/i) && /^[^\p{L}\p{N}\s]{1,20}$/u.test(alt)
    ? alt
    : undefined;
};

/** Returns the value of `text-transform` in a style, or undefined without one. */
export function lettersOf(attributes: Attributes): 'uppercase' | 'lowercase' | 'capitalize' | 'none' | undefined {
  const told = /text-transform\s*:\s*(uppercase|lowercase|capitalize|none)/.exec(styleOf(attributes))?.[1];
  return told as ReturnType<typeof lettersOf>;
}

/** Returns whether an element shows the line breaks of its source, or undefined if it does not say so. */
export function keepsLines(attributes: Attributes): boolean | undefined {
  const told = /white-space\s*:\s*([\w-]+)/.exec(styleOf(attributes))?.[1];
  return told === undefined ? undefined : /^(?:pre|pre-wrap|pre-line|break-spaces)$/.test(told);
}

/** Fonts whose characters look different from what they are. Word marks its list bullets, which are left as they are. */
const SYMBOL_FONT =
  /(?:^|[;\s])(?:mso-(?:ascii|hansi|symbol)-)?font-family\s*:\s*["']?(symbol|wingdings|webdings|mt extra)\b/;

/** Returns the font of symbols that an element's text is in; null for another font, undefined if the element does not say. */
export function symbolFontOf(name: string, attributes: Attributes): string | null | undefined {
  const style = styleOf(attributes);
  if (/mso-list\s*:\s*ignore/.test(style)) return null;
  const named = SYMBOL_FONT.exec(style)?.[1];
  if (named) return named;
  if (/(?:^|[;\s])font-family\s*:/.test(style)) return null;
  const face = name === 'font' ? attributes['face']?.toLowerCase() : undefined;
  return face && (/^["']?(symbol|wingdings|webdings|mt extra)\b/.exec(face)?.[1] ?? null);
}

/** Adobe's Symbol font: what its characters show, where that is common at school. */
const SYMBOLS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...'ABCDEFGHIKLMNOPQRSTUWXYZabcdefghiklmnopqrstuwxyz'].map((letter, at) => [
      letter,
      [...'ΑΒΧΔΕΦΓΗΙΚΛΜΝΟΠΘΡΣΤΥΩΞΨΖαβχδεφγηικλμνοπθρστυωξψζ'][at] as string,
    ]),
  ),
  '£': '≤',
  '¤': '⁄',
  '¥': '∞',
  '«': '↔',
  '¬': '←',
  '\u00ad': '↑',
  '®': '→',
  '¯': '↓',
  '°': '°',
  '±': '±',
  '³': '≥',
  '´': '×',
  '¶': '∂',
  '·': '•',
  '¸': '÷',
  '¹': '≠',
  º: '≡',
  '»': '≈',
  '¼': '…',
  Æ: '∅',
  Ç: '∩',
  È: '∪',
  É: '⊃',
  Ë: '⊄',
  Ì: '⊂',
  Î: '∈',
  Ï: '∉',
  Ð: '∠',
  Ö: '√',
  '×': '⋅',
  Þ: '⇒',
  Û: '⇔',
  å: '∑',
  '-': '−',
  '*': '∗',
  '@': '≅',
  '"': '∀',
  $: '∃',
  "'": '∋',
  '^': '⊥',
};
/** Characters that look in that font as they are. */
const SAME_IN_SYMBOL = /^[\d\s()[\]{}+=<>,.;:!?%&/|_#]$/;

/** Returns what a text in a font of symbols shows, or undefined if one of its characters is unknown. */
export function symbolsShown(font: string, text: string): string | undefined {
  if (font !== 'symbol') return undefined;
  // Word also writes these characters in the private-use area.
  const shown = [...text].map((given) => {
    const code = given.charCodeAt(0);
    const letter = code >= 0xf020 && code <= 0xf0ff ? String.fromCharCode(code - 0xf000) : given;
    // A character outside Latin-1 is not of this font.
    return letter.charCodeAt(0) > 0xff || SAME_IN_SYMBOL.test(letter) ? letter : SYMBOLS[letter];
  });
  return shown.every((letter) => letter !== undefined) ? shown.join('') : undefined;
}

const styleOf = (attributes: Attributes) => (attributes['style'] ?? '').toLowerCase();
const classesOf = (attributes: Attributes) => (attributes['class'] ?? '').split(/\s+/);
const hasClass = (attributes: Attributes, names: RegExp) => classesOf(attributes).some((name) => names.test(name));

/** Returns whether an element is raised or lowered: by its name, by CSS (Google Docs), or as Word writes it. */
export function shiftOf(name: string, attributes: Attributes): 'sup' | 'sub' | undefined {
  if (name === 'sup' || name === 'sub') return name;
  const style = styleOf(attributes);
  const told = /(?:vertical-align|font-variant-position)\s*:\s*(super|sub)/.exec(style)?.[1];
  if (told) return told === 'super' ? 'sup' : 'sub';
  const raised = /(?:vertical-align|mso-text-raise)\s*:\s*(-?)(?=[\d.]*[1-9])[\d.]+(?:p[tx]|r?em|ex|%)/.exec(style);
  if (raised) return raised[1] === '-' ? 'sub' : 'sup';
  const moved = /position\s*:\s*relative/.test(style) && /(?:^|[;\s])(top|bottom)\s*:\s*(-?)[\d.]+/.exec(style);
  if (moved) return (moved[1] === 'top') === (moved[2] === '-') ? 'sup' : 'sub';
  if (hasClass(attributes, /^(?:ql-)?(?:superscript|super|sup)$/i)) return 'sup';
  return hasClass(attributes, /^(?:ql-)?(?:subscript|sub)$/i) ? 'sub' : undefined;
}

const CONCEALED =
  /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:p[tx]|r?em|%)?\s*(?:!|;|$)|opacity\s*:\s*0?\.?0*\s*(?:!|;|$)/;
const WHITE = /(?:^|[;\s])color\s*:\s*(?:white|#fff(?:fff)?|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))/;

/** Returns whether nobody sees the element's text in its own program. */
export function isHidden(attributes: Attributes): boolean {
  const style = styleOf(attributes);
  return (
    attributes['hidden'] !== undefined ||
    CONCEALED.test(style) ||
    (WHITE.test(style) && !/background/.test(style)) ||
    hasClass(attributes, /^(?:accesshide|sr-only|visually-?hidden|screenreader-only|hidden-readable|d-none)$/i)
  );
}

/** Returns whether an element holds what tracked changes delete: Word writes who deleted it and when. Others only strike text out. */
export const isDeleted = (name: string, attributes: Attributes): boolean =>
  (name === 'del' && (attributes['datetime'] !== undefined || attributes['cite'] !== undefined)) ||
  /mso-deleted\b/.test(styleOf(attributes)) ||
  hasClass(attributes, /^msoDel$/i);

/** Returns whether an element repeats a formula that stands beside it: what KaTeX and MathJax draw for the eye. */
export const isFormulaCopy = (attributes: Attributes): boolean =>
  hasClass(attributes, /^(?:katex-html|MathJax_Preview|MathJax_SVG|mjx-chtml|MJX_Assistive_MathML_copy)$/i);

/** Returns whether an element is marked as decoration, which a formula beside it already says. */
export const isDecoration = (attributes: Attributes): boolean => /^true$/i.test(attributes['aria-hidden'] ?? '');

const BOLD = new Set(['b', 'strong']);
const UNDERLINED = new Set(['u', 'ins']);
const EMPHATIC = new Set('mark i em s strike del'.split(' '));
const DARK =
  /^(?:black|inherit|initial|windowtext|auto|currentcolor|#[0-4](?:[\da-f]{2}|[\da-f][0-4][\da-f][0-4][\da-f])|rgb\(\s*\d{1,2}\s*,\s*\d{1,2}\s*,\s*\d{1,2}\s*\))/;

/** How an element sets its text off from the rest: in ways that the bank keeps, and in others. */
export interface Setting {
  bold: boolean;
  underlined: boolean;
  /** Italic, struck out, coloured or highlighted. */
  otherwise: boolean;
}

/** Returns how an element sets its text off. Google Docs wraps all that it copies in a `b` whose style says that it is not bold. */
export function settingOf(name: string, attributes: Attributes): Setting {
  const style = styleOf(attributes);
  const weight = /(?:^|[;\s])font-weight\s*:\s*(\w+)/.exec(style)?.[1];
  const colour =
    /(?:^|[;\s])color\s*:\s*([^;!]+)/.exec(style)?.[1]?.trim() ??
    (name === 'font' ? attributes['color']?.toLowerCase() : undefined);
  return {
    bold: weight === undefined ? BOLD.has(name) : /^(?:bold|bolder|[6-9]00)$/.test(weight),
    underlined: UNDERLINED.has(name) || /text-decoration[^;:]*:[^;]*underline/.test(style),
    otherwise:
      EMPHATIC.has(name) ||
      /line-through|font-style\s*:\s*(?:italic|oblique)/.test(style) ||
      HIGHLIGHT.test(style) ||
      (colour !== undefined && !DARK.test(colour)),
  };
}
const HIGHLIGHT =
  /background(?:-color)?\s*:(?!\s*(?:transparent|none|white|#fff(?:fff)?|inherit|initial|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))\s*(?:!|;|$))/;

/** Addresses of services that draw a formula given in TeX. */
const DRAWN =
  /(?:codecogs\.com\/[\w.]+\?|cht=tx[^#]*?&(?:amp;)?chl=|mathtex\.cgi\?|mimetex\.cgi\?|\/equation_images\/)(.+)$/i;

/** Returns the formula that a picture shows, as TeX or as MathML, or undefined for a picture of anything else. */
export function equationOf(attributes: Attributes): { tex: string } | { math: XmlElement } | undefined {
  const mathml = attributes['data-mathml'] ?? attributes['data-mathml-content'];
  if (mathml !== undefined) {
    const math = mathOf(fromWiris(mathml));
    if (math) return { math };
  }
  const alt = attributes['alt'] ?? '';
  const drawn = DRAWN.exec(attributes['src'] ?? '')?.[1];
  const tex =
    attributes['data-equation-content'] ??
    attributes['data-latex'] ??
    attributes['data-tex'] ??
    /^(?:LaTeX|TeX)\s*:\s*(.+)$/is.exec(alt)?.[1] ??
    (hasClass(attributes, /^(?:equation_image|texrender|latex|tex|mathjax|math-tex)$/i)
      ? (attributes['title'] ?? '').trim() || alt || undefined
      : undefined) ??
    (drawn === undefined ? undefined : decodedTwice(drawn));
  const plain = tex
    ?.trim()
    .replace(/^\\[([]([\s\S]*)\\[)\]]$/, '$1')
    .replace(/^\$\$?([^$]*)\$\$?$/, '$1')
    .trim();
  return plain ? { tex: plain } : undefined;
}

function decodedTwice(address: string): string | undefined {
  try {
    const once = decodeURIComponent(address.replaceAll('+', '%20'));
    return /%5C/i.test(once) ? decodeURIComponent(once) : once;
  } catch {
    return undefined;
  }
}

/** WIRIS writes MathML with these marks instead of those that HTML editors would change. */
const WIRIS: Readonly<Record<string, string>> = { '«': '<', '»': '>', '¨': '"', '§': '&', '`': "'" };
const fromWiris = (text: string): string => text.replace(/[«»¨§`]/g, (mark) => WIRIS[mark] as string);

/** Returns a text in which WIRIS's formulas are MathML. The pattern excludes nested formulas, so that matching takes linear time. */
export const withMathml = (text: string): string =>
  text.replace(/«math(?:(?!«math)[\s\S]){0,20000}?«\/math»/g, fromWiris);

export function mathOf(markup: string): XmlElement | undefined {
  try {
    return readXml(markup);
  } catch {
    return undefined;
  }
}

// Texts that a file of Moodle holds in several languages side by side, of which Moodle shows one: elements of the class `multilang`, or
// `{mlang pt}…{mlang}`.

const OPEN =
  /<span(?=[^<>]*\sclass="multilang")(?=[^<>]*\slang="([\w-]+)")[^<>]*>|\{\s*mlang\s+([\w-]+)(?:\s*,[\w,\s-]{0,60})?\s*\}/gi;
const CLOSE = { span: '</span>', mlang: '{mlang}' } as const;
/** Matches what separates two versions of one text in different languages: only white space. */
const BETWEEN = /^(?:\s|&nbsp;)*$/;

interface Block {
  language: string;
  text: string;
  from: number;
  to: number;
}

/** Reads a text in one of its languages: Portuguese, or the first if there is none. What is left out is named. */
export function inOneLanguage<Text extends { dropped: string[] }>(given: string, read: (text: string) => Text): Text {
  const groups = groupsOf(given);
  if (groups.length === 0) return read(given);
  const left = new Set<string>();
  let text = '';
  let end = 0;
  for (const group of groups) {
    const kept = group.find(({ language }) => /^pt/i.test(language)) ?? (group[0] as Block);
    for (const block of group) if (block !== kept) left.add(`«${block.language}»`);
    text += given.slice(end, group[0]?.from) + kept.text;
    end = group.at(-1)?.to ?? end;
  }
  const plain = read(text + given.slice(end));
  return left.size === 0 ? plain : { ...plain, dropped: [...plain.dropped, leftOut([...left].join(', '))] };
}

const leftOut = (languages: string): string =>
  `O texto vem em várias línguas e fica numa só: o que está em ${languages} não é guardado.`;
/** Matches the note about languages. */
export const IN_LANGUAGES = /^O texto vem em várias línguas/;

/** Returns the texts in several languages, each with its blocks. */
function groupsOf(text: string): Block[][] {
  const groups: Block[][] = [];
  for (const match of text.matchAll(OPEN)) {
    const last = groups.at(-1)?.at(-1);
    if (last && match.index < last.to) continue;
    const [whole, span, mlang = ''] = match;
    const close = span === undefined ? CLOSE.mlang : CLOSE.span;
    const from = match.index + whole.length;
    const at = text.indexOf(close, from);
    // What is not closed here is not closed further on either.
    if (at === -1) break;
    const block = {
      language: (span ?? mlang).toLowerCase(),
      text: text.slice(from, at),
      from: match.index,
      to: at + close.length,
    };
    if (last && BETWEEN.test(text.slice(last.to, block.from))) groups.at(-1)?.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Matches HTML tags and entities. A GIFT text without a format marker is in Moodle's own format, which allows them. */
export const LOOKS_MARKED =
  /<\/?(p|br|b|i|u|em|strong|sup|sub|span|div|ul|ol|li|img|a|h[1-6]|table|math|font|center|s|del|mark|small|pre|audio|video|iframe|object)\b[^<>]*>|&(#\d+|#x[\da-f]+|[a-z]+);/i;
