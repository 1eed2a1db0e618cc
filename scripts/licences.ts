// Checks the licences of everything in the lockfile: permissive ones pass; each other one needs an entry here with a reason.
//   node scripts/licences.ts
import fs from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

/** Licences that allow use and distribution without conditions beyond naming the authors. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  'Zlib',
  'PostgreSQL',
  // The font's licence; it allows distribution with a program.
  'OFL-1.1',
]);

/** Packages that are used unchanged and as separate packages, which is all that their licences ask for. */
const EXCEPTIONS: readonly [RegExp, string, string][] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'libvips behind sharp: a shared library, loaded and not changed'],
  [/^(web-push|@resvg\/resvg-js.*)$/, 'MPL-2.0', 'copyleft by file; no file of them is changed'],
  [
    /^(axe-core|@axe-core\/playwright|lightningcss.*)$/,
    'MPL-2.0',
    'tools for building and testing; nothing of them is served',
  ],
  [/^png-js$/, '', 'MIT by its LICENSE file; its package.json does not say so'],
];

interface Locked {
  license?: string;
  dev?: boolean;
}

const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const problems: string[] = [];
for (const [place, { license = '' }] of Object.entries(packages)) {
  if (place === '') continue;
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  // "A OR B" lets us choose; "A AND B" binds us to both.
  const parts = license.replace(/[()]/g, '').split(' AND ');
  const unsaid = parts.filter((part) => !part.split(' OR ').some((one) => PERMISSIVE.has(one)));
  const excused = unsaid.every((part) => EXCEPTIONS.some(([pattern, of]) => of === part && pattern.test(name)));
  if (!excused) problems.push(`${name}: ${license || 'no licence named'}`);
}
for (const [pattern] of EXCEPTIONS) {
  const used = Object.keys(packages).some((place) =>
    pattern.test(place.slice(place.lastIndexOf('node_modules/') + 13)),
  );
  if (!used) problems.push(`the exception ${pattern} is for nothing that is installed`);
}
console.log(
  problems.length === 0
    ? `${Object.keys(packages).length - 1} packages, all with a licence that suits.`
    : problems.join('\n'),
);
process.exit(problems.length === 0 ? 0 : 1);
