import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, isForeignKeyViolation, notFound } from '../../../server/http/errors.ts';
import { type Call, type Frame, setPaginationHeaders } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import { USUAL_DURATION } from '../../../shared/durations.ts';
import { LONGEST_OF_TEST } from '../../../shared/questions/question-limits.ts';
import { searchable } from '../../../shared/search.ts';
import { themeKeyOf } from '../../../shared/words.ts';
import { storeDeletedTest } from '../test-bank/deleted.store.ts';
import { freeForm } from '../test-bank/forms.rules.ts';
import { findTeacherQuestions, insertCopies } from '../test-bank/questions.store.ts';
import { freezeTest } from '../test-bank/tests.server.ts';
import { findForms } from '../test-bank/tests.store.ts';
import { authoringContract, type Defaults } from './authoring.contract.ts';
import { idOf, searchOf } from './authoring.rules.ts';
import {
  countTeacherTests,
  deleteTest,
  findDefaults,
  findTeacherTest,
  findTeacherTests,
  insertTest,
  lockTest,
  type TeacherTestRow,
  type TestFilters,
  toggleTest,
  updateTest,
  upsertDefaults,
} from './authoring.store.ts';
import { questionHandlers } from './questions.server.ts';

/** Number of rows when the caller does not ask for a number. */
const USUAL_ROWS = 500;

/** Ends the theme of a copied test. */
const COPY_MARK = ' (cópia)';

const USUAL_DEFAULTS: Defaults = {
  discipline: null,
  schoolClass: null,
  difficultyLevel: 'Intermediário',
  evaluationType: 'Diagnóstico',
  shuffle: true,
};

/** Returns the fields of a test that the audit log compares. */
const recorded = ({
  id: _id,
  versionId: _version,
  author: _author,
  updatedAt: _at,
  questionCount: _n,
  kind: _kind,
  ...test
}: TeacherTestRow) => test;

/**
 * Locks a test for a change.
 *
 * @param revision the revision that the caller saw; absent for programs that do not keep one.
 * @throws Refused 404 when the test does not exist, 409 when somebody else has changed it meanwhile.
 */
