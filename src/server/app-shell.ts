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
  }): Html;
}

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
  const heads = new Map<string, { code: string; styles: string }>();
  const headFor = (screens: readonly string[]) => {
    const key = screens.join('|');
    let head = heads.get(key);
    if (head === undefined) {
      const files = [...new Set(screens.flatMap((screen) => filesOf(manifest, screen)))].filter(
        (file) => !template.includes(file),
      );
      const links = (rel: string, wanted: string[]) =>
        wanted.map((file) => `<link rel="${rel}" href="/${file}">`).join('');
      head = {
        code: links(
          'modulepreload',
          files.filter((file) => !file.endsWith('.css')),
        ),
        styles: links(
          'stylesheet',
          files.filter((file) => file.endsWith('.css')),
        ),
      };
      heads.set(key, head);
    }
    return head;
  };
  return {
    render({ user, brand, notice, cache, screens, script }) {
      const inline = script ? `<script>${script}</script>` : '';
      const boot = `{${user === undefined ? '' : `"user":${user},`}"brand":${JSON.stringify(brand)},"cache":${cache}}`;
      const text = template
        .replace(HEAD, () => inline + headFor(screens).code)
        // After the app's styles, which they override.
        .replace('</head>', () => `${headFor(screens).styles}</head>`)
        .replace(NOTICE, () => noticeBar(notice))
        .replace(BOOT, () => bootScript(boot));
      return { text, policy: policyFor(inline) };
    },
  };
}
