// Compares the bytes of each route with the limits of the design guide; fails when a limit is exceeded. Sizes are brotli, as a phone
// gets them, and KB are 1,000 bytes.
//   node_modules/.bin/node scripts/budgets.ts           checks what `npm run build` left in dist/
// Run it with the project's Node, as above: an older one cannot run TypeScript.
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { AUTH_PAGE, OPEN_PAGES, PAGES } from '../src/areas/pages.ts';
import { filesOf, type Manifest } from '../src/server/built-files.ts';

const dist = path.join(path.dirname(import.meta.dirname), 'dist');

const manifest = JSON.parse(fs.readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Manifest;

const sizes = new Map<string, number>();
function bytesOf(file: string): number {
  let bytes = sizes.get(file);
  if (bytes === undefined) {
    bytes = brotliCompressSync(fs.readFileSync(path.join(dist, file)), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
    }).length;
    sizes.set(file, bytes);
  }
  return bytes;
}

/** Returns the size of a file as it is: fonts are already compressed. */
const rawBytesOf = (file: string) => fs.statSync(path.join(dist, file)).size;
const filesOfSource = (name: string) => filesOf(manifest, name);
const sum = (files: readonly string[]) => files.reduce((total, file) => total + bytesOf(file), 0);
const isScript = (file: string) => file.endsWith('.js');
const shell = filesOfSource('src/web/app.html');
const shared = sum(shell.filter(isScript));
const shellStyles = [
  ...fs.readFileSync(path.join(dist, 'app.html'), 'utf8').matchAll(/href="\/(assets\/[^"]+[.]css)"/g),
].map(([, file]) => file as string);
const assets = fs.readdirSync(path.join(dist, 'assets'));
const [font, signs] = ['figtree-pt-', 'figtree-signs-'].map((name) =>
  path.join('assets', assets.find((file) => file.startsWith(name) && file.endsWith('.woff2')) as string),
) as [string, string];

/** Maximum KB of the scripts that every route shares; the design guide allows 80. */
const SHARED = 61.4;
/** Maximum KB of the bell's scripts that the page has not loaded itself. */
const BELL = 3.5;
/** Maximum KB of the style sheet of every page, and of the style sheets that the pages of sittings, parents and staff add to it. */
const STYLES = { style: 7.9, sittings: 2.2, parents: 11.2, staff: 5 };
/**
 * Bytes of the headers of a file of the build, and of the document with its headers and content, as counted on the line. The document of
 * practice contains its cards, which would otherwise be a separate request of 1.5 KB.
 */
const FILE_HEADERS = 315;
const DOCUMENT_ON_THE_LINE = 3_300;
const DOCUMENT: Record<string, number> = {
  'landing.html': 10.5,
  'about.html': 12,
  'privacy-policy.html': 12,
  'terms-of-use.html': 12,
  'not-found.html': 10,
  'auth-login.html': 8,
  'auth-register.html': 8,
};

const problems: string[] = [];
const rows: string[][] = [];
const kb = (bytes: number) => (bytes / 1000).toFixed(1);
function within(what: string, bytes: number, budget: number): string {
  if (bytes > budget * 1000) problems.push(`${what}: ${kb(bytes)} KB, above ${budget} KB`);
  return `${kb(bytes)} / ${budget}`;
}

// A module that the shell reaches must belong to a group of build-web.ts. Otherwise it would be a separate file, and one more request on
// every page.
if (shell.filter(isScript).length !== 2)
  problems.push(
    `the shell is ${shell.filter(isScript).join(', ')}: it is to be the app and the helpers (TOGETHER in build-web.ts)`,
  );

const screens = new Map(
  [AUTH_PAGE, ...OPEN_PAGES.map((page) => ({ ...page, area: '' })), ...PAGES].map((page) => [page.screen, page]),
);
for (const { screen, area, budget, ...more } of screens.values()) {
  const own = [...new Set([...filesOfSource(screen), ...filesOfSource(area)])].filter((file) => !shell.includes(file));
  if (own.length === 0) {
    problems.push(`${screen}: not in the build`);
    continue;
  }
  // A screen that an area wraps is loaded by that area as well; its files are counted with the shared ones.
  rows.push([
    path.basename(screen, '.tsx'),
    within(`${screen}, scripts`, shared + sum(own.filter(isScript)), budget),
    '',
    // The number of files: the page itself, its scripts, the style sheet of every page and the page's other style sheets.
    String(2 + [...shell, ...own].filter(isScript).length + own.filter((file) => !isScript(file)).length),
  ]);
  if ('line' in more && more.line !== undefined) {
    const files = [...new Set([...shell, ...shellStyles, ...own])];
    const bytes = sum(files) + rawBytesOf(font) + (files.length + 1) * FILE_HEADERS + DOCUMENT_ON_THE_LINE;
    rows.push(['  on the line', within(`${screen}, on the line`, bytes, more.line)]);
  }
}
// The bell's code is fetched after the page. What a parent's page has already loaded is not counted.
const there = [...shell, ...filesOfSource('src/areas/parent.tsx')];
const bell = filesOfSource('src/features/notifications/Bell.tsx').filter(
  (file) => isScript(file) && !there.includes(file),
);
rows.push(['bell', within('bell', sum(bell), BELL), '', String(bell.length)]);
if (bell.length === 0) problems.push('the bell is not in a file of its own');
for (const [file, budget] of Object.entries(DOCUMENT)) {
  rows.push([file, '', within(file, bytesOf(path.join('pages', file)), budget), '1']);
}
for (const [name, budget] of Object.entries(STYLES)) {
  const files = assets.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.css'));
  if (files.length !== 1) problems.push(`${name}: ${files.length} style sheets`);
  rows.push([
    `styles: ${name}`,
    '',
    within(`styles: ${name}`, sum(files.map((file) => path.join('assets', file))), budget),
  ]);
}
const beforeTheApp = sum(filesOfSource('src/features/sitting/first-question.web.ts').filter(isScript));
rows.push(['first question', within('first question, scripts before the app', beforeTheApp, 9.2), '', '']);
rows.push(['shared scripts', within('shared scripts', shared, SHARED), '', '']);
rows.push(['service worker', within('sw.js', bytesOf('public/sw.js'), 3), '', '']);
rows.push(['typeface', within('typeface', rawBytesOf(font), 12), '', '']);
rows.push(['typeface, signs', within('typeface, signs', rawBytesOf(signs), 3), '', '']);
console.log('route              scripts KB    styles/document KB   files');
for (const [name = '', scripts = '', styles = '', files = ''] of rows)
  console.log(`${name.padEnd(18)} ${scripts.padEnd(13)} ${styles.padEnd(20)} ${files}`);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
