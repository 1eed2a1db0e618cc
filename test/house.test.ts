import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const source = path.join(root, 'src');

/** The street, in the order the data walks. A feature looks back up it, never down. */
const STREET = [
  'accounts',
  'children',
  'plans',
  'curriculum',
  'tests',
  'attempts',
  'results',
  'notifications',
  'backoffice',
];
const FORBIDDEN_FOLDERS = ['services', 'controllers', 'repositories', 'utils', 'helpers', 'types', 'hooks', 'common'];
const LONGEST_FILE = 450;
/** What a page for those who build screens is shown with: every part in every state, with sample names. */
const SHOWROOM = 'web/ui/catalogue/';

interface SourceFile {
  /** From src/, with forward slashes: features/tests/tests.rules.ts */
  name: string;
  text: string;
  lines: number;
  imports: { from: string; typeOnly: boolean }[];
}

const files: SourceFile[] = fs
  .readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => read(path.join(entry.parentPath, entry.name)));
const production = files.filter(({ name }) => !/\.test\.tsx?$/.test(name));

function read(file: string): SourceFile {
  const text = fs.readFileSync(file, 'utf8');
  const name = path.relative(source, file).replaceAll(path.sep, '/');
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
      typeOnly: Boolean(match[1]) || (allTypes && !/^(?:import|export)\s+\w+\s*,/.test(match[0])),
    };
  });
  return { name, text, lines: text.split('\n').length, imports };
}

type Room =
  | 'contract'
  | 'rules'
  | 'store'
  | 'server'
  | 'screen'
  | 'areas'
  | 'floor-server'
  | 'floor-web'
  | 'shared'
  | 'door';

function roomOf(name: string): Room {
  if (name === 'main.server.ts' || name === 'main.web.tsx') return 'door';
  if (name.startsWith('shared/')) return 'shared';
  if (name.startsWith('server/')) return 'floor-server';
  if (name.startsWith('web/')) return 'floor-web';
  if (name.startsWith('areas/')) return 'areas';
  const ending = /\.(contract|rules|store|server)\.ts$/.exec(name)?.[1];
  return (ending as Room | undefined) ?? 'screen';
}

const featureOf = (name: string) => /^features\/([^/]+)\//.exec(name)?.[1];

const MAY: Record<Room, readonly Room[]> = {
  shared: ['shared'],
  contract: ['contract', 'shared'],
  rules: ['rules', 'shared'],
  store: ['rules', 'store', 'floor-server', 'shared'],
  server: ['server', 'store', 'rules', 'contract', 'floor-server', 'shared'],
  'floor-server': ['floor-server', 'shared'],
  'floor-web': ['floor-web', 'shared'],
  screen: ['screen', 'rules', 'floor-web', 'shared'],
  areas: ['areas', 'screen', 'rules', 'floor-web', 'shared'],
  door: ['door', 'areas', 'server', 'floor-server', 'floor-web', 'screen', 'shared'],
};
/** Types cost nothing and do nothing, so they may come from further away. */
const MAY_TYPES: Partial<Record<Room, readonly Room[]>> = {
  rules: ['contract'],
  store: ['contract'],
  screen: ['contract'],
  areas: ['contract'],
};

