import path from 'node:path';
import { HOME, OPEN_PAGES, PAGES, pastSignIn } from './areas/pages.ts';
import { accountWork, bindAccount } from './features/accounts/account.server.ts';
import { bindAccounts, forgetOldSessions, resolveSession } from './features/accounts/accounts.server.ts';
import { bindRecovery, recoveryWork } from './features/accounts/recovery.server.ts';
import { bindSecondFactor } from './features/accounts/second-factor.server.ts';
import { attemptFigures, attemptsWork, bindAttempts } from './features/attempts/attempts.server.ts';
import { bindRegrade } from './features/attempts/regrade.server.ts';
import { bindBackoffice } from './features/backoffice/backoffice.server.ts';
import { bindChildren } from './features/children/children.server.ts';
import { bindCurriculum } from './features/curriculum/curriculum.server.ts';
import { bindNotifications, notificationsWork } from './features/notifications/notifications.server.ts';
import { pushFigures, pushKeys, pushWork } from './features/notifications/push.server.ts';
import { bindCovered } from './features/plans/covered.server.ts';
import { bindMoneyDesk, paymentFigures } from './features/plans/desk.server.ts';
import { plansWork } from './features/plans/lifecycle.server.ts';
import { type Money, openMoney } from './features/plans/money.server.ts';
import { bindPayments } from './features/plans/payments.server.ts';
import { bindPlans } from './features/plans/plans.server.ts';
import { bindReceipts } from './features/plans/receipts.server.ts';
import { bindReferrals } from './features/plans/referrals.server.ts';
import { bindWebinars } from './features/plans/webinars.server.ts';
import { bankStatisticsWork, bindBankStatistics } from './features/results/bank-statistics.server.ts';
import { bindData } from './features/results/data.server.ts';
import { seedDemo } from './features/results/demo.server.ts';
import { normsWork } from './features/results/norms.server.ts';
import { bindPdf } from './features/results/pdf.server.ts';
import { bindReports } from './features/results/report.server.ts';
import { bindResults } from './features/results/results.server.ts';
import { bindShares, sharesWork } from './features/results/shares.server.ts';
import { bindStatistics } from './features/results/statistics.server.ts';
import { bindAuthoring } from './features/tests/authoring.server.ts';
import { loadContent } from './features/tests/content.server.ts';
import { bindCoverage } from './features/tests/coverage.server.ts';
import { bindExports } from './features/tests/exports.server.ts';
import { bindImages, imagesWork } from './features/tests/images.server.ts';
import { importFigures } from './features/tests/import-work.server.ts';
import { bindImports } from './features/tests/imports.server.ts';
import { bindTests } from './features/tests/tests.server.ts';
import { type Brand, type Config, DO_NOT_RESTART, readConfig, StartRefused } from './server/config.ts';
import { type Database, openDatabase } from './server/db.ts';
import { serveDocs } from './server/docs.ts';
import { type EmbeddedDatabase, startEmbedded } from './server/embedded.ts';
import { refusalFor } from './server/errors.ts';
import type { Figure } from './server/figures.ts';
import { serveHealth } from './server/health.ts';
import { createFrame, type Frame } from './server/http.ts';
import { type Jobs, jobFigures, type Periodic, startJobs } from './server/jobs.ts';
import { followSettings, liveSettings, readLiveSettings } from './server/live-settings.ts';
import { createLog, type Log } from './server/log.ts';
import { forgetOldMails, mailFigures } from './server/mail.ts';
import { createMailSender, type MailSender } from './server/mail-sending.ts';
import { migrate } from './server/migrate.ts';
import { deliver, forgetDelivered, outboxFigures } from './server/outbox.ts';
import { servePages } from './server/pages.ts';
import { forgetOldHits } from './server/rate-limits.ts';
import { startTracing } from './server/tracing.ts';

/** The API, bound feature by feature down the street. Listens to nothing yet. */
export async function openApi(config: Config, db: Database, log: Log): Promise<Frame> {
  const stopFollowing = followSettings(db);
  const frame = await createFrame({
    config,
    db,
    log,
    brand: () => ({ ...config.brand, ...liveSettings(db).brand }),
    resolveSession: (tokenHash) => resolveSession(db, tokenHash),
  });
  frame.server.addHook('onClose', async () => stopFollowing());
  bindAccounts(frame);
  bindAccount(frame);
  bindSecondFactor(frame);
  bindRecovery(frame);
  bindChildren(frame);
  const money = openMoney(config, db, log);
  bindPlans(frame, money);
  bindPayments(frame, money);
  bindReceipts(frame);
  bindReferrals(frame, money);
  bindMoneyDesk(frame, money);
  bindCovered(frame);
  bindWebinars(frame);
  bindCurriculum(frame);
  bindTests(frame);
  bindAuthoring(frame);
  bindCoverage(frame);
  bindImages(frame);
  bindImports(frame);
  bindExports(frame);
  bindAttempts(frame);
  bindRegrade(frame);
  bindResults(frame);
  bindReports(frame);
  bindPdf(frame);
  bindShares(frame);
  bindData(frame);
  bindStatistics(frame);
  bindBankStatistics(frame);
  bindNotifications(frame);
  bindBackoffice(frame);
  serveDocs(frame);
  serveHealth(frame, figures(db));
  return frame;
}

/** What is told to Prometheus beside requests and connections. */
const figures = (db: Database): Figure[] => [
  ...attemptFigures(db),
  ...paymentFigures(db),
  ...importFigures,
  ...pushFigures(db),
  ...outboxFigures(db),
  ...mailFigures(db),
  ...jobFigures(db),
];

/** What is done over and over while the app runs. */
export function periodicWork(
  db: Database,
  log: Log,
  mails: MailSender,
  money: Money,
  config: Config,
  brand: () => Brand,
): Periodic[] {
  return [
    ...accountWork(db, log),
    ...recoveryWork(db),
    ...plansWork(money),
    ...attemptsWork(db),
    ...sharesWork(db),
    ...normsWork(db),
    ...bankStatisticsWork(db),
    ...imagesWork(db),
    ...notificationsWork(db),
    ...pushWork(db, config, log, brand),
    { name: 'deliver-outbox', every: 5, work: () => deliver(db, log) },
    { name: 'send-mails', every: 5, work: () => mails.send() },
    { name: 'forget-old-mails', every: 24 * 3600, work: () => forgetOldMails(db) },
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
  await servePages(frame, { pages: PAGES, open: OPEN_PAGES, home: HOME, past: pastSignIn, userCall: 'GET /api/user' });
  // Alive from here on, and ready once the database has answered and is up to date.
  frame.admission.shut();
  await listen(frame, config);
  const address = url;
  await onceReachable(() => migrate(address), log);
  await onceReachable(() => readLiveSettings(db), log);
  const content = await onceReachable(() => loadContent(db, log), log);
  if (config.demo) await seedDemo(db);
  await onceReachable(() => pushKeys(db), log);
  const mails = createMailSender(db, config, log, frame.brand);
  const jobs = await onceReachable(
    () => startJobs(address, periodicWork(db, log, mails, openMoney(config, db, log), config, frame.brand), log),
    log,
  );
  frame.admission.open();
  greet(config, frame.brand(), content);

  const stop = async (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), LONGEST_STOP).unref();
    await close(frame, jobs, db);
    mails.close();
    await stopTracing();
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
