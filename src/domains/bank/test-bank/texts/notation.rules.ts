// The notation of question texts, the same in the database, the API, files and the teacher's form: `$…$` is a formula, `**…**` bold,
// `++…++` underlined, `![description](/api/images/<id>)` a picture, and lines between `|` with a line of dashes below the first are a
// table, as in GitHub's Markdown. Everything else is text as it stands, so a text without these marks is itself. A backslash in front of
// a mark makes it text.

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'formula'; tex: string }
  | { kind: 'picture'; address: string; alt: string }
  | { kind: 'bold' | 'underlined'; pieces: Piece[] }
  | { kind: 'table'; head: Piece[][]; rows: Piece[][][] };

/** `$…$` with content; `\$` is a dollar sign. */
export const FORMULA = /(?<!\\)\$((?:\\.|[^$\\])+)\$/g;

/** Stands, without a shape, in front of a command of a formula that has no printed characters and stays in code. */
export const IN_CODE = '\u2061';

/** Address of a stored picture; its id is the group. */
const STORED = '/api/images/([0-9a-f]{32})';
/** Matches the address of a picture: one on this server, or `file:` and a number for one in the file being imported. */
const ADDRESS = `(?:${STORED.replace('(', '(?:')}|file:[0-9a-f]{32})`;
const PICTURE = `!\\[([^\\]\\n]{0,300})\\]\\((${ADDRESS})\\)`;
/** Matches where a line begins, spaces aside. */
const LINE_BEGINS = '(?<=(?:^|\\n)[^\\S\\n]*)';
/** A mark that is meant as text, behind its backslash: a bar only in a cell or where a line begins. */
const ESCAPED = (bar: string) => `\\\\(\\*\\*|\\+\\+|!\\[|\\$)|${bar}\\\\(\\|)`;
const atomIn = (bar: string) => new RegExp(`${ESCAPED(bar)}|${FORMULA.source}|${PICTURE}|(\\*\\*|\\+\\+)|\\n`, 'g');
const ATOM = { line: atomIn(LINE_BEGINS), cell: atomIn('') } as const;

