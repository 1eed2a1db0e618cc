import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isBreaking } from '../scripts/breaking-migrations.ts';
import { circlesIn, domainOf, featureOf, needsOfFiles, sourceFiles } from '../scripts/imports.ts';
import { DOMAINS, FEATURES } from '../src/domains/domains.ts';

const root = path.join(import.meta.dirname, '..');
const source = path.join(root, 'src');

/**
 * Tables whose feature was split after their migration was written, with their present writer (migrations never change). Every other table
 * is written only by the feature that the first line of its migration names.
 */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  users: ['accounts', 'staff'],
  passkeys: ['passkeys'],
  passkey_challenges: ['passkeys'],
  email_verifications: ['email-verification'],
  account_codes: ['recovery'],
  password_requests: ['recovery'],
  password_resets: ['recovery'],
  emis_payments: ['payments'],
  emis_notifications: ['payments'],
  receipts: ['payments'],
  receipt_counters: ['payments'],
  referrals: ['payments'],
  referral_codes: ['payments'],
  attempts: ['attempts', 'regrades', 'prepared'],
  regrades: ['regrades'],
  regrade_marks: ['regrades'],
  performance_aggregations: ['attempts', 'regrades'],
  answers: ['attempts', 'prepared'],
  tests: ['test-bank', 'authoring'],
  questions: ['test-bank'],
  teacher_defaults: ['authoring'],
  removed_content: ['authoring'],
  import_batches: ['question-files'],
  import_batch_questions: ['question-files'],
  import_progress: ['question-files'],
  norms: ['norms'],
  norm_blocks: ['norms'],
  norm_members: ['norms'],
  result_shares: ['reports'],
  bank_figures: ['statistics'],
  flagged_questions: ['statistics'],
};
/** Features whose name changed after their migrations were written. */
const RENAMED: Readonly<Record<string, string>> = { tests: 'test-bank' };
const FORBIDDEN_FOLDERS = ['services', 'controllers', 'repositories', 'utils', 'helpers', 'types', 'hooks', 'common'];
const LONGEST_FILE = 450;
/** Maximum number of production files of a folder, without styles. */
const MAX_FILES = 30;
/** Words that readers of comments found unclear, with a clearer one. */
const PLAINER: Readonly<Record<string, string>> = {
  anew: 'again, or recompute, recreate, reset',
  lest: 'so that … not',
  dearer: 'more expensive',
  'is told': 'is notified, gets a mail, receives',
  'are told': 'are notified, get a mail, receive',
  'takes along': 'prepares',
};
/**
 * Maxima of what ties the domains (decision 0092): imports from one to another, the files that they reach, and the pairs of domains. A change
 * that needs fewer lowers the number. One that needs more moves a file, or raises it and says in its message why.
 */
const MOST_TIED = { imports: 300, files: 86, pairs: 20 };
/** A page for developers that shows every component in every state, with sample names. */
const SHOWROOM = 'web/ui/catalogue/';

/**
 * The storage of a phone, and the only files that use it. What is kept of a child goes through `web/device/device-tables.ts`, or asks
 * `isWithPhone` (web/device/hands.ts), and is closed at a hand-over (closed-rows.ts); the other entries name nobody.
 */
