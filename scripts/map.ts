// `npm run map`: prints the features in dependency order, with their size and what they import from others. It fails when files or features
// import one another in a cycle; without a cycle, every arrow points to a feature above it.
import { circlesIn, featureOf, needsOfFeatures, needsOfFiles, sourceFiles } from './imports.ts';

const files = sourceFiles().filter(({ name }) => !/\.test\.tsx?$/.test(name));
const features = needsOfFeatures(files);
const circles = [...circlesIn(features), ...circlesIn(needsOfFiles(files))];

/** Returns the features, each after all those that it needs; features in a cycle come last. */
function inOrder(): string[] {
  const order: string[] = [];
  const left = [...features.keys()].sort();
  for (;;) {
    const next = left.findIndex((name) => [...(features.get(name) ?? [])].every((other) => order.includes(other)));
    if (next === -1) return [...order, ...left];
    order.push(...left.splice(next, 1));
  }
}

const order = inOrder();
for (const name of order) {
  const own = files.filter(({ name: file }) => featureOf(file) === name);
  const lines = own.reduce((sum, file) => sum + file.lines, 0);
  const needs = [...(features.get(name) ?? [])].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  console.log(
    `${name.padEnd(17)}${String(own.length).padStart(3)} files${String(lines).padStart(6)} lines  ← ${needs.join(', ') || 'nothing'}`,
  );
}
const total = files.reduce((sum, file) => sum + file.lines, 0);
console.log(`\n${files.length} production files, ${total} lines.`);
if (circles.length === 0) console.log('No circles.');
for (const circle of circles) console.error(`Circle: ${circle.join(' → ')}`);
process.exitCode = circles.length === 0 ? 0 : 1;
