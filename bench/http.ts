import http from 'node:http';

export interface Reply {
  status: number;
  body: unknown;
  /** Milliseconds from sending to the last byte. */
  took: number;
}

/** A light HTTP caller that keeps its connections, so that the generator takes as little of the two cores as it can. */
export function createClient(base: string, sockets: number) {
  const { hostname, port } = new URL(base);
  const agent = new http.Agent({ keepAlive: true, maxSockets: sockets });
  return {
    call(method: string, path: string, cookie: string, body?: unknown): Promise<Reply> {
      const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const started = performance.now();
      return new Promise((resolve, reject) => {
        const request = http.request(
          {
            hostname,
            port,
            method,
            path,
            agent,
            headers: {
              cookie,
              'accept-encoding': 'identity',
              ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
            },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => {
              const text = Buffer.concat(chunks).toString();
              resolve({
                status: response.statusCode ?? 0,
                body: text ? JSON.parse(text) : undefined,
                took: performance.now() - started,
              });
            });
          },
        );
        request.on('error', reject);
        request.end(payload);
      });
    },
    close: () => agent.destroy(),
  };
}
export type Client = ReturnType<typeof createClient>;
