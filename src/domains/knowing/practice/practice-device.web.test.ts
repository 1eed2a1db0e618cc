import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';

// Without IndexedDB, as in Node, the modules keep all data in memory.

const FAMILY = 7;
interface Sent {
  path: string;
  reviews: { id: string; clientId: string }[];
}
let sent: Sent[];
/** Status of the reply to each child's reviews; 200 by default. */
let replies: Record<string, { status: number; code?: string; refused?: object[] }>;

beforeEach(() => {
  vi.resetModules();
  sent = [];
  replies = {};
  vi.stubGlobal('location', { pathname: '/child', replace: () => expect.fail('the page must not be left') });
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (path === '/api/user') return new Response(JSON.stringify({ id: FAMILY }));
    sent.push({ path, ...(JSON.parse(String(body)) as Pick<Sent, 'reviews'>) });
    const { status, code = 'x', refused = [] } = replies[path] ?? { status: 200 };
    return new Response(JSON.stringify(status === 200 ? { kept: 1, refused } : { code, message: 'Não.' }), { status });
  });
});
afterEach(() => vi.useRealTimers());

const pathOf = (childId: number) => `/api/children/${childId}/practice`;

/** Keeps a review of each child, on a phone that the family uses. */
async function practised(childIds: readonly number[], userId: number | undefined = FAMILY) {
  const device = await import('./practice-device.web.ts');
  const { introduceParent } = await import('../../../web/device/device-store.ts');
  const { readRefused } = await import('../../../web/device/waiting-store.ts');
  for (const childId of childIds)
    await device.keepReview(
      { childId, clockOffset: 0, userId, child: { firstName: 'Maria' } } as Parameters<typeof device.keepReview>[0],
      { id: `mistake:1:${childId}`, selectedAnswer: 'A', right: true },
    );
  await introduceParent(FAMILY);
  return { ...device, introduceParent, readRefused };
}

test('reviews of a child whose turn it is not stay on the device, and the others are sent', async () => {
  const { sendReviews } = await practised([1, 2]);
  replies[pathOf(1)] = { status: 403, code: 'child-mode' };
  await sendReviews();
  expect(sent.map(({ path }) => path)).toEqual([pathOf(1), pathOf(2)]);
  const kept = sent[0]?.reviews;
  sent = [];
  replies = {};
  await sendReviews();
  expect(sent).toEqual([{ path: pathOf(1), reviews: kept }]);
  sent = [];
  await sendReviews();
  expect(sent).toEqual([]);
});

test('reviews of one family are not sent while another is signed in', async () => {
  const { sendReviews, introduceParent } = await practised([1]);
  await introduceParent(8);
  await sendReviews();
  expect(sent).toEqual([]);
  await introduceParent(FAMILY);
  await sendReviews();
  expect(sent).toHaveLength(1);
});

test('reviews whose family is not known stay for two months while others are signed in', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { sendReviews, readRefused } = await practised([1], 0);
  replies[pathOf(1)] = { status: 404 };
  await sendReviews();
  await sendReviews();
  expect([sent.length, await readRefused(FAMILY)]).toEqual([2, []]);
  vi.setSystemTime(Date.now() + 61 * DAY_MS);
  await sendReviews();
  sent = [];
  await sendReviews();
  expect(sent).toEqual([]);
});

test('reviews that the server does not accept are told; those that it already has are not', async () => {
  const { sendReviews, readRefused } = await practised([1, 1, 1]);
  const ids = async () => sent[0]?.reviews.map(({ clientId }) => clientId) ?? [];
  replies[pathOf(1)] = { status: 503 };
  await sendReviews();
  const [first, second] = await ids();
  replies[pathOf(1)] = {
    status: 200,
    refused: [
      { clientId: first, code: 'unknown-card', message: 'Esta pergunta já não existe.' },
      { clientId: second, code: 'repeated', message: 'Já está guardada.' },
    ],
  };
  await sendReviews();
  expect(await readRefused(FAMILY)).toEqual([
    {
      lane: 'practice:1',
      userId: FAMILY,
      childId: 1,
      words: 'treino (Maria)',
      answers: 1,
      why: 'Esta pergunta já não existe.',
      kind: 'review',
      rows: [expect.objectContaining({ id: first })],
    },
  ]);
});

test('reviews stay on the device and sending fails for their child while the server is unreachable', async () => {
  const { sendReviews } = await practised([1]);
  replies[pathOf(1)] = { status: 503 };
  await expect(sendReviews(1)).rejects.toMatchObject({ status: 0 });
  await expect(sendReviews(2)).resolves.toBeUndefined();
  replies = {};
  await sendReviews(1);
  expect(sent).toHaveLength(3);
});
