import type { Queryable } from '../../../server/db/db.ts';
import { invalid, notFound, Refused } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import { audit } from '../../../server/watch/audit.ts';
import type { FileReply } from '../../../shared/endpoint.ts';
import { DISCIPLINES, type Discipline, type TestClass } from '../../../shared/words.ts';
import { changedMeanwhile, presentTheme, recordedObjective } from './changes.server.ts';
import { curriculumContract } from './curriculum.contract.ts';
import { MAX_PRINTED } from './curriculum.rules.ts';
import {
  deleteObjective,
  findObjective,
  findObjectives,
  findPlans,
  findTheme,
  findThemes,
  lockCodes,
  lockPlanOf,
} from './curriculum.store.ts';
import { insertJoined } from './joined.store.ts';
import { objectiveHandlers } from './objectives.server.ts';
import { planCsv, planPdf, type TaughtPlan } from './reference.server.ts';
import { themeHandlers } from './themes.server.ts';

/** The document of a class takes about a fifth of a second of CPU; a teacher needs only a few. */
const FILES = { name: 'curriculum-file', hits: 60, seconds: 3600 } as const;

/** Returns the programmes of a class in the usual order of disciplines, without those that have no theme. */
async function readPlans(db: Queryable, schoolClass: TestClass, discipline: Discipline | null): Promise<TaughtPlan[]> {
  const plans = await findPlans(db, schoolClass, discipline);
  const ids = plans.map(({ id }) => id);
  const [themes, objectives] = await Promise.all([findThemes(db, ids), findObjectives(db, ids)]);
  const order = (plan: { discipline: Discipline }) => DISCIPLINES.indexOf(plan.discipline);
  return plans
    .toSorted((one, other) => order(one) - order(other))
    .map((plan) => ({
      discipline: plan.discipline,
      themes: themes.filter(({ planId }) => planId === plan.id).map((theme) => presentTheme(theme, objectives)),
    }))
    .filter((plan) => plan.themes.length > 0);
}

/**
 * Finds the objective that a user named, with the curriculum's spelling of its code, and prevents its deletion until the transaction ends.
 *
 * @throws Refused 400 naming the field `objective` when the curriculum does not have it.
 */
export async function objectiveNamed(transaction: Queryable, given: string): Promise<string> {
  const known = await objectivesNamed(transaction, [given]);
  const code = known.get(given);
  if (code === undefined) throw invalid({ objective: unknownObjective(given) }, unknownObjective(given));
  return code;
}

/** Returns the same for many objectives at once: maps the input to codes; objectives that do not exist are left out. */
export async function objectivesNamed(db: Queryable, given: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(given)];
  if (wanted.length === 0) return new Map();
  const known = new Set(await lockCodes(db, [...wanted, ...wanted.map((code) => code.toUpperCase())]));
  return new Map(
    wanted.flatMap((code) => {
      const written = [code, code.toUpperCase()].find((one) => known.has(one));
      return written === undefined ? [] : [[code, written] as const];
    }),
  );
}

/** Returns the message for a code that does not exist. */
const unknownObjective = (code: string): string =>
  `O objectivo «${code.slice(0, 60)}» não está nos planos curriculares. Escolha um dos que lá estão, ou acrescente-o.`;

/**
 * Replaces an objective by another one of the same programme, inside the caller's transaction.
 *
 * @param move moves the questions from one to the other; called after both are locked and before the first is deleted.
 * @throws Refused 404 when either does not exist, 400 when they belong to different programmes, 409 when one was changed meanwhile.
 */
export async function joinObjectives<T>(
  transaction: Queryable,
  { id, into, revision }: { id: number; into: number; revision: number | undefined },
  by: { userId: number; address: string },
  move: (from: string, to: string) => Promise<T>,
): Promise<T> {
  const plan = await lockPlanOf(transaction, { objectiveId: id });
  const before = await findObjective(transaction, id);
  const other = await findObjective(transaction, into);
  if (!plan || !before || !other) throw notFound();
  const home = await findTheme(transaction, other.themeId);
  if (before.id === other.id || home?.planId !== plan.id)
    throw invalid({ into: 'Escolha outro objectivo do mesmo plano.' });
  if (revision !== undefined && revision !== before.revision) throw changedMeanwhile('Este objectivo foi alterado');
  const moved = await move(before.code, other.code);
  await insertJoined(transaction, before.code, other.code);
  await deleteObjective(transaction, before.id);
  await audit(transaction, {
    ...by,
    action: 'curriculum.objective-joined',
    subject: `objective ${before.code}`,
    before: recordedObjective(before),
    after: { code: other.code },
  });
  return moved;
}

/** Binds reading, changing and downloading the programmes. */
export function bindCurriculum(frame: Frame): void {
  const { db } = frame;
  frame.bind(curriculumContract, {
    'GET /api/teacher/curriculum': async ({ query }) => {
      const [plan] = await readPlans(db, query.class, query.discipline);
      return { discipline: query.discipline, schoolClass: query.class, themes: plan?.themes ?? [] };
    },

    'GET /api/teacher/curriculum/file': async (call): Promise<FileReply> => {
      const { class: schoolClass, discipline, format } = call.query;
      const plans = await readPlans(db, schoolClass, discipline || null);
      if (plans.length === 0)
        throw new Refused(400, 'nothing-to-export', 'Esta classe ainda não tem plano curricular nesta escolha.');
      const objectives = plans.flatMap(({ themes }) => themes).reduce((sum, theme) => sum + theme.objectives.length, 0);
      if (format === 'pdf' && objectives > MAX_PRINTED)
        throw new Refused(
          400,
          'too-many-rows',
          `Um PDF tem no máximo ${MAX_PRINTED} objectivos e estes são ${objectives}: escolha uma disciplina, ou o CSV.`,
        );
      const who = String(call.caller.userId);
      await consumeRateLimit(db, FILES, who);
      const wanted = { schoolClass, discipline: discipline || null, plans };
      return format === 'csv' ? planCsv(wanted) : planPdf(wanted, { brand: frame.brand(), now: new Date() });
    },

    ...themeHandlers(db),
    ...objectiveHandlers(db),
  });
}
