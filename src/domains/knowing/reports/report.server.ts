import type { Database } from '../../../server/db/db.ts';
import { liveSettings } from '../../../server/db/live-settings.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { trimesterOf } from '../../../shared/calendar.ts';
import { findFamilyChild } from '../../money/plans/covered.store.ts';
import { readKnowledge } from '../knowledge/knowledge.server.ts';
import { REFERENCE } from '../norms/norms.rules.ts';
import { compareIn } from '../norms/norms.server.ts';
import { childNow, ofClass } from '../progress/child-now.rules.ts';
import { findCountedTests, findHurried } from '../progress/child-now.store.ts';
import { meanOf, type Period, periodStart, weakestFirst } from '../progress/progress.rules.ts';
import { findThemes } from '../progress/progress.store.ts';
import { suggestNext } from '../results/next.server.ts';
import { type ChildReport, reportContract } from './report.contract.ts';
import {
  earlierYears,
  figuresOf,
  skillShares,
  TREND_TESTS,
  testsByClass,
  themesByDiscipline,
  trimesterMonths,
  trimestersOf,
} from './report.rules.ts';
import { countPencil, findSkills, findTrimesters, sumRehearsals } from './report.store.ts';

type Report = Omit<ChildReport, 'trend' | 'now' | 'since'> & {
  since: Record<Period, Date>;
  trend: (Omit<ChildReport['trend'][number], 'date'> & { date: Date })[];
  now: ReturnType<typeof childNow>;
};

/**
 * Reads a child's report, from the attempts that enter a family's own figures.
 *
 * @throws Refused 404 when the child does not exist or belongs to another family.
 */
export async function readReport(db: Database, userId: number, childId: number): Promise<Report> {
  const found = await findFamilyChild(db, userId, childId);
  if (!found) throw notFound();
  const { now, id, fullName, schoolClass, school, gender, cover } = found;
  const child = { id, fullName, schoolClass, school, gender, cover };
  const starts = liveSettings(db).trimesters;
  const [counted, hurried, themes, skills, trimesters, map, pencil, rehearsals] = await Promise.all([
    findCountedTests(db, [childId], TREND_TESTS),
    findHurried(db, [childId]),
    findThemes(db, childId, child.schoolClass),
    findSkills(db, childId),
    findTrimesters(db, childId),
    readKnowledge(db, userId, childId, { onlyStates: true }),
    countPencil(db, childId),
    sumRehearsals(db, childId),
  ]);
  const tested = themes.filter(({ tests }) => tests > 0);
  const disciplines = byDiscipline(tested);
  const allows = found.allows;
  const [next, marks] = await Promise.all([
    suggestNext(db, userId, childId, allows.suggestions),
    compareIn(
      db,
      { userId, childId, allowed: allows.comparison },
      new Map(disciplines.map(({ discipline, classes }) => [discipline, classes])),
      null,
    ),
  ]);
  const trend = ofClass(counted)
    .slice(0, TREND_TESTS)
    .toReversed()
    .map(({ attemptId, date, discipline, theme, score, asked: questions, onPaper }) => ({
      attemptId,
      date,
      discipline,
      theme,
      score,
      questions,
      onPaper,
    }));
  return {
    child,
    trend,
    now: childNow(
      counted,
      hurried.map(({ date }) => date),
    ),
    since: {
      month: periodStart('month', now, starts),
      quarter: periodStart('quarter', now, starts),
      year: periodStart('year', now, starts),
    },
    disciplines: weakestFirst(disciplines).map(({ classes: _, ...row }) => ({
      ...row,
      marks: marks.get(row.discipline) ?? [],
    })),
    compared: allows.comparison,
    reference: REFERENCE,
    themes: themesByDiscipline(themes),
    knowledge: {
      sentence: map.sentence,
      disciplines: map.disciplines.map(({ discipline, known, total, themes: those }) => ({
        discipline,
        known,
        total,
        states: those.map(({ state }) => state),
      })),
    },
    pencil,
    rehearsals: { tests: rehearsals.tests, mean: meanOf(rehearsals) },
    skills: skillShares(skills),
    figures: figuresOf(trimesters),
    trimesters: trimestersOf(trimesters, now, starts),
    earlier: earlierYears(trimesters, trimesterOf(now, starts).schoolYear),
    months: trimesterMonths(starts),
    next,
  };
}

/** Returns the number of tests and the sum of their scores in each discipline. */
function byDiscipline(tested: Awaited<ReturnType<typeof findThemes>>) {
  return [...new Set(tested.map(({ discipline }) => discipline))].map((discipline) => {
    const those = tested.filter((theme) => theme.discipline === discipline);
    return {
      discipline,
      tests: those.reduce((sum, { tests }) => sum + tests, 0),
      scoreSum: those.reduce((sum, { scoreSum }) => sum + scoreSum, 0),
      classes: testsByClass(those),
    };
  });
}

/** Binds the endpoints of reports. */
export function bindReports(frame: Frame): void {
  frame.bind(reportContract, {
    'GET /api/children/:id/report': (call) => readReport(call.db, call.caller.userId, call.params.id),
  });
}
