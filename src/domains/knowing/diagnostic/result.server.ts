import type { Queryable } from '../../../server/db/db.ts';
import type { ThemeState } from '../../../shared/sona.ts';
import { classInWords } from '../../../shared/text.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { FamilyChild } from '../../money/plans/covered.store.ts';
import type { ThemeAction } from '../knowledge/knowledge.contract.ts';
import { readKnownThemes } from '../knowledge/knowledge.server.ts';
import { findThemeTests } from '../knowledge/knowledge.store.ts';
import { actionOn } from '../knowledge/map.rules.ts';
import { readMoves } from '../knowledge/moves.server.ts';
import type { DiagnosticResult } from './diagnostic.contract.ts';
import { abilityAfter, classesFor, priorOfClass } from './diagnostic.rules.ts';
import { type DiagnosticRow, findAsked, findAskedThemes, findDiagnostics } from './diagnostic.store.ts';
import { bandSentence, growthInWords, levelSentence } from './diagnostic-words.rules.ts';
import { expectedShare, isSure, named, namesOf, secureIn, type ThemeShare } from './level.rules.ts';
import { findQuestionCounts, findThemes } from './pool.store.ts';
import { className, classNumber } from './scale.rules.ts';

type Counts = Awaited<ReturnType<typeof findQuestionCounts>>;

/** Maximum theme changes that a comparison names. */
const NOTICED = 3;

const MONTH_MS = 30.44 * DAY_MS;

/** Returns a finished diagnostic as its family sees it. */
export function presentResult(
  child: FamilyChild,
  diagnostic: DiagnosticRow,
  counts: Counts,
  againFrom: Date | null,
): DiagnosticResult {
  const { place, placeLow: low, placeHigh: high, standardError, finishedAt } = diagnostic;
  if (place === null || low === null || high === null || standardError === null || finishedAt === null)
    throw new Error(`diagnostic ${diagnostic.id} is not finished`);
  const effort = diagnostic.effort ?? 'full';
  const classes = classesFor(diagnostic.schoolClass)
    .map(className)
    .filter((schoolClass) =>
      counts.some((one) => one.discipline === diagnostic.discipline && one.schoolClass === schoolClass),
    );
  const { discipline, level } = diagnostic;
  const sure = isSure({ standardError, effort });
  return {
    id: diagnostic.id,
    childId: diagnostic.childId,
    discipline,
    finished: true,
    startedAt: diagnostic.startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    answered: diagnostic.answered,
    minutes: Math.max(1, Math.round((finishedAt.getTime() - diagnostic.startedAt.getTime()) / 60_000)),
    sure,
    level: sure ? level : null,
    place,
    band: [low, high],
    standardError,
    schoolClass: diagnostic.schoolClass,
    startHere: effort === 'low' ? [] : (diagnostic.startHere ?? []),
    sentence: levelSentence(child, { discipline, level, place, low, high, sure, effort, classes }),
    bandSentence: bandSentence(low, high),
    againFrom: againFrom?.toISOString() ?? null,
  };
}

/** A theme that a result names. */
interface NamedTheme {
  code: string;
  name: string;
  schoolClass: string;
}

/** Returns the themes in which a diagnostic shows the child to be secure, or none when it names no level. */
async function secureThemes(
  db: Queryable,
  { id, ability, schoolClass }: DiagnosticRow,
  { level }: DiagnosticResult,
): Promise<NamedTheme[]> {
  if (level === null || ability === null) return [];
  const classes = classesFor(schoolClass);
  const asked = await findAskedThemes(db, id);
  const themes = [...Map.groupBy(asked, ({ code }) => code).values()].flatMap((own): ThemeShare[] => {
    const [theme] = own;
    if (!theme) return [];
    return [
      {
        code: theme.code,
        name: theme.name,
        schoolClass: classNumber(theme.schoolClass),
        expected: expectedShare(ability, own),
        answers: own.length,
        right: own.filter(({ isRight }) => isRight).length,
      },
    ];
  });
  const inClasses = themes.filter((theme) => classes.includes(theme.schoolClass));
  return secureIn(inClasses, classNumber(level)).map(({ code, name, schoolClass }) => ({
    code,
    name,
    schoolClass: className(schoolClass),
  }));
}

