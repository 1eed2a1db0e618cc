// What a phone that comes back after a release downloads again, between two builds:
//   node bench/release.ts <dist of the earlier build> <dist of the later build>
// A phone has the files of the earlier build in its cache; those whose name has changed are fetched.
import fs from 'node:fs';
import path from 'node:path';
import { filesOf, type Manifest } from '../src/delivery/serve/built-files.ts';
import { kb, table } from './report.ts';

/** The source files of the area and the screen of each page. */
const PAGES: Record<string, readonly string[]> = {
  dashboard: ['src/areas/parent.tsx', 'src/areas/home/Dashboard.tsx'],
  catalogue: ['src/areas/parent.tsx', 'src/domains/sitting/catalogue/Catalogue.tsx'],
  result: ['src/areas/parent.tsx', 'src/domains/knowing/results/Result.tsx'],
  test: ['src/areas/test.tsx'],
  'child’s home': ['src/areas/child.tsx'],
  practice: ['src/areas/practice.tsx'],
};
const SHELL = 'src/web/app.html';

interface Build {
  dist: string;
  manifest: Manifest;
  files: ReadonlySet<string>;
}

function readBuild(dist: string): Build {
  const manifest = JSON.parse(fs.readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Manifest;
  const files = fs.readdirSync(path.join(dist, 'assets')).map((name) => `assets/${name}`);
  return { dist, manifest, files: new Set(files) };
}

/** Returns the bytes of a file as sent: compressed, if the build did so. */
function bytesOf({ dist, files }: Build, file: string): number {
  return fs.statSync(path.join(dist, files.has(`${file}.br`) ? `${file}.br` : file)).size;
}

const [before, after] = process.argv.slice(2).map(readBuild);
if (!before || !after) throw new Error('node bench/release.ts <earlier dist> <later dist>');

const scripts = [...after.files].filter((file) => file.endsWith('.js'));
const renamed = scripts.filter((file) => !before.files.has(file));
console.log(`${renamed.length} of ${scripts.length} scripts have another name.`);
const rows = Object.entries(PAGES).map(([page, sources]) => {
  const all = [...new Set([SHELL, ...sources].flatMap((source) => filesOf(after.manifest, source)))];
  const again = all.filter((file) => !before.files.has(file));
  const sum = (files: readonly string[]) => kb(files.reduce((bytes, file) => bytes + bytesOf(after, file), 0));
  return [page, all.length, sum(all), again.length, sum(again)];
});
console.log(table([['page', 'files', 'KB', 'fetched again', 'KB'], ...rows]).join('\n'));
