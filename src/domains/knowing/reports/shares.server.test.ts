import { expect, test } from 'vitest';
import { type Answer, testApp } from '../../../../test/support/app.ts';
import { aChildMidTest, aConfirmedTeacher, aParent, type Parent } from '../../../../test/support/builders.ts';
import { readLiveSettings } from '../../../server/db/live-settings.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { shareSvg } from './share-image.server.ts';

const app = await testApp({ PUBLIC_URL: 'http://caderneta.example' });
const anyone = app.visitor();
const HTML = { accept: 'text/html' };

async function aSharedResult(child: Record<string, unknown> = {}, parent?: Parent) {
  const family = parent ?? (await aParent(app));
  const added = await family.post('/api/children', {
    fullName: 'Maria Segredo Domingos',
    schoolClass: '4º Ano',
    school: 'Escola Oculta',
    location: 'Bairro Oculto',
    birthDate: '2016-05-04',
    gender: 'feminino',
    ...child,
  });
  const sitting = await aChildMidTest(app, family, { childId: added.body.id, theme: 'Fracções <b>simples</b>' });
  await sitting.answer(0, sitting.test.questions[0]?.correctAnswer as string);
  await sitting.complete();
  const shared = await family.post(`/api/attempts/${sitting.id}/share`);
  expect(shared.status).toBe(200);
  const path = new URL(shared.body.link).pathname;
  return {
    family,
    childId: added.body.id as number,
    attemptId: sitting.id,
    testId: sitting.test.id,
    share: shared.body,
    path,
  };
}

const image = async (path: string) => {
  const response = await app.frame.server.inject({ url: `${path}/image.png` });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
};

function shyHeaders({ headers }: Pick<Answer, 'headers'>) {
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
}

