import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DestinationStream } from 'pino';
import { afterAll, inject } from 'vitest';
import { openApi, openPages } from '../../src/main.server.ts';
import { type Config, readConfig } from '../../src/server/config.ts';
import { type Database, openDatabase } from '../../src/server/db/db.ts';
import type { Frame } from '../../src/server/http/http.ts';
import { createLog } from '../../src/server/watch/log.ts';
import { takeTheirTime } from './builders.ts';

/** A reply, with its parsed body. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape they are about to check
export interface Answer<Body = any> {
  status: number;
  body: Body;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

/** A client with its session cookie. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /**
   * Whether attempts are completed as soon as a test does it. By default their start is moved back first (`takeTheirTime`), because a test
   * answers faster than a child can read.
   */
  completesAtOnce: boolean;
  /** The session cookie that is sent. */
  cookie: string | undefined;
}

export interface TestApp {
  frame: Frame;
  db: Database;
  config: Config;
  /** Address of this app's own database. */
  url: string;
  visitor(cookie?: string): Visitor;
}

/** A test that fails only because the machine is busy says nothing: a statement, and a free connection, may take as long as this. */
const PATIENCE_MS = 60_000;

/** Returns a new database, copied from the migrated template and dropped at the end of the test file. */
export async function testDatabase(): Promise<{ db: Database; url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('databaseServer');
  const admin = new pg.Client({ connectionString: server.replace('DATABASE', 'postgres') });
  await admin.connect();
  await admin.query(`create database ${name} template ${inject('template')}`);
  const url = server.replace('DATABASE', name);
  const db = openDatabase(url, { connections: 24, statementTimeout: PATIENCE_MS, connectTimeout: PATIENCE_MS });
  afterAll(async () => {
    await db.close();
    if (!inject('keepsDatabases')) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  return { db, url };
}

/**
 * Returns the whole API with a new database, called without a network.
 *
 * @param logged receives what is written to the log.
 * @param pages adds the pages of the browser app from the last build.
 */
export async function testApp(
  environment: Record<string, string> = {},
  logged?: DestinationStream,
  parts: { pages?: boolean } = {},
): Promise<TestApp> {
  return appOn(await testDatabase(), environment, logged, parts);
}

/** Returns the whole API with a given database. @param replicaUrl where it may read data that is some seconds old. */
export async function appOn(
  { db, url, replicaUrl }: { db: Database; url: string; replicaUrl?: string },
  environment: Record<string, string> = {},
  logged?: DestinationStream,
  { pages = false } = {},
): Promise<TestApp> {
  const read = readConfig({
    SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    DEMO: '0',
    ...environment,
  });
  const config = { ...read, databaseReplicaUrl: replicaUrl };
  const frame = await openApi(config, db, createLog(config.logLevel, logged));
  if (pages) await openPages(frame);
  await frame.server.ready();
  afterAll(() => frame.server.close());
  return { frame, db, config, url, visitor: (cookie) => visitorOf(frame, db, cookie) };
}

function visitorOf(frame: Frame, db: Database, cookie?: string): Visitor {
  // The cookie by which the server recognises this browser.
  let browser: string | undefined;
  const visitor: Visitor = {
    cookie,
    completesAtOnce: false,
    get: (path, headers) => visitor.request('GET', path, undefined, headers),
    post: (path, body, headers) => visitor.request('POST', path, body, headers),
    put: (path, body, headers) => visitor.request('PUT', path, body, headers),
    async request(method, path, body, headers = {}) {
      const completes = (body as { completed?: unknown } | undefined)?.completed === true;
      const completed = completes && /^\/api\/attempts\/([1-9]\d{0,8})$/.exec(path)?.[1];
      if (completed && !visitor.completesAtOnce) await takeTheirTime(db, Number(completed));
      const response = await frame.server.inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...(visitor.cookie || browser ? { cookie: [visitor.cookie, browser].filter(Boolean).join('; ') } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      });
      const given = response.cookies.find(({ name }) => name === 'sid' || name === '__Host-sid');
      if (given) visitor.cookie = given.value ? `${given.name}=${given.value}` : undefined;
      const own = response.cookies.find(({ name }) => name === 'browser' || name === '__Host-browser');
      if (own) browser = `${own.name}=${own.value}`;
      const text = response.body;
      return { status: response.statusCode, text, body: parsed(text), headers: response.headers };
    },
  };
  return visitor;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a body as a browser sends a form with a file. */
export function multipart(
  fields: Record<string, string>,
  file?: { name: string; type: string; bytes: string | Uint8Array; part?: string },
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----fronteira${randomUUID()}`;
  const part = (heading: string, bytes: string | Uint8Array) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${heading}\r\n\r\n`),
    Buffer.from(bytes as string),
    Buffer.from('\r\n'),
  ];
  const payload = Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
    ...(file
      ? part(`name="${file.part ?? 'file'}"; filename="${file.name}"\r\nContent-Type: ${file.type}`, file.bytes)
      : []),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
