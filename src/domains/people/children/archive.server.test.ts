import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, aParent, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { createLog } from '../../../server/watch/log.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { MAX_KEPT_CHILDREN, NEW_CHILDREN } from './children.rules.ts';
import { eraseChildren } from './children.server.ts';

const app = await testApp();
const log = createLog('silent');
const archive = (parent: Parent, id: number) => parent.post(`/api/children/${id}/archive`);
const restore = (parent: Parent, id: number) => parent.post(`/api/children/${id}/restore`);
const erase = (parent: Parent, id: number) => parent.request('DELETE', `/api/children/${id}`, { password: PASSWORD });
const idsOf = async (parent: Parent, query = '') =>
  ((await parent.get(`/api/children${query}`)).body as { id: number }[]).map(({ id }) => id);

describe('archiving', () => {
  test('removes a child from the list and keeps its history; restoring brings it back', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await sitting.complete();
    const other = await aChild(parent, { fullName: 'João' });
    expect((await archive(parent, sitting.childId)).body).toMatchObject({ id: sitting.childId, active: false });
    expect((await archive(parent, sitting.childId)).status).toBe(200);
    expect(await idsOf(parent)).toEqual([other.id]);
    expect(await idsOf(parent, '?archived=true')).toEqual([sitting.childId]);
    expect((await parent.get(`/api/attempts/${sitting.id}`)).status).toBe(200);
    expect((await parent.post('/api/attempts', { childId: sitting.childId, testId: sitting.test.id })).status).toBe(
      409,
    );
    expect((await restore(parent, sitting.childId)).body).toMatchObject({ active: true });
    expect((await restore(parent, sitting.childId)).status).toBe(200);
    expect(await idsOf(parent)).toEqual([sitting.childId, other.id]);
    expect(await idsOf(parent, '?archived=true')).toEqual([]);
  });

  test('refuses an unknown filter', async () => {
    expect((await (await aParent(app)).get('/api/children?archived=talvez')).status).toBe(400);
  });

  test('the limit of twelve holds when children are restored all at once and others are added meanwhile', async () => {
    const parent = await aParent(app);
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await aChild(parent)).id);
    for (const id of ids) await archive(parent, id);
    for (let count = 0; count < 9; count += 1) await aChild(parent);
    const replies = await Promise.all([
      ...ids.map((id) => restore(parent, id)),
      parent.post('/api/children', { fullName: 'Mais um', schoolClass: '1º Ano' }),
      parent.post('/api/children', { fullName: 'Mais outro', schoolClass: '1º Ano' }),
    ]);
    expect(replies.filter(({ status }) => status === 200 || status === 201)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await idsOf(parent)).toHaveLength(12);
  });
});

describe('an account keeps a bounded number of children', () => {
  const add = (parent: Parent) => parent.post('/api/children', { fullName: 'Mais um', schoolClass: '1º Ano' });
  /** Adds archived children, some of which wait for their erasure. */
  const keep = (parent: Parent, many: number) =>
    app.db.count(
      `insert into children (user_id, full_name, school_class, cover, active, consent_version, deletion_asked_at)
       select $1, 'Antigo', '4º Ano', 1, false, '1', case when n % 2 = 0 then now() end from generate_series(1, $2) n`,
      [parent.id, many],
    );

  test('T25 archived ones and those that wait for their erasure included, also when they are added at once', async () => {
    const parent = await aParent(app);
    await keep(parent, MAX_KEPT_CHILDREN - 2);
    const replies = await Promise.all(Array.from({ length: 5 }, () => add(parent)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    const refused = replies.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ code: 'too-many-kept-children', message: expect.stringContaining('arquivo') });
    // An archived child can still return, and one that is erased leaves its place.
    const [oldest] = await idsOf(parent, '?archived=true');
    expect((await restore(parent, oldest as number)).status).toBe(200);
    await app.db.count('delete from children where id = $1', [oldest]);
    expect((await add(parent)).status).toBe(201);
    expect((await add(parent)).status).toBe(409);
  });

  test('T25 and of new ones an hour; a repeated call adds none and counts as none', async () => {
    const parent = await aParent(app);
    const child = { fullName: 'Maria', schoolClass: '1º Ano', clientId: randomUUID() };
    for (let added = 0; added < NEW_CHILDREN.hits; added += 1) {
      expect((await parent.post('/api/children', child)).status).toBe(201);
      expect((await parent.post('/api/children', child)).status).toBe(201);
      child.clientId = randomUUID();
      await app.db.count('delete from children where user_id = $1', [parent.id]);
    }
    expect((await parent.post('/api/children', child)).status).toBe(429);
    expect((await add(await aParent(app))).status).toBe(201);
  });
});

