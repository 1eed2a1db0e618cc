import { beforeEach, expect, test, vi } from 'vitest';

// A page that opened without network: the server named no user in it. There is no IndexedDB here, so the device's store is in memory.

const FAMILY = 7;
const MARIA = 1;

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('location', { pathname: '/child', replace: () => expect.fail('the page must not be left') });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
});

async function device() {
  const { introduceParent, readPerson } = await import('../device/device-store.ts');
  await introduceParent(FAMILY, 'Ana');
  return {
    readPerson,
    ...(await import('../device/reading-store.ts')),
    ...(await import('../device/waiting-store.ts')),
  };
}

test('a child’s reading without network is found by the parent, with the sound of its step', async () => {
  const { readKeptReadings } = await device();
  const { keepStep } = await import('../../domains/skills/reading/reading-device.web.ts');
  const work = { kind: 'class' } as unknown as Parameters<typeof keepStep>[2];
  await keepStep(MARIA, 'one', work, new Blob(['sound'], { type: 'audio/webm' }));
  await keepStep(MARIA, 'one', work);
  const [kept] = await readKeptReadings(FAMILY, MARIA);
  expect(kept).toMatchObject({ id: 'one', userId: FAMILY, sound: { type: 'audio/webm' } });
});

test('a text without network waits under its family, and what is known of the child and the parent stays', async () => {
  const { readWaiting, readReader, keepReader, readPerson, readKeptWritings } = await device();
  await keepReader({ childId: MARIA, userId: FAMILY, reader: { read: [] } });
  const { keepWork, sendWriting } = await import('../../domains/skills/writing/writing-device.web.ts');
  await keepWork(MARIA, 'text', { what: 'text' } as unknown as Parameters<typeof keepWork>[2]);
  expect(await readKeptWritings(FAMILY, MARIA)).toHaveLength(1);
  const writer = { child: { id: MARIA, firstName: 'Maria' }, written: [] } as unknown as Parameters<
    typeof sendWriting
  >[1];
  await sendWriting('text', writer, { clientId: 'c', promptId: 'p' } as unknown as Parameters<typeof sendWriting>[2]);
  expect((await readWaiting(FAMILY)).map(({ id, userId }) => [id, userId])).toEqual([['c', FAMILY]]);
  expect(await readReader(MARIA)).toMatchObject({
    userId: FAMILY,
    reader: { read: [] },
    writer: { doneHere: ['text'] },
  });
  expect(await readPerson()).toMatchObject({ id: FAMILY });
});

test('what earlier versions stored for nobody is found, and is the family’s from then on', async () => {
  const { keepReading, readKeptReadings, keepReader, readReader, readPerson } = await device();
  await keepReading({ id: 'old', userId: 0, childId: MARIA, work: {} });
  expect(await readKeptReadings(FAMILY, MARIA)).toHaveLength(1);
  await keepReader({ childId: MARIA, userId: 0, writer: {} });
  await keepReader({ childId: MARIA, userId: FAMILY, reader: {} });
  expect(await readReader(MARIA)).toEqual({ childId: MARIA, userId: FAMILY, reader: {}, writer: {} });
  const { answerQueue } = await import('../device/answer-queue.ts');
  await answerQueue.start(0);
  expect(await readPerson()).toMatchObject({ id: FAMILY });
});

test('signing out also erases what was stored for nobody', async () => {
  const { keepReading, readKeptReadings } = await device();
  await keepReading({ id: 'old', userId: 0, childId: MARIA, work: {} });
  await (await import('../device/forget-person.ts')).forgetPerson();
  expect(await readKeptReadings(FAMILY, MARIA)).toEqual([]);
});
