import { SaxesParser } from 'saxes';
import { shorten } from '../../../shared/text.ts';
import { FileRefused } from './files.rules.ts';

/** An element with its content, in order. Names are as written; `line` is where it begins, from 1. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
  readonly line: number;
}

/** Maximum depth of a document, and of the HTML in a text. */
export const DEEPEST = 100;
/** Maximum elements of a document: 5,000 rows of 26 columns fit, and so does the tree of a document in the heap of a thread. */
const MAX_ELEMENTS = 400_000;

/**
 * Decides about an element that has just ended, given the elements that it is in, the root first: true takes it, and it is left out of the
 * tree. Files of thousands of questions are read like this, because their whole tree takes many times the memory of the file.
 */
export type TakeElement = (element: XmlElement, within: readonly XmlElement[]) => boolean;

/**
 * Reads a document into a tree, with the line of every element.
 *
 * What teachers upload is not trusted: a document type is refused, the parser knows no entities but the five predefined
 * ones and character references, so nothing can be fetched or expanded, and depth and size have a limit.
 *
 * @throws FileRefused 400 with the line when the document is not well formed, 400 `xml-entities` when it declares a type or
 * entities, 413 when it is too deep or has too many elements. Elements may have been taken before.
 */
export function readXml(text: string, take?: TakeElement): XmlElement {
  // Files edited by hand often begin with empty lines.
  const lead = /^[\ufeff\s]*/.exec(text)?.[0] ?? '';
  const body = text.slice(lead.length);
  const skipped = lineAt(lead, lead.length) - 1;
  const parser = new SaxesParser({ defaultXMLVersion: '1.0', forceXMLVersion: true });
  const open: Growing[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  let line = 1;
  let closed = '';
  const refuse = (message: string, code = 'broken-xml', at = parser.line): never => {
    throw new FileRefused(code === 'too-large' ? 413 : 400, code, `Linha ${at + skipped}: ${message}`);
  };
  const addText = (given: string): void => {
    const children = open.at(-1)?.children;
    const last = (children?.length ?? 0) - 1;
    if (!children || given === '') return;
    if (typeof children[last] === 'string') children[last] += given;
    else children.push(given);
  };

  parser.on('error', ({ message }) => {
    const complaint = message.replace(/^\d+:\d+: /, '');
    if (FORGIVEN.has(complaint) && body[parser.position - 1] !== '<') return;
    if (/entity/.test(complaint)) {
      const from = body.lastIndexOf('&', parser.position - 1);
      const entity = body.slice(from, Math.min(parser.position, from + 40));
      refuse(`a entidade «${entity}» não é aceite num ficheiro XML.`, 'xml-entities', lineAt(body, from));
    }
    const [code, told] = faultOf(complaint, closed);
    refuse(told, code);
  });
  parser.on('doctype', () => refuse(DECLARES, 'xml-entities'));
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentagstart', () => {
    // A line break after the name has already been counted by the parser.
    line = parser.column === 0 ? parser.line - 1 : parser.line;
    elements += 1;
    if (elements > MAX_ELEMENTS) refuse('o ficheiro tem demasiados elementos.', 'too-large', line);
    if (open.length > DEEPEST) refuse('os elementos estão uns dentro dos outros em demasia.', 'too-large', line);
  });
  parser.on('opentag', ({ name, attributes }) => {
    // A copy uses a fraction of the memory of the parser's object.
    const own = { ...(attributes as Record<string, string>) };
    const element: Growing = {
      name,
      attributes: Object.keys(own).length === 0 ? NO_ATTRIBUTES : own,
      children: [],
      line: line + skipped,
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', ({ name }) => {
    closed = name;
    const element = open.pop();
    // `slice` trims the array: `push` reserves room for 17 items, and most elements have one child.
    if (!element) return;
    element.children = element.children.slice();
    if (take?.(element, open)) open.at(-1)?.children.pop();
  });
  parser.write(body).close();
  return root ?? refuse(NOTHING);
}

/** An element whose end has not been read. */
type Growing = { -readonly [Key in keyof XmlElement]: XmlElement[Key] };
const NO_ATTRIBUTES: XmlElement['attributes'] = Object.freeze({});

const DECLARES = 'o ficheiro declara um DOCTYPE ou entidades, o que não é aceite.';
const NOTHING = 'o ficheiro não tem nenhum elemento.';

/** Violations of XML that are harmless and occur in real files. */
const FORGIVEN = new Set(['disallowed character.', 'the string "]]>" is disallowed in char data.']);