const STORAGE: Record<string, { use: RegExp; files: readonly string[] }> = {
  indexedDB: {
    use: /\bindexedDB\b|\bopenDB\(/,
    files: [
      'delivery/inline/programs.ts',
      'delivery/inline/show-held.ts',
      'delivery/worker/send-waiting.ts',
      'domains/knowing/practice/practice-device.web.ts',
      'web/device/device-tables.ts',
      'web/device/is-kept-here.ts',
      'web/device/kept-packs.ts',
      'web/device/kept-photo.ts',
      'web/device/old-reviews.ts',
    ],
  },
  localStorage: {
    use: /\blocalStorage\b/,
    files: [
      'delivery/browser/early-start.ts',
      'delivery/inline/choose-theme.ts',
      'delivery/inline/early-start.ts',
      'delivery/inline/programs.ts',
      'delivery/inline/show-held.ts',
      'delivery/inline/stored-theme.ts',
      'domains/people/recovery/AccountOffer.tsx',
      'main.web.tsx',
      'web/call/child-mode.ts',
      'web/call/mode-mark.ts',
      'web/device/aging/counted-time.ts',
      'web/device/aging/erase-old.ts',
      'web/device/handed-to.ts',
      'web/device/hands.ts',
      'web/device/journal.ts',
      'web/device/kept-here.ts',
      'web/device/kept-photo.ts',
      'web/device/reading-store.ts',
      'web/device/sealed/parcel-key.ts',
      'web/parts/reads-itself.ts',
      'web/ui/base/theme.ts',
    ],
  },
  sessionStorage: {
    use: /\bsessionStorage\b/,
    files: [
      'areas/app.tsx',
      'areas/arrival.ts',
      'delivery/inline/programs.ts',
      'delivery/inline/show-held.ts',
      'delivery/inline/show-toast.ts',
      'delivery/serve/pages.ts',
      'domains/people/email-verification/email-verification.web.ts',
      'domains/sitting/sitting/sitting-work.web.ts',
      'web/call/mode-mark.ts',
      'web/call/navigation.ts',
      'web/device/drafts.ts',
      'web/ui/base/Toast.tsx',
    ],
  },
  caches: {
    use: /\bcaches\b(?=[.?])/,
    files: [
      'areas/offline/copies-here.ts',
      'delivery/worker/register.ts',
      'delivery/worker/sw.ts',
      'domains/people/child-mode/child-mode-calls.web.ts',
      'web/call/mode-mark.ts',
      'web/device/sealed/sealed-copies.ts',
    ],
  },
  'cookies of scripts': { use: /\bdocument\.cookie\b|\bcookieStore\b/, files: [] },
};

const files = sourceFiles();
const production = files.filter(({ name }) => !/\.test\.tsx?$/.test(name));

/** Style sheets from which others compose classes. */
const composed = new Set(
  fs
    .globSync('**/*.css', { cwd: source })
    .flatMap((name) =>
      [...fs.readFileSync(path.join(source, name), 'utf8').matchAll(/from '([^']+\.css)'/g)].map((match) =>
        path.posix.join(path.posix.dirname(name.replaceAll(path.sep, '/')), match[1] as string),
      ),
    ),
);

type Kind =
  | 'contract'
  | 'rules'
  | 'store'
  | 'server'
  | 'browser logic'
  | 'screen'
  | 'area'
  | 'server floor'
  | 'web floor'
  | 'shared'
  | 'build'
  | 'domain list'
  | 'demo'
  | 'entry';

