import { expect, test, vi } from 'vitest';
import { testApp } from '../../../test/support/app.ts';

const app = await testApp();

test('T25 the API document and its page are made and compressed once, however often anybody requests them', async () => {
  const made = vi.spyOn(JSON, 'parse');
  const visitor = app.visitor();
  const first = await visitor.get('/api/docs');
  expect(first.status).toBe(200);
  expect(String(first.headers['content-type'])).toBe('text/html; charset=utf-8');
  const ofDocument = () => made.mock.calls.filter(([text]) => String(text).startsWith('{"openapi"')).length;
  const before = ofDocument();
  expect(before).toBe(1);
  for (let again = 0; again < 3; again += 1) expect((await visitor.get('/api/docs')).status).toBe(200);
  expect(ofDocument()).toBe(before);
  made.mockRestore();
  for (const path of ['/api/docs', '/api/openapi.json']) {
    const { headers } = await visitor.get(path, { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect((await visitor.get(path, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  }
});
