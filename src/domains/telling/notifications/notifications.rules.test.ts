import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { isWanted, type NoticeType, type Switches } from './kinds.rules.ts';
import {
  completesRun,
  type GradedAttempt,
  isSharplyLower,
  leftByPin,
  meanBefore,
  noTestReminder,
  noticesAfter,
  unfinishedReminder,
  welcome,
} from './notifications.rules.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

const graded = (more: Partial<GradedAttempt> = {}): GradedAttempt => ({
  attemptId: 7,
  childId: 3,
  fullName: 'Maria José Domingos',
  gender: 'feminino',
  discipline: 'Matemática',
  theme: 'Frações',
  time: 1,
  score: 80,
  correct: 8,
  total: 10,
  interrupted: false,
  answered: 10,
  freeMonth: null,
  lowEffort: false,
  finishedAt: NOW,
  counts: true,
  lastHere: 60,
  earlier: [60, 60],
  known: [],
  ...more,
});
const theme = (code: string, name: string | null) => ({ code, discipline: 'Matemática', name });
const typesOf = (more: Partial<GradedAttempt>) => noticesAfter(graded(more), NOW).map(({ type }) => type);

test('a mark in pencil is followed by its reason, and is never an alert', () => {
  const pencil = { score: 10, correct: 1, lowEffort: true, counts: false, lastHere: 20, earlier: [90, 90, 90] };
  const [notice, ...more] = noticesAfter(graded(pencil), NOW);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    type: 'result_ready',
    message:
      'Frações: 1 de 10 respostas certas, 10%. Fica a lápis: não conta para a média. Respondeu depressa demais: o resultado pode não mostrar o que sabe.',
  });
});

test.each([
  [1, '1 de 10 respondida.'],
  [2, '2 de 10 respondidas.'],
])('an interrupted test with %i answers is told in the right number', (answered, words) => {
  expect(noticesAfter(graded({ interrupted: true, answered, counts: false }), NOW)[0]?.message).toContain(words);
});

test.each([
  ['2026-05-01', 'fazer outro teste de Matemática a partir de 1 de Junho'],
  ['2026-04-01', 'começar de novo'],
  [null, 'começar de novo'],
])('after an interrupted test that uses the free test of %s: %s', (freeMonth, words) => {
  const now = new Date('2026-05-20T12:00:00Z');
  const [notice] = noticesAfter(
    graded({ interrupted: true, answered: 2, counts: false, finishedAt: now, freeMonth }),
    now,
  );
  expect(notice?.message).toBe(
    `Frações: 2 de 10 respondidas. Não conta para as médias. Podem ver o que foi feito e ${words}.`,
  );
});

