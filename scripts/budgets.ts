// Bytes of each route against the contract of the design guide; fails when one is above it. Sizes are brotli, as a phone
// gets them, and KB are 1,000 bytes.
//   node scripts/budgets.ts           checks what `npm run build` left in dist/
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

const filesOfSource = (name: string) => filesOf(manifest, name);
const sum = (files: readonly string[]) => files.reduce((total, file) => total + bytesOf(file), 0);
const isScript = (file: string) => file.endsWith('.js');
const shell = filesOfSource('src/web/app.html');
const shared = sum(shell.filter(isScript));
const font = fs.readdirSync(path.join(dist, 'assets')).find((name) => name.endsWith('.woff2')) as string;

/** KB of the scripts that every route shares; the design guide allows 80. */
const SHARED = 69.5;
/** KB of the bell's scripts, beside those of the page. */
const BELL = 3.5;
/** KB of the one style sheet of all families' screens, fetched once, and of the one that the staff's add to it. */
const STYLES = 18.5;
const STAFF_STYLES = 5;
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

// A module that the shell reaches and that belongs to no group of build-web.ts would take the bundler's own helpers along
// into files of their own: two further requests on every page.
if (shell.filter(isScript).length !== 1)
  problems.push(`the shell is ${shell.filter(isScript).join(', ')}: it is to be one file (TOGETHER in build-web.ts)`);

const screens = new Map(
  [AUTH_PAGE, ...OPEN_PAGES.map((page) => ({ ...page, area: '' })), ...PAGES].map((page) => [page.screen, page]),
);
for (const { screen, area, budget } of screens.values()) {
  const own = [...new Set([...filesOfSource(screen), ...filesOfSource(area)])].filter((file) => !shell.includes(file));
  if (own.length === 0) {
    problems.push(`${screen}: not in the build`);
    continue;
  }
  // A screen that an area wraps is loaded by it as well; its files are counted where they are shared.
  rows.push([
    path.basename(screen, '.tsx'),
    within(`${screen}, scripts`, shared + sum(own.filter(isScript)), budget),
    '',
    // The page itself, its scripts, the one style sheet.
    String(2 + [...shell, ...own].filter(isScript).length),
  ]);
}
// Fetched after the page, by itself: what a parent's page has already is not counted.
const there = [...shell, ...filesOfSource('src/areas/parent.tsx')];
const bell = filesOfSource('src/features/notifications/Bell.tsx').filter(
  (file) => isScript(file) && !there.includes(file),
);
rows.push(['bell', within('bell', sum(bell), BELL), '', String(bell.length)]);
if (bell.length === 0) problems.push('the bell is not in a file of its own');
for (const [file, budget] of Object.entries(DOCUMENT)) {
  rows.push([file, '', within(file, bytesOf(path.join('pages', file)), budget), '1']);
}
const styles = fs.readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.css'));
for (const [what, budget, isStaffs] of [
  ['styles', STYLES, false],
  ['styles of the staff', STAFF_STYLES, true],
] as const) {
  const files = styles.filter((name) => name.startsWith('staff-') === isStaffs);
  if (files.length !== 1) problems.push(`${what}: ${files.length} files`);
  rows.push([
    what,
    '',
    within(what, sum(files.map((name) => path.join('assets', name))), budget),
    String(files.length),
  ]);
}
rows.push(['shared scripts', within('shared scripts', shared, SHARED), '', '']);
rows.push(['service worker', within('sw.js', bytesOf('public/sw.js'), 3), '', '']);
rows.push(['typeface', within('typeface', fs.statSync(path.join(dist, 'assets', font)).size, 15), '', '']);
console.log('route              scripts KB    styles/document KB   files');
for (const [name = '', scripts = '', styles = '', files = ''] of rows)
  console.log(`${name.padEnd(18)} ${scripts.padEnd(13)} ${styles.padEnd(20)} ${files}`);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
