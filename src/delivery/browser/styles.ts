/**
 * Loads code together with the style sheets that its screens need, unless the page has loaded them. A child's home and the sign-in page
 * load only the first sheet, but link to screens that need more; a page that the server rendered has loaded none.
 */
export const withStyles =
  <Code>(upTo: 'sittings' | 'parents', load: () => Promise<Code>) =>
  async (): Promise<Code> => {
    // On the server there is nothing to load: a rendered page names its style sheets itself.
    if (typeof document === 'undefined') return load();
    // The sheets are in their order of precedence (SHEETS in src/delivery/build/build-web.ts).
    const sheets = document.querySelector<HTMLMetaElement>('meta[name=styles]')?.content.split(' ') ?? [];
    const needed = sheets.slice(0, sheets.findIndex((sheet) => sheet.includes(`/${upTo}-`)) + 1);
    const [code, ...links] = await Promise.all([load(), ...needed.map(bring)]);
    // All sheets are applied at the same time: the page would shift if one were applied before those that override it.
    for (const link of links) link.media = 'all';
    return code;
  };

/** Loads a style sheet without applying it, and returns its link. A sheet that the page itself linked is already applied. */
async function bring(href: string): Promise<HTMLLinkElement> {
  const known = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${href}"]`);
  const sheet = { rel: 'stylesheet', media: 'not all', href };
  const link = known ?? document.head.appendChild(Object.assign(document.createElement('link'), sheet));
  if (link.sheet || link.media !== sheet.media) return link;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(link));
    link.addEventListener('error', () => {
      // The failed link is removed, so that the next attempt loads it again.
      link.remove();
      reject(new Error('dynamically imported style sheet failed to load'));
    });
  });
}
