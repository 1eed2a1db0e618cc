import { audit } from '../../server/audit.ts';
import type { Queryable } from '../../server/db.ts';
import { conflict, invalid, notFound, Refused } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { countHit, refuseOver } from '../../server/rate-limits.ts';
import type { FileReply } from '../../shared/endpoint.ts';
import { DISCIPLINES, type Discipline, type TestClass } from '../../shared/words.ts';
import { curriculumContract, type Theme } from './curriculum.contract.ts';
import {
  isSameSet,
  MOST_OBJECTIVES,
  MOST_PRINTED,
  MOST_THEMES,
  nextCode,
  oneLine,
  planCode,
} from './curriculum.rules.ts';
import {
  deleteObjective,
  deleteTheme,
  findGivenCodes,
  findObjective,
  findObjectives,
  findPlans,
  findTheme,
  findThemes,
  insertObjective,
  insertTheme,
  lockCodes,
  lockPlan,
  lockPlanOf,
  type ObjectiveRow,
  type ThemeRow,
  updateObjective,
  updateObjectiveOrder,
  updateTheme,
  updateThemeOrder,
} from './curriculum.store.ts';
import { insertJoined } from './joined.store.ts';
import { planCsv, planPdf, type TaughtPlan } from './reference.server.ts';

/** The document of a class takes the processor for about a fifth of a second; a teacher needs a handful. */
const FILES = { name: 'curriculum-file', hits: 60, seconds: 3600 } as const;

/** The programmes of a class, in the order in which disciplines are always named; those without a theme left out. */
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

const presentTheme = ({ id, code, theme, content, revision }: ThemeRow, all: readonly ObjectiveRow[]): Theme => ({
  id,
  code,
  theme,
  content,
  revision,
  objectives: all.filter(({ themeId }) => themeId === id),
});

const changedMeanwhile = (what: string) =>
  conflict('changed-meanwhile', `${what} por outra pessoa. Abra o plano de novo para ver como está agora.`);

const isStillNeeded = (error: unknown) => (error as { code?: string }).code === '23503';
const stillNeeded = (what: string) =>
  conflict(
    'objective-in-use',
    `${what} e não se pode apagar. Mude primeiro o objectivo dessas questões, ou junte-o a outro.`,
  );

/** What the audit log compares. */
const recordedTheme = ({ code, theme, content }: ThemeRow) => ({ code, theme, content });
const recordedObjective = ({ code, text }: ObjectiveRow) => ({ code, text });

/**
 * The objective that somebody named, as its code is written; kept from being deleted until the transaction ends.
 *
 * @throws Refused 400 naming the field `objective` when the curriculum does not have it.
 */
export async function objectiveNamed(transaction: Queryable, given: string): Promise<string> {
  const known = await objectivesNamed(transaction, [given]);
  const code = known.get(given);
  if (code === undefined) throw invalid({ objective: unknownObjective(given) }, unknownObjective(given));
  return code;
}

/** The same for many at once: what was given → the code; those that the curriculum does not have are left out. */
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

/** What is said of a code that is none. */
export const unknownObjective = (code: string): string =>
  `O objectivo «${code.slice(0, 60)}» não está nos planos curriculares. Escolha um dos que lá estão, ou acrescente-o.`;

