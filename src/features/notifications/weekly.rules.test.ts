import { describe, expect, test } from 'vitest';
import { chanceOfLevel, isMastered, type ThemeEvidence } from './mastery.rules.ts';
import { type WeekOfChild, weeklyReport, weekToReport } from './weekly.rules.ts';

describe('the week to report', () => {
  test.each<[string, string | undefined]>([
    ['2026-11-22T16:59:59Z', undefined],
    ['2026-11-22T17:00:00Z', '2026-11-22'],
    ['2026-11-22T23:30:00Z', '2026-11-22'],
    ['2026-11-23T11:00:00Z', '2026-11-22'],
    ['2026-11-23T11:00:01Z', undefined],
    ['2026-11-25T12:00:00Z', undefined],
    ['2027-01-03T18:00:00Z', '2027-01-03'],
  ])('at %s is that of %s', (now, day) => expect(weekToReport(new Date(now))?.day).toBe(day));

  test('is seven days, without a gap to the one before', () => {
    const [one, next] = ['2026-11-22T18:00:00Z', '2026-11-29T18:00:00Z'].map((now) => weekToReport(new Date(now)));
    expect(next?.from).toEqual(one?.to);
  });
});

describe('the weekly report', () => {
  const week = { from: new Date('2026-11-15T17:00:00Z'), to: new Date('2026-11-22T17:00:00Z'), day: '2026-11-22' };
  const row = (more: Partial<WeekOfChild>): WeekOfChild => ({
    childId: 3,
    fullName: 'Maria José Domingos',
    gender: 'feminino',
    discipline: 'Matemática',
    tests: 1,
    scoreSum: 80,
    ...more,
  });

  test('says in a sentence what a child did', () => {
    const report = weeklyReport(
      [row({ tests: 2, scoreSum: 110 }), row({ discipline: 'Português', tests: 1, scoreSum: 80 })],
      week,
    );
    expect(report).toMatchObject({
      type: 'weekly_report',
      source: 'weekly:2026-11-22',
      childId: 3,
      title: 'A semana da Maria: 3 testes',
      message: 'A Maria fez 3 testes, com média de 63%. Melhor em Português (80%); a praticar: Matemática (55%).',
      actionLink: '/children/3/reports',
    });
  });

  test('has a sentence for each child, also for one who did nothing', () => {
    const report = weeklyReport(
      [row({}), row({ childId: 4, fullName: 'João', gender: 'masculino', discipline: null, tests: 0, scoreSum: 0 })],
      week,
    );
    expect(report?.title).toBe('A semana dos seus filhos: 1 teste');
    expect(report?.paragraphs).toEqual([
      'A Maria fez 1 teste de Matemática, com 80%.',
      'O João não fez testes esta semana.',
    ]);
    expect(report?.actionLink).toBe('/reports');
  });

  test('is left out when nobody did anything', () =>
    expect(weeklyReport([row({ discipline: null, tests: 0, scoreSum: 0 })], week)).toBeUndefined());
});

describe('a theme', () => {
  const done = (correct: number, day: string, total = 10): ThemeEvidence => ({
    correct,
    total,
    score: (100 * correct) / total,
    day,
  });
  test.each<[string, ThemeEvidence[], boolean]>([
    ['is not mastered in one day', [done(10, '2026-11-20'), done(10, '2026-11-20')], false],
    ['is mastered when it is still known on another day', [done(10, '2026-11-20'), done(9, '2026-11-10')], true],
    ['17 of 20 are enough', [done(8, '2026-11-20'), done(9, '2026-11-10')], true],
    ['16 of 20 are not', [done(8, '2026-11-20'), done(8, '2026-11-10')], false],
    ['the newest test must reach the goal', [done(6, '2026-11-20'), done(10, '2026-11-10')], false],
    ['the newest twenty answers count', [done(9, '2026-11-20'), done(9, '2026-11-10'), done(0, '2026-11-01')], true],
    ['few answers say nothing', [done(3, '2026-11-20', 3), done(4, '2026-11-10', 4)], false],
    ['nothing says nothing', [], false],
  ])('%s', (_, evidence, mastered) => expect(isMastered(evidence)).toBe(mastered));

  test('the chance of the level is that of the reference', () => {
    expect(chanceOfLevel(8, 10)).toBeCloseTo(0.383, 3);
    expect(chanceOfLevel(10, 10)).toBeCloseTo(0.914, 3);
    expect(chanceOfLevel(15, 15)).toBeCloseTo(0.972, 3);
  });
});