/** Code and sentence for a parser error; `closed` is the element that was closed last. */
function faultOf(complaint: string, closed: string): [code: string, message: string] {
  if (/doctype|^incorrect syntax/.test(complaint)) return ['xml-entities', DECLARES];
  const [what = '', name = ''] = complaint.replace(/\.$/, '').split(': ');
  const known: Record<string, string> = {
    'duplicate attribute': `o atributo «${name}» está repetido.`,
    'unclosed tag': `falta fechar o elemento <${name}>.`,
    'unexpected close tag': `o elemento <${closed}> não fecha como devia.`,
    'unmatched closing tag': `há um </${name}> que não fecha nenhum elemento.`,
    'document must contain a root element': NOTHING,
    'documents may contain only one root': 'há mais de um elemento principal.',
    'text data outside of root node': 'há texto fora do elemento principal.',
    'malformed comment': 'um comentário não pode ter «--» dentro.',
    'unexpected end': 'o ficheiro acaba a meio.',
  };
  return ['broken-xml', known[what] ?? 'há um elemento ou um atributo mal escrito.'];
}

/** Line, from 1, of an offset in a text. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let next = text.indexOf('\n'); next !== -1 && next < position; next = text.indexOf('\n', next + 1)) line += 1;
  return line;
}

/** Returns a name without namespace, dashes, case and QTI's prefix: `qti-simple-choice` and `simpleChoice` become the same. */
export function plainName(name: string): string {
  return name
    .slice(name.indexOf(':') + 1)
    .toLowerCase()
    .replace(/^qti-/, '')
    .replaceAll('-', '');
}

export const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string';

export const childrenNamed = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter(isElement).filter((child) => plainName(child.name) === name);

export const childNamed = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.filter(isElement).find((child) => plainName(child.name) === name);

/** Returns all descendants of that name, in document order. */
export function allNamed(element: XmlElement, name: string, found: XmlElement[] = []): XmlElement[] {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    if (plainName(child.name) === name) found.push(child);
    allNamed(child, name, found);
  }
  return found;
}

/** Returns an attribute, ignoring case and dashes. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  for (const [key, value] of Object.entries(element.attributes)) if (plainName(key) === name) return value;
  return undefined;
}

/** Returns all text inside, without markup. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('');
}

/**
 * What a reader does with an element: it reads it and all that it holds, looks at each of its elements, leaves out a setting of the other
 * program, or leaves it out with a note.
 */
export type Fate = 'read' | 'inside' | 'setting' | { note: string };

/** Values that only a program needs: numbers, switches, codes of a style. */
const SETTING =
  /^(?:-?[\d.,:]*|true|false|yes|no|none|abc|abcd|123|iii|i|single|multiple|all|html|plain|text|moodle_auto_format)$/i;

/** Returns the same fate for several elements, named in one text. */
export const fatesOf = (fate: Fate, names: string): Record<string, Fate> =>
  Object.fromEntries(names.split(' ').map((name) => [name, fate]));

/**
 * Returns a note for all that a reader leaves out below an element: elements that `fates` does not name, loose texts, and settings whose
 * value is none. With these notes every element and every run of text is accounted for.
 *
 * @param fates what happens to an element, by its plain name.
 */
export function unreadNotes(element: XmlElement, fates: Readonly<Record<string, Fate>>): string[] {
  const notes = new Set<string>();
  for (const child of element.children) {
    if (!isElement(child)) {
      if (child.trim() !== '') notes.add(`Há texto solto, que não se lê: ${excerpt(child)}.`);
      continue;
    }
    const fate = fates[plainName(child.name)];
    if (fate === 'read') continue;
    if (fate === 'inside') {
      for (const note of unreadNotes(child, fates)) notes.add(note);
      continue;
    }
    const text = textOf(child);
    if (fate === 'setting' && SETTING.test(text.trim())) continue;
    if (typeof fate === 'object') {
      if (text.trim() !== '') notes.add(fate.note);
    } else
      notes.add(
        `O elemento <${child.name.slice(0, 40)}> ficou por ler${text.trim() === '' ? '' : `: ${excerpt(text)}`}.`,
      );
  }
  return [...notes];
}

const excerpt = (text: string): string => `«${shorten(text.replace(/<[^<>]{0,200}>/g, ' '), 60)}»`;

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Characters that XML 1.0 cannot hold in any form. */
const UNHOLDABLE = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu;

export const holdableInXml = (text: string): string => text.replace(UNHOLDABLE, '');

/** Escapes text for element content or a double-quoted attribute. */
export function escapeXml(text: string): string {
  return holdableInXml(text).replace(/[&<>"\r]/g, (mark) => MARKS[mark] as string);
}
/** Returns the same for an attribute value, whose line breaks and tabs would otherwise be normalised to spaces. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\n\t]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
