import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Characters of a statement's text that are told. */
const LONGEST_TEXT = 2_000;
/** Milliseconds that a stop waits for what the collector has not got yet. */
const LAST_SPANS = 2_000;

/** Nothing unless a collector was named: then nothing is measured, and none of the packages for it is loaded. */
let tracing: (typeof import('@opentelemetry/api') & { tracer: Tracer }) | undefined;
const current = new AsyncLocalStorage<Span>();

/**
 * Sends spans of calls, statements, periodic work and messages to a collector (OTLP over HTTP, as JSON). Everything else
 * about it is read by OpenTelemetry's own packages from its own variables: `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`…
 * A collector that is away costs nothing but what it is not told.
 *
 * @returns what sends the last spans and ends it.
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
    const patience = AbortSignal.timeout(LAST_SPANS);
    const enough = new Promise<void>((resolve) => patience.addEventListener('abort', () => resolve()));
    await Promise.race([provider.shutdown().catch(() => {}), enough]);
  };
}

/** A call that somebody else follows (W3C Trace Context), as its header says. */
export interface Followed {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

/** Has every call answered within a span of its own, named by its route: addresses hold ids of children. */
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
    // Comes once, after the last byte as well as after a cut.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    current.run(span, done);
  });
  // Reading the body loses the thread.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) current.run(span, done);
    else done();
  });
}

/** Work done by itself, in a span that belongs to nothing. */
export const tracedWork = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracing ? inSpan(tracing.tracer.startSpan(name, {}, tracing.ROOT_CONTEXT), work) : work();

/** A step of a call or of periodic work; outside of them nothing is told. */
export function tracedStep<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  if (!tracing || !parent) return work();
  const { tracer, trace, SpanKind, ROOT_CONTEXT } = tracing;
  const within = trace.setSpan(ROOT_CONTEXT, parent);
  return inSpan(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, within), work);
}

/** A statement, by its text: its values are never told. */
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
    // What an error says may quote what a family wrote: its kind is enough.
    const { code, name } = error as { code?: string; name?: string };
    if (tracing) span.setStatus({ code: tracing.SpanStatusCode.ERROR });
    span.setAttribute('error.type', code ?? name ?? 'error');
    throw error;
  } finally {
    span.end();
  }
}

/** The span under way, for lines in the log and for calls to others. */
export function currentTrace(): Followed | undefined {
  const span = current.getStore()?.spanContext();
  return span && { traceId: span.traceId, spanId: span.spanId, traceFlags: span.traceFlags };
}
