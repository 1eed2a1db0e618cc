// Finds the imports between the files of src/, for the house test and for `npm run map`.
import fs from 'node:fs';
import path from 'node:path';

const SOURCE = path.join(path.dirname(import.meta.dirname), 'src');

export interface SourceFile {
  /** Path relative to src/, with forward slashes: domains/bank/test-bank/tests.rules.ts */
  name: string;
  text: string;
  lines: number;
  imports: {
    /** Relative to src/ for our own files, otherwise as written. */
    from: string;
    /** Whether the import is removed when types are stripped. */
    typeOnly: boolean;
    /** Whether it is an `import()`. */
    later: boolean;
  }[];
}

/** Returns all TypeScript files of src/ without declarations, tests included. */
export const sourceFiles = (): SourceFile[] =>
  fs
    .readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => read(path.join(entry.parentPath, entry.name)));

function read(file: string): SourceFile {
  const text = fs.readFileSync(file, 'utf8');
  const name = path.relative(SOURCE, file).replaceAll(path.sep, '/');
  const imports = [
    ...text.matchAll(
      /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
    ),
  ].map((match) => {
    const wanted = (match[2] ?? match[3]) as string;
    const named = match[0].match(/\{([^}]*)\}/)?.[1];
    const allTypes = named?.split(',').every((part) => part.trim() === '' || part.trim().startsWith('type ')) ?? false;
    return {
      from: wanted.startsWith('.') ? path.posix.join(path.posix.dirname(name), wanted) : wanted,
      later: match[3] !== undefined,
      typeOnly: Boolean(match[1]) || (allTypes && !/^(?:import|export)\s+\w+\s*,/.test(match[0])),
    };
  });
  return { name, text, lines: text.split('\n').length, imports };
}

/** Returns the domain that a file of src/domains belongs to. */
export const domainOf = (name: string): string | undefined => /^domains\/([^/]+)\//.exec(name)?.[1];

/** Returns the feature that a file of src/domains belongs to. */
export const featureOf = (name: string): string | undefined => /^domains\/[^/]+\/([^/]+)\//.exec(name)?.[1];

/**
 * Returns groups of names that reach one another (strongly connected components of more than one name, by Tarjan's algorithm), each in the
 * order in which it was found. The list is empty if the graph has no cycles.
 */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const place = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): void => {
    place.set(name, place.size);
    lowest.set(name, place.get(name) as number);
    stack.push(name);
    for (const next of graph.get(name) ?? []) {
      if (!place.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(name, Math.min(lowest.get(name) as number, lowest.get(next) as number));
    }
    if (lowest.get(name) !== place.get(name)) return;
    const circle = stack.splice(stack.indexOf(name));
    if (circle.length > 1) circles.push(circle);
  };
  for (const name of graph.keys()) if (!place.has(name)) visit(name);
  return circles;
}

/** Returns the imports of each file, including types and `import()`, because a reader of one file of a cycle has to read all of them. */
export const needsOfFiles = (files: readonly SourceFile[]): Map<string, Set<string>> =>
  new Map(files.map(({ name, imports }) => [name, new Set(imports.map(({ from }) => from))]));

/** Returns what each feature imports from others, without types. */
export function needsOfFeatures(files: readonly SourceFile[]): Map<string, Set<string>> {
  const needs = new Map<string, Set<string>>();
  for (const { name, imports } of files) {
    const mine = featureOf(name);
    if (!mine) continue;
    const theirs = needs.get(mine) ?? new Set<string>();
    needs.set(mine, theirs);
    for (const { from, typeOnly } of imports) {
      const other = featureOf(from);
      if (!typeOnly && other && other !== mine) theirs.add(other);
    }
  }
  return needs;
}
