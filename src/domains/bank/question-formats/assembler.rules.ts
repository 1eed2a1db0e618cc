import { normalizeText } from '../test-bank/question.rules.ts';
import type { Attributes } from './elements.rules.ts';
import { lowered, raised } from './formulas.rules.ts';
import { LISTS, listOf, numbered, REVERSED, styledKind } from './lists.rules.ts';
import { cellText, materialized, type Place, resolved, shiftedPlaces, visible } from './set-off.rules.ts';

/** A text in the bank's notation, and what of the markup it could not keep. */
export interface PlainText {
  text: string;
  /** The text with a place for each of its pictures (`placeOf` in set-off.rules.ts). */
  pictured: string;
  /** The passage in front of the question, if there is one. */
  passage: string | null;
  /** Lost content without which the question may not make sense: 'imagem', 'som', 'fórmula'. */
  lost: string[];
  /** Addresses of the pictures it shows. They are in `lost` as well. */
  pictures: { source: string; alt: string }[];
  /** The parts that were italic, coloured or struck out, unless that is all of the text. */
  emphasis: string[];
  /** Notes on content that is left out, although the question makes sense without it. */
  dropped: string[];
}

/** Returns a text without markup. */
export const bareText = (text: string): PlainText => ({
  text,
  pictured: text,
  passage: null,
  lost: [],
  pictures: [],
  emphasis: [],
  dropped: [],
});

/** Joins texts, each on lines of its own. */
export function joinedTexts(parts: readonly PlainText[]): PlainText {
  let before = 0;
  const pictured = parts.map((part) => {
    const own = shiftedPlaces(part.pictured, before);
    before += part.pictures.length;
    return own;
  });
  const all = (texts: readonly (string | null)[], between: string) => texts.filter(Boolean).join(between);
  return {
    text: all(
      parts.map(({ text }) => text),
      '\n',
    ),
    pictured: all(pictured, '\n'),
    passage:
      all(
        parts.map(({ passage }) => passage),
        '\n\n',
      ) || null,
    lost: [...new Set(parts.flatMap(({ lost }) => lost))],
    pictures: parts.flatMap(({ pictures }) => pictures),
    emphasis: parts.flatMap(({ emphasis }) => emphasis),
    dropped: [...new Set(parts.flatMap(({ dropped }) => dropped))],
  };
}