function kindOf(name: string): Kind {
  if (name === 'main.server.ts' || name === 'main.web.tsx') return 'entry';
  if (name.startsWith('shared/')) return 'shared';
  if (name.startsWith('demo/')) return 'demo';
  if (/^domains\/(domains?|\w+\/door)\.ts$/.test(name)) return 'domain list';
  if (name.startsWith('server/')) return 'server floor';
  if (name.startsWith('web/')) return 'web floor';
  if (/^areas\/.*\.rules\.ts$/.test(name)) return 'rules';
  if (name.startsWith('areas/') || name.startsWith('delivery/render/')) return 'area';
  if (name.startsWith('delivery/serve/')) return 'server floor';
  if (/^delivery\/(browser|inline|worker)\//.test(name)) return 'web floor';
  if (name.startsWith('delivery/build/')) return 'build';
  if (name.endsWith('.web.ts')) return 'browser logic';
  const ending = /\.(contract|rules|store|server)\.ts$/.exec(name)?.[1];
  return (ending as Kind | undefined) ?? 'screen';
}

/** Kinds of file that each kind may import; architecture: docs/decisions/0092. */
const MAY: Record<Kind, readonly Kind[]> = {
  shared: ['shared'],
  contract: ['contract', 'shared'],
  rules: ['rules', 'shared'],
  store: ['rules', 'store', 'server floor', 'shared'],
  server: ['server', 'store', 'rules', 'contract', 'server floor', 'shared'],
  'browser logic': ['browser logic', 'rules', 'web floor', 'shared'],
  screen: ['screen', 'browser logic', 'rules', 'web floor', 'shared'],
  'server floor': ['server floor', 'shared'],
  'web floor': ['web floor', 'shared'],
  area: ['area', 'screen', 'browser logic', 'rules', 'web floor', 'shared'],
  'domain list': ['domain list'],
  build: ['build', 'area', 'server floor', 'web floor', 'shared'],
  demo: ['demo', 'server', 'store', 'rules', 'server floor', 'shared'],
  entry: ['entry', 'demo', 'area', 'server', 'server floor', 'web floor', 'screen', 'shared'],
};
/** Types have no effect at run time, so contracts may be imported for their types. */
const MAY_TYPES: Partial<Record<Kind, readonly Kind[]>> = {
  rules: ['contract'],
  store: ['contract'],
  'browser logic': ['contract'],
  screen: ['contract'],
  area: ['contract'],
};

describe('the structure of src/', () => {
  test('has seven folders and two entry points', () => {
    expect(fs.readdirSync(source).sort()).toEqual([
      'areas',
      'delivery',
      'demo',
      'domains',
      'main.server.ts',
      'main.web.tsx',
      'server',
      'shared',
      'web',
    ]);
  });

  test('has no folders without a topic', () => {
    const folders = fs
      .readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory());
    expect(
      folders
        .filter(({ name }) => FORBIDDEN_FOLDERS.includes(name))
        .map(({ name }) => `src/…/${name}: put each file with the feature that it serves`),
    ).toEqual([]);
  });

  test('every feature has a place in the dependency order', () => {
    const known = DOMAINS.flatMap(({ name, features }) => features.map((feature) => `${name}/${feature}`));
    const found = DOMAINS.flatMap(({ name }) =>
      fs
        .readdirSync(path.join(source, 'domains', name), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${name}/${entry.name}`),
    );
    expect(
      found
        .filter((name) => !known.includes(name))
        .map((name) => `src/domains/${name}: add it to src/domains/domains.ts, after what it imports`),
    ).toEqual([]);
  });

  test('a domain imports from another only what that domain’s door lists, and a door lists nothing else', () => {
    const listed = new Set(
      DOMAINS.flatMap(({ name, door }) => door.flatMap(({ files }) => files.map((file) => `domains/${name}/${file}`))),
    );
    const used = new Set<string>();
    const problems: string[] = [];
    for (const { name, imports } of production) {
      const mine = domainOf(name);
      if (!mine || !featureOf(name)) continue;
      for (const { from } of imports) {
        const theirs = domainOf(from);
        if (!theirs || theirs === mine) continue;
        used.add(from);
        if (!listed.has(from))
          problems.push(`${name} imports ${from}: list it in src/domains/${theirs}/door.ts, with what it is for`);
      }
    }
    const unused = [...listed].filter((file) => !used.has(file));
    expect([
      ...new Set(problems),
      ...unused.map((file) => `src/domains/${domainOf(file)}/door.ts lists ${file}, which no other domain imports`),
    ]).toEqual([]);
  });

  test('the domains are tied no closer than they were', () => {
    const across = production
      .filter(({ name }) => featureOf(name))
      .flatMap(({ name, imports }) =>
        imports.map(({ from }) => ({ from, mine: domainOf(name), theirs: domainOf(from) })),
      )
      .filter(({ mine, theirs }) => theirs && theirs !== mine);
    const tied = {
      imports: across.length,
      files: new Set(across.map(({ from }) => from)).size,
      pairs: new Set(across.map(({ mine, theirs }) => `${mine} → ${theirs}`)).size,
    };
    const problems = Object.entries(MOST_TIED)
      .map(([name, most]) => ({ name, most, found: tied[name as keyof typeof tied] }))
      .filter(({ most, found }) => found > most);
    expect(
      problems.map(
        ({ name, most, found }) => `${found} ${name} across domains, at most ${most}: move what is in the wrong place`,
      ),
    ).toEqual([]);
  });

  test('the README of a domain says what its door offers', () => {
    const problems = DOMAINS.flatMap(({ name, purpose, features, door }) => {
      const readme = path.join(source, 'domains', name, 'README.md');
      const text = fs.existsSync(readme) ? fs.readFileSync(readme, 'utf8').replace(/\s+/g, ' ') : '';
      const wanted = [purpose, ...features, ...door.flatMap(({ what, files }) => [what, ...files])];
      return wanted.filter((part) => !text.includes(part)).map((part) => `src/domains/${name}/README.md: add ${part}`);
    });
    expect(problems).toEqual([]);
  });

  test('files of features have one of the six endings', () => {
    const strange = production.filter(
      ({ name }) =>
        /^domains\/\w+\/[\w-]+\//.test(name) && !/\.(contract|rules|store|server|web)\.ts$|\.tsx$/.test(name),
    );
    expect(
      strange.map(({ name }) => `${name}: name it .contract.ts, .rules.ts, .store.ts, .server.ts, .web.ts or .tsx`),
    ).toEqual([]);
  });

  test('imports follow the kinds of files and the order of features', () => {
    const problems: string[] = [];
    for (const file of production) {
      const kind = kindOf(file.name);
      const mine = featureOf(file.name);
      for (const { from, typeOnly } of file.imports) {
        const theirs = featureOf(from);
        if (from.startsWith('..')) problems.push(`${file.name} may not import from outside src/: ${from}`);
        if (/\.css$/.test(from)) {
          if (!['screen', 'browser logic', 'area', 'web floor'].includes(kind) && kind !== 'entry')
            problems.push(`${file.name} (${kind}) may not import styles: ${from}`);
          if (mine && theirs && FEATURES.indexOf(theirs) > FEATURES.indexOf(mine))
            problems.push(`${file.name} imports styles of a later feature: ${from}`);
          continue;
        }
        if (!/\.tsx?$/.test(from)) continue;
        const target = kindOf(from);
        const allowed = MAY[kind].includes(target) || (typeOnly && MAY_TYPES[kind]?.includes(target));
        if (!allowed) problems.push(`${file.name} (${kind}) may not import ${from} (${target})`);
        if (!mine || !theirs || mine === theirs) continue;
        if (FEATURES.indexOf(theirs) > FEATURES.indexOf(mine))
          problems.push(`${file.name} imports from a later feature: ${from}`);
        if (kind === 'store' && target === 'store' && !typeOnly) {
          const named =
            file.text.match(new RegExp(`import \\{([^}]*)\\} from '[^']*${path.posix.basename(from)}'`))?.[1] ?? '';
          const functions = named
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

  test('no files import one another in a cycle, type imports and dynamic imports included', () => {
    expect(circlesIn(needsOfFiles(production)).map((circle) => `${circle.join(' → ')}: cut it at one place`)).toEqual(
      [],
    );
  });

  test('every style sheet belongs to a screen', () => {
    const used = new Set(files.flatMap(({ imports }) => imports.map(({ from }) => from)));
    const sheets = fs
      .globSync('**/*.css', { cwd: source })
      .map((name) => name.replaceAll(path.sep, '/'))
      // Loaded by the page itself, or composed from other sheets.
      .filter((name) => name.endsWith('.module.css') && !composed.has(name));
    expect(sheets.filter((name) => !used.has(name)).map((name) => `${name}: no screen imports it; delete it`)).toEqual(
      [],
    );
  });

  test('rules are pure: no clock, no randomness, no input or output', () => {
    const problems = production
      .filter(({ name }) => kindOf(name) === 'rules')
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

  test('zod is imported on the server only, node not in the browser, react not on the server', () => {
    const problems: string[] = [];
    for (const file of production) {
      const kind = kindOf(file.name);
      const inBrowser = ['screen', 'browser logic', 'area', 'web floor'].includes(kind) || file.name === 'main.web.tsx';
      for (const { from, typeOnly } of file.imports) {
        if (typeOnly) continue;
        if (inBrowser && (/^node:/.test(from) || from === 'zod')) problems.push(`${file.name} may not import ${from}`);
        if (!inBrowser && /^(react|wouter|@tanstack)/.test(from)) problems.push(`${file.name} may not import ${from}`);
        if (from === 'zod' && !['contract', 'shared', 'server floor', 'server'].includes(kind))
          problems.push(`${file.name}: schemas belong in a contract`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('a store writes its own tables only', () => {
    const owners = new Map<string, string>();
    for (const name of fs.readdirSync(path.join(root, 'db', 'migrations'))) {
      const text = fs.readFileSync(path.join(root, 'db', 'migrations', name), 'utf8');
      const named = /^-- owner: ([\w-]+)/.exec(text)?.[1];
      const owner = named && (RENAMED[named] ?? named);
      expect(owner, `${name}: the first line names the owning feature`).toBeDefined();
      for (const match of text.matchAll(/create (?:unlogged )?table (\w+)/g))
        owners.set(match[1] as string, owner as string);
    }
    const problems: string[] = [];
    for (const { name, text } of production.filter((file) => kindOf(file.name) === 'store')) {
      for (const match of text.matchAll(/\b(?:insert into|update|delete from)\s+(?!set\b)(\w+)/g)) {
        const table = match[1] as string;
        const owner = owners.get(table);
        const writers = WRITERS[table] ?? (owner ? [owner] : []);
        // Every feature may write to the outbox, by which it notifies later features.
        if (owner && !writers.includes(featureOf(name) ?? '') && table !== 'outbox')
          problems.push(`${name} writes ${table}, which belongs to ${writers.join(' and ')}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('migrations have unique numbers', () => {
    /** Numbers used twice before this rule; migrations that were applied are never renamed. */
    const before = ['0010', '0019'];
    const numbers = fs.readdirSync(path.join(root, 'db', 'migrations')).map((name) => name.slice(0, 4));
    const shared = numbers.filter((number, index) => numbers.indexOf(number) !== index && !before.includes(number));
    expect(shared.map((number) => `db/migrations/${number}: take the next free number`)).toEqual([]);
  });

  test('a migration that an old process cannot run with is named in operations.md', () => {
    const folder = path.join(root, 'db', 'migrations');
    const breaking = fs
      .readdirSync(folder)
      .filter((name) => isBreaking(fs.readFileSync(path.join(folder, name), 'utf8')));
    const operations = fs.readFileSync(path.join(root, 'docs', 'operations.md'), 'utf8');
    const named = /Stop all processes first for these: ([^.]*)\./.exec(operations)?.[1] ?? '';
    expect([...named.matchAll(/`(\d{4})`/g)].map(([, number]) => number)).toEqual(
      breaking.map((name) => name.slice(0, 4)),
    );
  });

  test.each(Object.entries(STORAGE))('%s of a phone is used in the listed files only', (_, { use, files: listed }) => {
    const users = production
      .filter(({ text }) => use.test(text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')))
      .map(({ name }) => name);
    expect(users.sort()).toEqual([...listed]);
  });

  test('SQL is in stores and in src/server only', () => {
    const problems = production
      .filter(({ name }) => !['store', 'server floor'].includes(kindOf(name)))
      .filter(({ text }) => /`\s*(select|insert into|update|delete from)\s[^`]*\b(from|values|set|where)\b/i.test(text))
      .map(({ name }) => `${name}: move the statement to the feature's store`);
    expect(problems).toEqual([]);
  });

  test('a statement with more than four parameters names them', () => {
    const problems = production
      .filter(({ name }) => ['store', 'server floor'].includes(kindOf(name)))
      .filter(({ text }) => /\b(select|insert|update|delete|values|where)\b[^`]*\$([5-9]|\d\d)(?!\d)/.test(text))
      .map(({ name }) => `${name}: write :name and pass an object`);
    expect(problems).toEqual([]);
  });

  test('SQL names columns in snake case; rows have their keys in camel case', () => {
    const problems = production
      .filter(({ name }) => ['store', 'server floor'].includes(kindOf(name)))
      .flatMap(({ name, text }) =>
        [...text.matchAll(/ as "([a-z]+[A-Z]\w*)"/g)].map(([, alias]) => `${name}: write ${alias} in snake case`),
      );
    expect(problems).toEqual([]);
  });

  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    const scripts = fs
      .globSync('scripts/**/*.{ts,mjs}', { cwd: root, exclude: ['**/*.test.ts'] })
      .map((name) => ({ name, lines: fs.readFileSync(path.join(root, name), 'utf8').split('\n').length }));
    expect(
      [...production, ...scripts]
        .filter(({ lines }) => lines > LONGEST_FILE)
        .map(({ name, lines }) => `${name} has ${lines} lines: cut it by topic`),
    ).toEqual([]);
  });

  test(`no folder has more than ${MAX_FILES} files`, () => {
    const counts = Object.entries(Object.groupBy(production, ({ name }) => path.posix.dirname(name)));
    expect(
      counts
        .filter(([, inside = []]) => inside.length > MAX_FILES)
        .map(([name, inside = []]) => `src/${name} has ${inside.length} files: sort it into folders by topic`),
    ).toEqual([]);
  });

  test('the product’s name is a setting, not a word in a screen', () => {
    const screens = production.filter(
      ({ name }) =>
        ['screen', 'browser logic', 'area', 'web floor'].includes(kindOf(name)) && !name.startsWith(SHOWROOM),
    );
    const problems = screens
      .filter(({ text }) => /Caderneta/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')))
      .map(({ name }) => `${name} writes the product's name: use brand`);
    expect(problems).toEqual([]);
  });

  test('a tsconfig of `npm run check` includes every TypeScript file', () => {
    const included = fs.globSync('tsconfig.*.json', { cwd: root }).flatMap((name) => {
      const { include = [], exclude = [] } = JSON.parse(fs.readFileSync(path.join(root, name), 'utf8')) as {
        include?: string[];
        exclude?: string[];
      };
      return fs.globSync(include, { cwd: root, exclude });
    });
    const all = fs.globSync('{src,scripts,test,bench}/**/*.{ts,tsx}', { cwd: root });
    expect(all.filter((name) => !included.includes(name)).map((name) => `${name}: no tsconfig includes it`)).toEqual(
      [],
    );
  });

  test('comments use plain words', () => {
    const problems = production.flatMap(({ name, text }) => {
      const comments = (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm) ?? [])
        .join('\n')
        .replace(/\n\s*(\*|\/\/)/g, '');
      return Object.entries(PLAINER)
        .filter(([word]) => new RegExp(`\\b${word}\\b`).test(comments))
        .map(([word, plainer]) => `${name} writes "${word}": ${plainer}`);
    });
    expect(problems).toEqual([]);
  });

  test('every feature has a README', () => {
    const without = DOMAINS.flatMap(({ name, features }) => features.map((feature) => `${name}/${feature}`)).filter(
      (name) => !fs.existsSync(path.join(source, 'domains', name, 'README.md')),
    );
    expect(without.map((name) => `src/domains/${name} has no README.md`)).toEqual([]);
  });
});
