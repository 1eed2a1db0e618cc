/** The sheets that a page may lack, in the order in which they follow the first (SHEETS in scripts/build-web.ts). */
const LATER = ['sittings', 'parents'] as const;

/**
 * Loads code together with the style sheets that its screens need, unless the page came with them: a child's home and signing in
 * do not, and lead to screens that need more.
 */
export const withStyles =
  <Code>(upTo: (typeof LATER)[number], load: () => Promise<Code>) =>
  async (): Promise<Code> => {
    // Where the server renders a page, it takes care of its styles.
    if (typeof document === 'undefined') return load();
    const sheets = document.querySelector<HTMLMetaElement>('meta[name=styles]')?.content.split(' ') ?? [];
    const [code] = await Promise.all([load(), ...sheets.slice(0, LATER.indexOf(upTo) + 1).map(bring)]);
    return code;
  };

async function bring(href: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      // So that the next try asks again.
      link.remove();
      reject(new Error('dynamically imported style sheet failed to load'));
    };
  });
  document.head.append(link);
  await loaded;
}
