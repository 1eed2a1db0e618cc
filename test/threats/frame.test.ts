import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderText } from '../../src/domains/bank/test-bank/math.server.ts';
import { testApp } from '../support/app.ts';
import { aChild, aChildMidTest, aParent, aTest, aUser, PASSWORD } from '../support/builders.ts';

const lines: string[] = [];
// Everything written to the log, at the most detailed level.
const app = await testApp({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) });

describe('the log', () => {
  test('T20 contains no name, answer, password or token, not even when a call fails', async () => {
    lines.length = 0;
    const canary = 'CANARIO-DO-DIARIO';
    const parent = await aParent(app, { fullName: `Mãe ${canary}` });
    const token = parent.cookie?.split('=')[1] as string;
    const child = await aChild(parent, { fullName: `Filha ${canary}`, school: canary, location: canary });
    const sitting = await aChildMidTest(app, parent, { childId: child.id });
    await sitting.answer(0, 'C) três');
    await sitting.complete();
    await parent.get(`/api/attempts/${sitting.id}`);
    await app.visitor().post('/api/login', { username: parent.username, password: `errada-${canary}` });
    await app.visitor().post('/api/login', { username: `x\r\n{"event":"forged"}${canary}`, password: PASSWORD });
    await parent.put(`/api/children/${child.id}`, { fullName: 'a\u0000b', schoolClass: canary });
    await parent.get(`/api/tests?theme=${canary}%27`);
    // Provokes a server error: the statement that adds a child meets an unexpected trigger.
    await app.db.script(
      `create function refuse_child() returns trigger language plpgsql as
         $$ begin raise exception 'no more children' using detail = new.full_name; end $$;
       create trigger refused before insert on children for each row execute function refuse_child();`,
    );
    try {
      const sister = { fullName: `Irmã ${canary}`, schoolClass: '4º Ano' };
      const fault = await parent.post('/api/children', sister);
      expect(fault.status).toBe(500);
      expect(fault.body).toEqual({ message: expect.stringMatching(/^Algo correu mal do nosso lado/), code: 'fault' });
    } finally {
      await app.db.script('drop trigger refused on children; drop function refuse_child();');
    }
    const log = lines.join('');
    expect(log).toContain('request failed');
    expect(log).toContain('sign-in-failed');
    for (const secret of [canary, token, PASSWORD, 'três', 'argon2', 'forged', parent.username])
      expect(log, secret).not.toContain(secret);
    for (const line of lines) {
      expect(line.trim()).not.toContain('\n');
      expect(JSON.parse(line)).toMatchObject({ time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
    }
  });
});

describe('every reply', () => {
  test('has the security headers, whatever was requested', async () => {
    const parent = await aParent(app);
    const calls = [
      await parent.get('/api/user'),
      await app.visitor().get('/api/user'),
      await parent.get('/api/nada'),
      await parent.get('/api/children/%E0%A4%A'),
      await parent.request('DELETE', '/api/user'),
      await parent.request('TRACE', '/api/user'),
      await parent.post('/api/children', '{"'),
      await parent.post('/api/children', 'x', { 'content-type': 'text/plain' }),
      await parent.post('/api/children', { fullName: 'x'.repeat(70_000) }),
      await parent.post('/api/children', {}, { origin: 'https://evil.example' }),
      await parent.get('/api/openapi.json'),
    ];
    const documents = [
      await parent.get('/healthz'),
      await parent.get('/readyz'),
      await parent.get('/metrics'),
      await parent.get('/api/docs'),
      await parent.get('/nada'),
    ];
    calls.push(await parent.post('/api/logout'));
    // Headers that apply to documents only are not sent with other replies.
    for (const { headers } of documents)
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' });
    for (const { status, headers } of [...calls, ...documents]) {
      const policy = String(headers['content-security-policy']);
      expect(status).toBeLessThan(500);
      for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
      if (status !== 204) expect(String(headers['content-type'])).toMatch(/; charset=utf-8$/);
    }
  });

  test('of the API is not cached', async () => {
    const parent = await aParent(app);
    const child = await aChild(parent);
    for (const reply of [
      await parent.get('/api/user'),
      await parent.get('/api/children'),
      await parent.get(`/api/tests?childId=${child.id}`),
      await app.visitor().get('/api/children'),
      await parent.get('/api/attempts/1999999999'),
      await parent.post('/api/children', {}),
    ])
      expect(reply.headers['cache-control']).toBe('private, no-store');
  });

  test('over https makes the cookie secure and sends HSTS', async () => {
    const secure = await testApp({ PUBLIC_URL: 'https://caderneta.example' });
    const parent = await aParent(secure);
    expect(parent.cookie).toMatch(/^__Host-sid=/);
    const again = await parent.post('/api/login', { username: parent.username, password: PASSWORD });
    const cookie = String(again.headers['set-cookie']);
    for (const attribute of ['; Path=/', '; HttpOnly', '; Secure', '; SameSite=Lax', '; Max-Age=2592000'])
      expect(cookie).toContain(attribute);
    expect(cookie).not.toContain('Domain');
    expect(again.text).not.toContain(cookie.slice(11, 40));
    for (const path of ['/api/user', '/api/nada', '/healthz'])
      expect((await parent.get(path)).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    // The cookie's plain name is not accepted as well.
    const token = parent.cookie?.split('=')[1];
    expect((await secure.visitor(`sid=${token}`).get('/api/user')).status).toBe(401);
    const own = await parent.post('/api/children', {}, { origin: 'https://caderneta.example' });
    const downgraded = await parent.post('/api/children', {}, { origin: 'http://caderneta.example' });
    expect([own.status, downgraded.status]).toEqual([400, 403]);
    const out = await parent.post('/api/logout');
    expect(String(out.headers['set-cookie'])).toMatch(/^__Host-sid=; Max-Age=0; Path=\/;.*; Secure/);
  });
});

describe('input', () => {
  test('T44 formulas add no markup, link or script', () => {
    for (const text of [
      '<img src=x onerror=1> $x^2$',
      '$\\text{<img src=x onerror=1>}$',
      '$\\href{javascript:window.__xss=1}{x}$',
      '$\\url{javascript:1}$',
      '$\\class{a" onclick="1}{x}$',
      '$\\style{background:url(//evil.example)}{x}$',
      '$\\includegraphics{http://evil.example/x.png}$',
      '$\\unicode{60}script\\unicode{62}$',
      '$x$ </script><svg onload=1>',
    ]) {
      let html = '';
      try {
        html = renderText(text);
      } catch {
        // Refusing it when it is saved is just as good.
      }
      expect(html, text).not.toMatch(/<(?:img|script|svg|a|iframe|style)\b|<[^>]+\s(?:on\w+|style|href|src)\s*=/i);
      expect(html, text).not.toMatch(/<[^>]*javascript:/i);
    }
  });

  test('SQL in any parameter is an ordinary value, and takes no longer', async () => {
    const parent = await aParent(app);
    const child = await aChild(parent);
    const before = await app.db.row('select count(*) as n from users');
    const begun = performance.now();
    for (const value of [
      "'",
      '"',
      '\\',
      ';--',
      "' OR 1=1--",
      "'; drop table answers; --",
      "'||pg_sleep(9)||'",
      '$1',
      '%',
      '(a+)+$',
    ]) {
      const encoded = encodeURIComponent(value);
      for (const query of [`discipline=${encoded}`, `theme=${encoded}`, `class=${encoded}`]) {
        const found = await parent.get(`/api/tests?${query}&childId=${child.id}`);
        expect([found.status, found.body], query).toEqual([200, []]);
      }
      expect((await parent.get(`/api/recent-tests?childId=${encoded}`)).status).toBe(400);
      expect((await parent.get(`/api/attempts/${encoded}`)).status).toBe(404);
      expect(
        (await app.visitor().post('/api/login', { username: `abc${value}`, password: `abcdef${value}` })).status,
      ).toBe(401);
      const kept = await parent.put(`/api/children/${child.id}`, { fullName: `M ${value}`, schoolClass: '4º Ano' });
      expect(kept.body.fullName).toBe(`M ${value}`.trim());
    }
    expect(performance.now() - begun).toBeLessThan(8_000);
    expect(await app.db.row('select count(*) as n from users')).toEqual(before);
  });

  test('T53 no address in any field is ever requested', async () => {
    let visits = 0;
    const trap = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/canario`;
    const email = `a@127.0.0.1.example`;
    const visitor = app.visitor();
    await visitor.post('/api/register', {
      username: 'visita.guiada',
      fullName: url,
      email,
      password: url,
      confirmPassword: url,
      phone: url.slice(0, 40),
      location: url,
      avatar: url,
      callback: url,
    });
    const child = await aChild(visitor, { fullName: url, school: url, location: url, photo: url });
    const built = await aTest(app.db);
    const started = await visitor.post(
      '/api/attempts',
      { childId: child.id, testId: built.id, device: url },
      { referer: url, 'x-forwarded-host': url, 'user-agent': url },
    );
    expect(started.status).toBe(201);
    await visitor.post('/api/answers', {
      attemptId: started.body.id,
      questionId: built.questions[0]?.id,
      selectedAnswer: url,
    });
    await visitor.get(`/api/tests?theme=${encodeURIComponent(url)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    trap.close();
    expect(visits).toBe(0);
  });

  test('T53 the server can send requests to listed push services only', () => {
    const source = path.join(import.meta.dirname, '..', '..', 'src');
    const files = fs
      .readdirSync(source, { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .filter((file) => /[\\/]server[\\/]|\.(server|store|rules|contract)\.ts$/.test(file));
    expect(files.length).toBeGreaterThan(25);
    for (const file of files) {
      let text = fs.readFileSync(file, 'utf8');
      // One of the two HTTP clients calls the configured gateway and follows no redirects.
      if (file.endsWith(path.join('gateways', 'proxypay.server.ts'))) {
        expect(text).toContain("redirect: 'error'");
        text = text.replace('fetch(settings.url + path, {', '');
      }
      // The other sends to listed push services only.
      if (file.endsWith(path.join('notifications', 'push.server.ts'))) {
        expect(text).toContain("redirect: 'manual'");
        text = text.replace('fetch(endpoint, {', '');
      }
      expect(text, file).not.toMatch(/\bfetch\(|\bhttps?\.(get|request)\(|from 'node:(https|dgram|dns)'|from 'undici'/);
      expect(text, file).not.toMatch(/\beval\(|new Function\(|Math\.random\(|createHash\('(md5|sha1)'\)/);
    }
  });

  test('prototype pollution changes nothing', async () => {
    const parent = await aParent(app);
    for (const body of [
      '{"fullName":"Maria","schoolClass":"4º Ano","__proto__":{"isAdmin":true,"active":false}}',
      '{"fullName":"Maria","schoolClass":"4º Ano","constructor":{"prototype":{"isAdmin":true}}}',
    ])
      expect([201, 400]).toContain((await parent.post('/api/children', body)).status);
    expect((await parent.get('/api/user')).body.isAdmin).toBe(false);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    expect((await (await aUser(app, 'teacher')).get('/api/user')).body.isAdmin).toBe(false);
  });
});
