const brought = new Map<string, Promise<HTMLLinkElement>>();

/**
 * Loads code together with the style sheets that its screens need, unless the page has loaded them. A child's home and the sign-in
 * page load only the first, and lead to screens that need more; a page that arrived with its content has loaded none.
 */
export const withStyles =
  <Code>(upTo: 'sittings' | 'parents', load: () => Promise<Code>) =>
  async (): Promise<Code> => {
    // On the server: a page that it renders names its style sheets itself.
    if (typeof document === 'undefined') return load();
    // In their order (SHEETS in scripts/build-web.ts).
    const sheets = document.querySelector<HTMLMetaElement>('meta[name=styles]')?.content.split(' ') ?? [];
    const needed = sheets.slice(0, sheets.findIndex((sheet) => sheet.includes(`/${upTo}-`)) + 1);
    const [code, ...links] = await Promise.all([load(), ...needed.map(bring)]);
    // Together: the page would move if a sheet were applied before those that override it.
    for (const link of links) link.media = 'all';
    return code;
  };

function bring(href: string): Promise<HTMLLinkElement> {
  const known = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${href}"]`);
  const coming = brought.get(href) ?? (known ? Promise.resolve(known) : load(href));
  brought.set(href, coming);
  return coming;
}

/** Loads a style sheet that is not applied yet. */
function load(href: string): Promise<HTMLLinkElement> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.media = 'not all';
  link.href = href;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = () => resolve(link);
    link.onerror = () => {
      // Forgotten, so that the next attempt loads it again.
      link.remove();
      brought.delete(href);
      reject(new Error('dynamically imported style sheet failed to load'));
    };
  });
}
