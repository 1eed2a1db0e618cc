import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { beginPrepared, keepPrepared, readNews, readPrepared } from '../../../web/device/prepared-store.ts';
import { lookAgainAfter } from './begun-here.web.ts';
import RunningTests, { Kept, NoneRunning } from './RunningTest.tsx';

test('work that was not accepted says why, stays, and can be sent again or erased', () => {
  const why = 'O ditado deste trimestre está feito. Há outro a partir de 1 de Janeiro.';
  const refusal = {
    lane: 'writing:1',
    userId: 7,
    childId: 1,
    words: 'ditado (Maria)',
    answers: 1 as const,
    why,
    rows: [],
  };
  const text = renderToStaticMarkup(
    <Kept refusal={{ ...refusal, said: 'Não foi aceite: um ditado (Maria).' }} userId={7} onRead={() => {}} />,
  );
  expect(text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain(
    `Não foi aceite: um ditado (Maria). ${why} Continua guardado neste telemóvel. Enviar de novo : ditado (Maria) Apagar : ditado (Maria)`,
  );
});

test('a test that was done without network says until when it has to arrive, the first of several', async () => {
  // Without IndexedDB the store is in memory.
  const sealed = [5, 4, 3].map((day) => ({
    attemptId: day,
    childId: 1,
    testId: day,
    expiresAt: `2027-01-0${day}T09:00:00Z`,
    ticket: 't',
  }));
  await keepPrepared(7, sealed, Date.parse('2027-01-04T08:00:00Z') - Date.now());
  const saidNow = async () => {
    const { arriveBy } = await readNews(7);
    const waiting = { tests: ['Fracções (Maria)'], others: [] };
    return renderToStaticMarkup(<NoneRunning waiting={waiting} ready={0} userId={7} arriveBy={arriveBy} />);
  };
  const begin = async (attemptId: number) => {
    const kept = (await readPrepared(7)).find((one) => one.attemptId === attemptId);
    if (kept) await beginPrepared(kept, () => ({ ...kept.sealed, id: attemptId, questions: [], answers: [] }));
  };
  expect(await saidNow()).not.toContain('O teste feito sem internet');
  await begin(5);
  await begin(4);
  expect(await saidNow()).toContain('O teste feito sem internet tem de chegar até 4 de Janeiro: depois já não conta.');
  await begin(3);
  expect(await saidNow()).toContain('O teste feito sem internet tinha de chegar até 3 de Janeiro: já não conta.');
});

test('each child with a test in progress is named, with what ends first', () => {
  const told = [
    [1, 'Maria', 3],
    [2, 'Paulo', 1],
    [1, 'Maria', 2],
  ].map(([childId, firstName, hours], at) => ({
    kind: 'test' as const,
    testId: 10 + at,
    childId: Number(childId),
    firstName: String(firstName),
    discipline: 'Matemática',
    theme: 'Fracções',
    deadline: `2199-01-01T0${hours}:00:00Z`,
  }));
  const linksOf = (only?: number) =>
    [...renderToStaticMarkup(<RunningTests userId={7} told={told} only={only} />).matchAll(/href="([^"]+)"/g)].map(
      ([, address]) => address,
    );
  expect(linksOf()).toEqual(['/tests/11?childId=2', '/tests/12?childId=1']);
  expect(linksOf(1)).toEqual(['/tests/12?childId=1']);
});

test('what waits is read again soon where it may arrive, and only then', () => {
  const waiting = { tests: ['Fracções (Maria)'], others: [] };
  const usual = lookAgainAfter({ waiting: { tests: [], others: [] } }, true);
  expect(lookAgainAfter({ waiting }, false)).toBe(usual);
  expect(lookAgainAfter({ waiting }, true)).toBeLessThanOrEqual(2_000);
  expect(lookAgainAfter({ waiting: { tests: [], others: ['um ditado (Maria)'] } }, true)).toBeLessThan(usual);
});
