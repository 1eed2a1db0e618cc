import { audit } from '../../server/audit.ts';
import type { Queryable } from '../../server/db.ts';
import { conflict, notFound } from '../../server/errors.ts';
import { type Frame, tellTotal } from '../../server/http.ts';
import { plainText } from '../../shared/words.ts';
import { authoringContract, type Defaults } from './authoring.contract.ts';
import { searchOf } from './authoring.rules.ts';
import {
  countTeacherTests,
  deleteTest,
  findDefaults,
  findTeacherTest,
  findTeacherTests,
  insertTest,
  lockTest,
  type TeacherTestRow,
  toggleTest,
  updateTest,
  upsertDefaults,
} from './authoring.store.ts';
import { questionHandlers } from './questions.server.ts';
import { copyQuestions } from './questions.store.ts';
import { freezeTest } from './tests.server.ts';

/** Rows given when the caller does not ask for a number (decision 1). */
const USUAL_ROWS = 500;
/** Characters that a theme may have. */
const LONGEST_THEME = 120;

const USUAL_DEFAULTS: Defaults = {
  discipline: null,
  schoolClass: null,
  difficultyLevel: 'Intermediário',
  evaluationType: 'Diagnóstico',
  shuffle: false,
};

/** The fields of a test that the audit log compares. */
const recorded = ({
  id: _id,
  versionId: _version,
  author: _author,
  updatedAt: _at,
  questionCount: _n,
  ...test
}: TeacherTestRow) => test;

/**
 * Locks a test for a change.
 *
 * @param revision the one that the caller saw; left out by programs that do not keep one.
 * @throws Refused 404 when there is none, 409 when somebody else changed it meanwhile.
 */
export async function lockForChange(
  transaction: Queryable,
  id: number,
  revision: number | undefined,
): Promise<TeacherTestRow> {
  const test = await lockTest(transaction, id);
  if (!test) throw notFound();
  if (revision !== undefined && revision !== test.revision)
    throw conflict(
      'changed-meanwhile',
      'Este teste foi alterado por outra pessoa. Abra-o de novo para ver como está agora.',
    );
  return test;
}

async function read(db: Queryable, id: number): Promise<TeacherTestRow> {
  const test = await findTeacherTest(db, id);
  if (!test) throw notFound();
  return test;
}

const isStillNeeded = (error: unknown) => (error as { code?: string }).code === '23503';

/** The teachers' shared bank: tests, questions, and what new tests begin with. */
export function bindAuthoring(frame: Frame): void {
  const { db } = frame;
  frame.bind(authoringContract, {
    ...questionHandlers(db),

    'GET /api/teacher/tests': async (call) => {
      const { search = '', discipline, class: schoolClass, theme, active, limit = USUAL_ROWS, page = 1 } = call.query;
      const filters = {
        search: search.trim() === '' ? null : (searchOf(plainText(search)) ?? ''),
        discipline,
        schoolClass,
        themeKey: theme === null ? null : plainText(theme),
        active: active ? active === 'true' : null,
      };
      const [tests, total] = await Promise.all([
        findTeacherTests(db, filters, { limit, offset: (page - 1) * limit }),
        countTeacherTests(db, filters),
      ]);
      const query = { search: search || null, discipline, class: schoolClass, theme, active: active || null };
      tellTotal(call, '/api/teacher/tests', query, page, limit, total);
      return tests;
    },

    'POST /api/teacher/tests': (call) => {
      const { caller, address, body } = call;
      return db.transaction(async (transaction) => {
        const id = await insertTest(transaction, {
          ...body,
          description: body.description ?? null,
          shuffle: body.shuffle ?? false,
          themeKey: plainText(body.theme),
          active: true,
          authorId: caller.userId,
        });
        const test = await read(transaction, id);
        const { userId } = caller;
        await audit(transaction, {
          userId,
          action: 'test.created',
          subject: `test ${id}`,
          after: recorded(test),
          address,
        });
        return test;
      });
    },

    'GET /api/teacher/tests/:id': (call) => read(db, call.params.id),

    'PUT /api/teacher/tests/:id': (call) => {
      const { caller, address, body, params } = call;
      return db.transaction(async (transaction) => {
        const before = await lockForChange(transaction, params.id, body.revision);
        await updateTest(transaction, before.id, {
          ...body,
          description: body.description ?? null,
          shuffle: body.shuffle ?? before.shuffle,
          themeKey: plainText(body.theme),
        });
        const test = await read(transaction, before.id);
        await audit(transaction, {
          userId: caller.userId,
          action: 'test.changed',
          subject: `test ${test.id}`,
          before: recorded(before),
          after: recorded(test),
          address,
        });
        return test;
      });
    },

    'PATCH /api/teacher/tests/:id/toggle-active': ({ caller, address, params }) =>
      db.transaction(async (transaction) => {
        const before = await lockForChange(transaction, params.id, undefined);
        await toggleTest(transaction, before.id);
        await audit(transaction, {
          userId: caller.userId,
          action: 'test.toggled',
          subject: `test ${before.id}`,
          before: { active: before.active },
          after: { active: !before.active },
          address,
        });
        return read(transaction, before.id);
      }),

    'POST /api/teacher/tests/:id/duplicate': ({ caller, address, params }) =>
      db.transaction(async (transaction) => {
        const original = await lockForChange(transaction, params.id, undefined);
        const theme = `${original.theme.slice(0, LONGEST_THEME - 8).trim()} (cópia)`;
        const id = await insertTest(transaction, {
          ...original,
          theme,
          themeKey: plainText(theme),
          active: false,
          authorId: caller.userId,
        });
        await copyQuestions(transaction, original.id, id);
        await freezeTest(transaction, id);
        await audit(transaction, {
          userId: caller.userId,
          action: 'test.duplicated',
          subject: `test ${id}`,
          after: { from: original.id },
          address,
        });
        return read(transaction, id);
      }),

    'DELETE /api/teacher/tests/:id': ({ caller, address, params }) =>
      db
        .transaction(async (transaction) => {
          const test = await lockForChange(transaction, params.id, undefined);
          await deleteTest(transaction, test.id);
          await audit(transaction, {
            userId: caller.userId,
            action: 'test.deleted',
            subject: `test ${test.id}`,
            before: recorded(test),
            address,
          });
          return null;
        })
        .catch((error: unknown) => {
          if (!isStillNeeded(error)) throw error;
          throw conflict(
            'test-in-use',
            'Este teste já foi feito por alunos e não se pode apagar. Desactive-o: deixa de ser oferecido e os resultados ficam.',
          );
        }),

    'GET /api/teacher/settings': async (call) => (await findDefaults(db, call.caller.userId)) ?? USUAL_DEFAULTS,

    'PUT /api/teacher/settings': async (call) => {
      await upsertDefaults(db, call.caller.userId, call.body);
      return call.body;
    },
  });
}
