import type { Queryable } from '../../../server/db/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { monthInLuanda, nextMonth } from '../../../shared/calendar.ts';
import { themeOf } from '../../../shared/questions/test-names.ts';
import { DISCIPLINES, type Discipline, type TestKind, themeKeyOf } from '../../../shared/words.ts';
import { isUsedUpByOthers } from '../../money/plans/free-uses.store.ts';
import { canRehearse, canStartTest, type Entitlements, entitlementsOf } from '../../money/plans/plans.rules.ts';
import { countRehearsals, kilobytesFor, kilobytesToPrepare } from '../attempts/attempts.rules.ts';
import { FREE_REHEARSAL } from '../attempts/free-test.store.ts';
import { FREE_REHEARSAL_USED, freeTestUsedText } from '../attempts/starting.server.ts';
import { type CatalogueTest, catalogueContract } from './catalogue.contract.ts';
import { ALL, nextForm, ofTheme, usualClass } from './catalogue.rules.ts';
import { findCatalogue, findDisciplines, findPlanContext, type PlanContext } from './catalogue.store.ts';

const usedOf = (plan: PlanContext, discipline: string) => ({
  byChild: plan.used[discipline] ?? 0,
  byOthers: plan.usedByOthers[discipline] ?? 0,
  childrenAtOnce: plan.childrenAtOnce,
});

const mayStart = (
  plan: PlanContext & { rehearsedByOthers: boolean },
  allows: Entitlements,
  { id, kind, discipline }: { id: number; kind: TestKind; discipline: string },
) =>
  kind === 'rehearsal'
    ? !plan.rehearsedByOthers && canRehearse(allows, countRehearsals(plan.rehearsals, id))
    : canStartTest(allows, usedOf(plan, discipline));

/** Returns why the plan does not allow a test now, in the words in which starting it is refused. */
const whyNot = (plan: PlanContext, { kind, discipline }: { kind: TestKind; discipline: string }) =>
  kind === 'rehearsal' ? FREE_REHEARSAL_USED : freeTestUsedText(discipline, usedOf(plan, discipline).byChild > 0);

const keyOfTheme = (test: { schoolClass: string; discipline: string; theme: string }) =>
  themeOf({ ...test, themeKey: themeKeyOf(test.theme) });

/** Returns the class to which a filter limits the tests, or null for every class. */
function classOf(filter: string | null, child: { schoolClass: string } | undefined): string | null {
  if (filter !== 'usual' || !child) return filter;
  const usual = usualClass(child.schoolClass);
  return usual === ALL ? null : usual;
}

/** Only the parent sees marks: they are left out in child mode. */
const NO_SCORES = { bestScore: null, themeScore: null };

/** Who asks for the catalogue, and for which tests. */
interface CatalogueQuery {
  userId: number;
  /** Whether the session is in child mode: marks are left out. */
  inChildMode: boolean;
  discipline: string | null;
  /** A class, `usual`, or null for every class. */
  class: string | null;
  theme: string | null;
  childId: number | null;
}

/**
 * Returns the active tests, with a child's state in each.
 *
 * @throws Refused 404 when the child does not exist or belongs to another family.
 */
export async function readCatalogue(db: Queryable, query: CatalogueQuery): Promise<CatalogueTest[]> {
  const { userId, inChildMode, discipline, theme, childId } = query;
  const context = childId === null ? undefined : await findPlanContext(db, userId, childId);
  if (childId !== null && !context) throw notFound();
  const allows = context && entitlementsOf(context);
  const isLimited = childId !== null && allows && allows.rehearsals !== null;
  const plan = context && {
    ...context,
    rehearsedByOthers: isLimited ? await isUsedUpByOthers(db, childId, FREE_REHEARSAL) : false,
  };
  const rows = await findCatalogue(db, {
    discipline,
    schoolClass: classOf(query.class, plan),
    themeKey: theme === null ? null : themeKeyOf(theme),
    childId,
  });
  const themes = Map.groupBy(rows, keyOfTheme);
  const next = new Set([...themes.values()].map((forms) => nextForm(forms)?.id));
  return rows.map(
    ({ presentedBytes, taken, interrupted: _interrupted, takenAt, bestScore, open, prepared, ...test }) => {
      const forms = themes.get(keyOfTheme(test)) ?? [];
      const allowed = !plan || !allows || open || prepared || mayStart(plan, allows, test);
      return {
        ...test,
        kilobytes: kilobytesFor(presentedBytes, test.questionCount),
        kilobytesPrepared: kilobytesToPrepare(presentedBytes, test.questionCount),
        forms: forms.map(({ form }) => form),
        ...(plan
          ? {
              next: next.has(test.id),
              forChild: {
                taken,
                takenAt: takenAt?.toISOString() ?? null,
                ...ofTheme(forms),
                bestScore,
                ...(inChildMode ? NO_SCORES : {}),
                open,
                prepared,
                allowed,
                whyNot: allowed ? null : whyNot(plan, test),
                allowedFrom: allowed || test.kind === 'rehearsal' ? null : nextMonth(monthInLuanda(plan.now)),
              },
            }
          : {}),
      };
    },
  );
}

/** What a plan with a limited number of tests leaves a child now. */
export interface FreeTestsOfChild {
  /** Those of its class in which it may start a test, in the usual order. */
  disciplines: Discipline[];
  /** Those in which it may not start one, in any class. */
  usedUp: Discipline[];
  /** The day (`YYYY-MM-DD`) from which it may again. */
  from: string;
}

/**
 * Returns what the plan leaves a child, or null if it has no limit.
 *
 * @throws Refused 404 when the child does not exist or belongs to another family.
 */
export async function readFreeTests(db: Queryable, userId: number, childId: number): Promise<FreeTestsOfChild | null> {
  const plan = await findPlanContext(db, userId, childId);
  if (!plan) throw notFound();
  const allows = entitlementsOf(plan);
  if (allows.testsPerDisciplineAndMonth === null) return null;
  const tested = await findDisciplines(db, classOf('usual', plan));
  const usedUp = DISCIPLINES.filter((one) => !canStartTest(allows, usedOf(plan, one)));
  const disciplines = DISCIPLINES.filter((one) => tested.includes(one) && !usedUp.includes(one));
  return { disciplines, usedUp, from: nextMonth(monthInLuanda(plan.now)) };
}

/** Binds the list of tests. */
export function bindCatalogue(frame: Frame): void {
  const { db } = frame;
  frame.bind(catalogueContract, {
    'GET /api/tests': async ({ query, caller }) => {
      const { childId = null, only } = query;
      const { userId, onlyChildren } = caller;
      const tests = await readCatalogue(db, { ...query, childId, userId, inChildMode: onlyChildren !== null });
      if (!only || childId === null) return tests;
      return tests.filter(({ kind, next }) => kind === 'theme' && next);
    },
  });
}
