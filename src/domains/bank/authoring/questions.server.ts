import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notFound } from '../../../server/http/errors.ts';
import { type Call, type Handlers, setPaginationHeaders } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import { fractionPatterns, searchable } from '../../../shared/search.ts';
import type { Answering } from '../answering/answering.contract.ts';
import { answeringInWords } from '../answering/answering.rules.ts';
import { objectiveNamed } from '../curriculum/curriculum.server.ts';
import { storeDeletedQuestions } from '../test-bank/deleted.store.ts';
import { findImage, findMissingImages } from '../test-bank/images.store.ts';
import { renderForeign } from '../test-bank/math-thread.server.ts';
import { paperNotes } from '../test-bank/paper.server.ts';
import { prepareQuestion } from '../test-bank/questions.server.ts';
import {
  deleteQuestions,
  findQuestionsById,
  findTeacherQuestions,
  insertCopies,
  insertQuestions,
  type QuestionToWrite,
  type TeacherQuestionRow,
  updateOrder,
  updateQuestions,
  writtenAgain,
} from '../test-bank/questions.store.ts';
import { revealQuestion } from '../test-bank/tests.rules.ts';
import { freezeTest } from '../test-bank/tests.server.ts';
import { picturesIn, storedPictureId } from '../test-bank/texts/notation.rules.ts';
import type { authoringContract, QuestionFields, TeacherQuestion } from './authoring.contract.ts';
import { alternativesIn, idOf, searchOf } from './authoring.rules.ts';
import { findTeacherTest, lockTest, markEdited } from './authoring.store.ts';
import { countBank, findBankPage } from './bank.store.ts';

/** Number of rows of the bank when the caller does not ask for a number. */
const USUAL_ROWS = 500;

const presentTeacherQuestion = (row: TeacherQuestionRow): TeacherQuestion => ({
  ...revealQuestion(row),
  revision: row.revision,
  difficulty: row.difficulty ?? null,
});

/**
 * Prepares a question that a form or a program sent for storing.
 *
 * @param before the stored question, whose drawing or picture is kept if the fields do not mention one.
 * @throws Refused 400 naming the fields.
 */
async function readyQuestion(fields: QuestionFields, before?: TeacherQuestionRow): Promise<QuestionToWrite> {
  const { question, problems } = await prepareQuestion({
    ...fields,
    alternatives: alternativesIn(fields.alternatives),
    answering: fields.answering === undefined ? before?.answering : fields.answering,
  });
  const [first, ...others] = Object.values(problems);
  if (!question) throw invalid(problems, others.length === 0 ? first : undefined);
  return {
    ...question,
    difficulty: fields.difficulty === undefined ? (before?.difficulty ?? null) : fields.difficulty,
    ...pictureOf(fields, before),
  };
}

type Shown = Pick<QuestionToWrite, 'figureSvg' | 'figureAlt' | 'imageId' | 'imageAlt'>;

function pictureOf({ image }: QuestionFields, before: TeacherQuestionRow | undefined): Shown {
  if (image === undefined && before)
    return {
      figureSvg: before.figureSvg,
      figureAlt: before.figureAlt,
      imageId: before.image?.id ?? null,
      imageAlt: before.image?.alt ?? null,
    };
  return { figureSvg: null, figureAlt: null, imageId: image?.id ?? null, imageAlt: image?.alt ?? null };
}

const UNKNOWN_PICTURE = 'Esta imagem não existe. Envie-a de novo.';

/**
 * Resolves what a question refers to: its pictures, and its objective with the curriculum's spelling of the code.
 *
 * @throws Refused 400 naming the field when it does not exist.
 */
async function withNamed(transaction: Queryable, question: QuestionToWrite): Promise<QuestionToWrite> {
  const { imageId, objective, statement, passage, alternatives, explanation } = question;
  if (imageId && !(await findImage(transaction, imageId))) throw invalid({ image: UNKNOWN_PICTURE });
  for (const [field, texts] of Object.entries({
    statement: [statement],
    passage: [passage],
    alternatives,
    explanation: [explanation],
  })) {
    const ids = picturesIn(texts).map(({ address }) => storedPictureId(address));
    if (ids.length === 0) continue;
    if (ids.includes(undefined) || (await findMissingImages(transaction, ids as string[])).length > 0)
      throw invalid({ [field]: UNKNOWN_PICTURE });
  }
  return objective === null ? question : { ...question, objective: await objectiveNamed(transaction, objective) };
}

/** Returns the fields of a question that the audit log compares. Rendered mathematics follows from them, and drawings are too long. */
export const recordedQuestion = ({
  id: _id,
  testId: _test,
  rendered: _rendered,
  figureSvg: _svg,
  bankLetters: _letters,
  image,
  answering,
  ...question
}: TeacherQuestionRow) => ({
  ...question,
  imageId: image?.id ?? null,
  imageAlt: image?.alt ?? null,
  ...(answering ? { answering: answeringInWords(answering) } : {}),
});

interface Change {
  userId: number;
  address: string;
}

