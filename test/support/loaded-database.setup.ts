import fs from 'node:fs';
import path from 'node:path';
import { LOADED_DATABASE, runningApp, temporaryFolder } from './running-app.ts';

/**
 * Starts the program once in an empty folder and leaves its database to tests, which begin with a copy (`withLoadedDatabase`). What a first
 * start does is shown by start.test.ts and processes.test.ts.
 */
export default async function setup(): Promise<() => void> {
  const dataDir = temporaryFolder();
  const database = path.join(dataDir, 'postgres');
  const app = await runningApp({ DATA_DIR: dataDir });
  await app.start();
  await app.dispose();
  // On a busy machine the program does not wait until its database has stopped.
  while (fs.existsSync(path.join(database, 'postmaster.pid'))) await new Promise((later) => setTimeout(later, 100));
  process.env[LOADED_DATABASE] = database;
  return () => fs.rmSync(dataDir, { recursive: true, force: true });
}
