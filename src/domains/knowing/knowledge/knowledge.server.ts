import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, notFound } from '../../../server/http/errors.ts';
import type { Call, Frame } from '../../../server/http/http.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { type Event, listenToMany } from '../../../server/jobs/outbox.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { firstName, inSentence } from '../../../shared/text.ts';
import { CHILD_CLASSES, type ChildClass } from '../../../shared/words.ts';
import { readFreeTests } from '../../sitting/catalogue/catalogue.server.ts';
import { allowFile, familyFile } from '../family-files/family-file.server.ts';
import { type KnowledgeMap, knowledgeContract } from './knowledge.contract.ts';
import {
  findChildrenOf,
  findClassThemes,
  findEvidence,
  findMappedAttempt,
  findMappedChild,
  findNextChildren,
  findThemesBefore,
  findThemeTests,
  insertOutsideAnswers,
  type OutsideAnswer,
  type OutsideSource,
  rebuildEvidence,
  updateOutsideAnswers,
} from './knowledge.store.ts';
import { actionOn, byTheme, classesBefore, disciplineMaps, knownIn, movedBy, withoutNames } from './map.rules.ts';
import { mapPdf } from './map-pdf.server.ts';
import { nextTheme } from './next-action.rules.ts';

/** Number of children in one transaction: few enough that completing a test does not wait noticeably. */
const CHILDREN = 100;

/** The wanted parts of a map: see the contract. */
interface Wanted {
  schoolClass?: ChildClass | undefined;
  attemptId?: number | undefined;
  brief?: boolean;
  /** Only the states, without the next actions and the classes before. */
  onlyStates?: boolean;
}

/**
 * Returns what a child knows, by theme. Evidence that is not stored yet, right after a test was completed, is computed from the answers.
 *
 * @throws Refused 404 when the child or attempt does not exist or belongs to another family.
 */
export async function readKnowledge(
  db: Database,
  userId: number,
  childId: number,
  { schoolClass: otherClass, attemptId, brief = false, onlyStates = false }: Wanted = {},
): Promise<KnowledgeMap> {
  const child = await findMappedChild(db, userId, childId);
  const attempt = attemptId === undefined ? undefined : await findMappedAttempt(db, childId, attemptId);
  if (!child || (attemptId !== undefined && !attempt)) throw notFound();
  const schoolClass = attempt?.schoolClass ?? otherClass ?? child.schoolClass;
  const detailed = child.allows.suggestions;
  const acts = detailed && !onlyStates && !attempt;
  const whole = acts && !brief;
  const classes = otherClass ? [] : CHILD_CLASSES.slice(0, CHILD_CLASSES.indexOf(schoolClass)).reverse();
  // One transaction, because its statements are sent together.
  const [tests, before, themes, evidence] = await db.transaction((transaction) =>
    Promise.all([
      acts ? findThemeTests(transaction, childId, schoolClass) : [],
      whole ? findThemesBefore(transaction, classes) : [],
      findClassThemes(transaction, schoolClass, detailed && !brief),
      findEvidence(transaction.last, [childId], child.isCurrent).then(byTheme),
    ]),
  );
  const free = detailed || onlyStates || attempt ? null : await readFreeTests(db, userId, childId);
  const named = { firstName: firstName(child.fullName), gender: child.gender };
  const testOf = new Map(tests.map((test) => [test.code, test]));
  const all = disciplineMaps(named, schoolClass, themes, evidence, testOf, child.now);
  const next = acts ? nextTheme(all) : undefined;
  const only = attempt?.discipline ?? (brief ? (next?.discipline ?? all[0]?.discipline) : undefined);
  const maps = only === undefined ? all : all.filter(({ discipline }) => discipline === only);
  const disciplines = detailed ? maps : withoutNames(named, schoolClass, maps);
  const sentence =
    disciplines[0]?.sentence ?? `Ainda não sabemos o que ${inSentence(named.firstName, named.gender)} sabe.`;
  return {
    childId,
    sentence,
    schoolClass,
    detailed,
    disciplines,
    before: classesBefore(before, evidence, child.now),
    moved: attempt ? movedBy(evidence, attempt, maps[0]?.themes ?? [], detailed) : null,
    action: next
      ? {
          ...actionOn(next.theme.name, testOf.get(next.theme.code)),
          discipline: next.discipline,
          theme: next.theme.code,
          name: next.theme.name,
        }
      : null,
    freeTests: free && { disciplines: free.disciplines, from: free.from },
  };
}

