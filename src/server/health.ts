import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { notFound, unavailable } from './errors.ts';
import type { Frame } from './http.ts';

/**
 * Whether the process is alive, whether it can serve, and its figures for Prometheus. The figures are for loopback or for
 * whoever has the token; to everyone else they do not exist.
 */
export function serveHealth(frame: Frame): void {
  const { server, db, config, admission } = frame;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
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
    help: 'Requests in hand, how many may be, and how many were refused since the start',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const load = admission.load();
      this.set({ state: 'in_hand' }, load.inHand);
      this.set({ state: 'limit' }, load.limit);
      this.set({ state: 'refused' }, load.refused);
    },
  });
  server.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });

  server.get('/healthz', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send('ok'),
  );
  server.get('/readyz', async (_request, reply) => {
    const applied = await db
      .row<{ applied: number }>('select count(*) as applied from schema_migrations')
      .catch(() => undefined);
    if (!applied) throw unavailable();
    return reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send('ok');
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) throw notFound();
    return reply
      .header('Cache-Control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const given = request.headers.authorization?.replace(/^Bearer /, '');
  if (token && given) {
    const digest = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(digest(token), digest(given));
  }
  // The connection itself, not what a header claims.
  const address = request.socket.remoteAddress ?? '';
  const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined;
  return direct && (address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1');
}
