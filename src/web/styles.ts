/** The style sheets that not every page loads, in their order after the first (SHEETS in scripts/build-web.ts). */
const LATER = ['sittings', 'parents'] as const;

/**
 * Loads code together with the style sheets that its screens need, unless the page has loaded them. A child's home and the sign-in
 * page load only the first, and lead to screens that need more.
 */
export const withStyles =
  <Code>(upTo: (typeof LATER)[number], load: () => Promise<Code>) =>
  async (): Promise<Code> => {
    // On the server: a page that it renders names its style sheets itself.
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
      // Removed, so that the next attempt loads it again.
      link.remove();
      reject(new Error('dynamically imported style sheet failed to load'));
    };
  });
  document.head.append(link);
  await loaded;
}