/** What may stand right behind a mark that opens: "Ca++, Mg++" has none. */
const BEGINS = /^(?:[^\s,.;:!?)\]}»”’*+]|!\[|\*\*|\+\+)/u;
const MARKS = { '**': 'bold', '++': 'underlined' } as const;
type Mark = keyof typeof MARKS;
/** A part of a word: "pa**la**vra", "4**5**2". Behind a letter or digit a mark sets off nothing else: "2**3 e 4**2" are powers. */
const IN_WORD = /^[\p{L}\p{M}\p{N}]+(?:(?<=\p{L})[-'’](?=\p{L})[\p{L}\p{M}\p{N}]+)*$/u;
const WORD_ENDS = /[\p{L}\p{M}\p{N}]$/u;

/** Returns whether a mark of this source opens at `from`, right behind the mark. */
function opens(source: string, mark: Mark, from: number): boolean {
  if (!BEGINS.test(source.slice(from, from + 2))) return false;
  const before = source.slice(Math.max(0, from - 6), from - mark.length);
  if (!WORD_ENDS.test(before.replace(/(?:\*\*|\+\+)$/, ''))) return true;
  const end = source.indexOf(mark, from);
  return end !== -1 && IN_WORD.test(source.slice(from, end).replace(/\*\*|\+\+/g, ''));
}

/** Signs without which a text cannot contain any mark but formulas. */
const MARKED = /\*\*|\+\+|!\[|\|/;

/** An open mark with what stands behind it so far; the outermost one has no mark. */
interface Frame {
  mark: Mark | null;
  pieces: Piece[];
}

/** Parses text within a line or a cell. Marks without a partner in their line are text. */
function inlinePieces(source: string, place: keyof typeof ATOM = 'line'): Piece[] {
  const frames: Frame[] = [{ mark: null, pieces: [] }];
  const add = (piece: Piece) => {
    const { pieces } = frames[frames.length - 1] as Frame;
    const last = pieces[pieces.length - 1];
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text;
    else if (piece.kind !== 'text' || piece.text !== '') pieces.push(piece);
  };
  const giveUp = () => {
    const { mark, pieces } = frames.pop() as Frame;
    add({ kind: 'text', text: mark ?? '' });
    for (const piece of pieces) add(piece);
  };
  const close = (mark: Mark): boolean => {
    const last = frames[frames.length - 1] as Frame;
    // Marks with nothing between them are text: six stars may be there to be counted.
    if (last.mark === mark && last.pieces.length === 0) return false;
    if (!frames.some((frame) => frame.mark === mark)) return false;
    while (frames[frames.length - 1]?.mark !== mark) giveUp();
    const { pieces } = frames.pop() as Frame;
    add({ kind: MARKS[mark], pieces });
    return true;
  };
  let end = 0;
  for (const match of source.matchAll(ATOM[place])) {
    const [whole, sign, bar, tex, alt, address, mark] = match;
    const escaped = sign ?? bar;
    add({ kind: 'text', text: source.slice(end, match.index) });
    end = match.index + whole.length;
    if (escaped !== undefined) add({ kind: 'text', text: escaped });
    else if (tex !== undefined) add({ kind: 'formula', tex });
    else if (address !== undefined) add({ kind: 'picture', address, alt: alt ?? '' });
    else if (mark === undefined) {
      while (frames.length > 1) giveUp();
      add({ kind: 'text', text: whole });
    } else {
      const closes = /\S/.test(source[match.index - 1] ?? '') && close(mark as Mark);
      if (!closes && opens(source, mark as Mark, end)) frames.push({ mark: mark as Mark, pieces: [] });
      else if (!closes) add({ kind: 'text', text: mark });
    }
  }
  add({ kind: 'text', text: source.slice(end) });
  while (frames.length > 1) giveUp();
  return (frames[0] as Frame).pieces;
}

/** A row ends with a bar that is no text. */
const ROW = /^\s*\|.*(?<!\\)\|\s*$/;
const DASHES = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/;
/**
 * One cell up to its bar; a bar within a formula or behind a backslash belongs to the cell. A dollar sign is matched alone only where no
 * formula begins: with two ways to match it, a row of many formulas would take exponential time.
 */
const CELL = /((?:\\.|\$(?:\\.|[^$\\])+\$|\$(?!(?:\\.|[^$\\])+\$)|[^|\\$])*)\|/gy;

const cellsOf = (line: string): Piece[][] =>
  [...line.trim().slice(1).matchAll(CELL)].map(([, cell = '']) => inlinePieces(cell.trim(), 'cell'));

/** Parses a text. Pieces of text have no backslashes in front of marks any more. */
export function notationOf(text: string): Piece[] {
  if (!text.includes('|')) return inlinePieces(text);
  const lines = text.split('\n');
  const pieces: Piece[] = [];
  let loose: string[] = [];
  const flush = () => {
    if (loose.length > 0) pieces.push(...inlinePieces(loose.join('\n')));
    loose = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    if (!ROW.test(lines[at] as string) || !DASHES.test(lines[at + 1] ?? '')) {
      loose.push(lines[at] as string);
      continue;
    }
    flush();
    const head = cellsOf(lines[at] as string);
    const rows: Piece[][][] = [];
    for (at += 2; ROW.test(lines[at] ?? ''); at += 1) rows.push(cellsOf(lines[at] as string));
    at -= 1;
    pieces.push({ kind: 'table', head, rows });
  }
  flush();
  return pieces;
}

/** Returns all pieces, those within marks and tables too, in the order of the text. */
export function everyPiece(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece): Piece[] => {
    if (piece.kind === 'bold' || piece.kind === 'underlined') return [piece, ...everyPiece(piece.pieces)];
    return piece.kind === 'table' ? [piece, ...[piece.head, ...piece.rows].flat().flatMap(everyPiece)] : [piece];
  });
}

/** Returns whether a text has more than plain text, so that its markup is made when it is stored. */
export const hasNotation = (text: string): boolean =>
  (text.includes('$') || MARKED.test(text)) && notationOf(text).some(({ kind }) => kind !== 'text');

/**
 * Returns a text without marks: bold and underlined text as it stands, the descriptions of pictures, tables as lines. Formulas stay
 * between dollar signs, and dollar signs that are money stay `\$`.
 *
 * @param betweenCells what stands between the cells of a row.
 */
export function withoutMarks(text: string, betweenCells = ' | '): string {
  if (!MARKED.test(text)) return text;
  const plain = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) => {
        if (piece.kind === 'text') return piece.text.replaceAll('$', '\\$');
        if (piece.kind === 'formula') return `$${piece.tex}$`;
        if (piece.kind === 'picture') return piece.alt;
        if (piece.kind !== 'table') return plain(piece.pieces);
        const rows = [piece.head, ...piece.rows].map((cells) => cells.map(plain).filter(Boolean).join(betweenCells));
        return `\n${rows.filter(Boolean).join('\n')}\n`;
      })
      .join('');
  const pieces = notationOf(text);
  const written = plain(pieces);
  // The lines of a table bring line breaks along that may be there already.
  return pieces.some(({ kind }) => kind === 'table') ? written.replace(/\n{2,}/g, '\n').trim() : written;
}

