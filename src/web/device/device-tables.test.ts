import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepChildMode } from '../call/child-mode.ts';
import { hasSittingFor, introduceParent, keepAnswer, keepSitting, readSitting } from './device-store.ts';
import { NotWithPhone, TABLES } from './device-tables.ts';
import { childrenWithPhone, isWithPhone, WHOM } from './hands.ts';
import { keepPrepared, readPrepared } from './prepared-store.ts';
import { readWaiting } from './waiting-store.ts';

// There is no IndexedDB here, so the device's store is in memory.

const MARIA = 1;
const JOAO = 2;
let user = 500;
let kept: Record<string, string>;

beforeEach(() => {
  user += 1;
  kept = {};
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => {
      kept[name] = text;
    },
    removeItem: (name: string) => {
      delete kept[name];
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const sittingOf = (childId: number) => ({
  id: user * 10 + childId,
  childId,
  testId: 7,
  questions: [{ id: 1 }],
  answers: [],
});
const choiceOf = (childId: number) => ({
  userId: user,
  childId,
  testId: 7,
  attemptId: user * 10 + childId,
  questionId: 1,
  selectedAnswer: 'A',
  responseTime: 3,
  startedAt: 0,
  answeredAt: 1000,
});

test('who has the phone: the parent, the children of the session, and in what earlier versions kept', async () => {
  expect([childrenWithPhone(), isWithPhone(MARIA)]).toEqual([null, true]);
  await keepChildMode([MARIA, JOAO]);
  expect([isWithPhone(JOAO), isWithPhone(3)]).toEqual([true, false]);
  await keepChildMode([JOAO]);
  expect(childrenWithPhone()).toEqual([JOAO]);
  kept = { 'modo-crianca': '1', [WHOM]: JSON.stringify({ userId: 9, children: [{ id: JOAO }] }) };
  expect([isWithPhone(MARIA), isWithPhone(JOAO)]).toEqual([false, true]);
  kept = { 'modo-crianca': '1' };
  expect(childrenWithPhone()).toEqual([]);
  await keepChildMode(null);
  expect(childrenWithPhone()).toBeNull();
});

test('where storage is blocked, the page says who has the phone', () => {
  vi.stubGlobal('localStorage', undefined);
  const boot = { textContent: JSON.stringify({ user: { id: 9, inChildMode: true, onlyChildren: [MARIA] } }) };
  vi.stubGlobal('document', { getElementById: () => boot });
  expect([isWithPhone(MARIA), isWithPhone(JOAO)]).toEqual([true, false]);
  boot.textContent = JSON.stringify({ user: { id: 9 } });
  expect(isWithPhone(JOAO)).toBe(true);
});

test('in one child’s mode nothing of a sibling is read, written or sent, and it is all there afterwards', async () => {
  await introduceParent(user);
  for (const child of [MARIA, JOAO]) {
    await keepSitting(user, sittingOf(child), 0);
    await keepAnswer(choiceOf(child));
    const sealed = { attemptId: user * 10 + 5 + child, childId: child, testId: 8, expiresAt: '2026-04-20T09:00:00Z' };
    await keepPrepared(user, [{ ...sealed, ticket: 't' }], 0);
  }
  await keepChildMode([MARIA]);
  expect((await readSitting(user, MARIA, 7))?.choices[1]?.selectedAnswer).toBe('A');
  expect(await readSitting(user, JOAO, 7)).toBeUndefined();
  expect(await hasSittingFor(`/tests/7?childId=${JOAO}`)).toBeNull();
  expect(await hasSittingFor(`/tests/8?childId=${JOAO}`)).toBeNull();
  expect((await readWaiting(user)).map(({ childId }) => childId)).toEqual([MARIA]);
  expect((await readPrepared(user)).map(({ sealed }) => sealed.childId)).toEqual([MARIA]);
  await expect(keepAnswer({ ...choiceOf(JOAO), selectedAnswer: 'B' })).rejects.toThrow(NotWithPhone);
  await expect(keepSitting(user, sittingOf(JOAO), 0)).rejects.toThrow(NotWithPhone);
  await keepChildMode(null);
  expect((await readSitting(user, JOAO, 7))?.choices[1]?.selectedAnswer).toBe('A');
  expect(await readWaiting(user)).toHaveLength(2);
  expect(await readPrepared(user)).toHaveLength(2);
});

test('every table says which child its records are about; only the last user and the texts of a class are about none', () => {
  const whole = { sitting: { childId: MARIA }, sealed: { childId: MARIA }, childId: MARIA };
  const about = Object.entries(TABLES).map(([name, { childOf }]) => [
    name,
    (childOf as (record: object) => unknown)(whole),
  ]);
  expect(about.filter(([, child]) => child !== MARIA)).toEqual([
    ['person', undefined],
    ['readingPacks', undefined],
  ]);
});
