import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { aFamily, loadedApp } from './support/running-app.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, string | number> }[];
}

/** Starts a collector (OTLP over HTTP, JSON). @param answers returns the status of its replies. */
async function aCollector(answers: () => number = () => 200) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    if (request.url === '/v1/traces') bodies.push(body);
    response.writeHead(answers(), { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies
        .flatMap((body) => JSON.parse(body).resourceSpans as { scopeSpans: { spans: Span[] }[] }[])
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    close: () => server.close(),
  };
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';

test('a collector gets spans of calls, statements and jobs within the caller’s trace, without a family’s data', async () => {
  const collector = await aCollector();
  const app = await loadedApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, TRUST_PROXY: 'loopback' });
  try {
    await app.start();
    const family = await aFamily(app.url);
    const children = (await family.call('GET', '/api/children')).body as { id: number; fullName: string }[];
    const [child] = children as [{ id: number; fullName: string }];
    await fetch(`${app.url}/api/children/${child.id}/report`, {
      headers: { cookie: family.cookie(), traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
    });
    await expect
      .poll(() => collector.spans().some(({ name }) => name.startsWith('job ')), { timeout: 30_000 })
      .toBe(true);
    app.signal('SIGTERM');
    expect(await app.ended()).toBe(0);
    const spans = collector.spans();
    const report = spans.find(({ traceId, name }) => traceId === TRACE && name === 'GET /api/children/:id/report');
    expect(report?.parentSpanId).toBe('b7ad6b7169203331');
    expect(report?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === report?.spanId);
    expect(statements.length).toBeGreaterThan(3);
    for (const { name, traceId } of statements) {
      expect(name).toMatch(/^sql (select|with|insert|update)$/);
      expect(traceId).toBe(TRACE);
    }
    for (const word of [child.fullName, family.cookie().split('=')[1] as string, `children/${child.id}`])
      expect(collector.text()).not.toContain(word);
  } finally {
    await app.dispose();
    collector.close();
  }
});

test.each([
  ['refuses', () => 503],
  ['is unreachable', undefined],
])('a collector that %s does not affect any call', async (_how, answers) => {
  const collector = await aCollector(answers);
  if (!answers) collector.close();
  const app = await loadedApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
  try {
    await app.start();
    const family = await aFamily(app.url);
    expect((await family.call('GET', '/api/children')).status).toBe(200);
    app.signal('SIGTERM');
    expect(await app.ended()).toBe(0);
  } finally {
    await app.dispose();
    if (answers) collector.close();
  }
});
