// Packages and versions that the lockfile must not contain (again), each with the reason. Unlike `npm audit`, which asks the registry, this
// check needs no network.
//   node scripts/refused-packages.ts
import fs from 'node:fs';
import path from 'node:path';

/** Name, refused versions (a pattern), and the reason. */
const REFUSED: readonly (readonly [name: string, versions: RegExp, why: string])[] = [
  ['event-stream', /^3\.3\.6$/, 'stole wallets'],
  ['flatmap-stream', /./, 'the theft in event-stream'],
  ['ua-parser-js', /^(0\.7\.29|0\.8\.0|1\.0\.0)$/, 'taken over, mined and stole passwords'],
  ['coa', /^(2\.0\.[34]|2\.1\.[13]|3\.[01]\.3)$/, 'taken over'],
  ['rc', /^(1\.2\.9|1\.3\.9|2\.3\.9)$/, 'taken over'],
  ['colors', /^(1\.4\.1|1\.4\.2|1\.4\.44-liberty-2)$/, 'an endless loop, put in on purpose'],
  ['faker', /^6\.6\.6$/, 'emptied on purpose'],
  ['node-ipc', /^(9\.2\.2|10\.1\.[12]|11\..*)$/, 'destroyed files on purpose'],
  ['eslint-scope', /^3\.7\.2$/, 'stole tokens of the registry'],
  ['xlsx', /^0\.([0-9]|1[0-9])\.|^0\.20\.[01]$/, 'prototypes polluted and endless patterns by a prepared file'],
  ['request', /./, 'not kept any more, follows redirects to other protocols'],
];

const root = path.dirname(import.meta.dirname);
const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>;
};
const problems: string[] = [];
for (const [place, { version = '', integrity, link }] of Object.entries(packages)) {
  if (place === '' || link) continue;
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  for (const [refused, versions, why] of REFUSED)
    if (name === refused && versions.test(version)) problems.push(`${name} ${version}: ${why}`);
  // Without its checksum, the content of a package could change unnoticed.
  if (!integrity && !place.includes('node_modules/', 'node_modules/'.length))
    problems.push(`${name} ${version}: no checksum`);
}
console.log(
  problems.length === 0 ? `${Object.keys(packages).length - 1} packages, none of them refused.` : problems.join('\n'),
);
process.exit(problems.length === 0 ? 0 : 1);
