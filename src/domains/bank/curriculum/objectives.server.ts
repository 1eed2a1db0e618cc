import type { Database } from '../../../server/db/db.ts';
import { conflict, invalid, isForeignKeyViolation } from '../../../server/http/errors.ts';
import type { Handlers } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import {
  by,
  changedMeanwhile,
  objectiveForChange,
  recordedObjective,
  stillNeeded,
  themeForChange,
  themeNow,
} from './changes.server.ts';
import type { curriculumContract } from './curriculum.contract.ts';
import { isSameSet, MAX_OBJECTIVES, nextCode, oneLine } from './curriculum.rules.ts';
import {
  deleteObjective,
  findGivenCodes,
  findObjective,
  findObjectives,
  findThemes,
  insertObjective,
  type ObjectiveRow,
  updateObjective,
  updateObjectiveOrder,
} from './curriculum.store.ts';

type Keys =
  | 'POST /api/teacher/curriculum/themes/:id/objectives'
  | 'PUT /api/teacher/curriculum/themes/:id/order'
  | 'PUT /api/teacher/curriculum/objectives/:id'
  | 'DELETE /api/teacher/curriculum/objectives/:id';

/** @throws Refused 409 `too-many` if a theme with these objectives may not get another one. */
function refuseFullTheme({ length }: readonly unknown[]): void {
  if (length >= MAX_OBJECTIVES) throw conflict('too-many', `Um tema tem no máximo ${MAX_OBJECTIVES} objectivos.`);
}

/** Adding, changing, deleting and ordering the objectives of a theme; each change is recorded in the audit log. */
export function objectiveHandlers(db: Database): Pick<Handlers<typeof curriculumContract>, Keys> {
  return {
    'POST /api/teacher/curriculum/themes/:id/objectives': (call) =>
      db.transaction(async (transaction) => {
        const { theme } = await themeForChange(transaction, call.params.id, undefined);
        refuseFullTheme((await themeNow(transaction, theme.id)).objectives);
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
        const ids = before.map(({ id }) => id);
        if (!isSameSet(objectiveIds, ids)) throw changedMeanwhile('Os objectivos deste tema foram alterados');
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
          refuseFullTheme(objectives.filter((objective) => objective.themeId === themeId));
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
          throw isForeignKeyViolation(error)
            ? stillNeeded('Há questões que medem este objectivo: ele está em uso')
            : error;
        }),
  };
}