/**
 * Changes the questions of a test under its lock, and freezes them for later attempts.
 *
 * @throws Refused 404 when the test does not exist.
 */
function changeQuestions<T>(db: Database, testId: number, change: (transaction: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (transaction) => {
    if (!(await lockTest(transaction, testId))) throw notFound();
    const result = await change(transaction);
    await markEdited(transaction, testId);
    await freezeTest(transaction, testId);
    return result;
  });
}

async function one(db: Queryable, id: number): Promise<TeacherQuestionRow> {
  const [question] = await findQuestionsById(db, [id]);
  if (!question) throw notFound();
  return question;
}

/** Reads a question of a locked test. @throws Refused 404 when it was deleted meanwhile, 409 when it was moved to another test. */
async function stillOf(transaction: Queryable, testId: number, id: number): Promise<TeacherQuestionRow> {
  const question = await one(transaction, id);
  if (question.testId !== testId)
    throw conflict('changed-meanwhile', 'Esta questão foi movida para outro teste. Abra a lista de novo.');
  return question;
}

/** Reads the current question of a test, or undefined when the test does not have it. */
export async function questionOfTest(
  db: Queryable,
  testId: number,
  id: number,
): Promise<TeacherQuestionRow | undefined> {
  const [question] = await findQuestionsById(db, [id]);
  return question?.testId === testId ? question : undefined;
}

/**
 * Changes the key of a question, or the values that count as right in writing, in the bank and freezes its test for later attempts. The caller holds the lock of the test. Does nothing if
 * the key is already the wanted one.
 *
 * @returns the key before.
 * @throws Refused 404 when the test does not have the question.
 */
export async function correctKey(
  transaction: Queryable,
  wanted: Change & { testId: number; questionId: number; correctAnswer: string; answering?: Answering | undefined },
): Promise<string> {
  const { testId, questionId, correctAnswer, answering, userId, address } = wanted;
  const before = await questionOfTest(transaction, testId, questionId);
  if (!before) throw notFound();
  const isSame = (answering?.accepted ?? []).every((text) => before.answering?.accepted.includes(text));
  if (before.correctAnswer === correctAnswer && isSame) return correctAnswer;
  const written = writtenAgain(before);
  await updateQuestions(transaction, [
    { ...written, id: questionId, correctAnswer, answering: answering ?? written.answering },
  ]);
  await audit(transaction, {
    userId,
    action: 'question.changed',
    subject: `question ${questionId}`,
    before: {
      correctAnswer: before.correctAnswer,
      ...(before.answering ? { answering: answeringInWords(before.answering) } : {}),
    },
    after: { correctAnswer, ...(answering ? { answering: answeringInWords(answering) } : {}) },
    address,
  });
  await markEdited(transaction, testId);
  await freezeTest(transaction, testId);
  return before.correctAnswer;
}

type CallOf<Key extends keyof typeof authoringContract> = Call<(typeof authoringContract)[Key]>;

const by = ({ caller, address }: { caller: { userId: number }; address: string }): Change => ({
  userId: caller.userId,
  address,
});

async function createQuestion(db: Database, call: CallOf<'POST /api/teacher/tests/:id/questions'>) {
  const { params } = call;
  const given = await readyQuestion(call.body);
  return changeQuestions(db, params.id, async (transaction) => {
    const question = await withNamed(transaction, given);
    const [id = 0] = await insertQuestions(transaction, [{ ...question, testId: params.id }]);
    const made = await one(transaction, id);
    await audit(transaction, {
      ...by(call),
      action: 'question.created',
      subject: `question ${id}`,
      after: { testId: params.id, ...recordedQuestion(made) },
    });
    return presentTeacherQuestion(made);
  });
}

/** Puts the questions of a test into another order. @throws Refused 409 when the test has other questions than the caller saw. */
function orderQuestions(db: Database, call: CallOf<'PUT /api/teacher/tests/:id/questions/order'>) {
  const testId = call.params.id;
  const wanted = call.body.questionIds;
  return changeQuestions(db, testId, async (transaction) => {
    const before = (await findTeacherQuestions(transaction, testId)).map(({ id }) => id);
    const chosen = new Set(wanted);
    if (chosen.size !== wanted.length) throw invalid({ questionIds: 'Há questões repetidas na nova ordem.' });
    if (wanted.length !== before.length || !before.every((id) => chosen.has(id)))
      throw conflict(
        'changed-meanwhile',
        'As questões deste teste foram alteradas por outra pessoa. Abra o teste de novo.',
      );
    await updateOrder(transaction, testId, wanted);
    await audit(transaction, {
      ...by(call),
      action: 'test.reordered',
      subject: `test ${testId}`,
      before: { questionIds: before },
      after: { questionIds: wanted },
    });
    return (await findTeacherQuestions(transaction, testId)).map(presentTeacherQuestion);
  });
}

