import fs from 'node:fs';
import path from 'node:path';
import { escapeUTF8 as escapeHtml } from 'entities/escape';
import { filesOf, type Manifest } from './built-files.ts';
import type { Drawn } from './drawn-pages.ts';
import { offlineScreens } from './offline-screens.ts';
import { BOOT, bootScript, DIST, type Html, NOTICE, NOTICE_STYLE, noticeBar, policyOf } from './page-html.ts';

export interface AppShell {
  render(parts: {
    user: string | undefined;
    brand: object;
    notice: string | null;
    cache: string;
    screens: readonly string[];
    script?: string | undefined;
    /** Source of a script that is loaded first, instead of the app. It reads from a meta element which files to load for the app. */
    first?: string | undefined;
    /** The page's content, if the server renders it. */
    drawn?: (Pick<Drawn, 'html' | 'title'> & { styles: string | undefined; at: number }) | undefined;
  }): Html;
  /** Returns the sources of the page that devices keep, for `screens`; `pages` are the sources of all pages. */
  offline(pages: readonly string[]): string[];
}

/**
 * Returns the initial data of a page, in the form in which it is embedded in the page. The page without user data, which devices keep, has no
 * time.
 */
export function bootOf(user: string | undefined, brand: object, cache: string, drawnAt?: number): string {
  const time = drawnAt !== undefined ? `,"drawnAt":${drawnAt}` : user !== undefined ? `,"now":${Date.now()}` : '';
  return `{${user === undefined ? '' : `"user":${user},`}"brand":${JSON.stringify(brand)},"cache":${cache}${time}}`;
}

const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const HEAD = '<!--head-->';
const SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/;
const ROOT = '<div id="root"></div>';
const WAIT = /<div id="wait"[\s\S]*?<\/div>/;

const linkTo = (sheet: string): string => `<link rel="stylesheet" href="${sheet}">`;

/** Inserts the rendered content into the page and removes the loading state. */
const withContent = (template: string, { html, title }: Pick<Drawn, 'html' | 'title'>): string =>
  template
    .replace(SHEET, (sheet) => `<title>${escapeHtml(title)}</title>${sheet}`)
    .replace(WAIT, '<div id="wait"></div>')
    .replace(ROOT, () => `<div id="root">${html}</div>`);

/**
 * Returns the page with the style rules that it uses in its head. The complete style sheets are fetched after the content, and applied by
 * the app (delivery/browser/styles.ts).
 */
function withRules(page: string, styles: string, sheets: readonly string[]): string {
  const [link = '', first = ''] = SHEET.exec(page) ?? [];
  const fetched = [first, ...sheets].map((sheet) => `<link rel="preload" as="style" href="${sheet}">`).join('');
  return page
    .replace(link, () => styles)
    .replace('<meta name="styles" content="', (meta) => `${meta}${first} `)
    .replace('</body>', () => `${fetched}</body>`);
}

/**
 * Returns the page with its style sheet before its scripts. The page is not shown before the style sheet has arrived, and on a slow line
 * the many scripts before it would delay it.
 */
function sheetFirst(page: string): string {
  const sheet = SHEET.exec(page)?.[0] ?? '';
  return page.replace(sheet, '').replace(HEAD, () => sheet + HEAD);
}

/** Loads the app's HTML page, which has placeholders for initial data and the first screen's files. */
export function loadAppShell(): AppShell {
  const template = fs.readFileSync(path.join(DIST, 'app.html'), 'utf8');
  const manifest = JSON.parse(fs.readFileSync(path.join(DIST, 'manifest.json'), 'utf8')) as Manifest;
  const policies = new Map<string, string>();
  const policyFor = (more: string): string => {
    let policy = policies.get(more);
    if (policy === undefined) {
      policy = policyOf(template + more);
      policies.set(more, policy);
    }
    return policy;
  };
  /** The page without its meta elements, which name files that a page may load later. */
  const loaded = template.replace(/<meta [^>]*>/g, '');
  const heads = new Map<string, { code: string; sheets: string[]; files: string[] }>();
  const headFor = (screens: readonly string[]) => {
    const key = screens.join('|');
    let head = heads.get(key);
    if (head === undefined) {
      const files = [...new Set(screens.flatMap((screen) => filesOf(manifest, screen)))].filter(
        (file) => !loaded.includes(file),
      );
      const scripts = files.filter((file) => !file.endsWith('.css'));
      head = {
        files: scripts,
        code: scripts.map((file) => `<link rel="modulepreload" href="/${file}">`).join(''),
        sheets: files.filter((file) => file.endsWith('.css')).map((file) => `/${file}`),
      };
      heads.set(key, head);
    }
    return head;
  };
  /**
   * Returns the page that loads `first` before the app. If `first` has not been built, as in development, the page loads the app like any
   * other page.
   */
  const withFirst = (screens: readonly string[], first: string): string => {
    const [, app] = APP.exec(template) ?? [];
    const file = manifest[first]?.file;
    if (!app || !file) return template;
    const named = [app, ...headFor(screens).files.map((one) => `/${one}`)].join(' ');
    return template.replace(APP, `<meta name="app" content="${named}"><script type="module" src="/${file}"></script>`);
  };
  return {
    offline: (pages) => offlineScreens(manifest, pages),
    render({ user, brand, notice, cache, screens, script, first, drawn }) {
      const { sheets } = headFor(screens);
      const styles = drawn?.styles ? `<style>${drawn.styles}</style>` : '';
      const inline = script ? `<script>${script}</script>` : '';
      const plain = first ? withFirst(screens, first) : template;
      const page = drawn ? withContent(plain, drawn) : plain;
      const text = (styles ? withRules(page, styles, sheets) : drawn ? sheetFirst(page) : page)
        .replace(HEAD, () => inline + headFor(first ? [first] : screens).code)
        // The style sheets come after the app's, because they override it.
        .replace('</head>', (end) => (styles ? '' : sheets.map(linkTo).join('')) + end)
        .replace(NOTICE, () => noticeBar(notice))
        .replace(BOOT, () => bootScript(bootOf(user, brand, cache, drawn?.at)));
      return { text, policy: policyFor(inline + styles + (notice === null ? '' : NOTICE_STYLE)) };
    },
  };
}
