import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { compareSchema } from '../db/migrate.ts';
import { notFound, unavailable } from '../http/errors.ts';
import type { Frame } from '../http/http.ts';
import { addedMetrics, allTallies, type Figure, figureReader } from './figures.ts';
import { commit, version } from './version.ts';

/** Milliseconds for which a database check is cached. */
const READY_FOR_MS = 250;

/**
 * Serves liveness, readiness and Prometheus metrics. Metrics are available from loopback or with the token; everyone else gets 404.
 *
 * @param figures metrics of the features and of the shared server code.
 */
export function serveHealth(frame: Frame, figures: readonly Figure[]): void {
  const { server, db, config } = frame;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  tellLoad(registry, frame);
  tellFigures(registry, figures);
  server.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });

  server.get('/healthz', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send('ok'),
  );
  let asked: { at: number; applied: Promise<string[] | undefined> } | undefined;
  /** Returns the migrations of the database, asked for at most once per interval for all callers; undefined if it does not respond. */
  const appliedMigrations = (): Promise<string[] | undefined> => {
    if (!asked || performance.now() - asked.at >= READY_FOR_MS) {
      const applied = db
        .row<{ names: string[] }>(
          `select coalesce(array_agg(name order by name), '{}') as names from schema_migrations`,
        )
        .then(
          (row) => row?.names ?? [],
          () => undefined,
        );
      asked = { at: performance.now(), applied };
    }
    return asked.applied;
  };
  server.get('/readyz', async (_request, reply) => {
    const applied = await appliedMigrations();
    if (!applied) throw unavailable();
    const { pending, newer } = compareSchema(applied);
    void reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8');
    // For example, an older backup was restored under the running program.
    if (pending.length > 0) return reply.code(503).send(`schema is older than this version: ${pending[0]} is missing`);
    // During an upgrade the old version keeps answering, on the schema of the new one.
    return reply.send(newer.length > 0 ? `ok, schema is newer than this version: ${newer.at(-1)}` : 'ok');
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) throw notFound();
    return reply
      .header('Cache-Control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/** Registers the load of the database's pool and of the server. */
function tellLoad(registry: Registry, { db, admission }: Frame): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const load = db.load();
      this.set({ state: 'open' }, load.open);
      this.set({ state: 'idle' }, load.idle);
      this.set({ state: 'waiting' }, load.waiting);
    },
  });
  new Gauge({
    name: 'http_requests_let_in',
    help: 'Requests in hand, how many may be, how many wait with offline work, and how many were refused since the start',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const load = admission.load();
      this.set({ state: 'in_hand' }, load.inHand);
      this.set({ state: 'limit' }, load.limit);
      this.set({ state: 'waiting' }, load.waiting);
      this.set({ state: 'refused' }, load.refused);
    },
  });
}

function tellFigures(registry: Registry, figures: readonly Figure[]): void {
  const registers = [registry];
  new Gauge({
    name: 'build_info',
    help: 'Which version runs',
    labelNames: ['version', 'commit', 'node'] as const,
    registers,
  }).set({ version, commit, node: process.version }, 1);
  const read = figureReader(figures);
  for (const { name, help, label } of figures) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      async collect() {
        this.reset();
        const found = (await read()).get(name);
        // Values that are missing or could not be read are omitted: 0 would be wrong.
        if (found === undefined && !label) this.remove();
        else if (typeof found === 'number') this.set(found);
        else for (const [value, count] of Object.entries(found ?? {})) this.set({ [label ?? 'of']: value }, count);
      },
    });
  }
  new Gauge({
    name: 'figures_read',
    help: 'Whether the figures that are in the database could be read',
    registers,
    async collect() {
      this.set((await read()).size === figures.length ? 1 : 0);
    },
  });
  for (const metric of addedMetrics()) registry.registerMetric(metric);
  for (const [name, { help, label, counts }] of allTallies()) {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [value, count] of counts) this.inc({ [label]: value }, count);
      },
    });
  }
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const given = request.headers.authorization?.replace(/^Bearer /, '');
  if (token && given) {
    const digest = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(digest(token), digest(given));
  }
  // The address of the connection, not of a header.
  const address = request.socket.remoteAddress ?? '';
  const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined;
  return direct && (address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1');
}
