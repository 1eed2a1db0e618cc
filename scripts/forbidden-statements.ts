// Statements that a migration must not contain, because somebody waits for them or they rewrite a table while families answer. The rules
// follow strong_migrations and GitLab's migration guide; `docs/decisions/0109-migrations-nobody-notices.md` says what to do instead.

/** Second line of a migration that runs outside a transaction, as concurrent indexes need. */
export const NO_TRANSACTION = /^-- no transaction$/m;
/** The second line that marks a batched migration: its only statement is repeated until it changes no row. */
const IN_BATCHES = /^-- in batches$/m;
/** A line that says why a statement is harmless here: `-- safe: twelve rows`. It exempts the whole file. */
const SAFE = /^-- safe: \S.{10,}$/m;

/** Returns the statements of a migration without comments, function bodies and texts. */
export function statementsOf(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
}

const tableIn = (statement: string): string | undefined =>
  /^(?:alter table|update|delete from|insert into)(?: if exists)?(?: only)? (?:public\.)?"?(\w+)"?/.exec(
    statement,
  )?.[1] ?? /^create (?:unique )?index .*? on (?:only )?(?:public\.)?"?(\w+)"?/.exec(statement)?.[1];

/** For statements on a table that exists already: a pattern, and what to write instead. */
const ON_EXISTING: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [
    /^create (?:unique )?index (?!concurrently\b)/,
    'blocks writes while the index is built: write "-- no transaction" and create index concurrently',
  ],
  [
    /\badd (?:constraint \w+ )?(?:foreign key|check)\b(?!.*\bnot valid\b)/,
    'reads the whole table under a lock: add it not valid, and validate it in another migration',
  ],
  [/\badd column\b[^,]*\breferences\b/, 'locks both tables while it checks: add the column, then the key not valid'],
  [
    /\badd (?:constraint \w+ )?(?:primary key|unique)\b(?!.*\busing index\b)/,
    'builds an index under a lock: using index',
  ],
  [/\balter column \w+ (?:set data )?type\b/, 'rewrites the table: add a column and copy in batches'],
  [/\bset not null\b/, 'reads the whole table under a lock: validate a check (… is not null) first'],
  [/\bgenerated always as \(.*\) stored\b/, 'rewrites the table: add a column and fill it in batches'],
  [
    /\badd column\b.*\bdefault\b.*\b(?:gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\s*\(/,
    'rewrites the table, because each row gets another value: add it without, then fill it in batches',
  ],
  [/^(?:update|delete from)\b/, 'holds its rows until the migration ends: write "-- in batches" and limit it'],
  [/\bset (?:logged|unlogged|tablespace|access method)\b/, 'rewrites the table'],
];

const ANYWHERE: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^lock table\b/, 'makes everybody wait'],
  [/^(?:cluster|vacuum|reindex(?!.*\bconcurrently\b))\b/, 'rewrites the table or its indexes'],
  [/^refresh materialized view (?!concurrently\b)/, 'blocks its readers'],
  [/^truncate\b/, 'loses rows, and locks out everybody'],
];

const OUTSIDE = /^(?:create (?:unique )?index concurrently|drop index concurrently if exists)\b/;

/** Returns what is wrong with a migration, in sentences; empty if nothing is. */
export function forbiddenIn(text: string): string[] {
  const statements = statementsOf(text);
  const outside = NO_TRANSACTION.test(text);
  if (outside) {
    const others = statements.filter((statement) => !OUTSIDE.test(statement));
    return others.map((one) => `"${one.slice(0, 60)}": without a transaction only indexes are created concurrently`);
  }
  if (IN_BATCHES.test(text)) {
    const [only = '', ...more] = statements;
    const bounded = /^(?:update|delete from)\b.*\blimit \d+\b/.test(only) && /\bwhere\b/.test(only);
    return bounded && more.length === 0
      ? []
      : ['in batches: one update or delete of at most `limit N` rows that it will not find again'];
  }
  const concurrent = statements.filter((statement) => OUTSIDE.test(statement));
  const needs = concurrent.map((one) => `"${one.slice(0, 60)}": needs the line "-- no transaction"`);
  if (SAFE.test(text)) return needs;
  const created = new Set(
    statements.flatMap(
      (one) => /^create (?:unlogged )?table (?:if not exists )?(?:public\.)?"?(\w+)/.exec(one)?.[1] ?? [],
    ),
  );
  const found = statements.flatMap((one) => {
    if (OUTSIDE.test(one)) return [];
    const table = tableIn(one);
    const rules = table !== undefined && !created.has(table) ? [...ON_EXISTING, ...ANYWHERE] : ANYWHERE;
    return rules.filter(([pattern]) => pattern.test(one)).map(([, instead]) => `"${one.slice(0, 60)}": ${instead}`);
  });
  return [...needs, ...found];
}