/** Adds copies of questions, from any tests, to the end of a test. */
function copyQuestions(db: Database, call: CallOf<'POST /api/teacher/tests/:id/questions/copy'>) {
  const testId = call.params.id;
  const wanted = [...new Set(call.body.questionIds)];
  return changeQuestions(db, testId, async (transaction) => {
    const originals = await findQuestionsById(transaction, wanted);
    if (originals.length !== wanted.length) throw notFound();
    const copies = await insertCopies(transaction, originals, testId);
    await audit(transaction, {
      ...by(call),
      action: 'question.copied',
      subject: `test ${testId}`,
      after: { from: wanted, questionIds: copies },
    });
    return (await findQuestionsById(transaction, copies)).map(presentTeacherQuestion);
  });
}

async function changeQuestion(db: Database, call: CallOf<'PUT /api/teacher/questions/:id'>) {
  const { id } = call.params;
  const { testId } = await one(db, id);
  return changeQuestions(db, testId, async (transaction) => {
    // Read again under the lock of its test: nobody can change it from here on.
    const before = await stillOf(transaction, testId, id);
    if (call.body.revision !== undefined && call.body.revision !== before.revision)
      throw conflict(
        'changed-meanwhile',
        'Esta questão foi alterada por outra pessoa. Abra-a de novo para ver como está agora.',
      );
    const question = await withNamed(transaction, await readyQuestion(call.body, before));
    await updateQuestions(transaction, [{ ...question, id }]);
    const after = await one(transaction, id);
    await audit(transaction, {
      ...by(call),
      action: 'question.changed',
      subject: `question ${id}`,
      before: recordedQuestion(before),
      after: recordedQuestion(after),
    });
    return presentTeacherQuestion(after);
  });
}

async function removeQuestion(db: Database, call: CallOf<'DELETE /api/teacher/questions/:id'>) {
  const { id } = call.params;
  const { testId } = await one(db, id);
  return changeQuestions(db, testId, async (transaction) => {
    const before = await stillOf(transaction, testId, id);
    await storeDeletedQuestions(transaction, [id], call.caller.userId);
    await deleteQuestions(transaction, testId, [id]);
    await audit(transaction, {
      ...by(call),
      action: 'question.deleted',
      subject: `question ${id}`,
      before: recordedQuestion(before),
    });
    return null;
  });
}

/** Lists the questions of all tests. */
async function listBank(db: Database, call: CallOf<'GET /api/teacher/questions'>) {
  const { search = '', discipline, class: schoolClass, category, objective, limit = USUAL_ROWS, page = 1 } = call.query;
  const filters = {
    search:
      search.trim() === ''
        ? null
        : { words: searchOf(searchable(search)), fractions: fractionPatterns(search), id: idOf(search) },
    discipline,
    schoolClass,
    category,
    objective: objective?.toUpperCase() ?? null,
  };
  const [rows, total] = await Promise.all([
    findBankPage(db, filters, { limit, offset: (page - 1) * limit }),
    countBank(db, filters),
  ]);
  const query = { search: search || null, discipline, class: schoolClass, category, objective };
  setPaginationHeaders(call, '/api/teacher/questions', query, page, limit, total);
  return rows.map(({ discipline, theme, form, schoolClass, active, ...row }) => ({
    ...presentTeacherQuestion(row),
    test: { id: row.testId, discipline, theme, form, schoolClass, active },
  }));
}

type Keys =
  | 'GET /api/teacher/tests/:id/questions'
  | 'POST /api/teacher/tests/:id/questions'
  | 'PUT /api/teacher/tests/:id/questions/order'
  | 'POST /api/teacher/tests/:id/questions/copy'
  | 'PUT /api/teacher/questions/:id'
  | 'DELETE /api/teacher/questions/:id'
  | 'GET /api/teacher/questions'
  | 'POST /api/teacher/preview';

/**
 * Returns the endpoints about questions. A question with attempts is changed like any other, because attempts have their own frozen copy.
 */
export function questionHandlers(db: Database): Pick<Handlers<typeof authoringContract>, Keys> {
  return {
    'GET /api/teacher/tests/:id/questions': async ({ params }) => {
      if (!(await findTeacherTest(db, params.id))) throw notFound();
      return (await findTeacherQuestions(db, params.id)).map(presentTeacherQuestion);
    },
    'POST /api/teacher/tests/:id/questions': (call) => createQuestion(db, call),
    'PUT /api/teacher/tests/:id/questions/order': (call) => orderQuestions(db, call),
    'POST /api/teacher/tests/:id/questions/copy': (call) => copyQuestions(db, call),
    'PUT /api/teacher/questions/:id': (call) => changeQuestion(db, call),
    'DELETE /api/teacher/questions/:id': (call) => removeQuestion(db, call),
    'GET /api/teacher/questions': (call) => listBank(db, call),
    'POST /api/teacher/preview': async ({ body }) => ({
      ...(await renderForeign(body)),
      notes: paperNotes(
        [body.statement, body.passage, ...(body.alternatives ?? []), body.explanation].map((text) => text ?? ''),
      ),
    }),
  };
}