async function lockForChange(
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

/**
 * Returns the letter that a test gets among the parallel tests of its theme.
 *
 * @param wanted.form the letter requested by the teacher.
 * @param wanted.usual kept if it is free and the teacher requests none.
 * @throws Refused 400 naming the field when another active test has the requested letter.
 */
async function formFor(
  db: Queryable,
  test: { schoolClass: string; discipline: string; themeKey: string; active: boolean },
  wanted: { form: string | null; usual?: string; id?: number },
): Promise<string> {
  const letter = wanted.form ?? wanted.usual;
  if (!test.active && letter) return letter;
  // A draft also avoids the letters of other drafts, because all of them may be activated.
  const taken = await findForms(db, test, wanted.id ?? null, test.active ? 'active' : 'all');
  const form = freeForm(taken, letter);
  if (wanted.form && wanted.form !== form)
    throw invalid({ form: `Este tema já tem uma prova ${wanted.form} em uso. A primeira letra livre é ${form}.` });
  return form;
}

type CallOf<Key extends keyof typeof authoringContract> = Call<(typeof authoringContract)[Key]>;

/** Returns the filters of a list of tests, for the store. @param asked as in the query of the call. */
export function testFilters(asked: {
  search: string;
  discipline: string | null;
  class: string | null;
  theme?: string | null;
  active: string | undefined;
}): TestFilters {
  return {
    search: asked.search.trim() === '' ? null : (searchOf(searchable(asked.search)) ?? ''),
    id: idOf(asked.search),
    discipline: asked.discipline,
    schoolClass: asked.class,
    themeKey: asked.theme == null ? null : themeKeyOf(asked.theme),
    active: asked.active ? asked.active === 'true' : null,
  };
}

async function listTests(db: Database, call: CallOf<'GET /api/teacher/tests'>) {
  const { search = '', discipline, class: schoolClass, theme, active, limit = USUAL_ROWS, page = 1 } = call.query;
  const filters = testFilters({ search, discipline, class: schoolClass, theme, active });
  const [tests, total] = await Promise.all([
    findTeacherTests(db, filters, { limit, offset: (page - 1) * limit }),
    countTeacherTests(db, filters),
  ]);
  const query = { search: search || null, discipline, class: schoolClass, theme, active: active || null };
  setPaginationHeaders(call, '/api/teacher/tests', query, page, limit, total);
  return tests;
}

function createTest(db: Database, call: CallOf<'POST /api/teacher/tests'>) {
  const { caller, address, body } = call;
  return db.transaction(async (transaction) => {
    const made = { ...body, themeKey: themeKeyOf(body.theme), active: !body.draft };
    const id = await insertTest(transaction, {
      ...made,
      form: await formFor(transaction, made, { form: body.form }),
      description: body.description ?? null,
      shuffle: body.shuffle ?? true,
      duration: body.duration ?? USUAL_DURATION,
      kind: 'theme',
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
}

function changeTest(db: Database, call: CallOf<'PUT /api/teacher/tests/:id'>) {
  const { caller, address, body, params } = call;
  return db.transaction(async (transaction) => {
    const before = await lockForChange(transaction, params.id, body.revision);
    const changed = { ...body, themeKey: themeKeyOf(body.theme), active: before.active };
    await updateTest(transaction, before.id, {
      ...changed,
      form: await formFor(transaction, changed, { form: body.form, usual: before.form, id: before.id }),
      description: body.description ?? null,
      shuffle: body.shuffle ?? before.shuffle,
      duration: body.duration ?? before.duration,
    });
    const test = await read(transaction, before.id);
    if (test.duration !== before.duration) await freezeTest(transaction, test.id);
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
}

/** Activates or deactivates a test for families. */
function switchTest(
  db: Database,
  { caller, address, params, body }: CallOf<'PATCH /api/teacher/tests/:id/toggle-active'>,
) {
  return db.transaction(async (transaction) => {
    const before = await lockForChange(transaction, params.id, undefined);
    const active = body?.active ?? !before.active;
    if (active === before.active) return read(transaction, before.id);
    const offered = { ...before, themeKey: themeKeyOf(before.theme), active };
    const form = await formFor(transaction, offered, { form: null, usual: before.form, id: before.id });
    await toggleTest(transaction, before.id, form);
    await audit(transaction, {
      userId: caller.userId,
      action: 'test.toggled',
      subject: `test ${before.id}`,
      before: { active: before.active, form: before.form },
      after: { active, form },
      address,
    });
    return read(transaction, before.id);
  });
}

/** Copies a test with its questions, as an inactive test with another theme. */
function duplicateTest(db: Database, { caller, address, params }: CallOf<'POST /api/teacher/tests/:id/duplicate'>) {
  return db.transaction(async (transaction) => {
    const original = await lockForChange(transaction, params.id, undefined);
    const theme = `${original.theme.slice(0, LONGEST_OF_TEST.theme - COPY_MARK.length).trim()}${COPY_MARK}`;
    const id = await insertTest(transaction, {
      ...original,
      theme,
      themeKey: themeKeyOf(theme),
      form: 'A',
      active: false,
      authorId: caller.userId,
    });
    await insertCopies(transaction, await findTeacherQuestions(transaction, original.id), id);
    await freezeTest(transaction, id);
    await audit(transaction, {
      userId: caller.userId,
      action: 'test.duplicated',
      subject: `test ${id}`,
      after: { from: original.id },
      address,
    });
    return read(transaction, id);
  });
}

/** Creates another form of a test, empty and inactive. */
function addForm(db: Database, { caller, address, params }: CallOf<'POST /api/teacher/tests/:id/forms'>) {
  return db.transaction(async (transaction) => {
    const original = await lockForChange(transaction, params.id, undefined);
    const theme = { ...original, themeKey: themeKeyOf(original.theme) };
    const id = await insertTest(transaction, {
      ...theme,
      // Letters of inactive forms are avoided too, because those may be activated again.
      form: freeForm(await findForms(transaction, theme, null, 'all')),
      active: false,
      authorId: caller.userId,
    });
    const test = await read(transaction, id);
    await audit(transaction, {
      userId: caller.userId,
      action: 'test.created',
      subject: `test ${id}`,
      after: { ...recorded(test), from: original.id },
      address,
    });
    return test;
  });
}

function removeTest(db: Database, { caller, address, params }: CallOf<'DELETE /api/teacher/tests/:id'>) {
  return db
    .transaction(async (transaction) => {
      const test = await lockForChange(transaction, params.id, undefined);
      await storeDeletedTest(transaction, test.id, caller.userId);
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
      if (!isForeignKeyViolation(error)) throw error;
      throw conflict(
        'test-in-use',
        'Este teste já foi feito por alunos e não se pode apagar. Desactive-o: deixa de ser oferecido e os resultados ficam.',
      );
    });
}

/** Binds the teachers' shared bank: tests, questions, and the defaults of new tests. */
export function bindAuthoring(frame: Frame): void {
  const { db } = frame;
  frame.bind(authoringContract, {
    ...questionHandlers(db),
    'GET /api/teacher/tests': (call) => listTests(db, call),
    'POST /api/teacher/tests': (call) => createTest(db, call),
    'GET /api/teacher/tests/:id': (call) => read(db, call.params.id),
    'PUT /api/teacher/tests/:id': (call) => changeTest(db, call),
    'PATCH /api/teacher/tests/:id/toggle-active': (call) => switchTest(db, call),
    'POST /api/teacher/tests/:id/duplicate': (call) => duplicateTest(db, call),
    'POST /api/teacher/tests/:id/forms': (call) => addForm(db, call),
    'DELETE /api/teacher/tests/:id': (call) => removeTest(db, call),
    'GET /api/teacher/settings': async (call) => (await findDefaults(db, call.caller.userId)) ?? USUAL_DEFAULTS,
    'PUT /api/teacher/settings': async (call) => {
      await upsertDefaults(db, call.caller.userId, call.body);
      return call.body;
    },
  });
}