const BLOCKS = new Set(
  (
    'p div li ul ol menu dir dl dt dd table caption tr tbody thead tfoot section article aside header footer main nav center address blockquote ' +
    'pre h1 h2 h3 h4 h5 h6 figure figcaption hr details summary fieldset legend form option prompt contentbody rubricblock'
  ).split(' '),
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
  /** Bold and underlined parts and pictures by their position, until the text is complete. */
  #places: PlaceInText[] = [];
  /** The open table; the position of its open cell, if there is one. */
  #table: { rows: string[][]; isHeaded: boolean; cell: Mark | null; depth: number; footFrom?: number } | undefined;
  /** The rows of the open table's foot, which stand below the others wherever they are written. */
  #foot: string[][] = [];
  /** Open lists, the innermost last: how their items are numbered, and the next number. */
  readonly #lists: { kind: string | undefined; next: number }[] = [];
  /** Number of open `pre` elements, which keep line breaks and spaces. */
  #preformatted = 0;
  #preformattedBegins = false;
  /** Up to where the text is verbatim, so that its spaces are kept. */
  #solid = 0;
  /** Length of the text right behind the marker of a list item, whose first paragraph stands on its line; -1 if there is none. */
  #markerEnds = -1;

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
    if (thing !== 'imagem') return;
    const { into, at } = this.mark();
    this.#places.push({ into, kind: 'picture', from: at, to: at, number: this.pictures.length });
    this.pictures.push({ source: attributes['src'] ?? '', alt: attributes['alt'] ?? '' });
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

  /** Text in the bank's notation, taken verbatim: its marks count. */
  notation(given: string): void {
    const { into, at } = this.mark();
    this.verbatim(given);
    this.#places.push({ into, kind: 'notation', from: at, to: this.mark().at, number: 0 });
  }

  newLine(): void {
    const text = this.#texts[this.#into];
    const here = this.#placesAt(text.length);
    // A space in front of a picture stays.
    if (text.length > this.#solid && text.endsWith(' ') && !here.some(({ kind }) => kind === 'picture')) {
      this.#texts[this.#into] = text.slice(0, -1);
      for (const place of here) place.to -= 1;
    }
    this.#add('\n');
  }

  /** Returns the places of the open text that end at its end. Places are in the order of their ends. */
  #placesAt(end: number): Place[] {
    const found: Place[] = [];
    for (let at = this.#places.length - 1; at >= 0; at -= 1) {
      const place = this.#places[at] as PlaceInText;
      if (place.into !== this.#into) continue;
      if (place.to < end) break;
      if (place.to === end) found.push(place);
    }
    return found;
  }

  block(): void {
    const text = this.#texts[this.#into];
    if (text !== '' && !text.endsWith('\n')) this.newLine();
  }

  open(name: string, attributes: Attributes): void {
    const isBehindMarker = this.#texts[this.#into].length === this.#markerEnds && name !== 'li' && !LISTS.has(name);
    if (name === 'br') this.newLine();
    else if (BLOCKS.has(name) && !isBehindMarker) this.block();
    if (name === 'pre') {
      this.#preformatted += 1;
      this.#preformattedBegins = true;
    }
    if (LISTS.has(name)) this.#lists.push(listOf(name, attributes));
    if (LISTS.has(name) && attributes['reversed'] !== undefined) this.dropped.add(REVERSED);
    if (name === 'li') {
      this.verbatim(this.#marker(attributes));
      this.#markerEnds = this.#texts[this.#into].length;
    }
    this.#openTable(name, attributes);
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

  /** Marks the text since a position as bold or underlined. */
  setOff(kind: 'bold' | 'underlined', mark: Mark): void {
    if (this.since(mark).trim() !== '')
      this.#places.push({ into: mark.into, kind, from: mark.at, to: this.mark().at, number: 0 });
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
    this.emphasis.push(...part.emphasis);
    if (part.passage) this.#addLines(part.passage);
    for (const [index, piece] of visible(part.pictured).entries()) {
      const picture = index % 2 === 1 ? part.pictures[Number(piece)] : undefined;
      if (picture) this.medium('imagem', { src: picture.source, alt: picture.alt });
      else if (index % 2 === 0) this.#addLines(piece);
    }
  }

  /** Adds lines in the bank's notation. */
  #addLines(text: string): void {
    const { into, at } = this.mark();
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.newLine();
      this.text(line);
    }
    this.#places.push({ into, kind: 'notation', from: at, to: this.mark().at, number: 0 });
  }

  /** Takes the text since a position out again, with its places in it. */
  #take({ into, at }: Mark): string {
    const inside = this.#places.filter((place) => place.into === into && place.from >= at);
    this.#places = this.#places.filter((place) => !inside.includes(place));
    const text = materialized(this.#texts[into].slice(at), inside, at);
    this.#texts[into] = this.#texts[into].slice(0, at);
    this.#solid = Math.min(this.#solid, at);
    this.#markerEnds = -1;
    this.#formulaEnds = Math.min(this.#formulaEnds, at);
    return text;
  }

  #openTable(name: string, attributes: Attributes): void {
    const table = this.#table;
    if (name === 'table') {
      if (table) {
        this.lost.add('tabela');
        table.depth += 1;
      } else this.#table = { rows: [], isHeaded: true, cell: null, depth: 0 };
    } else if (name === 'tfoot' && table?.depth === 0) table.footFrom = table.rows.length;
    else if (name === 'tr' && table?.depth === 0) table.rows.push([]);
    else if (name === 'td' || name === 'th') {
      const spans = /^\s*0*(?:[2-9]|1\d)/;
      if (!table || spans.test(attributes['colspan'] ?? '') || spans.test(attributes['rowspan'] ?? ''))
        this.lost.add('tabela');
      else if (table.depth === 0) {
        if (table.rows.length === 0) table.rows.push([]);
        if (table.rows.length === 1 && name === 'td') table.isHeaded = false;
        table.cell = this.mark();
      }
    }
  }

  #closeTable(name: string): void {
    const table = this.#table;
    if (!table) return;
    if (table.depth > 0) {
      if (name === 'table') table.depth -= 1;
    } else if ((name === 'td' || name === 'th') && table.cell) {
      table.rows.at(-1)?.push(this.#take(table.cell).replace(/\s+/g, ' ').trim());
      table.cell = null;
    } else if (name === 'tfoot' && table.footFrom !== undefined) {
      this.#foot.push(...table.rows.splice(table.footFrom));
    } else if (name === 'table') {
      const rows = [...table.rows, ...this.#foot];
      this.#table = undefined;
      this.#foot = [];
      this.block();
      for (const line of tableLines(rows, table.isHeaded)) {
        this.verbatim(line);
        this.newLine();
      }
    }
  }

  close(name: string): void {
    this.#closeTable(name);
    if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (BLOCKS.has(name)) this.block();
    if (LISTS.has(name)) this.#lists.pop();
    if (this.#into === 'passage' && name === 'div') {
      this.#depth -= 1;
      if (this.#depth === 0) {
        this.#into = 'statement';
        this.#solid = 0;
      }
    }
  }

  /** The marker a browser shows before a list item: questions refer to "I e II". */
  #marker(attributes: Attributes): string {
    const list = this.#lists.at(-1);
    if (list?.kind === undefined) return '- ';
    const given = Number.parseInt(attributes['value'] ?? '', 10);
    if (Number.isSafeInteger(given)) list.next = given;
    list.next += 1;
    return `${numbered(list.next - 1, styledKind(attributes) ?? list.kind)}. `;
  }

  /** Returns the text. @param options whether the texts are in the bank's notation, so that their marks are not escaped. */
  done({ isNotation = false }: { isNotation?: boolean } = {}): PlainText {
    if (this.#table) this.close('table');
    const rawOf = (into: 'statement' | 'passage') =>
      normalizeText(
        materialized(
          this.#texts[into],
          this.#places.filter((place) => place.into === into),
          0,
        ),
      );
    const statement = resolved(rawOf('statement'), isNotation);
    const passage = resolved(rawOf('passage'), isNotation);
    const parts = [...new Set(this.emphasis)];
    // What is set off as a whole is only a matter of style.
    const isPart = parts.join('').length < 0.9 * (statement.text.length + passage.text.length);
    return {
      text: statement.text,
      pictured: statement.pictured,
      passage: passage.text || null,
      lost: [...this.lost],
      pictures: this.pictures,
      emphasis: [...(isPart ? parts : []), ...statement.unkept, ...passage.unkept],
      dropped: [...this.dropped],
    };
  }
}

/** Returns a table in the bank's notation; one with a single column, which only lays a text out, as its lines. */
function tableLines(rows: readonly string[][], isHeaded: boolean): string[] {
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''));
  const columns = Math.max(0, ...filled.map((cells) => cells.length));
  if (columns <= 1) return filled.flat();
  const line = (cells: readonly string[]) =>
    `|${Array.from({ length: columns }, (_, at) => ` ${cellText(cells[at] ?? '')} `).join('|')}|`;
  const [first = [], ...others] = isHeaded ? filled : [[], ...filled];
  return [line(first), `|${'---|'.repeat(columns)}`, ...others.map(line)];
}

interface PlaceInText extends Place {
  into: 'statement' | 'passage';
}

/** A position in the text that is being assembled. */
interface Mark {
  into: 'statement' | 'passage';
  at: number;
}
