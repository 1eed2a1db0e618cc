import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLine, SLOW_3G } from './line.ts';

const PAGE =
  '<!doctype html><html lang="pt-AO"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Vazia</title><h1>Vazia</h1></html>';

/** Serves a page of one word behind a slow line: its largest paint is the time that line and phone take by themselves. */
export async function openEmptyPage(): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line = await openLine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  line.slow(SLOW_3G);
  return {
    url: line.url,
    async close() {
      await line.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