/** Returns the first day on which a child can begin another test of a discipline; null if it can begin one now. */
export async function readAgainFrom(
  db: Database,
  userId: number,
  { childId, discipline }: { childId: number; discipline: string },
): Promise<string | null> {
  const free = await readFreeTests(db, userId, childId);
  return free?.usedUp.some((one) => one === discipline) ? free.from : null;
}

/**
 * Returns the codes of the themes that a child knows now, of all classes.
 *
 * @throws Refused 404 when the child does not exist or belongs to another family.
 */
export async function readKnownThemes(db: Queryable, userId: number, childId: number): Promise<ReadonlySet<string>> {
  const child = await findMappedChild(db, userId, childId);
  if (!child) throw notFound();
  return knownIn(byTheme(await findEvidence(db, [childId], child.isCurrent)), child.now);
}

/**
 * Recomputes the evidence of all children from their answers; unchanged rows are not written. Safe while the app runs.
 *
 * @returns how many children were checked and how many rows were corrected.
 */
export async function rebuildKnowledge(db: Database): Promise<{ children: number; corrected: number }> {
  const done = { children: 0, corrected: 0 };
  for (let after = 0; ; ) {
    const ids = (await findNextChildren(db, after, CHILDREN)).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return done;
    done.corrected += await db.transaction((transaction) => rebuildEvidence(transaction, ids));
    done.children += ids.length;
    after = last;
  }
}

/** Adds a child's answers outside of tests to its evidence, in the transaction that stores the answers. */
export async function addEvidence(
  transaction: Queryable,
  childId: number,
  source: OutsideSource,
  answers: readonly OutsideAnswer[],
): Promise<void> {
  await insertOutsideAnswers(transaction, childId, source, answers);
  await rebuildEvidence(transaction, [childId]);
}

/** Corrects answers of children that `addEvidence` stored, in the transaction that corrects them at their source. */
export async function correctEvidence(
  transaction: Queryable,
  source: OutsideSource,
  answers: Parameters<typeof updateOutsideAnswers>[2],
): Promise<void> {
  if (answers.length === 0) return;
  await updateOutsideAnswers(transaction, source, answers);
  await rebuildEvidence(transaction, [...new Set(answers.map(({ childId }) => childId))]);
}

/** Updates the evidence of children whose attempts were completed or regraded. */
async function onAttemptsChanged(transaction: Queryable, events: readonly Event[]): Promise<void> {
  const children = await findChildrenOf(
    transaction,
    events.map(({ payload }) => Number(payload['attemptId'])),
  );
  if (children.length > 0)
    await rebuildEvidence(
      transaction,
      children.map(({ childId }) => childId),
    );
}

/** Runs every night, to account for changes of the curriculum. */
export const knowledgeWork = (db: Database): Periodic[] => [
  { name: 'rebuild-knowledge', every: 24 * 3600, work: () => rebuildKnowledge(db) },
];

/** Binds the endpoints of the map. */
export function bindKnowledge(frame: Frame): void {
  const { db } = frame;

  const printMap = async (call: Call<(typeof knowledgeContract)['GET /api/children/:id/knowledge/pdf']>) => {
    const { userId } = call.caller;
    const { id: childId } = call.params;
    const { discipline, schoolClass } = call.query;
    const { now, fullName, gender } = await allowFile(db, userId, { childId });
    const map = await readKnowledge(call.db, userId, childId, { schoolClass });
    const shown = discipline ? map.disciplines.find((one) => one.discipline === discipline) : map.disciplines[0];
    if (!shown) throw conflict('no-map', 'Ainda não há mapa desta disciplina nesta classe.');
    const child = { firstName: firstName(fullName), gender };
    const bytes = await mapPdf(map, shown, { brand: frame.brand(), now, child });
    return familyFile(bytes, ['mapa', shown.discipline, map.schoolClass, dateInLuanda(now)]);
  };

  listenToMany('attempt-completed', onAttemptsChanged);
  listenToMany('attempt-regraded', onAttemptsChanged);
  frame.bind(knowledgeContract, {
    'GET /api/children/:id/knowledge': (call) =>
      readKnowledge(db, call.caller.userId, call.params.id, { ...call.query, brief: call.query.brief !== undefined }),
    'GET /api/children/:id/knowledge/pdf': printMap,
  });
}