test('T54 a link shows first name, test and score, and nothing else; it is not indexed, cached or sent as referrer', async () => {
  const { share, path, family } = await aSharedResult();
  expect(share.link).toMatch(/^http:\/\/caderneta\.example\/r\/[A-Za-z0-9_-]{43}$/);
  const days = (Date.parse(share.expiresAt) - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  const seen = await anyone.get(path, HTML);
  expect(seen.status).toBe(200);
  shyHeaders(seen);
  expect(seen.text).toContain('Maria acertou 1 de 4');
  expect(seen.text).toContain('Matemática: Fracções &lt;b&gt;simples&lt;/b&gt;');
  expect(seen.text).toContain('<meta name="robots" content="noindex,nofollow">');
  expect(seen.text).toContain(`content="${share.link}/image.png?1-4-25"`);
  for (const secret of ['Segredo', 'Domingos', 'Oculta', 'Oculto', '2016', '4º Ano', family.username, 'Teresa', '<b>'])
    expect(seen.text.replace('<b>Caderneta</b>', '')).not.toContain(secret);
  expect(seen.text).not.toMatch(/<script|\sstyle=|onload/);
  expect(Buffer.byteLength(seen.text)).toBeLessThan(16_000);
  expect(seen.headers['set-cookie']).toBeUndefined();

  const picture = await image(path);
  expect(picture.status).toBe(200);
  shyHeaders(picture);
  expect(picture.headers['content-type']).toBe('image/png');
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(picture.bytes.length).toBeLessThan(60_000);
});

test('a link to a result in pencil shows no stamp, on its page or in its picture', async () => {
  const { path, attemptId } = await aSharedResult();
  const stamped = [(await anyone.get(path, HTML)).text, (await image(path)).bytes] as const;
  expect(stamped[0]).toContain('<svg class="stamp');
  await app.db.count(`update attempts set effort = 'low' where id = $1`, [attemptId]);
  const page = (await anyone.get(path, HTML)).text;
  expect(page).toContain('Maria acertou 1 de 4');
  expect(page).not.toContain('<svg class="stamp');
  expect(page).not.toContain('meta de 70%');
  expect((await image(path)).bytes.equals(stamped[1])).toBe(false);
  const shared = {
    name: 'Maria',
    discipline: 'Matemática',
    theme: 'Fracções',
    value: 8,
    total: 10,
    percentage: 80,
    time: 1,
  };
  expect(shareSvg({ ...shared, pencil: false }, 'Caderneta')).toContain('80%');
  expect(shareSvg({ ...shared, pencil: true }, 'Caderneta')).not.toContain('80%');
});

test('T54 an unknown link is 404, a withdrawn or expired one 410 with a page, and an erased child’s is 404', async () => {
  const unknown = `/r/${'A'.repeat(43)}`;
  for (const path of [unknown, `${unknown}/image.png`, '/r/curto', '/r/..%2f..%2fetc', `/r/${'%00'.repeat(43)}`])
    expect((await anyone.get(path)).status, path).toBe(404);

  const withdrawn = await aSharedResult();
  expect((await withdrawn.family.request('DELETE', `/api/attempts/${withdrawn.attemptId}/share`)).status).toBe(204);
  const expired = await aSharedResult();
  await app.db.count(
    `update result_shares set created_at = now() - interval '31 days', expires_at = now() - interval '1 second' where attempt_id = $1`,
    [expired.attemptId],
  );
  const leaving = await aSharedResult();
  await app.db.count('update users set deletion_asked_at = now() where id = $1', [leaving.family.id]);
  const suspended = await aSharedResult();
  await app.db.count('update users set suspended_at = now() where id = $1', [suspended.family.id]);
  for (const { path } of [withdrawn, expired, leaving, suspended]) {
    const page = await anyone.get(path, HTML);
    expect(page.status).toBe(410);
    expect(page.text).toContain('Esta ligação já não mostra nada');
    expect(page.text).not.toContain('Maria');
    shyHeaders(page);
    expect((await image(path)).status).toBe(410);
  }

  const again = await expired.family.post(`/api/attempts/${expired.attemptId}/share`);
  expect(again.body.link).not.toBe(expired.share.link);
  expect((await anyone.get(new URL(again.body.link).pathname)).status).toBe(200);
  expect((await anyone.get(expired.path)).status).toBe(410);

  const erased = await aSharedResult();
  await app.db.count('delete from children where id = $1', [erased.childId]);
  expect((await anyone.get(erased.path)).status).toBe(404);
});

test('a notice is shown on the page of a link too, also when the link has expired', async () => {
  const { path, family, attemptId } = await aSharedResult();
  await app.db.count(`insert into settings (key, value) values ('notice', '"Obras <b>hoje</b>"')`);
  await readLiveSettings(app.db);
  expect((await anyone.get(path, HTML)).text).toContain('Obras &lt;b&gt;hoje&lt;/b&gt;');
  await family.request('DELETE', `/api/attempts/${attemptId}/share`);
  expect((await anyone.get(path, HTML)).text).toContain('role="status">Obras');
  await app.db.count(`delete from settings where key = 'notice'`);
  await readLiveSettings(app.db);
  expect((await anyone.get(path, HTML)).text).not.toContain('Obras');
});

test('T54 a link cannot be derived from what the database stores', async () => {
  const { path } = await aSharedResult();
  const token = path.slice(3);
  const [{ everything } = { everything: '' }] = await app.db.rows<{ everything: string }>(
    `select string_agg(to_jsonb(result_shares)::text, ' ') as everything from result_shares`,
  );
  const bytes = Buffer.from(token, 'base64url');
  expect(bytes).toHaveLength(32);
  expect(everything).not.toContain(token);
  expect(everything).not.toContain(bytes.toString('hex'));
});

test('a result has one link, however many are requested at once; its owner can list all working links', async () => {
  const { family, attemptId, share } = await aSharedResult();
  await family.request('DELETE', `/api/attempts/${attemptId}/share`);
  const answers = await Promise.all(Array.from({ length: 6 }, () => family.post(`/api/attempts/${attemptId}/share`)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.link}`)).size).toBe(1);
  expect(answers[0]?.body.link).not.toBe(share.link);
  const second = await aSharedResult({ fullName: 'João' }, family);
  const list = await family.get('/api/shares');
  expect(list.headers['x-total-count']).toBe('2');
  expect(list.body.map(({ attemptId: id, name, link }: Record<string, unknown>) => [id, name, link])).toEqual([
    [second.attemptId, 'João', second.share.link],
    [attemptId, 'Maria', answers[0]?.body.link],
  ]);
  const other = await aParent(app);
  expect((await other.get('/api/shares')).body).toEqual([]);
  expect((await other.post(`/api/attempts/${attemptId}/share`)).status).toBe(404);
  expect((await other.request('DELETE', `/api/attempts/${attemptId}/share`)).status).toBe(404);
  expect((await anyone.get(second.path)).status).toBe(200);
});

test('only a completed attempt can be shared, and the number of new links an hour is limited', async () => {
  const parent = await aParent(app);
  const open = await aChildMidTest(app, parent);
  expect(await parent.post(`/api/attempts/${open.id}/share`)).toMatchObject({
    status: 409,
    body: { code: 'not-completed' },
  });
  const { family, attemptId } = await aSharedResult();
  await app.db.count(`update rate_limits set hits = 30 where key = $1`, [`share:${family.id}`]);
  expect((await family.post(`/api/attempts/${attemptId}/share`)).status).toBe(200);
  await family.request('DELETE', `/api/attempts/${attemptId}/share`);
  expect((await family.post(`/api/attempts/${attemptId}/share`)).status).toBe(429);
});

test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '😀مريم', '\u202Eoãoj', 'W'.repeat(120)])(
  'T44 a name is plain text in the page and in the picture of a link: %s',
  async (fullName) => {
    const { path } = await aSharedResult({ fullName });
    const seen = await anyone.get(path, HTML);
    expect(seen.status).toBe(200);
    expect(seen.text).not.toMatch(/<script|<img|[\u202a-\u202e]/);
    expect((await image(path)).status).toBe(200);
  },
);

test('a link to the result of a repeated test says so, on its page and in its picture', async () => {
  const { family, childId, testId, path } = await aSharedResult({}, await aParent(app, { plan: 'individual' }));
  expect((await anyone.get(path, HTML)).text).not.toContain('vez');
  const again = await family.post('/api/attempts', { childId, testId });
  await family.put(`/api/attempts/${again.body.id}`, { completed: true });
  const { body: share } = await family.post(`/api/attempts/${again.body.id}/share`);
  const page = await anyone.get(new URL(share.link).pathname, HTML);
  expect(page.text).toContain('Matemática: Fracções &lt;b&gt;simples&lt;/b&gt; · 2.ª vez');
  const shown = {
    name: 'Maria',
    discipline: 'Artes',
    theme: 'Cor',
    value: 8,
    total: 10,
    percentage: 80,
    pencil: false,
    time: 2,
  };
  expect(shareSvg(shown, 'Caderneta')).toContain('>Artes: Cor · 2.ª vez<');
});

test('a name that cannot be printed is left out of the picture', () => {
  const shared = { discipline: 'Artes', theme: 'Cor', value: 8, total: 10, percentage: 80, pencil: false, time: 1 };
  expect(shareSvg({ ...shared, name: '👩‍👧' }, 'Caderneta')).toContain('>A criança<');
  expect(shareSvg({ ...shared, name: 'Maria❤️' }, 'Caderneta')).toContain('>Maria<');
});

test('a link shows the corrected mark, and its picture gets another address', async () => {
  const { path, share, attemptId } = await aSharedResult();
  const teacher = await aConfirmedTeacher(app);
  const [row] = await app.db.rows<{ testId: number; questionId: number; chosen: string }>(
    `select a.test_id as "testId", q.question_id as "questionId", q.correct_answer as chosen from attempts a
       join version_questions q on q.version_id = a.version_id where a.id = $1 and q.position = 1`,
    [attemptId],
  );
  const { testId, questionId, chosen } = row as { testId: number; questionId: number; chosen: string };
  const corrected = await teacher.post(`/api/teacher/tests/${testId}/questions/${questionId}/regrade`, {
    correctAnswer: chosen === 'D' ? 'C' : 'D',
    reason: 'A chave estava trocada.',
  });
  expect(corrected.body).toMatchObject({ attempts: 1, down: 1 });
  const seen = await anyone.get(path, HTML);
  expect(seen.text).toContain('Maria acertou 0 de 4');
  expect(seen.text).not.toMatch(/1 de 4|25%/);
  expect(seen.text).toContain(`content="${share.link}/image.png?0-4-0"`);
  expect((await image(path)).status).toBe(200);
});

test('T56 a link shows nothing in child mode: it may lead to the result of the child who has the phone', async () => {
  const { path, family, childId } = await aSharedResult();
  expect((await family.post('/api/child-mode', { childId })).status).toBe(204);
  const seen = await family.get(path, HTML);
  expect([seen.status, seen.headers['location']]).toEqual([302, '/child']);
  expect(seen.text).not.toContain('acertou');
  expect((await family.get(`${path}/image.png`)).status).toBe(404);
  expect((await anyone.get(path, HTML)).status).toBe(200);
});
