import path from 'node:path';
import { HOME, PAGES } from './areas/pages.ts';
import { bindAccounts, forgetOldSessions, resolveSession } from './features/accounts/accounts.server.ts';
import { attemptsWork, bindAttempts } from './features/attempts/attempts.server.ts';
import { bindChildren } from './features/children/children.server.ts';
import { bindNotifications, notificationsWork } from './features/notifications/notifications.server.ts';
import { seedDemo } from './features/results/demo.server.ts';
import { bindReports } from './features/results/report.server.ts';
import { bindResults } from './features/results/results.server.ts';
import { loadContent } from './features/tests/content.server.ts';
import { bindTests } from './features/tests/tests.server.ts';
import { type Config, DO_NOT_RESTART, readConfig, StartRefused } from './server/config.ts';
import { type Database, openDatabase } from './server/db.ts';
import { serveDocs } from './server/docs.ts';
import { type EmbeddedDatabase, startEmbedded } from './server/embedded.ts';
import { refusalFor } from './server/errors.ts';
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
  bindReports(frame);
  bindNotifications(frame);
  serveDocs(frame);
  serveHealth(frame);
  return frame;
}

/** What is done over and over while the app runs. */
export function periodicWork(db: Database, log: Log): Periodic[] {
  return [
    ...attemptsWork(db),
    ...notificationsWork(db),
    { name: 'deliver-outbox', every: 5, work: () => deliver(db, log) },
    { name: 'forget-old-sessions', every: 3600, work: () => forgetOldSessions(db) },
    { name: 'forget-old-hits', every: 3600, work: () => forgetOldHits(db) },
    { name: 'forget-delivered', every: 24 * 3600, work: () => forgetDelivered(db) },
  ];
}

/** Milliseconds that a stop may take before the process ends all the same. */
const LONGEST_STOP = 9_000;
/** Milliseconds in which connections in use are told to close, before those that are not are closed. */
const DRAIN = 500;
/** Milliseconds for calls under way once no new ones come in: more than the longest call. */
const LAST_CALLS = 6_500;

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
  let stopping = false;
  // Nothing can be finished without the database below; the launcher starts both anew.
  void embedded?.ended.then(() => {
    if (stopping) return;
    log.warn('the database below has ended');
    process.exit(1);
  });
  const db = openDatabase(url, {
    onIdleError: (error) => log.warn({ err: { message: error.message } }, 'idle connection lost'),
  });
  const frame = await openApi(config, db, log);
  await servePages(frame, { pages: PAGES, home: HOME, userCall: 'GET /api/user' });
  // Alive from here on, and ready once the database has answered and is up to date.
  frame.admission.shut();
  await listen(frame, config);
  const address = url;
  await onceReachable(() => migrate(address), log);
  const content = await onceReachable(() => loadContent(db, log), log);
  if (config.demo) await seedDemo(db);
  const jobs = await onceReachable(() => startJobs(address, periodicWork(db, log), log), log);
  frame.admission.open();
  greet(config, content);

  const stop = async (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), LONGEST_STOP).unref();
    await close(frame, jobs, db);
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

/** Tries until the database can be reached; a server of its own may start later than the app. */
async function onceReachable<T>(work: () => Promise<T>, log: Log): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StartRefused || refusalFor(error)?.status !== 503) throw error;
      log.warn({ err: { message: (error as Error).message } }, 'waiting for the database');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

/** What is under way is answered; then the database is let go. */
async function close(frame: Frame, jobs: Jobs, db: Database): Promise<void> {
  const noMoreJobs = jobs.stop().catch(() => {});
  frame.admission.drain();
  await new Promise((resolve) => setTimeout(resolve, DRAIN));
  // A caller who never finishes sending must not hold the others up.
  const stragglers = setTimeout(() => frame.server.server.closeAllConnections(), LAST_CALLS);
  await frame.server.close().catch(() => {});
  clearTimeout(stragglers);
  await noMoreJobs;
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
