// Code that the operator's commands share: their help, their options, and access to the database.
import fs from 'node:fs';
import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, DO_NOT_RESTART, readConfig, StartRefused } from '../src/server/config.ts';
import { withoutRow } from '../src/server/db/database-errors.ts';
import { accessProblem, type Database, openDatabase } from '../src/server/db/db.ts';
import { hasEmbedded, runningEmbeddedUrl, startEmbedded } from '../src/server/db/embedded.ts';
import { refuseOtherSchema } from '../src/server/db/migrate.ts';
import { Refused } from '../src/server/http/errors.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values = Record<string, string | boolean | undefined>;

/**
 * Runs one command. `--help` prints its help text, an unknown option prints it with an error, and a refusal is printed as one line.
 *
 * @param help the description of the command in Portuguese, with its options.
 */
export async function command(
  help: string,
  options: Options,
  work: (config: Config, given: Values) => Promise<void>,
): Promise<void> {
  try {
    const { values } = parseArgs({
      options: { ...options, help: { type: 'boolean', short: 'h' }, 'env-file': { type: 'string' } },
      strict: true,
    });
    const given = values as Values;
    if (given['help']) {
      console.log(`${help}\n\n${ABOUT_ENVIRONMENT}`);
      return;
    }
    await work(readConfig(environmentOf(given['env-file'])), given);
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    const problem = accessProblem(error);
    if (problem) {
      console.error(problem);
      process.exitCode = DO_NOT_RESTART;
      return;
    }
    if (code.startsWith('ERR_PARSE_ARGS')) console.error(`${message}\n\n${help}`);
    else if (error instanceof StartRefused) console.error(message);
    else if (error instanceof Refused) console.error(Object.values(error.toBody().fields ?? {}).join('\n') || message);
    // Never the whole error: PostgreSQL repeats the row in it, with names, addresses and password hashes.
    else console.error(withoutRow(error));
    process.exitCode = 1;
  }
}

const ABOUT_ENVIRONMENT = `O comando usa o ambiente em que é chamado (DATABASE_URL, DATA_DIR, SECRET_KEY…). Com --env-file FICHEIRO lê-o do ficheiro do
serviço; o que já está no ambiente vale mais.`;

/**
 * Returns the environment of a command: its own, and what is in the service's file but not there.
 *
 * @throws StartRefused if the file cannot be read, or production is configured without saying where the data are: the command would act
 * on an empty `./data`.
 */
function environmentOf(file: string | boolean | undefined): Record<string, string | undefined> {
  // An empty variable is one that is not set.
  const own = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const env = { ...(typeof file === 'string' ? variablesIn(readEnvironment(file)) : {}), ...own };
  if (env['NODE_ENV'] === 'production' && !env['DATABASE_URL'] && !env['DATA_DIR'])
    throw new StartRefused(
      'NODE_ENV=production, mas nem DATABASE_URL nem DATA_DIR estão indicados: o comando iria trabalhar em ./data. Dê-lhe o ambiente do serviço com --env-file FICHEIRO.',
    );
  return env;
}

/** A line `NAME=value` of a service's file: quoted texts, then what is not quoted. A backslash before the end of a line joins it with the next. */
const VARIABLE =
  /^[ \t]*([A-Za-z_]\w*)[ \t]*=((?:[ \t]*(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"))*)[ \t]*((?:\\[\s\S]|[^\n\\])*)$/gm;

/**
 * Reads a service's file as systemd does (`EnvironmentFile`), so that a command has the same key and the same address as the service. Unlike
 * in Node's `parseEnv`, a `#` within a line belongs to the value.
 */
function variablesIn(text: string): Record<string, string> {
  const unescaped = (rest: string) => rest.replace(/\\([\s\S])/g, (_, sign: string) => (sign === '\n' ? '' : sign));
  const inQuotes = (quoted: string) =>
    quoted.replace(/\\([\s\S])/g, (whole, sign: string) =>
      sign === '\n' ? '' : '"\\`$'.includes(sign) ? sign : whole,
    );
  return Object.fromEntries(
    [...text.replaceAll('\r\n', '\n').matchAll(VARIABLE)].map(([, name = '', quoted = '', rest = '']) => [
      name,
      [...quoted.matchAll(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g)]
        .map(([, single, double = '']) => single ?? inQuotes(double))
        .join('') + unescaped(rest.replace(/(?<!\\)[ \t]+$/, '')),
    ]),
  );
}

function readEnvironment(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    throw new StartRefused(`Não se consegue ler o ficheiro ${file}, indicado com --env-file.`);
  }
}

/**
 * Calls `work` with the address of the command's database: DATABASE_URL, or the embedded database of the app that is running on DATA_DIR.
 * If none is running, the embedded database is started until `work` ends.
 *
 * @param fresh whether the command begins a new embedded database.
 * @throws StartRefused if there is no database and none is to be begun: the command would report success about an empty one.
 */
export async function withAddress(
  config: Config,
  work: (url: string) => Promise<void>,
  { fresh = false } = {},
): Promise<void> {
  const folder = path.join(config.dataDir, 'postgres');
  const url = config.databaseUrl ?? runningEmbeddedUrl(folder);
  if (url) return work(url);
  const isNew = !hasEmbedded(folder);
  if (isNew && !fresh)
    throw new StartRefused(
      `Não há base de dados em ${config.dataDir}. Indique DATABASE_URL ou DATA_DIR, ou o ficheiro com o ambiente do serviço: --env-file FICHEIRO. Nada foi alterado.`,
    );
  const embedded = await startEmbedded(folder);
  try {
    await work(embedded.url());
  } catch (error) {
    await embedded.stop();
    // The next restore would refuse an existing database, even an empty one, and `npm start` would begin a new installation in it.
    if (isNew) fs.rmSync(embedded.folder, { recursive: true, force: true });
    throw error;
  }
  await embedded.stop();
}

/**
 * Opens the database and allows long statements. Nothing is migrated, because the app of an older version may be running on it.
 *
 * @param schema `any` accepts the schema of another version; `current` refuses it.
 * @throws StartRefused if the schema is refused.
 */
export function withDatabase(
  config: Config,
  work: (db: Database) => Promise<void>,
  schema: 'current' | 'any' = 'current',
): Promise<void> {
  return withAddress(config, async (url) => {
    if (schema === 'current') await refuseOtherSchema(url);
    const db = openDatabase(url, { connections: 2, statementTimeout: 600_000 });
    try {
      await work(db);
    } finally {
      await db.close();
    }
  });
}

/** Returns whether a process of the app has connections to the database, besides this command's own. */
export async function appIsRunning(db: Database): Promise<boolean> {
  const row = await db.row<{ running: boolean }>(
    `select exists (select 1 from pg_stat_activity where datname = current_database() and application_name = 'caderneta-jobs') as running`,
  );
  return row?.running ?? false;
}

/**
 * Reads a line that a person types or that is piped in. Secrets are not passed as arguments, because every user of the machine could read
 * them.
 */
export async function secretLine(question: string): Promise<string> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY) {
    let text = '';
    for await (const piece of stdin) text += piece;
    return text.split('\n')[0]?.replace(/\r$/, '') ?? '';
  }
  stdout.write(question);
  stdin.setRawMode(true);
  let typed = '';
  for await (const piece of stdin) {
    const text = String(piece);
    if (text.includes('\u0003')) process.exit(130);
    if (/[\r\n]/.test(text)) break;
    typed = text === '\u007f' ? typed.slice(0, -1) : typed + text;
  }
  stdin.setRawMode(false);
  stdin.pause();
  stdout.write('\n');
  return typed;
}
