import { beforeEach, expect, test, vi } from 'vitest';

// Without IndexedDB, as in Node, the module keeps all data in memory.

interface Sent {
  path: string;
  reviews: { id: string; clientId: string }[];
}
let sent: Sent[];
/** Status of the reply to each child's reviews; 200 by default. */
let replies: Record<string, { status: number; code?: string }>;

beforeEach(() => {
  vi.resetModules();
  sent = [];
  replies = {};
  vi.stubGlobal('location', { pathname: '/child', replace: () => expect.fail('the page must not be left') });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, ...(JSON.parse(body) as Pick<Sent, 'reviews'>) });
    const { status, code } = replies[path] ?? { status: 200 };
    return new Response(JSON.stringify({ code, message: '' }), { status });
  });
});

const pathOf = (childId: number) => `/api/children/${childId}/practice`;

async function practised(...childIds: number[]) {
  const device = await import('./practice-device.web.ts');
  for (const childId of childIds)
    await device.keepReview({ childId, clockOffset: 0 } as Parameters<typeof device.keepReview>[0], {
      id: `mistake:1:${childId}`,
      selectedAnswer: 'A',
      right: true,
    });
  return device;
}

test.each([
  ['another family is signed in', { status: 404 }],
  ['the telephone is handed to another child', { status: 403, code: 'child-mode' }],
])('reviews stay on the device while %s, and the others are sent', async (_, refusal) => {
  const { sendReviews } = await practised(1, 2);
  replies[pathOf(1)] = refusal;
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

test('reviews that could not be sent for two months are deleted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { sendReviews } = await practised(1);
  replies[pathOf(1)] = { status: 404 };
  vi.setSystemTime(Date.now() + 61 * 86_400_000);
  await sendReviews();
  sent = [];
  await sendReviews();
  vi.useRealTimers();
  expect(sent).toEqual([]);
});

test('reviews stay on the device and sending fails while the server is unreachable', async () => {
  const { sendReviews } = await practised(1);
  replies[pathOf(1)] = { status: 503 };
  await expect(sendReviews()).rejects.toThrow('503');
  replies = {};
  await sendReviews();
  expect(sent).toHaveLength(2);
});
