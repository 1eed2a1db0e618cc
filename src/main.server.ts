import path from 'node:path';
import { HOME, PAGES } from './areas/pages.ts';
import { bindAccounts, forgetOldSessions, resolveSession } from './features/accounts/accounts.server.ts';
import { attemptsWork, bindAttempts } from './features/attempts/attempts.server.ts';
import { bindChildren } from './features/children/children.server.ts';
import { seedDemo } from './features/results/demo.server.ts';
import { bindResults } from './features/results/results.server.ts';
import { loadContent } from './features/tests/content.server.ts';
import { bindTests } from './features/tests/tests.server.ts';
import { type Config, DO_NOT_RESTART, readConfig, StartRefused } from './server/config.ts';
import { type Database, openDatabase } from './server/db.ts';
import { serveDocs } from './server/docs.ts';
import { type EmbeddedDatabase, startEmbedded } from './server/embedded.ts';
import { serveHealth } from './server/health.ts';
import { createFrame, type Frame } from './server/http.ts';
import { type Jobs, type Periodic, startJobs } from './server/jobs.ts';
import { createLog, type Log } from './server/log.ts';
import { migrate } from './server/migrate.ts';
import { deliver, forgetDelivered } from './server/outbox.ts';
import { servePages } from './server/pages.ts';
import { forgetOldHits } from './server/rate-limits.ts';

/** The API, bound feature by feature down the street. Listens to nothing yet. */
export async function openApi(config: Config, db: Database, log: Log): Promise<Frame> {
  const frame = await createFrame({
    config,
    db,
    log,
    brand: () => config.brand,
    resolveSession: (tokenHash) => resolveSession(db, tokenHash),
  });
  bindAccounts(frame);
  bindChildren(frame);
  bindTests(frame);
  bindAttempts(frame);
  bindResults(frame);
  serveDocs(frame);
  serveHealth(frame);
  return frame;
}

/** What is done over and over while the app runs. */
export function periodicWork(db: Database, log: Log): Periodic[] {
  return [
    ...attemptsWork(db),
    { name: 'deliver-outbox', every: 5, work: () => deliver(db, log) },
    { name: 'forget-old-sessions', every: 3600, work: () => forgetOldSessions(db) },
    { name: 'forget-old-hits', every: 3600, work: () => forgetOldHits(db) },
    { name: 'forget-delivered', every: 24 * 3600, work: () => forgetDelivered(db) },
  ];
}

/** Milliseconds that a stop may take before the process ends all the same. */
const LONGEST_STOP = 9_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  let embedded: EmbeddedDatabase | undefined;
  let url = config.databaseUrl;
  if (!url) {
    embedded = await startEmbedded(path.join(config.dataDir, 'postgres'));
    if (embedded.folder !== path.join(config.dataDir, 'postgres')) {
      console.log(
        `Os dados ficam em ${embedded.folder}, porque o utilizador da base de dados não chega a ${config.dataDir}.`,
      );
    }
    url = embedded.url();
  }
  await migrate(url);
  const db = openDatabase(url, {
    onIdleError: (error) => log.warn({ err: { message: error.message } }, 'idle connection lost'),
  });
  const content = await loadContent(db, log);
  if (config.demo) await seedDemo(db);
  const frame = await openApi(config, db, log);
  await servePages(frame, { pages: PAGES, home: HOME, userCall: 'GET /api/user' });
  await listen(frame, config);
  greet(config, content);
  const jobs = await startJobs(url, periodicWork(db, log), log);
  // The launcher starts everything anew when the database below is gone.
  void embedded?.ended.then(() => stop('a base de dados parou', 1));

  let stopping = false;
  const stop = async (why: string, code: number) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(code || 1), LONGEST_STOP).unref();
    await close(frame, jobs, db);
    await embedded?.stop();
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
}

async function close(frame: Frame, jobs: Jobs, db: Database): Promise<void> {
  // What is under way is answered; then the queue, then the database.
  await frame.server.close().catch(() => {});
  await jobs.stop().catch(() => {});
  await db.close().catch(() => {});
}

async function listen(frame: Frame, config: Config): Promise<void> {
  try {
    await frame.server.listen({ host: config.host, port: config.port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new StartRefused(`A porta ${config.port} já está ocupada. Escolha outra com PORT.`);
    }
    throw error;
  }
}

function greet(config: Config, content: { tests: number; questions: number }): void {
  const lines = [
    '',
    `  ${config.brand.productName} pronta em ${config.publicUrl}`,
    `  ${content.tests} testes, ${content.questions} questões`,
  ];
  if (config.demo) {
    lines.push(
      '',
      '  Contas de demonstração (senha: caderneta)',
      '    encarregado  plano familiar, dois filhos com um trimestre de testes',
      '    gratis       plano Essencial, um filho',
      '    professor    área técnico-pedagógica',
      '    admin        painel administrativo',
    );
  }
  console.log(`${lines.join('\n')}\n`);
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    if (error instanceof StartRefused) {
      console.error(error.message);
      process.exit(DO_NOT_RESTART);
    }
    console.error(error);
    process.exit(1);
  });
}
