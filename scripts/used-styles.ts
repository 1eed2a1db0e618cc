/**
 * The rules of a style sheet that can match anything in a document that no script changes: those whose classes and
 * elements all occur in it. A document carries its styles inside, so each rule is paid for with the first bytes.
 *
 * Made for the build's own minified output: no comments, no nesting, no braces in strings.
 */
export function usedStyles(css: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) => (names as string).split(' ')),
  );
  const elements = new Set([
    'html',
    'body',
    ...[...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name as string),
  ]);
  const matches = (selector: string) => {
    // What a pseudo-class or an attribute asks for is not looked into: such a rule is kept.
    const plain = selector.replace(/:{1,2}[\w-]+(\([^)]*\))?|\[[^\]]*\]/g, '');
    const named = [...plain.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name as string));
    return named && [...plain.matchAll(/(?<![\w.-])[a-z][a-z0-9]*/gi)].every(([name]) => elements.has(name));
  };
  const kept = keep(css, matches);
  return kept.replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (frames, name: string) =>
    new RegExp(`animation[^;}]*[ :]${name}\\b`).test(kept) ? frames : '',
  );
}

/** The rules of a style sheet that some people's screens need, and those of everyone else's. */
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

/** @param keeps whether an at-rule other than a condition stays; all of them unless said. */
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
