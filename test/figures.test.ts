import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { NUMBERED } from '../src/domains/knowing/progress/progress.store.ts';
import { repeatedSentence } from '../src/domains/knowing/reports/report-sentences.rules.ts';
import { countingSentence } from '../src/domains/knowing/results/counting.rules.ts';
import { countsFor, FIGURES, type Figure, KINDS } from '../src/domains/sitting/attempts/counting.rules.ts';
import { COUNTS, FIRST_TIME, PENCIL, REHEARSALS, TELLS } from '../src/domains/sitting/attempts/counting.store.ts';
import { findWeek } from '../src/domains/telling/notifications/weekly.store.ts';
import { meanPercent } from '../src/shared/percent.ts';
import { testApp } from './support/app.ts';
import { aChild, aParent, aTest, type BuiltTest, type Parent, pastDeadline } from './support/builders.ts';
import { pdfText } from './support/pdf-text.ts';

// One family with every kind of attempt, and every place where a figure is shown.

const app = await testApp();
const { db } = app;

let parent: Parent;
let childId: number;
/** The attempts by their kind. */
const attempts = new Map<string, { id: number; objective: string; score: number }>();

const OFFLINE =
  "offline = true, sitting_hash = '\\x01', prepared_at = now(), prepared_until = now(), time_confirmed = ";

/** Changes that no endpoint makes to an open attempt at once. */
const AS: Readonly<Record<string, string>> = {
  'with extended time': 'time_limit = 1800',
  'on paper': "printed_at = now(), device = 'papel'",
  'without network, time confirmed': `${OFFLINE}true`,
  'without network, time not confirmed': `${OFFLINE}false`,
  'sent late': 'late = true',
};

/** Takes a test so that its attempt is of a kind. Each kind has a score of its own. */
async function take(kind: string, built: BuiltTest, right: number, as = AS[kind]): Promise<number> {
  const { body } = await parent.post('/api/attempts', { childId, testId: built.id });
  const wanted = KINDS[kind];
  if (!wanted) throw new Error(kind);
  const answers = !wanted.answered ? 0 : wanted.interrupted ? 3 : 10;
  for (const [index, question] of built.questions.slice(0, answers).entries())
    await parent.post('/api/answers', {
      attemptId: body.id,
      questionId: question.id,
      selectedAnswer: index < right ? 'A' : 'B',
      // The usual time of an interrupted attempt ends long after its last answer.
      ...(wanted.lowEffort && { visibleMs: 300 }),
    });
  if (as) await db.count(`update attempts set ${as} where id = $1`, [body.id]);
  if (wanted.interrupted) await pastDeadline(db, body.id, 30);
  if (!wanted.completed) return body.id;
  parent.completesAtOnce = wanted.lowEffort;
  expect((await parent.put(`/api/attempts/${body.id}`, { completed: true })).status, kind).toBe(200);
  return body.id;
}

beforeAll(async () => {
  parent = await aParent(app, { plan: 'family' });
  childId = (await aChild(parent, { fullName: 'Maria Domingos', gender: 'feminino' })).id;
  let right = 0;
  for (const [kind, { kind: ofTest }] of Object.entries(KINDS)) {
    const objective = `FIG${attempts.size}.1`;
    const built = await aTest(db, { keys: [...'AAAAAAAAAA'], objective, kind: ofTest });
    // The first one counts for nothing itself, so that it can be told from the repeated one.
    if (kind === 'repeated') await take('on a screen, the first of its test', built, 0, 'late = true');
    if (kind === 'after an interrupted one') await take('interrupted', built, 0);
    right = (right + 1) % 10;
    // Quick answers that are right are no guesses.
    const given = kind === 'interrupted and of low effort' ? 0 : right;
    attempts.set(kind, { id: await take(kind, built, given), objective, score: 10 * given });
  }
  // Events and the map are as after a while.
  await db.count('delete from outbox');
});

const countingFor = (figure: Figure) =>
  [...attempts].filter(([kind]) => KINDS[kind] && countsFor(KINDS[kind])[figure]).map(([, attempt]) => attempt);
const idsFor = (figure: Figure) => countingFor(figure).map(({ id }) => id);
const idOf = (kind: string) => attempts.get(kind)?.id;
const meanFor = (figure: Figure) => {
  const those = countingFor(figure);
  return {
    tests: those.length,
    mean: meanPercent(
      those.reduce((sum, { score }) => sum + score, 0),
      those.length,
    ),
  };
};
const pdfOf = async (address: string) => {
  const reply = await app.frame.server.inject({ url: address, headers: { cookie: parent.cookie as string } });
  return (await pdfText(reply.rawPayload)).pages.join(' ').replaceAll(/\s+/g, ' ');
};

test('the table of the decision is the rule', () => {
  const text = fs.readFileSync(
    path.join(import.meta.dirname, '../docs/decisions/0080-what-an-attempt-counts-for.md'),
    'utf8',
  );
  const rows = text
    .split('\n')
    .filter((line) => /^\| .* \| (yes|–) /.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    Object.entries(KINDS).map(([kind, attempt]) => {
      const counts = countsFor(attempt);
      return [kind, ...FIGURES.map((figure) => (counts[figure] ? 'yes' : '–'))];
    }),
  );
});