describe('a graded attempt', () => {
  test.each<[string, Partial<GradedAttempt>, NoticeType[]]>([
    ['an ordinary result is notified', {}, ['result_ready']],
    [
      'an interrupted attempt gives no alert',
      { score: 10, interrupted: true, answered: 2, counts: false },
      ['result_ready'],
    ],
    ['50 is not low', { score: 50 }, ['result_ready']],
    ['a single 49 gives no alert', { score: 49 }, ['result_ready']],
    ['49 after 50 gives no alert', { score: 49, lastHere: 50 }, ['result_ready']],
    ['49 after 49 in the discipline gives an alert', { score: 49, lastHere: 49 }, ['low_score']],
    ['the first test in a discipline never gives an alert', { score: 0, lastHere: null }, ['result_ready']],
    ['20 points below the mean of three is a sharp drop', { score: 60, earlier: [80, 80, 80] }, ['score_drop']],
    ['19 points below is not', { score: 61, earlier: [80, 80, 80] }, ['result_ready']],
    ['two earlier tests give no mean', { score: 55, earlier: [90, 90] }, ['result_ready']],
    ['only the last three count for the mean', { score: 60, earlier: [70, 70, 70, 100, 100] }, ['result_ready']],
    [
      'a low result that is also a sharp drop gives one alert',
      { score: 30, lastHere: 40, earlier: [80, 80, 80] },
      ['low_score'],
    ],
    ['the first test is an achievement', { earlier: [] }, ['result_ready', 'first_test']],
    ['so is a low first test', { score: 20, lastHere: null, earlier: [] }, ['result_ready', 'first_test']],
    [
      'the fifth good result in a row is an achievement',
      { score: 70, earlier: [70, 70, 80, 90] },
      ['result_ready', 'five_in_a_row'],
    ],
    [
      'the fifth good result after a lower one is an achievement',
      { score: 70, earlier: [70, 70, 80, 90, 69] },
      ['result_ready', 'five_in_a_row'],
    ],
    ['the sixth is not', { score: 70, earlier: [70, 70, 80, 90, 70] }, ['result_ready']],
    [
      'each theme newly known is an achievement',
      { known: [theme('MAT4.6', 'Fracções'), theme('MAT4.7', null)] },
      ['result_ready', 'theme_mastered', 'theme_mastered'],
    ],
    [
      'an attempt that does not count gives only its result',
      { score: 0, counts: false, earlier: [] },
      ['result_ready'],
    ],
    ['a result of a week ago is still notified', { finishedAt: daysAgo(7) }, ['result_ready']],
    ['an older one is not', { finishedAt: daysAgo(7.1) }, []],
  ])('%s', (_, more, types) => expect(typesOf(more)).toEqual(types));

  test('an alert about a result is urgent, an achievement is not', () => {
    expect(
      noticesAfter(graded({ score: 20, lastHere: null, earlier: [] }), NOW).map(({ priority }) => priority),
    ).toEqual(['normal', 'low']);
    expect(noticesAfter(graded({ score: 20, lastHere: 20 }), NOW)[0]?.priority).toBe('high');
    expect(noticesAfter(graded({ score: 60, earlier: [90, 90, 90] }), NOW)[0]?.priority).toBe('high');
    expect(noticesAfter(graded(), NOW)[0]?.priority).toBe('normal');
  });

  test('the theme is named where the plan includes it', () => {
    const [, named, unnamed] = noticesAfter(
      graded({ known: [theme('MAT4.6', 'Fracções'), theme('MAT4.7', null)] }),
      NOW,
    );
    expect(named).toMatchObject({ title: 'A Maria já sabe Fracções', source: 'mastered:3:MAT4.6' });
    expect(unnamed?.title).toBe('A Maria já sabe mais um tema de Matemática');
    expect(unnamed?.actionLink).toBe('/children/3/knowledge');
  });

  test.each<[Partial<GradedAttempt>, string, string]>([
    [{}, 'A Maria terminou um teste de Matemática', 'Frações: 8 de 10 respostas certas, 80%.'],
    [
      { fullName: 'João Kiala', gender: 'masculino', score: 40, correct: 4, lastHere: 30 },
      'O João precisa de apoio em Matemática',
      'Frações: 4 de 10',
    ],
    [
      { fullName: 'Weza Kiala', gender: null, score: 50, earlier: [80, 70, 75] },
      'Weza teve um resultado mais baixo',
      'média foi de 75%',
    ],
    [
      { gender: 'outro', correct: 1, total: 1, score: 100, answered: 1 },
      'Maria terminou',
      '1 de 1 resposta certa, 100%. Acertou tudo.',
    ],
    [{ time: 2 }, 'terminou', 'Frações (2.ª vez): 8 de 10'],
    [{ answered: 9 }, 'terminou', 'o que falta praticar. 1 ficou sem resposta.'],
    [{ correct: 6, score: 60, answered: 8 }, 'terminou', '2 ficaram sem resposta.'],
  ])('the title has the first name only (%#)', (more, title, message) => {
    const [notice] = noticesAfter(graded(more), NOW);
    expect(notice?.title).toContain(title);
    expect(notice?.message).toContain(message);
    expect(JSON.stringify(notice)).not.toMatch(/Domingos|Kiala/);
  });
});

test.each([
  [[80, 80], undefined],
  [[80, 81, 81, 0], 81],
  [[70, 70, 71], 70],
])('the mean of %j before is %s', (earlier, mean) => expect(meanBefore(earlier)).toBe(mean));

test.each([
  [60, [80, 80, 81], true],
  [61, [80, 80, 82], false],
  [60, [80, 80, 79], false],
  [0, [], false],
])('%i after %j is a sharp drop: %s', (score, earlier, lower) => expect(isSharplyLower(score, earlier)).toBe(lower));

test.each([
  [70, [], false],
  [70, [70, 70, 70, 70], true],
  [69, [70, 70, 70, 70], false],
  [70, [70, 70, 69, 70], false],
])('%i after %j completes a run: %s', (score, earlier, done) => expect(completesRun(score, earlier)).toBe(done));

