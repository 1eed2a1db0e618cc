import { hash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { reachDisk } from './durable.ts';

/** Exit code of a start that would fail again; the launcher then does not start the app anew. */
export const DO_NOT_RESTART = 3;

/** A start that cannot succeed until a person changes something. Its message is the one line they read. */
export class StartRefused extends Error {}

/** Characters. */
const SHORTEST_SECRET = 32;

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const httpAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''));

/** Every variable that is read, with its shape. */
export const environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: httpAddress.optional(),
  ALLOW_HTTP: flag.optional(),
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
  /** A PostgreSQL server in place of the embedded database. */
  databaseUrl: string | undefined;
  /** Address under which people reach the app, without a slash at the end. */
  publicUrl: string;
  /** Whether people reach the app over https: cookies are then `__Host-` and `Secure`. */
  https: boolean;
  smtpUrl: string | undefined;
  /** Where spans go (OTLP over HTTP); nothing is traced without. */
  collector: string | undefined;
  /** Push services that may be visited: hosts, `*.` and all below, or whole origins. */
  pushServices: readonly string[];
  paymentGateway: 'simulated' | 'proxypay';
  /** How ProxyPay is reached, when it is the gateway. The token signs its callbacks too and is never shown. */
  proxypay: { url: string; token: string; entity: string | undefined } | undefined;
  demo: boolean;
  /** At least 32 characters; signs what leaves the app and comes back. */
  secretKey: string;
  metricsToken: string | undefined;
  /** Which proxies' `X-Forwarded-For` is believed: none, those at so many hops, or those with these addresses. */
  trustProxy: false | string | ((address: string, hop: number) => boolean);
  brand: Brand;
  logLevel: string;
}

/** Names that the company may change; never written as literals in screens. */
export interface Brand {
  productName: string;
  companyName: string;
  supportEmail: string;
}

/**
 * Reads and checks the environment.
 *
 * @throws StartRefused with one line that names the variable and what is wrong with it.
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
  const publicUrl = values.PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`;
  if (production) {
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
  if (values.PAYMENT_GATEWAY === 'proxypay' && !(values.PROXYPAY_URL && values.PROXYPAY_TOKEN)) {
    throw new StartRefused(
      'Variável de ambiente PROXYPAY_URL e PROXYPAY_TOKEN: são obrigatórias com PAYMENT_GATEWAY=proxypay',
    );
  }
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    publicUrl,
    https: publicUrl.startsWith('https:'),
    smtpUrl: values.SMTP_URL,
    collector: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    pushServices: values.PUSH_SERVICES.split(',')
      .map((service) => service.trim())
      .filter(Boolean),
    paymentGateway: values.PAYMENT_GATEWAY,
    proxypay:
      values.PAYMENT_GATEWAY === 'proxypay' && values.PROXYPAY_URL && values.PROXYPAY_TOKEN
        ? { url: values.PROXYPAY_URL, token: values.PROXYPAY_TOKEN, entity: values.PROXYPAY_ENTITY }
        : undefined,
    demo: values.DEMO ?? (!values.DATABASE_URL && !production),
    secretKey: values.SECRET_KEY ?? keptSecret(dataDir),
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

function trustedProxies(value: string | undefined): Config['trustProxy'] {
  if (!value || value === '0' || value === 'false') return false;
  if (value === 'true')
    throw new StartRefused('Variável de ambiente TRUST_PROXY: diga quantos proxies (1) ou os seus endereços');
  if (!/^\d+$/.test(value)) return value;
  // Said as a function: the framework ignores a bare number, and all families behind the proxy would be one address.
  const hops = Number(value);
  return (_address, hop) => hop < hops;
}

/** Outside production the secret is made once and kept with the data, so that a restart changes nothing. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key');
  if (!fs.existsSync(file)) {
    fs.mkdirSync(dataDir, { recursive: true });
    const unfinished = `${file}.${randomUUID()}`;
    fs.writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    try {
      // Whole or not at all, and never over one that another process was quicker to make.
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
      `O ficheiro ${file} está vazio ou incompleto: reponha-o de uma cópia, ou apague-o para começar com outra chave (os segundos factores terão de ser ligados de novo).`,
    );
  return secret;
}

/** SHA-256 as bytes: how tokens are kept, so that a stolen database opens no session. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
