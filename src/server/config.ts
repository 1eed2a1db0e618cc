import { hash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { BadAddress, encodePassword, readDatabaseAddress } from './db/database-address.ts';
import { reachDisk } from './db/durable.ts';

/** Exit code of a start that would fail again; the launcher then does not restart the app. */
export const DO_NOT_RESTART = 3;

/** A start error that needs manual intervention. Its message is a single line. */
export class StartRefused extends Error {}

/** A start that was given up and may succeed later without anybody's help: the supervisor tries again. */
export class StartGivenUp extends StartRefused {}

/** Days after which every backup is deleted, so that erased personal data does not remain in old copies. */
export const BACKUP_DAYS = 30;
/** In hours: well below the days for which the newest backup is kept. */
const LONGEST_BACKUP_INTERVAL_HOURS = 7 * 24;
/** Minimum length of SECRET_KEY in characters. */
export const SHORTEST_SECRET = 32;

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const httpAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''));

const databaseServer = (checkMore: (address: string) => void = () => {}) =>
  z
    .string()
    .transform(encodePassword)
    .superRefine((address, context) => {
      try {
        if (!/^postgres(ql)?:\/\/[^/?#]/.test(address))
          throw new BadAddress('tem de começar por postgres:// e um servidor');
        checkMore(address);
        const { first } = readDatabaseAddress(address);
        if (!URL.canParse(first)) throw new BadAddress('o endereço não se consegue ler');
      } catch (error) {
        if (!(error instanceof BadAddress)) throw error;
        context.addIssue({ code: 'custom', message: error.message });
      }
    });

const replicaAddress = databaseServer((address) => {
  if (address.includes('target_session_attrs'))
    throw new BadAddress('numa réplica não se usa target_session_attrs, que é de DATABASE_URL');
  if (/^[^/]*\/\/[^/?]*,/.test(address)) throw new BadAddress('tem de indicar um só servidor');
});

/** Every environment variable in use, with its schema. */
export const environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  BACKUP_EVERY: z.coerce.number().int().min(0).max(LONGEST_BACKUP_INTERVAL_HOURS).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(BACKUP_DAYS).default(BACKUP_DAYS),
  DATABASE_URL: databaseServer().optional(),
  DATABASE_REPLICA_URL: replicaAddress.optional(),
  DATABASE_WAIT: z.coerce.number().int().min(0).max(86_400).default(300),
  PUBLIC_URL: httpAddress.optional(),
  ALLOW_HTTP: flag.optional(),
  ALLOW_NEWER_SCHEMA: flag.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  PUSH_SERVICES: z
    .string()
    .default(
      'fcm.googleapis.com,android.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    ),
  PAYMENT_GATEWAY: z.enum(['simulated', 'proxypay']).default('simulated'),
  ALLOW_SIMULATED_PAYMENTS: flag.optional(),
  DEMO: flag.optional(),
  SECRET_KEY: z.string().min(SHORTEST_SECRET).optional(),
  PROXYPAY_URL: httpAddress.optional(),
  PROXYPAY_TOKEN: z.string().min(1).optional(),
  PROXYPAY_ENTITY: z
    .string()
    .regex(/^\d{5}$/, 'são cinco algarismos')
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUST_PROXY: z.string().optional(),
  PRODUCT_NAME: z.string().min(1).max(60).default('Caderneta'),
  COMPANY_NAME: z.string().min(1).max(120).default('Caderneta Educação'),
  SUPPORT_EMAIL: z.email().default('apoio@caderneta.example'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Absolute path of the folder for the embedded database, mails written to disk and the generated secret. */
  dataDir: string;
  /** Whether the environment names that folder, and it is not just the default. */
  dataDirIsGiven: boolean;
  /** Hours between backups that the app makes; 0 for none. */
  backupEvery: number;
  /** Days for which backups are kept. */
  backupKeep: number;
  /** URL of an external PostgreSQL server, used instead of the embedded database. */
  databaseUrl: string | undefined;
  /** URL of a replica of that database, for reads that may be some seconds old. */
  databaseReplicaUrl: string | undefined;
  /** Seconds for which a start waits for a database that cannot be reached. */
  databaseWait: number;
  /** Whether to start on the database of a later version. */
  allowNewerSchema: boolean;
  /** Public URL of the app, without a trailing slash. */
  publicUrl: string;
  /** Whether the public URL uses https; cookies are then `__Host-` and `Secure`. */
  https: boolean;
  smtpUrl: string | undefined;
  /** OTLP/HTTP endpoint for spans; without it tracing is off. */
  collector: string | undefined;
  /** Allowed push services: hosts, `*.` wildcards or origins. */
  pushServices: readonly string[];
  paymentGateway: 'simulated' | 'proxypay';
  /** Connection settings of ProxyPay, if selected. The token also signs its callbacks and is never displayed. */
  proxypay: { url: string; token: string; entity: string } | undefined;
  demo: boolean;
  /** At least 32 characters; signs values that are sent out and returned. */
  secretKey: string;
  /** Whether the key is the one kept in `DATA_DIR/secret.key`, because the environment gives none. */
  secretIsKept: boolean;
  metricsToken: string | undefined;
  /** Trusted proxies for `X-Forwarded-For`: none, a number of hops or a list of addresses. */
  trustProxy: false | string | ((address: string, hop: number) => boolean);
  brand: Brand;
  logLevel: string;
}

/** Names that the company may change; screens never hard-code them. */
export interface Brand {
  productName: string;
  companyName: string;
  supportEmail: string;
}

/**
 * Reads and validates the environment.
 *
 * @throws StartRefused with a single line that names the variable and the problem.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartRefused(`Variável de ambiente ${String(issue?.path[0])}: ${issue?.message ?? 'valor inválido'}`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const dataDir = path.resolve(values.DATA_DIR);
  const demo = values.DEMO ?? (!values.DATABASE_URL && !production);
  const publicUrl =
    values.PUBLIC_URL ?? `http://${isIPv6(values.HOST) ? `[${values.HOST}]` : values.HOST}:${values.PORT}`;
  if (production) {
    if (values.DEMO)
      throw new StartRefused(
        'Variável de ambiente DEMO: em produção não há contas de demonstração, cuja senha é conhecida. Retire DEMO=1.',
      );
    if (!values.SECRET_KEY)
      throw new StartRefused('Variável de ambiente SECRET_KEY: é obrigatória em produção (32 caracteres ou mais)');
    if (values.PAYMENT_GATEWAY === 'simulated' && !values.ALLOW_SIMULATED_PAYMENTS) {
      throw new StartRefused(
        'Variável de ambiente PAYMENT_GATEWAY: pagamentos simulados em produção só com ALLOW_SIMULATED_PAYMENTS=1',
      );
    }
    if (!publicUrl.startsWith('https:') && !values.ALLOW_HTTP) {
      throw new StartRefused(
        'Variável de ambiente PUBLIC_URL: em produção tem de começar por https:// (sem TLS só com ALLOW_HTTP=1)',
      );
    }
  }
  const contradiction = replicaContradiction(values.DATABASE_URL, values.DATABASE_REPLICA_URL);
  if (contradiction) throw new StartRefused(`Variável de ambiente DATABASE_REPLICA_URL: ${contradiction}`);
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    dataDir,
    dataDirIsGiven: given['DATA_DIR'] !== undefined,
    backupEvery: values.BACKUP_EVERY ?? (values.DATABASE_URL || demo ? 0 : 24),
    backupKeep: values.BACKUP_KEEP,
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseWait: values.DATABASE_WAIT,
    allowNewerSchema: values.ALLOW_NEWER_SCHEMA ?? false,
    publicUrl,
    https: publicUrl.startsWith('https:'),
    smtpUrl: values.SMTP_URL,
    collector: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    pushServices: values.PUSH_SERVICES.split(',')
      .map((service) => service.trim())
      .filter(Boolean),
    paymentGateway: values.PAYMENT_GATEWAY,
    proxypay: values.PAYMENT_GATEWAY === 'proxypay' ? proxypaySettings(values) : undefined,
    demo,
    secretKey: values.SECRET_KEY ?? keptSecret(dataDir),
    secretIsKept: !values.SECRET_KEY,
    metricsToken: values.METRICS_TOKEN,
    trustProxy: trustedProxies(values.TRUST_PROXY),
    brand: {
      productName: values.PRODUCT_NAME,
      companyName: values.COMPANY_NAME,
      supportEmail: values.SUPPORT_EMAIL,
    },
    logLevel: values.LOG_LEVEL,
  };
}

/**
 * Returns the settings of ProxyPay.
 *
 * @throws StartRefused if one is missing. Without the entity a family could not pay: the machine asks for it before the reference.
 */
function proxypaySettings(values: z.output<typeof environment>): NonNullable<Config['proxypay']> {
  const { PROXYPAY_URL: url, PROXYPAY_TOKEN: token, PROXYPAY_ENTITY: entity } = values;
  if (!url || !token)
    throw new StartRefused(
      'Variável de ambiente PROXYPAY_URL e PROXYPAY_TOKEN: são obrigatórias com PAYMENT_GATEWAY=proxypay',
    );
  if (!entity)
    throw new StartRefused(
      'Variável de ambiente PROXYPAY_ENTITY: é obrigatória com PAYMENT_GATEWAY=proxypay (os cinco algarismos da entidade, que se escrevem antes da referência)',
    );
  return { url, token, entity };
}

/** Returns why the two addresses cannot belong together, or undefined if they can. */
function replicaContradiction(primary: string | undefined, replica: string | undefined): string | undefined {
  if (!replica) return undefined;
  if (!primary) return 'só se usa com DATABASE_URL';
  const [ofPrimary, ofReplica] = [readDatabaseAddress(primary), readDatabaseAddress(replica)];
  const databaseOf = ({ first }: { first: string }) => new URL(first).pathname;
  if (databaseOf(ofPrimary) !== databaseOf(ofReplica)) return 'nomeia outra base de dados do que DATABASE_URL';
  const [server] = ofReplica.hosts;
  const [only] = ofPrimary.hosts;
  const same = ofPrimary.hosts.length === 1 && only?.host === server?.host && only?.port === server?.port;
  return same ? 'indica o mesmo servidor que DATABASE_URL' : undefined;
}

/** Returns whether Fastify accepts the text as the address of a trusted proxy: an IP address, a network, or the name of a range. */
function isProxyAddress(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

function trustedProxies(value: string | undefined): Config['trustProxy'] {
  if (!value || value === '0' || value === 'false') return false;
  if (value === 'true')
    throw new StartRefused('Variável de ambiente TRUST_PROXY: diga quantos proxies (1) ou os seus endereços');
  if (!/^\d+$/.test(value)) {
    const wrong = value.split(',').find((place) => !isProxyAddress(place.trim()));
    if (wrong === undefined) return value;
    throw new StartRefused(
      `Variável de ambiente TRUST_PROXY: «${wrong.trim()}» não é um endereço IP, nem uma rede como 10.0.0.0/8, nem loopback, linklocal ou uniquelocal`,
    );
  }
  // Passed as a function: Fastify ignores a plain number here, and all clients behind the proxy would share one
  // address.
  const hops = Number(value);
  return (_address, hop) => hop < hops;
}

/** Outside production the secret is generated once and stored with the data, so that restarts keep it. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key');
  if (!fs.existsSync(file)) {
    fs.mkdirSync(dataDir, { recursive: true });
    const unfinished = `${file}.${randomUUID()}`;
    fs.writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    try {
      // The file is written atomically, and never over a file that another process created first.
      fs.linkSync(unfinished, file);
      reachDisk(dataDir);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(unfinished);
    }
  }
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (secret.length < SHORTEST_SECRET)
    throw new StartRefused(
      `O ficheiro ${file} está vazio ou incompleto: reponha-o de uma cópia, ou apague-o para começar com outra chave (a verificação em dois passos terá de ser ligada de novo em cada conta).`,
    );
  return secret;
}

/** SHA-256 digest. Tokens are stored hashed, so that a leaked database does not expose sessions. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