describe('erasing', () => {
  test('removes attempts, answers, results and notifications, and nothing of a sibling', async () => {
    const parent = await aParent(app, { plan: 'family' });
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'A');
    await sitting.complete();
    const sibling = await aChildMidTest(app, parent);
    await sibling.answer(0, 'A');
    await sibling.complete();
    await app.db.count(
      `insert into notifications (user_id, child_id, title, message, type, category) values ($1, $2, 'a', 'b', 'result_ready', 'performance')`,
      [parent.id, sitting.childId],
    );
    expect((await parent.request('DELETE', `/api/children/${sitting.childId}`, { password: 'outra' })).status).toBe(
      400,
    );
    expect((await parent.request('DELETE', `/api/children/${sitting.childId}`, {})).status).toBe(400);
    expect(await idsOf(parent)).toContain(sitting.childId);

    // The erasure can be cancelled for thirty days.
    const asked = await erase(parent, sitting.childId);
    expect(Math.round((Date.parse(asked.body.deletionAt) - Date.now()) / DAY_MS)).toBe(30);
    const [archived] = (await parent.get('/api/children?archived=true')).body;
    expect(archived).toMatchObject({ id: sitting.childId, deletionAt: asked.body.deletionAt });
    const later = (days: number) =>
      app.db.count('update children set deletion_asked_at = now() - make_interval(days => $2) where id = $1', [
        sitting.childId,
        days,
      ]);
    await later(29);
    expect(await eraseChildren(app.db, log)).toBe(0);
    expect((await restore(parent, sitting.childId)).body).toMatchObject({ active: true });
    await archive(parent, sitting.childId);
    expect(await eraseChildren(app.db, log)).toBe(0);
    await erase(parent, sitting.childId);
    await later(31);
    expect(await eraseChildren(app.db, log)).toBe(1);
    expect((await erase(parent, sitting.childId)).status).toBe(404);
    expect((await parent.get(`/api/attempts/${sitting.id}`)).status).toBe(404);
    const left = await app.db.row<{ rows: number }>(
      `select (select count(*) from attempts where child_id = $1) + (select count(*) from answers where attempt_id = $2)
         + (select count(*) from performance_aggregations where child_id = $1) + (select count(*) from notifications where child_id = $1) as rows`,
      [sitting.childId, sitting.id],
    );
    expect(left?.rows).toBe(0);
    expect((await parent.get(`/api/attempts/${sibling.id}`)).body.answers).toHaveLength(1);
  });

  test('an answer that arrives afterwards is not found', async () => {
    const parent = await aParent(app);
    const sitting = await aChildMidTest(app, parent);
    await app.db.count('delete from children where id = $1', [sitting.childId]);
    expect((await sitting.answer(0, 'A')).status).toBe(404);
  });
});

test.each([
  ['archived', archive],
  ['restored', restore],
  ['erased', erase],
] as const)('another family’s child cannot be %s: it is not found, like one that does not exist', async (_, act) => {
  const [mine, theirs] = [await aParent(app), await aParent(app)];
  const { id } = await aChild(theirs);
  const other = await act(mine, id);
  const absent = await act(mine, 2_000_000_000);
  expect([other.status, other.text]).toEqual([404, absent.text]);
  expect(await idsOf(theirs)).toEqual([id]);
});

describe('suggesting schools', () => {
  let families: Parent[];
  let first: Parent;
  let second: Parent;
  let third: Parent;
  let fourth: Parent;
  beforeAll(async () => {
    families = await Promise.all(Array.from({ length: 4 }, () => aParent(app)));
    [first, second, third, fourth] = families as [Parent, Parent, Parent, Parent];
  });
  /** A child that has finished a test. */
  const tested = async (parent: Parent, school: string) => {
    const sitting = await aChildMidTest(app, parent);
    await parent.put(`/api/children/${sitting.childId}`, { fullName: 'Maria', schoolClass: '4º Ano', school });
    await sitting.answer(0, 'A');
    await sitting.complete();
  };
  const find = async (parent: Parent, query: string) =>
    (await parent.get(`/api/schools?query=${encodeURIComponent(query)}`)).body;

  test('returns those that three families with a finished test have entered, however they wrote them', async () => {
    for (let count = 0; count < 2; count += 1) await tested(first, 'Colégio Ábaco');
    await tested(second, 'colegio abaco');
    // The same family entered twice counts as one family, and one without a finished test as none.
    await aChild(second, { school: 'Colégio Ábaco' });
    await aChild(third, { school: 'Colégio Ábaco' });
    expect(await find(fourth, 'colegio')).toEqual([]);
    await tested(third, 'COLÉGIO  ÁBACO');
    for (const query of ['co', 'Colégio', 'COLEGIO áb', 'colégio-ábaco'])
      expect(await find(fourth, query), query).toEqual(['Colégio Ábaco']);
    for (const query of ['c', '', '%', '__', 'abaco', 'Escola']) expect(await find(fourth, query), query).toEqual([]);
  });

  test('returns ten at most', async () => {
    const sitting = await aChildMidTest(app, fourth);
    await sitting.answer(0, 'A');
    await sitting.complete();
    for (const letter of 'abcdefghijkl')
      await app.db.count(
        `with child as (
           insert into children (user_id, full_name, school_class, school, school_key, cover, consent_version)
           select id, 'Maria', '1º Ano', $2, $3, 1, 'x' from unnest($1::int[]) id returning id
         )
         insert into attempts overriding system value
         select made.* from child, attempts a, jsonb_populate_record(null::attempts, to_jsonb(a) || jsonb_build_object(
           'id', nextval(pg_get_serial_sequence('attempts', 'id')), 'child_id', child.id, 'client_id', null, 'valid', false,
           'free_month', null)) made
         where a.id = $4`,
        [families.map(({ id }) => id), `Escola ${letter}`, `escola ${letter}`, sitting.id],
      );
    expect(await find(first, 'escola')).toHaveLength(10);
  });

  test('is possible for parents only', async () => {
    expect((await app.visitor().get('/api/schools?query=escola')).status).toBe(401);
    expect((await first.get('/api/schools')).status).toBe(400);
  });
});
