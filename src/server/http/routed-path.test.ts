import fastify from 'fastify';
import { expect, test } from 'vitest';
import { routedPath } from './routed-path.ts';

const PATH = '/api/children/:id/practice';
const OWN = '/api/children/5/practice';

test.each([
  OWN,
  `${OWN}?`,
  `${OWN}?x`,
  `${OWN}?/api/answers`,
  `${OWN}#x`,
  `${OWN}#x?y`,
  '/api/children/5/practic%65',
  '/%61pi/children/5/practice?x=%zz',
  `http://caderneta.test${OWN}`,
  `HTTPS://caderneta.test:8443${OWN}?x`,
])('%s is the path that the router finds', async (url) => {
  expect(routedPath(url)).toBe(OWN);
  const server = fastify();
  server.get(PATH, () => 'found');
  expect((await server.inject({ url })).payload).toBe('found');
});

test.each([
  ['/api/children/5/practice/', '/api/children/5/practice/'],
  ['/api/children/5%2Fpractice', '/api/children/5%2Fpractice'],
  ['/api/%zz?x', '/api/%zz'],
  ['*', '*'],
  ['', ''],
])('%j stays %j', (url, path) => expect(routedPath(url)).toBe(path));
