import path from 'node:path';
import { CHILD_HOME, HOME, OPEN_PAGES, pastSignIn } from './areas/entry-pages.ts';
import { PAGES } from './areas/pages.ts';
import { KEEP_TAPS } from './delivery/inline/programs.ts';
import { keepBuiltFiles } from './delivery/serve/earlier-files.ts';
import { servePages } from './delivery/serve/pages.ts';
import { seedDemo } from './demo/demo.ts';
import { bank } from './domains/bank/index.server.ts';
import { loadContentApart } from './domains/bank/test-bank/content-thread.server.ts';
import { desk } from './domains/desk/index.server.ts';
import { childOfDiagnostic } from './domains/knowing/diagnostic/diagnostic.server.ts';
import { knowing } from './domains/knowing/index.server.ts';
import { readWorks } from './domains/knowing/trial/trial.server.ts';
import { money } from './domains/money/index.server.ts';
import { closeDemo, resolveSession } from './domains/people/accounts/accounts.server.ts';
import { refuseUnconfirmed } from './domains/people/accounts/second-step.server.ts';
import { people } from './domains/people/index.server.ts';
import { childOfAttempt } from './domains/sitting/attempts/attempts.server.ts';
import { sitting } from './domains/sitting/index.server.ts';
import { skills } from './domains/skills/index.server.ts';
import { loadReading } from './domains/skills/reading/content.server.ts';
import { loadWriting } from './domains/skills/writing/content.server.ts';
import { telling } from './domains/telling/index.server.ts';
import { pushKeys } from './domains/telling/notifications/push.server.ts';
import { collectAfterStart } from './server/after-start.ts';
import { type Brand, type Config, DO_NOT_RESTART, readConfig, StartGivenUp, StartRefused } from './server/config.ts';
import { archiveFigures } from './server/db/archive.ts';
import { accessProblem, type Database, openDatabase } from './server/db/db.ts';
import { type EmbeddedDatabase, startEmbedded } from './server/db/embedded.ts';
import { followSettings, liveSettings, readLiveSettings } from './server/db/live-settings.ts';
import { migrate, refuseReplica } from './server/db/migrate.ts';
import { openReplica, type Replica } from './server/db/replica.ts';
import type { Feature } from './server/feature.ts';
import { serveDocs } from './server/http/docs.ts';
import { refusalFor } from './server/http/errors.ts';
import { createFrame, type Frame } from './server/http/http.ts';
import { forgetOldHits } from './server/http/rate-limits.ts';
import { type Jobs, jobFigures, type Periodic, startJobs } from './server/jobs/jobs.ts';
import { deliver, forgetDelivered, outboxFigures } from './server/jobs/outbox.ts';
import { forgetOldMails, mailFigures } from './server/mail/mail.ts';
import { createMailSender, type MailSender } from './server/mail/mail-sending.ts';
import type { Figure } from './server/watch/figures.ts';
import { serveHealth } from './server/watch/health.ts';
import { createLog, type Log } from './server/watch/log.ts';
import { startTracing } from './server/watch/tracing.ts';

/** The features of every domain. The API document lists their endpoints in this order. */
const FEATURES: readonly Feature[] = [
  ...people,
  ...money,
  ...bank,
  ...sitting,
  ...knowing,
  ...skills,
  ...telling,
  ...desk,
];

/** Creates the API with every feature bound. It does not listen yet. */
export async function openApi(config: Config, db: Database, log: Log): Promise<Frame> {
  const replica = config.databaseReplicaUrl ? openReplica(db, config.databaseReplicaUrl, log) : undefined;
  // Settings are cached for each database.
  const following = [db, ...(replica ? [replica.db] : [])].map(followSettings);
  const frame = await createFrame({
    config,
    db,
    replica,
    log,
    brand: () => ({ ...config.brand, ...liveSettings(db).brand }),
    resolveSession: (tokenHash) => resolveSession(db, tokenHash),
    refuseUnconfirmed: (caller, stepUp) => refuseUnconfirmed(db, caller, stepUp),
    childOf: {
      attempt: (id) => childOfAttempt(db, id),
      diagnostic: (id) => childOfDiagnostic(db, id),
    },
  });
  frame.server.addHook('onClose', async () => {
    for (const stop of following) stop();
    await replica?.close();
  });
  for (const { routes } of FEATURES) routes?.(frame);
  serveDocs(frame);
  serveHealth(frame, [...figures(db, config.dataDir), ...(replica?.figures() ?? [])]);
  return frame;
}

/** Serves the browser app from the last build. */
export const openPages = (frame: Frame): Promise<void> =>
  servePages(frame, {
    pages: PAGES,
    open: OPEN_PAGES,
    home: HOME,
    childHome: CHILD_HOME,
    past: pastSignIn,
    drawnScript: KEEP_TAPS,
    facts: { '/funciona': () => readWorks(frame.db) },
    userCall: 'GET /api/user',
  });

/** Metrics that `/metrics` reports in addition to requests and connections. */
const figures = (db: Database, dataDir: string): Figure[] => [
  ...FEATURES.flatMap((feature) => feature.figures?.(db) ?? []),
  ...outboxFigures(db),
  ...mailFigures(db),
  ...jobFigures(db),
  ...archiveFigures(db, dataDir),
];

