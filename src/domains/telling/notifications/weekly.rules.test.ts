import { describe, expect, test } from 'vitest';
import { NOTHING_YET } from '../../knowing/progress/child-now.rules.ts';
import { figureSentence } from '../../knowing/reports/week.rules.ts';
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
  ])('at %s is the week of %s', (now, day) => expect(weekToReport(new Date(now))?.day).toBe(day));

  test('has seven days and starts where the one before ended', () => {
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
    pencil: 0,
    rehearsals: 0,
    rehearsalScores: 0,
    practised: 0,
    atHome: 0,
    ...more,
  });

  test('has a sentence for what a child did', () => {
    const report = weeklyReport(
      [row({ tests: 2, scoreSum: 110 }), row({ discipline: 'Português', tests: 1, scoreSum: 80 })],
      week,
    );
    expect(report).toMatchObject({
      type: 'weekly_report',
      source: 'weekly:2026-11-22',
      childId: 3,
      title: 'A semana da Maria: 3 testes',
      message: 'A Maria fez 3 testes: 1 de Português (80%) e 2 de Matemática (55%).',
      actionLink: '/children/3/reports',
    });
  });

  test('names what is newly known of reading, calculating and writing', () => {
    const skill = new Map([[3, { skill: 'Lê 48 palavras certas por minuto.' }]]);
    expect(weeklyReport([row({ atHome: 1 })], week, skill)?.message).toBe(
      'A Maria fez 1 teste de Matemática (80%). Lê 48 palavras certas por minuto.',
    );
    const idle = { tests: 0, scoreSum: 0, discipline: null };
    const only = weeklyReport([row({ ...idle, atHome: 1 })], week, skill);
    expect(only?.title).toBe('A semana da Maria: 1 exercício em casa');
    expect(only?.message).toBe('A Maria não fez testes esta semana. Lê 48 palavras certas por minuto.');
    expect(weeklyReport([row(idle)], week, skill)).toBeUndefined();
  });

  test('says which error a child makes over and over, and what it has overcome', () => {
    const errors = [
      'A Maria troca a ordem das letras: 5 de 6 vezes desde Outubro.',
      'Já ultrapassou este engano: «soma os denominadores».',
    ];
    expect(weeklyReport([row({})], week, new Map([[3, { errors }]]))?.message).toBe(
      `A Maria fez 1 teste de Matemática (80%). ${errors.join(' ')}`,
    );
  });

  test('says how often a child practised', () => {
    expect(weeklyReport([row({ practised: 3 })], week)?.message).toBe(
      'A Maria fez 1 teste de Matemática (80%). Treinou 3 vezes.',
    );
    expect(weeklyReport([row({ practised: 1 })], week)?.message).toMatch(/ Treinou 1 vez\.$/);
    const idle = { tests: 0, scoreSum: 0, discipline: null };
    const report = weeklyReport([row({ ...idle, practised: 2 })], week);
    expect(report?.title).toMatch(/: 2 treinos$/);
    expect(report?.message).toMatch(/ não fez testes esta semana\. Treinou 2 vezes\.$/);
    expect(weeklyReport([row(idle)], week)).toBeUndefined();
  });

  test('has a sentence for each child, also for one that did nothing', () => {
    const report = weeklyReport(
      [row({}), row({ childId: 4, fullName: 'João', gender: 'masculino', discipline: null, tests: 0, scoreSum: 0 })],
      week,
    );
    expect(report?.title).toBe('A semana das suas crianças: 1 teste');
    expect(report?.paragraphs).toEqual([
      'A Maria fez 1 teste de Matemática (80%).',
      'O João não fez testes esta semana.',
    ]);
    expect(report?.actionLink).toBe('/reports');
  });

  test('names what moved on the map and one thing to do; without a plan it has no names', () => {
    const moved = {
      detailed: true,
      gained: ['Fracções', 'Medidas'],
      lost: ['Divisão'],
      action: 'Fazer o teste de Divisão',
    };
    const message = (map: typeof moved) => weeklyReport([row({})], week, new Map([[3, { map }]]))?.message;
    expect(message(moved)).toBe(
      'A Maria fez 1 teste de Matemática (80%). Passou a saber Fracções e Medidas. A rever: Divisão. A seguir: fazer o teste de Divisão.',
    );
    expect(message({ ...moved, detailed: false, action: null as never })).toBe(
      'A Maria fez 1 teste de Matemática (80%). Agora sabe mais 2 temas. 1 tema a rever.',
    );
  });

  test('names the child’s average with its scope, once there is one', () => {
    const now = { ...NOTHING_YET, right: 28, asked: 30, percentage: 93, before: 75, direction: 'up' as const };
    const told = (tests: number) =>
      weeklyReport(
        [row({})],
        week,
        new Map([
          [3, { figure: figureSentence({ ...now, tests: Array(tests).fill({ date: '2026-11-20T10:00:00Z' }) }) }],
        ]),
      )?.message;
    expect(told(3)).toBe(
      'A Maria fez 1 teste de Matemática (80%). Nos últimos 3 testes está a subir: de 75% para 93%.',
    );
    expect(told(2)).toBe('A Maria fez 1 teste de Matemática (80%).');
  });

  test('a result with low effort is named, but not in the mean', () => {
    expect(weeklyReport([row({ pencil: 1 })], week)?.message).toBe(
      'A Maria fez 1 teste de Matemática (80%). 1 teste não conta para a média: foi respondido depressa demais.',
    );
    expect(weeklyReport([row({ tests: 0, scoreSum: 0, pencil: 2 })], week)?.message).toBe(
      'A Maria fez 2 testes. 2 testes não contam para a média: foram respondidos depressa demais.',
    );
  });

  test('is not sent when no child did anything', () =>
    expect(weeklyReport([row({ discipline: null, tests: 0, scoreSum: 0 })], week)).toBeUndefined());
});
