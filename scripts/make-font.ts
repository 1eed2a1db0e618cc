// Makes src/web/ui/figtree-pt.woff2 from the published Figtree (OFL): weights 400 to 800, the letters of Portuguese,
// and the signs of a school exercise. Run it again only when the font or the list of characters changes:
// the result is committed, so that a build needs no font tools.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
// @ts-expect-error: the package has no types
import subsetFont from 'subset-font';

const LIMIT = 15 * 1024;

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');

const characters =
  between(0x20, 0x7e) + // ASCII
  '\u00a0ªº°«»·©±²³×÷¼½¾' +
  'ÀÁÂÃÇÈÉÊÍÓÔÕÚÜàáâãçèéêíóôõúüñ' +
  '–—‘’“”•…€←→−≠≤≥✓';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const source = await readFile(at('../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'));

const subset = await subsetFont(source, characters, {
  targetFormat: 'woff2',
  // Kerning, tabular digits, and fractions (frac works through numr and dnom); alternates nobody calls are dropped.
  keepFeatures: ['kern', 'tnum', 'frac', 'numr', 'dnom', 'ccmp', 'mark'],
  noHinting: true,
  variationAxes: { wght: { min: 400, max: 800, default: 400 } },
});
if (subset.length > LIMIT) throw new Error(`The subset has ${subset.length} bytes, more than ${LIMIT}.`);

const target = at('../src/web/ui/figtree-pt.woff2');
await writeFile(target, subset);
console.log(`${target}: ${subset.length} bytes`);
