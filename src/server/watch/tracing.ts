import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Maximum length of the statement text in a span. */
const LONGEST_TEXT = 2_000;
/** Milliseconds to wait at shutdown for spans not yet exported. */
const LAST_SPANS_MS = 2_000;

/** Without a collector tracing is off and its packages are not loaded. */
let tracing: (typeof import('@opentelemetry/api') & { tracer: Tracer }) | undefined;
const current = new AsyncLocalStorage<Span>();

/**
 * Exports spans of calls, statements, jobs and messages (OTLP over HTTP, as JSON). OpenTelemetry reads its other
 * settings from its own variables: `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`… If the
 * collector is unavailable, spans are lost without other effects.
 *
 * @returns a function that flushes and stops tracing.
 */
export async function startTracing(collector: string | undefined): Promise<() => Promise<void>> {
  if (!collector) return async () => {};
  const [api, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const provider = new BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'caderneta', 'service.instance.id': String(process.pid) })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${collector}/v1/traces` }))],
  });
  tracing = { ...api, tracer: provider.getTracer('caderneta') };
  return async () => {
    tracing = undefined;
    const patience = AbortSignal.timeout(LAST_SPANS_MS);
    const enough = new Promise<void>((resolve) => patience.addEventListener('abort', () => resolve()));
    await Promise.race([provider.shutdown().catch(() => {}), enough]);
  };
}

/** The caller's trace context (W3C), from its header. */
export interface Followed {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

/** Runs every call in its own span, named by route, because addresses contain ids of children. */
export function traceCalls(server: FastifyInstance, followed: (request: FastifyRequest) => Followed | undefined): void {
  if (!tracing) return;
  const { tracer, trace, SpanKind, SpanStatusCode, ROOT_CONTEXT } = tracing;
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, reply, done) => {
    const from = followed(request);
    const route = request.routeOptions.url;
    const span = tracer.startSpan(
      route ? `${request.method} ${route}` : request.method,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          ...(route ? { 'http.route': route } : {}),
          'caderneta.request_id': request.id,
        },
      },
      from ? trace.setSpanContext(ROOT_CONTEXT, { ...from, isRemote: true }) : ROOT_CONTEXT,
    );
    spans.set(request, span);
    // Emitted once, after the last byte or an abort.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    current.run(span, done);
  });
  // Reading the body loses the async context.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) current.run(span, done);
    else done();
  });
}

/** Runs background work in a root span. */
export const tracedWork = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracing ? inSpan(tracing.tracer.startSpan(name, {}, tracing.ROOT_CONTEXT), work) : work();

/** Runs work in a child span of the current call or job. Outside of calls and jobs there is no span. */
export function tracedStep<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  if (!tracing || !parent) return work();
  const { tracer, trace, SpanKind, ROOT_CONTEXT } = tracing;
  const within = trace.setSpan(ROOT_CONTEXT, parent);
  return inSpan(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, within), work);
}

/** Runs a statement in a span with its text but not its parameters. */
export const tracedStatement = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  tracing && current.getStore()
    ? tracedStep(
        `sql ${/\w+/.exec(text)?.[0].toLowerCase()}`,
        { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_TEXT) },
        work,
      )
    : work();

async function inSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work);
  } catch (error) {
    // Error messages may quote personal data, so only the error type is recorded.
    const { code, name } = error as { code?: string; name?: string };
    if (tracing) span.setStatus({ code: tracing.SpanStatusCode.ERROR });
    span.setAttribute('error.type', code ?? name ?? 'error');
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the active span, for log lines and outgoing requests, or undefined if there is none. */
export function currentTrace(): Followed | undefined {
  const span = current.getStore()?.spanContext();
  return span && { traceId: span.traceId, spanId: span.spanId, traceFlags: span.traceFlags };
}
