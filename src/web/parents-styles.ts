/**
 * Loads the style sheet of parents' screens (SHEETS in scripts/build-web.ts) unless the page came with it: children's pages and
 * signing in do not, and lead to screens that need it.
 */
export async function bringParentsStyles(): Promise<void> {
  // Where the server renders a page, it takes care of its styles.
  if (typeof document === 'undefined') return;
  const href = document.querySelector<HTMLMetaElement>('meta[name=parents-styles]')?.content;
  if (!href || document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return;
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