/**
 * Takes an objective out for another of the same programme, inside the caller's transaction.
 *
 * @param move gives the questions of the one to the other, between the two being locked and the one being deleted.
 * @throws Refused 404 when either does not exist, 400 when they are not of one programme, 409 when one was changed meanwhile.
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

/** The programmes: read, changed, and taken away as documents. */
export function bindCurriculum(frame: Frame): void {
  const { db } = frame;
  const by = ({ caller, address }: { caller: { userId: number }; address: string }) => ({
    userId: caller.userId,
    address,
  });
  const themeNow = async (transaction: Queryable, id: number): Promise<Theme> => {
    const theme = await findTheme(transaction, id);
    if (!theme) throw notFound();
    return presentTheme(theme, await findObjectives(transaction, [theme.planId]));
  };
  /** A theme for a change, its programme locked. */
  const themeForChange = async (transaction: Queryable, id: number, revision: number | undefined) => {
    const plan = await lockPlanOf(transaction, { themeId: id });
    const theme = await findTheme(transaction, id);
    if (!plan || !theme) throw notFound();
    if (revision !== undefined && revision !== theme.revision) throw changedMeanwhile('Este tema foi alterado');
    return { plan, theme };
  };
  const objectiveForChange = async (transaction: Queryable, id: number, revision: number | undefined) => {
    const plan = await lockPlanOf(transaction, { objectiveId: id });
    const objective = await findObjective(transaction, id);
    if (!plan || !objective) throw notFound();
    if (revision !== undefined && revision !== objective.revision)
      throw changedMeanwhile('Este objectivo foi alterado');
    return { plan, objective };
  };

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
      if (format === 'pdf' && objectives > MOST_PRINTED)
        throw new Refused(
          400,
          'too-many-rows',
          `Um PDF tem no máximo ${MOST_PRINTED} objectivos e estes são ${objectives}: escolha uma disciplina, ou o CSV.`,
        );
      const who = String(call.caller.userId);
      await refuseOver(db, FILES, who);
      await countHit(db, FILES, who);
      const wanted = { schoolClass, discipline: discipline || null, plans };
      return format === 'csv' ? planCsv(wanted) : planPdf(wanted, { brand: frame.brand(), now: new Date() });
    },

    'POST /api/teacher/curriculum/themes': (call) => {
      const { discipline, schoolClass, theme, content } = call.body;
      return db.transaction(async (transaction) => {
        const plan = await lockPlan(transaction, discipline, schoolClass);
        if ((await findThemes(transaction, [plan.id])).length >= MOST_THEMES)
          throw conflict('too-many', `Um plano tem no máximo ${MOST_THEMES} temas.`);
        const stem = planCode(discipline, schoolClass);
        const id = await insertTheme(transaction, {
          planId: plan.id,
          code: nextCode(stem, await findGivenCodes(transaction, stem)),
          theme: oneLine(theme),
          content: oneLine(content ?? ''),
        });
        const made = await themeNow(transaction, id);
        await audit(transaction, {
          ...by(call),
          action: 'curriculum.theme-created',
          subject: `theme ${made.code}`,
          after: { theme: made.theme, content: made.content },
        });
        return made;
      });
    },

    'PUT /api/teacher/curriculum/themes/:id': (call) => {
      const { theme, content, revision } = call.body;
      return db.transaction(async (transaction) => {
        const { theme: before } = await themeForChange(transaction, call.params.id, revision);
        await updateTheme(transaction, before.id, oneLine(theme), oneLine(content ?? ''));
        const after = await themeNow(transaction, before.id);
        await audit(transaction, {
          ...by(call),
          action: 'curriculum.theme-changed',
          subject: `theme ${before.code}`,
          before: recordedTheme(before),
          after: { code: after.code, theme: after.theme, content: after.content },
        });
        return after;
      });
    },

    'DELETE /api/teacher/curriculum/themes/:id': (call) =>
      db
        .transaction(async (transaction) => {
          const { theme } = await themeForChange(transaction, call.params.id, call.query.revision);
          const { objectives } = await themeNow(transaction, theme.id);
          await deleteTheme(transaction, theme.id);
          await audit(transaction, {
            ...by(call),
            action: 'curriculum.theme-deleted',
            subject: `theme ${theme.code}`,
            before: { ...recordedTheme(theme), objectives: objectives.map(({ code, text }) => `${code} ${text}`) },
          });
          return null;
        })
        .catch((error: unknown) => {
          throw isStillNeeded(error) ? stillNeeded('Este tema tem objectivos medidos por questões') : error;
        }),

    'PUT /api/teacher/curriculum/order': (call) => {
      const { discipline, schoolClass, themeIds } = call.body;
      return db.transaction(async (transaction) => {
        const plan = await lockPlan(transaction, discipline, schoolClass);
        const before = await findThemes(transaction, [plan.id]);
        if (
          !isSameSet(
            themeIds,
            before.map(({ id }) => id),
          )
        )
          throw changedMeanwhile('Os temas deste plano foram alterados');
        await updateThemeOrder(transaction, plan.id, themeIds);
        const after = await findThemes(transaction, [plan.id]);
        const objectives = await findObjectives(transaction, [plan.id]);
        await audit(transaction, {
          ...by(call),
          action: 'curriculum.reordered',
          subject: `plan ${planCode(discipline, schoolClass)}`,
          before: { order: before.map(({ code }) => code) },
          after: { order: after.map(({ code }) => code) },
        });
        return after.map((theme) => presentTheme(theme, objectives));
      });
    },

    'POST /api/teacher/curriculum/themes/:id/objectives': (call) =>
      db.transaction(async (transaction) => {
        const { theme } = await themeForChange(transaction, call.params.id, undefined);
        if ((await themeNow(transaction, theme.id)).objectives.length >= MOST_OBJECTIVES)
          throw conflict('too-many', `Um tema tem no máximo ${MOST_OBJECTIVES} objectivos.`);
        const id = await insertObjective(transaction, {
          themeId: theme.id,
          code: nextCode(theme.code, await findGivenCodes(transaction, theme.code)),
          text: oneLine(call.body.text),
        });
        const made = (await findObjective(transaction, id)) as ObjectiveRow;
        await audit(transaction, {
          ...by(call),
          action: 'curriculum.objective-created',
          subject: `objective ${made.code}`,
          after: recordedObjective(made),
        });
        return made;
      }),

    'PUT /api/teacher/curriculum/themes/:id/order': (call) => {
      const { objectiveIds } = call.body;
      return db.transaction(async (transaction) => {
        const { theme } = await themeForChange(transaction, call.params.id, undefined);
        const { objectives: before } = await themeNow(transaction, theme.id);
        if (
          !isSameSet(
            objectiveIds,
            before.map(({ id }) => id),
          )
        )
          throw changedMeanwhile('Os objectivos deste tema foram alterados');
        await updateObjectiveOrder(transaction, theme.id, objectiveIds);
        const after = await themeNow(transaction, theme.id);
        await audit(transaction, {
          ...by(call),
          action: 'curriculum.reordered',
          subject: `theme ${theme.code}`,
          before: { order: before.map(({ code }) => code) },
          after: { order: after.objectives.map(({ code }) => code) },
        });
        return after;
      });
    },

    'PUT /api/teacher/curriculum/objectives/:id': (call) => {
      const { text, revision } = call.body;
      return db.transaction(async (transaction) => {
        const { plan, objective: before } = await objectiveForChange(transaction, call.params.id, revision);
        const themeId = call.body.themeId ?? before.themeId;
        const themes = await findThemes(transaction, [plan.id]);
        const themeOf = (wanted: number) => themes.find(({ id }) => id === wanted)?.code;
        if (themeId !== before.themeId) {
          const objectives = await findObjectives(transaction, [plan.id]);
          if (themeOf(themeId) === undefined) throw invalid({ themeId: 'Escolha um tema do mesmo plano.' });
          if (objectives.filter((objective) => objective.themeId === themeId).length >= MOST_OBJECTIVES)
            throw conflict('too-many', `Um tema tem no máximo ${MOST_OBJECTIVES} objectivos.`);
        }
        await updateObjective(transaction, before.id, themeId, oneLine(text));
        const after = (await findObjective(transaction, before.id)) as ObjectiveRow;
        await audit(transaction, {
          ...by(call),
          action: 'curriculum.objective-changed',
          subject: `objective ${before.code}`,
          before: { ...recordedObjective(before), theme: themeOf(before.themeId) },
          after: { ...recordedObjective(after), theme: themeOf(after.themeId) },
        });
        return after;
      });
    },

    'DELETE /api/teacher/curriculum/objectives/:id': (call) =>
      db
        .transaction(async (transaction) => {
          const { objective } = await objectiveForChange(transaction, call.params.id, call.query.revision);
          await deleteObjective(transaction, objective.id);
          await audit(transaction, {
            ...by(call),
            action: 'curriculum.objective-deleted',
            subject: `objective ${objective.code}`,
            before: recordedObjective(objective),
          });
          return null;
        })
        .catch((error: unknown) => {
          throw isStillNeeded(error) ? stillNeeded('Há questões que medem este objectivo: ele está em uso') : error;
        }),
  });
}