/** The jobs that run periodically while the program runs. */
function periodicWork(frame: Frame, mails: MailSender): Periodic[] {
  const { db, log } = frame;
  return [
    ...FEATURES.flatMap((feature) => feature.jobs?.(frame) ?? []),
    { name: 'deliver-outbox', every: 5, work: () => deliver(db, log) },
    { name: 'send-mails', every: 5, work: () => mails.send() },
    { name: 'forget-old-mails', every: 24 * 3600, work: () => forgetOldMails(db) },
    { name: 'forget-old-hits', every: 3600, work: () => forgetOldHits(db) },
    { name: 'keep-built-files', every: 24 * 3600, work: () => keepBuiltFiles(db) },
    { name: 'forget-delivered', every: 24 * 3600, work: () => forgetDelivered(db) },
  ];
}

/** Maximum milliseconds of a shutdown; after that the process ends in any case. */
const LONGEST_STOP_MS = 9_000;
/** Milliseconds in which replies ask clients to close their connections, before idle connections are closed. */
const DRAIN_MS = 500;
/** Milliseconds for calls under way after new ones are no longer accepted: more than the longest call. */
const LAST_CALLS_MS = 6_500;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const stopTracing = await startTracing(config.collector);
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
  // Without its embedded database the program cannot finish anything, so it ends; the launcher restarts both.
  void embedded?.ended.then(() => {
    if (stopping) return;
    log.warn('the database below has ended');
    process.exit(1);
  });
  const db = openDatabase(url, {
    onIdleError: (error) => log.warn({ err: { message: error.message } }, 'idle connection lost'),
  });
  const frame = await openApi(config, db, log);
  await openPages(frame);
  // From here on the process reports that it is alive; it is ready once the database has answered and is migrated.
  frame.admission.shut();
  await listen(frame, config);
  const address = url;
  const onceReachable = reaching(config, log);
  await onceReachable(() => refuseReplica(address));
  await onceReachable(() =>
    migrate(
      address,
      undefined,
      (migration, tries) => log.warn({ migration, tries }, 'a migration waits until a table is free'),
      { allowNewer: config.allowNewerSchema },
    ),
  );
  await refuseOtherDatabase(frame.replica);
  await onceReachable(() => readLiveSettings(db));
  const content = await onceReachable(() => loadContentApart(db, log));
  await onceReachable(() => loadReading(db));
  await onceReachable(() => loadWriting(db));
  if (config.demo) await seedDemo(db, log, config.secretKey);
  else await onceReachable(() => closeDemo(db));
  await onceReachable(() => pushKeys(db));
  await onceReachable(() => keepBuiltFiles(db));
  const mails = createMailSender(db, config, log, frame.brand);
  const jobs = await onceReachable(() => startJobs(address, periodicWork(frame, mails), log));
  frame.admission.open();
  greet(config, frame.brand(), content);
  collectAfterStart(() => frame.admission.load().inHand);

  const stop = async (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    await close(frame, jobs, db);
    mails.close();
    await stopTracing();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

/**
 * Refuses a replica of another database. A replica that cannot be reached does not prevent the start: reads go to the primary meanwhile.
 */
async function refuseOtherDatabase(replica: Replica | undefined): Promise<void> {
  if ((await replica?.check()) !== 'foreign') return;
  throw new StartRefused(
    'DATABASE_REPLICA_URL indica um servidor que não é réplica do que está em DATABASE_URL. Nada foi alterado.',
  );
}

/**
 * Returns a function that repeats work until the database can be reached, as the database server may start after the app.
 * All calls share one time limit, after which the start is given up.
 */
function reaching(config: Config, log: Log): <T>(work: () => Promise<T>) => Promise<T> {
  const until = performance.now() + config.databaseWait * 1_000;
  return async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const problem = accessProblem(error);
        if (problem) throw new StartRefused(problem);
        if (error instanceof StartRefused || refusalFor(error)?.status !== 503) throw error;
        if (performance.now() >= until) throw new StartGivenUp(unreachable(config, error as Error));
        log.warn({ err: { message: (error as Error).message } }, 'waiting for the database');
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  };
}

const unreachable = ({ databaseWait }: Config, { message }: Error): string =>
  `Ao fim de ${databaseWait} segundos a base de dados que está em DATABASE_URL não aceita ligações nem escritas (${message.split('\n')[0]}). Nada foi alterado.`;

/** Waits for the calls under way, then closes the database. */
async function close(frame: Frame, jobs: Jobs, db: Database): Promise<void> {
  const noMoreJobs = jobs.stop().catch(() => {});
  frame.admission.drain();
  await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
  // A client that never finishes its request must not delay the shutdown.
  const stragglers = setTimeout(() => frame.server.server.closeAllConnections(), LAST_CALLS_MS);
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

function greet(config: Config, brand: Brand, content: { tests: number; questions: number }): void {
  const lines = [
    '',
    `  ${brand.productName} pronta em ${config.publicUrl}`,
    `  ${content.tests} testes, ${content.questions} questões`,
  ];
  if (config.demo) {
    lines.push(
      '',
      '  Contas de demonstração (senha: caderneta)',
      '    encarregado  plano Família, três filhos: dois anos de testes, um ano, nenhum',
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
      process.exit(error instanceof StartGivenUp ? 1 : DO_NOT_RESTART);
    }
    console.error(error);
    process.exit(1);
  });
}
