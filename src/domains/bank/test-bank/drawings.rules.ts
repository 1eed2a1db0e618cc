// Drawings of questions are SVG that is embedded in a page, so only elements and attributes listed here are allowed.

/** Maximum bytes of a drawing: it is sent with the test over mobile data that families pay for. */
const LARGEST_FIGURE = 3 * 1024;

const SHAPES = ['rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path', 'text', 'tspan'];
const ELEMENTS = new Set(['svg', 'g', 'title', 'desc', ...SHAPES]);
const FILLED = new Set(['rect', 'circle', 'ellipse', 'polyline', 'polygon', 'path', 'text']);
const ATTRIBUTES = new Set(
  `viewBox xmlns x y x1 y1 x2 y2 dx dy cx cy r rx ry width height points d transform fill fill-opacity fill-rule stroke
  stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity opacity font-size font-weight font-style
  font-family text-anchor dominant-baseline`.split(/\s+/),
);
/**
 * The literal colours are the light theme's `brand`, `brand-soft` and `brass`; `web/ui/paper/Drawing.module.css` replaces them by those of the
 * current theme.
 */
const COLOURS = new Set(['currentColor', 'none', '#28398A', '#E7EAF6', '#F3B73B']);
const TAG = /<(\/?)([a-zA-Z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
/** Two coordinates. A separator or a sign is between them, so that a long row of digits is not tried in every division. */
const POINT = '[\\s,]*-?[\\d.]+(?:[\\s,]+-?|-)[\\d.]+';
/** One straight line of a path: a starting point and one step. */
const STROKE = new RegExp(`^\\s*[Mm]${POINT}\\s*(?:[HhVv][\\s,]*-?[\\d.]+|[Ll]${POINT})\\s*$`);
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d+);)/;

/**
 * Returns the problems that prevent a drawing from being embedded in a page. It must be well-formed and small, have a `viewBox`, and use
 * only the shapes, attributes and colours of an allow-list. Scripts, links and event handlers are therefore refused.
 */
export function svgProblems(svg: string): string[] {
  const bytes = utf8Length(svg);
  if (bytes > LARGEST_FIGURE) return [`tem ${bytes} bytes; o máximo são ${LARGEST_FIGURE}`];
  const problems: string[] = [];
  const source = svg.replace(/^\uFEFF?\s*(<\?xml[^?]*\?>)?/, '').replace(/<!--(?:(?!--)[\s\S])*-->/g, '');
  const open: { name: string; filled: boolean }[] = [];
  const tag = new RegExp(TAG);
  let closed = false;
  for (let place = 0; place < source.length; place = tag.lastIndex) {
    const next = source.indexOf('<', place);
    const text = source.slice(place, next < 0 ? undefined : next);
    if (ENTITY.test(text)) problems.push('o texto tem um «&» que não se aceita');
    const parent = open.at(-1)?.name;
    if (text.trim() && !['text', 'tspan', 'title', 'desc'].includes(parent ?? ''))
      problems.push(`há texto solto: «${text.trim().slice(0, 20)}»`);
    if (next < 0) break;
    tag.lastIndex = next;
    const match = tag.exec(source);
    if (!match) return [...problems, `está mal formado em «${source.slice(next, next + 30)}»`];
    const [, slash, name = '', attributes = '', selfClosing] = match;
    if (closed) return [...problems, 'tem conteúdo depois de </svg>'];
    if (slash) {
      if (open.pop()?.name !== name) return [...problems, `está mal formado: </${name}> não fecha o que abriu`];
      closed = open.length === 0;
      continue;
    }
    if ((name === 'svg') !== (open.length === 0)) problems.push(`<${name}> não pode estar nesta posição`);
    const values = attributesOf(attributes);
    problems.push(...elementProblems(name, values));
    const filled = values.some(([attribute]) => attribute === 'fill') || (open.at(-1)?.filled ?? false);
    const area = FILLED.has(name) && !(name === 'path' && isStraightStrokes(values));
    if (area && !filled) problems.push(`<${name}> não diz o fill (sem ele fica preto, mesmo no tema escuro)`);
    if (selfClosing) closed = open.length === 0;
    else open.push({ name, filled });
  }
  if (!closed) problems.push('não é um <svg> completo');
  return [...new Set(problems)];
}

/** Returns whether a path has only single straight lines, which have no area to fill. */
function isStraightStrokes(attributes: readonly [string, string][]): boolean {
  const drawing = attributes.find(([attribute]) => attribute === 'd')?.[1] ?? '';
  return drawing.split(/(?=[Mm])/).every((stroke) => STROKE.test(stroke));
}

function attributesOf(text: string): [string, string][] {
  return [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map((match) => [
    match[1] as string,
    match[2] ?? match[3] ?? '',
  ]);
}

function elementProblems(name: string, attributes: readonly [string, string][]): string[] {
  if (!ELEMENTS.has(name)) return [`<${name}> não é aceite`];
  const problems: string[] = [];
  for (const [attribute, value] of attributes) {
    const inRoot = name === 'svg' && (attribute === 'width' || attribute === 'height');
    if (!ATTRIBUTES.has(attribute) || inRoot) problems.push(`o atributo ${attribute} não é aceite em <${name}>`);
    else if (attribute === 'xmlns') {
      if (value !== 'http://www.w3.org/2000/svg') problems.push(`o xmlns «${value}» não é o do SVG`);
    } else if (attribute === 'fill' || attribute === 'stroke') {
      if (!COLOURS.has(value)) problems.push(`a cor «${value}» não é aceite em ${attribute}`);
    } else if (!/^[-\w\s.,()+%]*$/.test(value) || /url/i.test(value)) {
      problems.push(`o valor «${value.slice(0, 30)}» não é aceite em ${attribute}`);
    }
  }
  const names = attributes.map(([attribute]) => attribute);
  if (new Set(names).size < names.length) problems.push(`<${name}> tem um atributo repetido`);
  if (name === 'svg') {
    const box = attributes.find(([attribute]) => attribute === 'viewBox')?.[1];
    if (!box || !/^\s*-?[\d.]+[\s,]+-?[\d.]+[\s,]+[\d.]+[\s,]+[\d.]+\s*$/.test(box))
      problems.push('falta um viewBox com quatro números');
    if (!names.includes('xmlns')) problems.push('falta o xmlns do SVG');
  }
  return problems;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * Reads a drawing from an untrusted file, and removes what only a file needs (declaration, comments, spaces between tags).
 *
 * @returns the markup that may be embedded in a page, or the problem that prevents it.
 */
export function readDrawing(given: string): { svg: string } | { problem: string } {
  const svg = compactDrawing(given.replace(/^\ufeff/, ''));
  // Browsers and XML parsers disagree on where declarations and comments end.
  if (/<[!?]/.test(svg)) return { problem: 'tem declarações ou comentários que não se aceitam' };
  const [problem] = svgProblems(svg);
  return problem === undefined ? { svg } : { problem };
}

/** Returns a drawing without the parts that only a file needs. */
export const compactDrawing = (svg: string): string =>
  svg
    .replace(/<\?xml[^>]*>|<!--[\s\S]*?-->/g, '')
    .replace(/>\s+</g, '><')
    .trim();