describe('reminders', () => {
  const child = {
    childId: 3,
    fullName: 'Maria Domingos',
    gender: 'feminino' as const,
    tested: true,
    extendedTime: null,
  };
  test.each([
    [13, undefined],
    [14, 1],
    [27, 1],
    [28, 2],
    [45, 3],
  ])('after %i days without a test the number of fortnights is %s', (days, fortnight) => {
    const notice = noTestReminder({ ...child, since: daysAgo(days) }, NOW);
    expect(notice?.source.split(':').at(-1)).toBe(fortnight === undefined ? undefined : String(fortnight));
  });
  test('say how long ago the last test was, or that there was none', () => {
    expect(noTestReminder({ ...child, since: daysAgo(15) }, NOW)?.title).toBe(
      'Há 15 dias que a Maria não faz um teste',
    );
    expect(noTestReminder({ ...child, tested: false, since: daysAgo(15) }, NOW)?.title).toBe(
      'A Maria ainda não fez nenhum teste',
    );
  });
  test.each([
    [null, 15],
    [30, 30],
    [60, 60],
  ])('with an extended time of %s say that a test takes %i minutes', (extendedTime, minutes) => {
    expect(noTestReminder({ ...child, extendedTime, since: daysAgo(15) }, NOW)?.message).toBe(
      `Um teste leva cerca de ${minutes} minutos. Escolham um juntos, quando houver calma.`,
    );
  });
  test('of an unfinished test: one for each child and fortnight', () => {
    const left = { ...child, attemptId: 9, discipline: 'Português', theme: 'Contos', startedAt: daysAgo(1) };
    const notice = unfinishedReminder(left, NOW);
    expect(notice.title).toBe('O teste de Português da Maria ficou por acabar');
    expect(unfinishedReminder({ ...left, attemptId: 10, startedAt: daysAgo(1.1) }, NOW).source).toBe(notice.source);
    expect(unfinishedReminder({ ...left, startedAt: daysAgo(16) }, NOW).source).not.toBe(notice.source);
  });
});

test('leaving child mode with the PIN is noted once for each day in Luanda', () => {
  const words = { title: 'Saíram', text: 'A 29.', note: 'Crie outro.' };
  const sourceAt = (at: string) => leftByPin(words, new Date(at)).source;
  expect(sourceAt('2026-11-29T22:59:00Z')).toBe(sourceAt('2026-11-28T23:00:00Z'));
  expect(sourceAt('2026-11-29T23:00:00Z')).not.toBe(sourceAt('2026-11-29T22:59:00Z'));
  expect(leftByPin(words, NOW)).toMatchObject({ message: 'A 29. Crie outro.', push: null, childId: null });
});

describe('switches', () => {
  const all: Switches = {
    performanceAlerts: true,
    testReminders: true,
    weeklyReports: true,
    achievementNotifications: true,
    emailNotifications: true,
    pushNotifications: true,
  };
  test.each<[NoticeType, keyof Switches | null]>([
    ['result_ready', 'performanceAlerts'],
    ['low_score', 'performanceAlerts'],
    ['score_drop', 'performanceAlerts'],
    ['first_test', 'achievementNotifications'],
    ['five_in_a_row', 'achievementNotifications'],
    ['no_test', 'testReminders'],
    ['unfinished_test', 'testReminders'],
    ['practice_due', 'testReminders'],
    ['welcome', null],
  ])('%s depends on %s and on no other switch', (type, own) => {
    expect(isWanted(type, all)).toBe(true);
    for (const name of Object.keys(all) as (keyof Switches)[])
      expect(isWanted(type, { ...all, [name]: false }), name).toBe(name !== own);
  });
});

test('every link is a path inside the app', () => {
  const child = { childId: 3, fullName: 'Maria', gender: null };
  const notices = [
    ...noticesAfter(graded({ earlier: [] }), NOW),
    ...noticesAfter(graded({ earlier: [70, 70, 70, 70] }), NOW),
    noTestReminder({ ...child, since: daysAgo(20), tested: true, extendedTime: null }, NOW),
    unfinishedReminder({ ...child, attemptId: 1, discipline: 'Artes', theme: 'Cor', startedAt: NOW }, NOW),
    welcome(NOW),
  ];
  for (const notice of notices) expect(notice?.actionLink).toMatch(/^\/(?!\/)[a-z0-9/?=&A-Z-]+$/);
});
