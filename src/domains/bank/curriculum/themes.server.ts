import type { Database } from '../../../server/db/db.ts';
import { conflict, isForeignKeyViolation } from '../../../server/http/errors.ts';
import type { Handlers } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import {
  by,
  changedMeanwhile,
  presentTheme,
  recordedTheme,
  stillNeeded,
  themeForChange,
  themeNow,
} from './changes.server.ts';
import type { curriculumContract } from './curriculum.contract.ts';
import { isSameSet, MAX_THEMES, nextCode, oneLine, planCode } from './curriculum.rules.ts';
import {
  deleteTheme,
  findGivenCodes,
  findObjectives,
  findThemes,
  insertTheme,
  lockPlan,
  updateTheme,
  updateThemeOrder,
} from './curriculum.store.ts';

type Keys =
  | 'POST /api/teacher/curriculum/themes'
  | 'PUT /api/teacher/curriculum/themes/:id'
  | 'DELETE /api/teacher/curriculum/themes/:id'
  | 'PUT /api/teacher/curriculum/order';

/** Adding, changing, deleting and ordering the themes of a programme; each change is recorded in the audit log. */
export function themeHandlers(db: Database): Pick<Handlers<typeof curriculumContract>, Keys> {
  return {
    'POST /api/teacher/curriculum/themes': (call) => {
      const { discipline, schoolClass, theme, content } = call.body;
      return db.transaction(async (transaction) => {
        const plan = await lockPlan(transaction, discipline, schoolClass);
        if ((await findThemes(transaction, [plan.id])).length >= MAX_THEMES)
          throw conflict('too-many', `Um plano tem no máximo ${MAX_THEMES} temas.`);
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
          throw isForeignKeyViolation(error) ? stillNeeded('Este tema tem objectivos medidos por questões') : error;
        }),

    'PUT /api/teacher/curriculum/order': (call) => {
      const { discipline, schoolClass, themeIds } = call.body;
      return db.transaction(async (transaction) => {
        const plan = await lockPlan(transaction, discipline, schoolClass);
        const before = await findThemes(transaction, [plan.id]);
        const ids = before.map(({ id }) => id);
        if (!isSameSet(themeIds, ids)) throw changedMeanwhile('Os temas deste plano foram alterados');
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
  };
}