test('the conditions of the statements agree with the rule for every kind', async () => {
  for (const [kind, { id }] of attempts) {
    const row = await db.row(
      `select ${COUNTS} as own, ${FIRST_TIME} and ${COUNTS} as now, ${REHEARSALS} as rehearsals, ${TELLS} as map,
         coalesce(${PENCIL}, false) as pencil, a.valid as others
       from ${NUMBERED('a.child_id = $2')} a where a.id = $1`,
      [id, childId],
    );
    expect(row, kind).toEqual(countsFor(KINDS[kind] as (typeof KINDS)[string]));
  }
});

describe('the family’s own figures', () => {
  test('on the dashboard, the list of reports and in the means by discipline', async () => {
    const { stats } = (await parent.get('/api/children')).body[0];
    const own = meanFor('own');
    expect(stats).toMatchObject({
      testsCompleted: own.tests,
      rehearsals: meanFor('rehearsals'),
    });
    // The last three of those that count for it, newest first; the kinds were taken in the order of the rule.
    const last = countingFor('now').slice(-3).toReversed();
    expect(stats.now.tests.map(({ attemptId }: { attemptId: number }) => attemptId)).toEqual(last.map(({ id }) => id));
    const figure = meanPercent(
      last.reduce((sum, { score }) => sum + score, 0),
      last.length,
    );
    expect([stats.now.percentage, stats.overallProgress, stats.correctPercentage]).toEqual([figure, figure, figure]);
    // Those since the first of the three: a rehearsal would not be one of them anyway.
    expect(stats.now.hurried).toBe(idsFor('pencil').filter((id) => id !== idOf('rehearsal of low effort')).length);
    const [performance] = (await parent.get('/api/children/performance?period=year')).body;
    expect(performance.disciplines).toMatchObject([{ discipline: 'Matemática', tests: own.tests, mean: own.mean }]);
  });

  test('in the report, on the screen and as a file', async () => {
    const { body: report } = await parent.get(`/api/children/${childId}/report`);
    expect(report.trend.map(({ attemptId }: { attemptId: number }) => attemptId).sort()).toEqual(idsFor('now').sort());
    expect(report.now).toEqual((await parent.get('/api/children')).body[0].stats.now);
    const { tests } = meanFor('own');
    expect(report.trimesters.all.reduce((sum: number, one: { tests: number }) => sum + one.tests, 0)).toBe(tests);
    expect(report.rehearsals).toEqual(meanFor('rehearsals'));
    expect(report.pencil).toBe(idsFor('pencil').length);
    const pdf = await pdfOf(`/api/children/${childId}/report/pdf`);
    expect(pdf).toContain('Fez 1 simulado: ');
    // The disciplines and themes count only the first time of a test, and the report says so.
    const inDisciplines = report.disciplines.reduce((sum: number, one: { tests: number }) => sum + one.tests, 0);
    expect(inDisciplines).toBe(idsFor('now').length);
    expect(pdf).toContain(repeatedSentence(report));
    expect(repeatedSentence(report)).not.toBe('');
  });

  test('in the history, which says what is in pencil', async () => {
    const rows: { attempt: { id: number }; lowEffort: boolean }[] = (await parent.get('/api/recent-tests?limit=100'))
      .body;
    const inPencil = rows.filter(({ lowEffort }) => lowEffort).map(({ attempt }) => attempt.id);
    expect(inPencil.sort()).toEqual(idsFor('pencil').sort());
  });

  test('in the report of the week', async () => {
    const week = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 60_000), day: '2026-01-01' };
    const [row] = await findWeek(db, parent.id, week);
    expect(row).toMatchObject({ tests: meanFor('own').tests, rehearsals: 1, pencil: idsFor('pencil').length });
  });
});

test('the map counts the attempts that tell what the child knows', async () => {
  const { body: child } = await parent.get(`/api/children/${childId}/knowledge`);
  expect(child.disciplines.length).toBeGreaterThan(0);
  const themes = child.disciplines.flatMap((one: { themes: { name: string; answers: number }[] }) => one.themes);
  const answered = themes.filter(({ answers }: { answers: number }) => answers > 0);
  // The questions of the repeated test were not new to the child.
  expect(answered).toHaveLength(countingFor('map').length - 1);
  // Of those of the interrupted attempt only the answered ones were uncovered: the others are still new.
  const objective = attempts.get('after an interrupted one')?.objective;
  expect(themes.find(({ name }: { name: string }) => name === objective)?.answers).toBe(7);
});

test('averages, statistics and calibration of others read `valid`, which the export names', async () => {
  const rows = await db.rows<{ id: number }>('select id from attempts where child_id = $1 and valid order by id', [
    childId,
  ]);
  expect(rows.map(({ id }) => id)).toEqual(idsFor('others').sort((one, other) => one - other));
  const reply = await parent.get('/api/account/data');
  for (const { id } of countingFor('others')) expect(reply.text).toContain(`"id":${id}`);
});

test('a result says what it counts for, on the screen’s data and in its file', async () => {
  for (const [kind, { id }] of attempts) {
    const counted = KINDS[kind] as (typeof KINDS)[string];
    if (!counted.completed || counted.interrupted || !counted.answered) continue;
    const { attempt } = (await parent.get(`/api/attempts/${id}`)).body;
    const extendedTime = attempt.timeLimit > attempt.duration * 60;
    expect(countingSentence({ ...attempt, extendedTime }), kind).toBe(countingSentence(counted));
    const said = counted.lowEffort ? 'Fica a lápis: não conta para a média.' : countingSentence(counted);
    if (said) expect(await pdfOf(`/api/attempts/${id}/pdf`), kind).toContain(said);
  }
});
