import fs from 'node:fs';
import path from 'node:path';
import { filesOf, type Manifest } from './built-files.ts';
import { BOOT, bootScript, DIST, type Html, NOTICE, NOTICE_STYLE, noticeBar, policyOf } from './page-html.ts';

export interface AppShell {
  render(parts: {
    user: string | undefined;
    brand: object;
    notice: string | null;
    cache: string;
    screens: readonly string[];
    script?: string | undefined;
    /** Source of the script that is loaded instead of the app, whose files a meta element names for it. */
    first?: string | undefined;
  }): Html;
}

const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const HEAD = '<!--head-->';

/** The app's HTML page, with placeholders for initial data and the first screen's files. */
export function loadAppShell(): AppShell {
  const template = fs.readFileSync(path.join(DIST, 'app.html'), 'utf8');
  const manifest = JSON.parse(fs.readFileSync(path.join(DIST, 'manifest.json'), 'utf8')) as Manifest;
  const policies = new Map<string, string>();
  const policyFor = (script: string): string => {
    let policy = policies.get(script);
    if (policy === undefined) {
      policy = policyOf(template + NOTICE_STYLE + script);
      policies.set(script, policy);
    }
    return policy;
  };
  const heads = new Map<string, { code: string; styles: string; files: string[] }>();
  const headFor = (screens: readonly string[]) => {
    const key = screens.join('|');
    let head = heads.get(key);
    if (head === undefined) {
      const files = [...new Set(screens.flatMap((screen) => filesOf(manifest, screen)))].filter(
        (file) => !template.includes(file),
      );
      const links = (rel: string, wanted: string[]) =>
        wanted.map((file) => `<link rel="${rel}" href="/${file}">`).join('');
      const scripts = files.filter((file) => !file.endsWith('.css'));
      head = {
        files: scripts,
        code: links('modulepreload', scripts),
        styles: links(
          'stylesheet',
          files.filter((file) => file.endsWith('.css')),
        ),
      };
      heads.set(key, head);
    }
    return head;
  };
  /** Without a build of its own, as in development, the page loads the app as any other does. */
  const withFirst = (screens: readonly string[], first: string): string => {
    const [, app] = APP.exec(template) ?? [];
    const file = manifest[first]?.file;
    if (!app || !file) return template;
    const named = [app, ...headFor(screens).files.map((one) => `/${one}`)].join(' ');
    return template.replace(APP, `<meta name="app" content="${named}"><script type="module" src="/${file}"></script>`);
  };
  return {
    render({ user, brand, notice, cache, screens, script, first }) {
      const inline = script ? `<script>${script}</script>` : '';
      const boot = `{${user === undefined ? '' : `"user":${user},`}"brand":${JSON.stringify(brand)},"cache":${cache}}`;
      const text = (first ? withFirst(screens, first) : template)
        .replace(HEAD, () => inline + headFor(first ? [first] : screens).code)
        // After the app's styles, which they override.
        .replace('</head>', () => `${headFor(screens).styles}</head>`)
        .replace(NOTICE, () => noticeBar(notice))
        .replace(BOOT, () => bootScript(boot));
      return { text, policy: policyFor(inline) };
    },
  };
}
