import { normalizeText } from '../test-bank/question.rules.ts';
import type { Attributes } from './elements.rules.ts';
import { lowered, raised } from './formulas.rules.ts';

/** Plain text, and what of the markup it could not keep. */
export interface PlainText {
  text: string;
  /** The passage in front of the question, if there is one. */
  passage: string | null;
  /** Lost content without which the question may not make sense: 'imagem', 'som', 'fórmula'. */
  lost: string[];
  /** Addresses of the pictures it shows. They are in `lost` as well. */
  pictures: { source: string; alt: string }[];
  /** The parts that were underlined, bold, coloured or struck out, unless that is all of the text. */
  emphasis: string[];
  /** Notes on content that is left out, although the question makes sense without it. */
  dropped: string[];
}

/** Returns a text without markup. */
export const bareText = (text: string): PlainText => ({
  text,
  passage: null,
  lost: [],
  pictures: [],
  emphasis: [],
  dropped: [],
});

const BLOCKS = new Set(
  'p div li ul ol dl dt dd table tr tbody thead section article blockquote pre h1 h2 h3 h4 h5 h6 figure figcaption hr prompt contentbody'.split(
    ' ',
  ),
);
/** Maximum characters; a longer text is refused anyway. */
const LONGEST_TEXT = 50_000;

/** Assembles plain text from the parts of a marked-up one, with line breaks where a browser puts them. */
export class Assembler {
  #texts = { statement: '', passage: '' };
  #into: 'statement' | 'passage' = 'statement';
  readonly lost = new Set<string>();
  readonly pictures: { source: string; alt: string }[] = [];
  readonly dropped = new Set<string>();
  readonly emphasis: string[] = [];
  /** Length of the text right behind the last formula; -1 if there is none. */
  #formulaEnds = -1;
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
  medium(thing: string, attributes: Attributes): void {
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

  open(name: string, attributes: Attributes): void {
    if (name === 'br') this.newLine();
    else if (BLOCKS.has(name)) this.block();
    if (name === 'pre') {
      this.#preformatted += 1;
      this.#preformattedBegins = true;
    }
    if (name === 'ol' || name === 'ul') this.#lists.push(listOf(name, attributes));
    if (name === 'li') this.verbatim(this.#marker(attributes['value']));
    if (name === 'td' || name === 'th') this.lost.add('tabela');
    if (this.#into === 'passage') this.#depth += name === 'div' ? 1 : 0;
    else if (name === 'div' && /(^|\s)passage(\s|$)/.test(attributes['class'] ?? '') && this.#texts.passage === '') {
      this.#into = 'passage';
      this.#depth = 1;
      this.#solid = 0;
    }
  }

  /** Returns the present position, for `since` and `shift`. */
  mark(): Mark {
    return { into: this.#into, at: this.#texts[this.#into].length };
  }

  /** Returns the text since a mark; empty if passage and statement have changed in between. */
  since({ into, at }: Mark): string {
    return into === this.#into ? this.#texts[into].slice(at) : '';
  }

  /** Raises or lowers the text since a mark. Long texts, which an editor may have moved as a whole, stay as they are. */
  shift(kind: 'sup' | 'sub', mark: Mark, isCertain: boolean): void {
    const text = this.since(mark);
    const inside = text.trim();
    if (inside === '' || (!isCertain && (inside.length > 40 || inside.includes('\n')))) return;
    this.#texts[this.#into] = this.#texts[this.#into].slice(0, mark.at);
    this.verbatim(kind === 'sup' ? raised(inside) : lowered(inside));
  }

  emphasize(mark: Mark): void {
    const text = this.since(mark).trim();
    if (text !== '') this.emphasis.push(text);
  }

  /** Adds a formula; without TeX it is lost. */
  formula(tex: string | undefined): void {
    if (tex === undefined || tex === '') this.lost.add('fórmula');
    else this.verbatim(`$${tex.replace(/(?<!\\)\$/g, '\\$')}$`);
    this.#formulaEnds = this.#texts[this.#into].length;
  }

  /** Returns whether nothing but space was added since the last formula. */
  get isBehindFormula(): boolean {
    return this.#formulaEnds >= 0 && this.#texts[this.#into].slice(this.#formulaEnds).trim() === '';
  }

  /** Adds what another reader has made of a part. */
  add(part: PlainText): void {
    for (const thing of part.lost) this.lost.add(thing);
    for (const note of part.dropped) this.dropped.add(note);
    this.pictures.push(...part.pictures);
    this.emphasis.push(...part.emphasis);
    for (const [index, line] of part.text.split('\n').entries()) {
      if (index > 0) this.newLine();
      this.text(line);
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
    const text = normalizeText(this.#texts.statement);
    const passage = normalizeText(this.#texts.passage) || null;
    const parts = [...new Set(this.emphasis)];
    // What is set off as a whole is only a matter of style.
    const isPart = parts.join('').length < 0.9 * (text.length + (passage?.length ?? 0));
    return {
      text,
      passage,
      lost: [...this.lost],
      pictures: this.pictures,
      emphasis: isPart ? parts : [],
      dropped: [...this.dropped],
    };
  }
}

/** A position in the text that is being assembled. */
interface Mark {
  into: 'statement' | 'passage';
  at: number;
}

const LIST_KINDS: readonly (readonly [style: RegExp, kind: string])[] = [
  [/upper-roman/, 'I'],
  [/lower-roman/, 'i'],
  [/upper-(alpha|latin)/, 'A'],
  [/lower-(alpha|latin)/, 'a'],
];

function listOf(name: string, attributes: Attributes) {
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