/** Returns the mark of a picture. A description has neither line breaks nor square brackets. */
export const pictureMark = (alt: string, address: string): string =>
  `![${alt.replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').trim().slice(0, 300)}](${address})`;

const MARK_OR_FORMULA = new RegExp(`${FORMULA.source}|\\*\\*|\\+\\+|!\\[|${LINE_BEGINS}\\|`, 'g');

/** Returns text that means no mark, so that it is shown as it stands. Text without marks, and formulas, are unchanged. */
export const escapeMarks = (text: string): string =>
  MARKED.test(text) && everyPiece(notationOf(text)).some(({ kind }) => kind !== 'text' && kind !== 'formula')
    ? text.replace(MARK_OR_FORMULA, (sign, tex?: string) => (tex === undefined ? `\\${sign}` : sign))
    : text;

/** Returns the pictures of texts, each address once. */
export function picturesIn(texts: readonly (string | null | undefined)[]): { address: string; alt: string }[] {
  const found = new Map<string, { address: string; alt: string }>();
  for (const text of texts) {
    if (!text?.includes('![')) continue;
    for (const piece of everyPiece(notationOf(text)))
      if (piece.kind === 'picture') found.set(piece.address, { address: piece.address, alt: piece.alt });
  }
  return [...found.values()];
}

/** Returns the id of the stored picture at an address, or undefined for other addresses. */
export const storedPictureId = (address: string): string | undefined => new RegExp(`^${STORED}$`).exec(address)?.[1];
export const addressOfPicture = (id: string): string => `/api/images/${id}`;

/** The texts of a question. */
interface Texts {
  statement: string;
  passage: string | null;
  alternatives: readonly string[];
  explanation: string | null;
}

/** Returns the pictures within the texts of questions, each address once. */
export const picturesOf = (...questions: readonly Texts[]): { address: string; alt: string }[] =>
  picturesIn(questions.flatMap((one) => [one.statement, one.passage, ...one.alternatives, one.explanation]));

/** Returns the ids of the stored pictures within the texts of questions. */
export const imageIdsIn = (questions: readonly Texts[]): string[] =>
  picturesOf(...questions).flatMap(({ address }) => storedPictureId(address) ?? []);

/** A drawing of the content files within a text: `![um triângulo](triangulo.svg)`. */
const DRAWING = /!\[([^\]\n]{1,300})\]\(([a-z0-9-]+\.svg)\)/g;

/** Returns the names of the drawings of the content files within texts. */
export const drawingsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(DRAWING)].map(([, , name = '']) => name))),
];

/** Returns a text in which drawings of the content files are pictures with an address; one without an address stays. */
export const withDrawings = (text: string, addressOf: (name: string) => string | undefined): string =>
  text.replace(DRAWING, (whole, alt: string, name: string) => {
    const address = addressOf(name);
    return address === undefined ? whole : pictureMark(alt, address);
  });
