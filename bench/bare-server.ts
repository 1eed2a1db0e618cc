// A server with nothing but `node:http`, `JSON.parse` and the driver, for `bare.ts`: it checks nothing and replies with what the database returns.
//   node bench/bare-server.ts <database URL> <number of connections> <script as JSON>
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '../src/server/db/db.ts';
import type { BareScript } from './bare.ts';

const [url = '', connections = '', script = ''] = process.argv.slice(2);
const { begin, answer, complete, read } = JSON.parse(script) as BareScript;
const db = openDatabase(url, { connections: Number(connections) });

async function replyTo(method: string, path: string, body: string): Promise<unknown> {
  const given = body ? (JSON.parse(body) as Record<string, unknown>) : {};
  if (path === '/api/answers')
    return db.row(answer, [
      given['attemptId'],
      given['questionId'],
      given['selectedAnswer'],
      given['responseTime'],
      given['sequence'],
    ]);
  if (method === 'POST') return db.row(begin, [given['childId']]);
  const id = Number(path.slice('/api/attempts/'.length));
  return method === 'PUT' ? db.row(complete, [id]) : db.rows(read, [id]);
}

const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    void replyTo(request.method ?? '', request.url ?? '', body).then((reply) => {
      const text = JSON.stringify(reply ?? null);
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    });
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
