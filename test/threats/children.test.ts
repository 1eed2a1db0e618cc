import { describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { aChildMidTest, aParent, PASSWORD, type Parent } from '../support/builders.ts';

// What leaves a family after it has said no, what strangers put before other families, and what a child finds out too early.

const app = await testApp({ PUBLIC_URL: 'http://caderneta.example' });

async function aResult(parent: Parent) {
  const sitting = await aChildMidTest(app, parent);
  await sitting.answer(0, 'A');
  await sitting.complete();
  return sitting;
}

describe('a shared result', () => {
  test.each([
    ['the child is archived', (parent: Parent, id: number) => parent.post(`/api/children/${id}/archive`)],
    [
      'its erasure is asked for',
      (parent: Parent, id: number) => parent.request('DELETE', `/api/children/${id}`, { password: PASSWORD }),
    ],
  ])('T54 ends when %s, is no longer listed, and no new one is made', async (_, end) => {
    const parent = await aParent(app);
    const { id, childId } = await aResult(parent);
    const { body } = await parent.post(`/api/attempts/${id}/share`);
    const path = new URL(body.link).pathname;
    expect((await app.visitor().get(path)).status).toBe(200);
    expect((await end(parent, childId)).status).toBe(200);
    for (const address of [path, `${path}/image.png`]) {
      const reply = await app.visitor().get(address);
      expect(reply.status, address).toBe(410);
      expect(reply.text).not.toContain('Maria');
    }
    expect((await parent.get('/api/shares')).body).toEqual([]);
    expect(await parent.post(`/api/attempts/${id}/share`)).toMatchObject({
      status: 409,
      body: { code: 'child-archived' },
    });
  });
});

test('T20 strangers put no telephone number, link or address before other families as a school', async () => {
  const strangers = await Promise.all([1, 2, 3].map(() => aParent(app, { plan: 'family-plus' })));
  for (const school of [
    'Ligue 900 000 000',
    'Ligue www.premio',
    'Ligue premio.example',
    'Ligue ali@premio',
    'Ligue https://x',
  ])
    for (const stranger of strangers) {
      const { childId } = await aResult(stranger);
      await stranger.put(`/api/children/${childId}`, { fullName: 'Maria', schoolClass: '4º Ano', school });
      await stranger.post(`/api/children/${childId}/archive`);
    }
  expect((await strangers[0]?.get('/api/schools?query=ligue'))?.body).toEqual([]);
  const idle = await Promise.all([1, 2, 3].map(() => aParent(app)));
  for (const parent of idle)
    await parent.post('/api/children', { fullName: 'Rui', schoolClass: '4º Ano', school: 'Comprem aqui' });
  expect((await idle[0]?.get('/api/schools?query=comprem'))?.body).toEqual([]);
});

test('T56 a child cannot count its missed questions by the practice after a test', async () => {
  const parent = await aParent(app);
  const { id, childId } = await aResult(parent);
  const cards = `/api/children/${childId}/practice`;
  expect((await parent.get(`${cards}?attemptId=${id}`)).status).toBe(200);
  await parent.put('/api/account/pin', { pin: '4821', password: PASSWORD });
  expect((await parent.post('/api/child-mode', { childId })).status).toBe(204);
  expect((await parent.get(`${cards}?attemptId=${id}`)).status, 'the parent has not opened the result').toBe(404);
  expect((await parent.get(cards)).status).toBe(200);
});
