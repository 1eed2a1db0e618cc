// Compares the bytes of each page with the limit of its kind, and fails when one is exceeded. Sizes are brotli, as a phone
// gets them, and KB are 1,000 bytes.
//   node_modules/.bin/node src/delivery/build/budgets.ts           checks what `npm run build` left in dist/
// Run it with the project's Node, as above: an older one cannot run TypeScript.
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { AUTH_PAGE, OPEN_PAGES } from '../../areas/entry-pages.ts';
import type { Page } from '../../areas/page.ts';
import { PAGES } from '../../areas/pages.ts';
import { filesOf, type Manifest } from '../serve/built-files.ts';
import { offlineFiles } from '../serve/offline-screens.ts';

const dist = path.join(import.meta.dirname, '..', '..', '..', 'dist');

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

/**
 * Maximum KB of the scripts of a first visit, by the kind of page: a parent's, a child's (also tests, practice and diagnostics, which are
 * opened on the family's phone) and the staff's. The design guide states them, without the 1 KB that React in a file of its own costs
 * (decision 0122); the sizes of single pages only inform.
 */
const SCRIPTS = { parent: 96, child: 96, staff: 140 } as const;
/** Maximum KB of the scripts that every route shares; the design guide allows 80. */
const SHARED = 65;
/** Maximum KB of the scripts and styles that a phone keeps for use without network; each release brings again those that it changes. */
const OFFLINE = 240;
/** Maximum KB of the bell's scripts that the page has not loaded itself. */
const BELL = 4;
/** Maximum KB of all style sheets of a kind of page: what they have now, and half a KB to two for the next rules. */
const STYLES = { parent: 27, child: 14, staff: 34 } as const;
/** The style sheets that each kind of page loads, in the order of `SHEETS` in build-web.ts. */
const SHEETS_OF = {
  parent: ['style', 'sittings', 'parents'],
  child: ['style', 'sittings'],
  staff: ['style', 'sittings', 'parents', 'staff'],
} as const;
/** Bytes of the headers of a file of the build, and of the document with its headers and content, as counted on the line. */
const FILE_HEADERS = 315;
const DOCUMENT_ON_THE_LINE = 3_300;
/** Maximum KB of a prerendered document, which is readable without any other file but the fonts. */
const DOCUMENT = 12;

const problems: string[] = [];
const rows: string[][] = [];
const kb = (bytes: number) => (bytes / 1000).toFixed(1);
function within(what: string, bytes: number, budget: number): string {
  if (bytes > budget * 1000) problems.push(`${what}: ${kb(bytes)} KB, above ${budget} KB`);
  return `${kb(bytes)} / ${budget}`;
}

// Every further file would be one more request on every page.
if (shell.filter(isScript).length !== 4)
  problems.push(
    `the shell is ${shell.filter(isScript).join(', ')}: it is to be React, the app, the helpers and who has the phone (chunks.ts)`,
  );

type PageKind = keyof typeof SCRIPTS;
function kindOf({ area, isSitting, childMode }: Pick<Page, 'area' | 'isSitting' | 'childMode'>): PageKind {
  if (/teacher|admin/.test(area)) return 'staff';
  return isSitting || childMode ? 'child' : 'parent';
}

const screens = new Map<string, Pick<Page, 'screen' | 'area' | 'isSitting' | 'childMode'>>(
  [AUTH_PAGE, ...OPEN_PAGES.map((page) => ({ ...page, area: '' })), ...PAGES].map((page) => [page.screen, page]),
);
for (const page of screens.values()) {
  const { screen, area } = page;
  const own = [...new Set([...filesOfSource(screen), ...filesOfSource(area)])].filter((file) => !shell.includes(file));
  if (own.length === 0) {
    problems.push(`${screen}: not in the build`);
    continue;
  }
  // A screen that an area wraps is loaded by that area as well; its files are counted with the shared ones.
  const files = [...new Set([...shell, ...shellStyles, ...own])];
  const onTheLine = sum(files) + rawBytesOf(font) + (files.length + 1) * FILE_HEADERS + DOCUMENT_ON_THE_LINE;
  rows.push([
    path.basename(screen, '.tsx'),
    within(`${screen}, scripts`, shared + sum(own.filter(isScript)), SCRIPTS[kindOf(page)]),
    kb(onTheLine),
    String(files.length + 1),
  ]);
}
// The bell's code is fetched after the page. What a parent's page has already loaded is not counted.
const there = [...shell, ...filesOfSource('src/areas/parent.tsx')];
const bell = filesOfSource('src/domains/telling/notifications/Bell.tsx').filter(
  (file) => isScript(file) && !there.includes(file),
);
rows.push(['bell', within('bell', sum(bell), BELL), '', String(bell.length)]);
if (bell.length === 0) problems.push('the bell is not in a file of its own');
for (const file of fs.readdirSync(path.join(dist, 'pages')).filter((name) => name.endsWith('.html')))
  rows.push([file, within(file, bytesOf(path.join('pages', file)), DOCUMENT), '', '1']);
for (const [kind, names] of Object.entries(SHEETS_OF) as [PageKind, readonly string[]][]) {
  const files = names.map((name) => assets.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.css')));
  if (files.some(({ length }) => length !== 1)) problems.push(`${kind}: ${files.flat().join(', ')} as style sheets`);
  const bytes = sum(files.flat().map((file) => path.join('assets', file)));
  rows.push([`styles: ${kind}`, within(`styles: ${kind}`, bytes, STYLES[kind])]);
}
const beforeTheApp = sum(filesOfSource('src/domains/sitting/sitting/first-question.web.ts').filter(isScript));
rows.push(['first question', within('first question, scripts before the app', beforeTheApp, 13.8), '', '']);
rows.push(['shared scripts', within('shared scripts', shared, SHARED), '', '']);
rows.push(['service worker', within('sw.js', bytesOf('public/sw.js'), 4), '', '']);
const offline = offlineFiles(
  manifest,
  [...PAGES, ...OPEN_PAGES].flatMap((page) => ('area' in page ? [page.area, page.screen] : [page.screen])),
);
rows.push([
  'without network',
  within('files for use without network', sum(offline), OFFLINE),
  '',
  String(offline.length),
]);
rows.push(['typeface', within('typeface', rawBytesOf(font), 12), '', '']);
rows.push(['typeface, signs', within('typeface, signs', rawBytesOf(signs), 3), '', '']);
console.log('page               KB / maximum  on the line   files');
for (const [name = '', size = '', line = '', files = ''] of rows)
  console.log(`${name.padEnd(18)} ${size.padEnd(13)} ${line.padEnd(13)} ${files}`);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
