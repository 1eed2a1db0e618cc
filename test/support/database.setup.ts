import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/server/db/embedded.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { THROWN_AWAY } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, with `DATABASE` in place of the database's name. */
    databaseServer: string;
    template: string;
    /** Whether databases are not dropped one by one, because they disappear with the server. */
    keepsDatabases: boolean;
  }
}

/**
 * Starts one PostgreSQL for the whole run, with one migrated database, of which every test file gets a copy. It is the embedded one, or the
 * server that TEST_DATABASE_URL names.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env['TEST_DATABASE_URL'];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-test-'));
  fs.chmodSync(folder, 0o755);
  const embedded = named ? undefined : await startEmbedded(path.join(folder, 'postgres'), THROWN_AWAY);
  const server = (database: string): string => {
    if (embedded) return embedded.url(database);
    const url = new URL(named as string);
    url.pathname = `/${database}`;
    return url.toString();
  };
  const template = `template_${process.pid}`;
  const admin = new pg.Client({ connectionString: embedded ? embedded.url() : named });
  await admin.connect();
  await admin.query(`create database ${template}`);
  await migrate(server(template));
  project.provide('databaseServer', server('DATABASE'));
  project.provide('template', template);
  // A server that is deleted with its data needs no cleanup of single databases.
  project.provide('keepsDatabases', !named || process.env['TEST_DATABASE_THROWN_AWAY'] === '1');
  return async () => {
    if (!embedded) await admin.query(`drop database if exists ${template} with (force)`);
    await admin.end();
    await embedded?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}