describe('the house', () => {
  test('has five folders and two doors', () => {
    expect(fs.readdirSync(source).sort()).toEqual([
      'areas',
      'features',
      'main.server.ts',
      'main.web.tsx',
      'server',
      'shared',
      'web',
    ]);
  });

  test('has no drawers for things that have a place', () => {
    const folders = fs
      .readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory());
    expect(
      folders
        .filter(({ name }) => FORBIDDEN_FOLDERS.includes(name))
        .map(({ name }) => `src/…/${name}: put each file with the feature that it serves`),
    ).toEqual([]);
  });

  test('every feature is a house on the street', () => {
    const unknown = fs.readdirSync(path.join(source, 'features')).filter((name) => !STREET.includes(name));
    expect(unknown.map((name) => `src/features/${name}: give it a place in STREET, after what it needs`)).toEqual([]);
  });

  test('features use the five endings', () => {
    const strange = production.filter(
      ({ name }) => name.startsWith('features/') && !/\.(contract|rules|store|server)\.ts$|\.tsx$/.test(name),
    );
    expect(
      strange.map(({ name }) => `${name}: name it .contract.ts, .rules.ts, .store.ts, .server.ts or .tsx`),
    ).toEqual([]);
  });

  test('imports go one way', () => {
    const problems: string[] = [];
    for (const file of production) {
      const room = roomOf(file.name);
      for (const { from, typeOnly } of file.imports) {
        if (!/\.tsx?$/.test(from)) continue;
        const target = roomOf(from);
        const allowed = MAY[room].includes(target) || (typeOnly && MAY_TYPES[room]?.includes(target));
        if (!allowed) problems.push(`${file.name} (${room}) may not import ${from} (${target})`);
        const [mine, theirs] = [featureOf(file.name), featureOf(from)];
        if (!mine || !theirs || mine === theirs) continue;
        if (room === 'screen' && target === 'screen') continue;
        if (STREET.indexOf(theirs) > STREET.indexOf(mine) && !typeOnly)
          problems.push(`${file.name} may not look down the street at ${from}`);
        if (room === 'store' && target === 'store' && !typeOnly && !/from '[^']*store\.ts'/.test('')) {
          const constants =
            file.text.match(new RegExp(`import \\{([^}]*)\\} from '[^']*${path.posix.basename(from)}'`))?.[1] ?? '';
          const functions = constants
            .split(',')
            .map((part) => part.trim())
            .filter((part) => part && !part.startsWith('type ') && part !== part.toUpperCase());
          if (functions.length > 0)
            problems.push(
              `${file.name} may read another feature's tables, not call its store: ${functions.join(', ')}`,
            );
        }
      }
    }
    expect(problems).toEqual([]);
  });

  test('rules do nothing: no clock, no chance, no input, no output', () => {
    const problems = production
      .filter(({ name }) => roomOf(name) === 'rules')
      .flatMap(({ name, text, imports }) => [
        ...imports
          .filter(({ from }) => /^node:|^zod|^react|^pg$/.test(from))
          .map(({ from }) => `${name} imports ${from}`),
        ...[/\bDate\.now\(\)/, /\bnew Date\(\)/, /\bMath\.random\(/, /\bfetch\(/, /\bprocess\./, /\bconsole\./]
          .filter((pattern) => pattern.test(text))
          .map((pattern) => `${name} uses ${pattern.source}`),
      ]);
    expect(problems).toEqual([]);
  });

  test('zod stays on the server side of the wire, node out of the browser, react out of the server', () => {
    const problems: string[] = [];
    for (const file of production) {
      const room = roomOf(file.name);
      const inBrowser = ['screen', 'areas', 'floor-web'].includes(room) || file.name === 'main.web.tsx';
      for (const { from, typeOnly } of file.imports) {
        if (typeOnly) continue;
        if (inBrowser && (/^node:/.test(from) || from === 'zod')) problems.push(`${file.name} may not import ${from}`);
        if (!inBrowser && /^(react|wouter|@tanstack)/.test(from)) problems.push(`${file.name} may not import ${from}`);
        if (from === 'zod' && !['contract', 'shared', 'floor-server', 'server'].includes(room))
          problems.push(`${file.name}: schemas belong in a contract`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('a store writes its own tables only', () => {
    const owners = new Map<string, string>();
    for (const name of fs.readdirSync(path.join(root, 'db', 'migrations'))) {
      const text = fs.readFileSync(path.join(root, 'db', 'migrations', name), 'utf8');
      const owner = /^-- owner: (\w+)/.exec(text)?.[1];
      expect(owner, `${name}: the first line names the owning feature`).toBeDefined();
      for (const match of text.matchAll(/create (?:unlogged )?table (\w+)/g))
        owners.set(match[1] as string, owner as string);
    }
    const problems: string[] = [];
    for (const { name, text } of production.filter((file) => roomOf(file.name) === 'store')) {
      for (const match of text.matchAll(/\b(?:insert into|update|delete from)\s+(?!set\b)(\w+)/g)) {
        const owner = owners.get(match[1] as string);
        // The outbox is everyone's to write to: it is how a feature tells those after it.
        if (owner && owner !== featureOf(name) && match[1] !== 'outbox')
          problems.push(`${name} writes ${match[1]}, which belongs to ${owner}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('SQL is in stores and floors', () => {
    const problems = production
      .filter(({ name }) => !['store', 'floor-server'].includes(roomOf(name)))
      .filter(({ text }) => /`\s*(select|insert into|update|delete from)\s[^`]*\b(from|values|set|where)\b/i.test(text))
      .map(({ name }) => `${name}: move the statement to the feature's store`);
    expect(problems).toEqual([]);
  });

  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    expect(
      production
        .filter(({ lines }) => lines > LONGEST_FILE)
        .map(({ name, lines }) => `${name} has ${lines} lines: cut it by topic`),
    ).toEqual([]);
  });

  test('the product’s name is a setting, not a word in a screen', () => {
    const screens = production.filter(
      ({ name }) => ['screen', 'areas', 'floor-web'].includes(roomOf(name)) && !name.startsWith(SHOWROOM),
    );
    const problems = screens
      .filter(({ text }) => /Caderneta/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')))
      .map(({ name }) => `${name} writes the product's name: use brand`);
    expect(problems).toEqual([]);
  });

  test('every feature tells what it is in a README', () => {
    const without = fs
      .readdirSync(path.join(source, 'features'))
      .filter(
        (name) =>
          fs.readdirSync(path.join(source, 'features', name)).length > 0 &&
          !fs.existsSync(path.join(source, 'features', name, 'README.md')),
      );
    expect(without.map((name) => `src/features/${name} has no README.md`)).toEqual([]);
  });
});
