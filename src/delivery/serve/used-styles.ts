/**
 * Returns the rules of a style sheet that can match anything in a document that no script changes: those whose classes and elements all
 * occur in it. The styles are inside the document, so unused rules would delay its first bytes.
 *
 * It is made for the build's own minified output: no comments, no nesting, no braces in strings.
 */
export function usedStyles(css: string, html: string): string {
  return stylesFor(css, namesIn(html));
}

/** Returns the names that selectors can refer to in a document: `element`, `.class`, `#id`. */
export function namesIn(html: string): Set<string> {
  const names = new Set(['html', 'body']);
  for (const [, element] of html.matchAll(/<([a-z][a-z0-9]*)/gi)) names.add(element as string);
  for (const [, list] of html.matchAll(/\sclass="([^"]*)"/g))
    for (const name of (list as string).split(' ')) names.add(`.${name}`);
  for (const [, id] of html.matchAll(/\sid="([^"]*)"/g)) names.add(`#${id}`);
  return names;
}

/** Returns the rules of a style sheet that can match in documents with these names. */
export function stylesFor(css: string, names: ReadonlySet<string>): string {
  const matches = (selector: string) => {
    // Pseudo-classes and attributes are ignored: rules that differ only by them are kept.
    const plain = selector.replace(/:{1,2}[\w-]+(\([^)]*\))?|\[[^\]]*\]/g, '');
    return [...plain.matchAll(/[.#][\w-]+|(?<![\w.#-])[a-z][a-z0-9]*/gi)].every(([name]) => names.has(name));
  };
  const kept = keep(css, matches);
  return kept.replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (frames, name: string) =>
    new RegExp(`animation[^;}]*[ :]${name}\\b`).test(kept) ? frames : '',
  );
}

/** Splits a style sheet into the rules for which `theirs` holds and all others. */
export function splitStyles(css: string, theirs: (className: string) => boolean): { theirs: string; others: string } {
  const isTheirs = (head: string) =>
    [...head.matchAll(/(?:\.|@keyframes )([\w-]+)/g)].some(([, name]) => theirs(name as string));
  return {
    theirs: keep(css, isTheirs, isTheirs),
    others: keep(
      css,
      (head) => !isTheirs(head),
      (head) => !isTheirs(head),
    ),
  };
}

/**
 * Returns the rules whose selectors `keepsSelector` keeps.
 *
 * @param keeps whether an at-rule other than a condition is kept; by default all are.
 */
function keep(
  css: string,
  matches: (selector: string) => boolean,
  keeps: (head: string) => boolean = () => true,
): string {
  let kept = '';
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at);
    if (open === -1) break;
    const close = closingOf(css, open);
    const head = css.slice(at, open);
    const body = css.slice(open + 1, close);
    if (/^@(media|supports)\b/.test(head)) {
      const inside = keep(body, matches, keeps);
      if (inside) kept += `${head}{${inside}}`;
    } else if (head.startsWith('@')) kept += keeps(head) ? `${head}{${body}}` : '';
    else {
      const selectors = head.split(/,(?![^(]*\))/).filter(matches);
      if (selectors.length > 0) kept += `${selectors.join(',')}{${body}}`;
    }
    at = close + 1;
  }
  return kept;
}

function closingOf(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++;
    else if (css[at] === '}' && --depth === 0) return at;
  }
  throw new Error('A style sheet ends inside a rule.');
}