/**
 * Returns the parts of a result that depend on what is known now: the themes to begin with, without those that the map or the result itself
 * calls known; and every theme under one name, the one that the curriculum has today.
 */
export async function detailsOf(
  db: Queryable,
  userId: number,
  child: FamilyChild,
  diagnostic: DiagnosticRow,
  result: DiagnosticResult,
) {
  const [secure, growth, known, curriculum] = await Promise.all([
    secureThemes(db, diagnostic, result),
    growthSince(db, userId, child, diagnostic),
    readKnownThemes(db, userId, child.id),
    findThemes(db, diagnostic.discipline),
  ]);
  const inCurriculum = new Map(curriculum.map((theme) => [theme.code, theme]));
  const current = <Theme extends NamedTheme>(theme: Theme): Theme => ({ ...theme, ...inCurriculum.get(theme.code) });
  const start = named(result.startHere, new Set([...known, ...secure.map(({ code }) => code)])).map(current);
  const noticed = (growth?.noticed ?? []).map(current);
  const names = namesOf([...secure.map(current), ...start, ...noticed], classInWords);
  const withName = <Theme extends NamedTheme>(theme: Theme) => ({
    ...theme,
    name: names.get(theme.code) ?? theme.name,
  });
  const startHere = start.map(withName);
  return {
    startHere,
    secure: secure.map(withName),
    growth: growth && { ...growth, noticed: noticed.map(withName) },
    action: await firstAction(db, child, { ...result, startHere }),
  };
}

/** Returns the next step in the first theme, or null if the plan suggests nothing, or no theme is named. */
async function firstAction(
  db: Queryable,
  child: FamilyChild,
  { startHere: [theme] }: DiagnosticResult,
): Promise<ThemeAction | null> {
  if (!theme || !child.allows.suggestions) return null;
  const tests = await findThemeTests(db, child.id, theme.schoolClass);
  return actionOn(
    theme.name,
    tests.find(({ code }) => code === theme.code),
  );
}

/** Improvements on the child's map in a discipline between two diagnostics, best known first. */
async function noticedBetween(db: Queryable, userId: number, before: DiagnosticRow, now: DiagnosticRow) {
  const [from, until] = [before.finishedAt ?? before.startedAt, now.finishedAt ?? now.startedAt];
  // One moment later, so that the first diagnostic's answers count as before.
  const after = new Date(from.getTime() + 1);
  const { detailed, moves } = await readMoves(db, { userId, childId: now.childId, from: after, until });
  if (!detailed) return [];
  const up: readonly ThemeState[] = ['not-yet', 'almost', 'knows'];
  const noticed = moves
    .filter(
      ({ discipline, before: was, after: is }) =>
        discipline === now.discipline && up.indexOf(is) > Math.max(0, up.indexOf(was)),
    )
    .sort((one, other) => up.indexOf(other.after) - up.indexOf(one.after))
    .slice(0, NOTICED);
  return noticed.map(({ code, name, schoolClass, before: was, after: is }) => ({
    code,
    name,
    schoolClass,
    before: was,
    after: is,
  }));
}

/** Returns the change since the previous diagnostic of the same discipline, or null if there is none to compare with. */
async function growthSince(db: Queryable, userId: number, child: FamilyChild, diagnostic: DiagnosticRow) {
  const compared = ({ state, effort }: DiagnosticRow) => state === 'finished' && effort !== 'low';
  if (!compared(diagnostic)) return null;
  const before = (await findDiagnostics(db, child.id)).find(
    (one) => one.discipline === diagnostic.discipline && one.startedAt < diagnostic.startedAt && compared(one),
  );
  if (!before) return null;
  // Both with the prior of the first; otherwise moving up a class would look like growth.
  const [first, second] = await Promise.all(
    [before, diagnostic].map(async ({ id }) => abilityAfter(await findAsked(db, id), priorOfClass(before.schoolClass))),
  );
  if (!first || !second) return null;
  const months = Math.round((diagnostic.startedAt.getTime() - before.startedAt.getTime()) / MONTH_MS);
  return {
    ...growthInWords(child, diagnostic.discipline, first, second, months),
    noticed: await noticedBetween(db, userId, before, diagnostic),
    before: presentResult(child, before, await findQuestionCounts(db), before.finishedAt ?? before.startedAt),
  };
}
