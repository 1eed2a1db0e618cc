import { audit } from '../../server/audit.ts';
import type { Database, Queryable } from '../../server/db.ts';
import { conflict, invalid, notFound } from '../../server/errors.ts';
import { type Handlers, tellTotal } from '../../server/http.ts';
import { plainText } from '../../shared/words.ts';
import { objectiveNamed } from '../curriculum/curriculum.server.ts';
import type { authoringContract, QuestionFields, TeacherQuestion } from './authoring.contract.ts';
import { alternativesIn, idOf, letterAlternatives, problemsOf, searchOf } from './authoring.rules.ts';
import { findTeacherTest, lockTest, markEdited } from './authoring.store.ts';
import { countBank, findBankPage } from './bank.store.ts';
import { findImage } from './images.store.ts';
import { previewMath, renderQuestion } from './math.server.ts';
import {
  appendCopies,
  deleteQuestion,
  findQuestionsById,
  findTeacherQuestions,
  insertQuestion,
  type QuestionToWrite,
  type TeacherQuestionRow,
  updateOrder,
  updateQuestion,
} from './questions.store.ts';
import { revealQuestion } from './tests.rules.ts';
import { freezeTest } from './tests.server.ts';

/** Rows of the bank given when the caller does not ask for a number (decision 1). */
const USUAL_ROWS = 500;

export const presentTeacherQuestion = (row: TeacherQuestionRow): TeacherQuestion => ({
  ...revealQuestion(row),
  revision: row.revision,
});

/**
 * A question ready to be kept: alternatives lettered, key checked, mathematics made. What forms, imports and programs
 * send goes through here.
 *
 * @param before the question as it is, whose drawing or picture stays when nothing is said of it.
 * @throws Refused 400 naming the field.
 */
export function readyQuestion(fields: QuestionFields, before?: TeacherQuestionRow): QuestionToWrite {
  const given = alternativesIn(fields.alternatives);
  const problems = problemsOf({ ...fields, alternatives: given });
  const alternatives = letterAlternatives(given);
  const explanation = fields.explanation ?? null;
  const question = { statement: fields.statement, alternatives, explanation };
  const found = Object.keys(problems).length > 0 ? problems : previewMath(question).problems;
  const [first, ...others] = Object.values(found);
  if (first) throw invalid(found, others.length === 0 ? first : undefined);
  return {
    ...question,
    passage: fields.passage ?? null,
    correctAnswer: fields.correctAnswer.trim().toUpperCase(),
    weight: fields.weight,
    skillCategory: fields.skillCategory,
    objective: fields.objective ?? null,
    rendered: renderQuestion(question),
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

/**
 * The question with what it names found: its picture, and its objective as the curriculum writes the code.
 *
 * @throws Refused 400 naming the field when there is no such thing.
 */
async function withNamed(transaction: Queryable, question: QuestionToWrite): Promise<QuestionToWrite> {
  const { imageId, objective } = question;
  if (imageId && !(await findImage(transaction, imageId)))
    throw invalid({ image: 'Esta imagem não existe. Envie-a de novo.' });
  return objective === null ? question : { ...question, objective: await objectiveNamed(transaction, objective) };
}

/** The fields of a question that the audit log compares; mathematics follows from them, drawings are long. */
const recorded = ({
  id: _id,
  testId: _test,
  rendered: _rendered,
  figureSvg: _svg,
  bankLetters: _letters,
  image,
  ...question
}: TeacherQuestionRow) => ({ ...question, imageId: image?.id ?? null, imageAlt: image?.alt ?? null });

interface Change {
  userId: number;
  address: string;
}

/**
 * Changes the questions of a test alone, and freezes them for the attempts to come.
 *
 * @throws Refused 404 when there is no such test.
 */
export function changeQuestions<T>(
  db: Database,
  testId: number,
  change: (transaction: Queryable) => Promise<T>,
): Promise<T> {
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

/** A question of a test as the bank has it now; nothing when the test does not have it. */
export async function questionOfTest(
  db: Queryable,
  testId: number,
  id: number,
): Promise<TeacherQuestionRow | undefined> {
  const [question] = await findQuestionsById(db, [id]);
  return question?.testId === testId ? question : undefined;
}

/**
 * Gives a question of the bank another key and freezes its test for the attempts to come. The caller holds the lock of the
 * test. Nothing happens when the key is that already.
 *
 * @throws Refused 404 when the test does not have the question.
 */
export async function correctKey(
  transaction: Queryable,
  wanted: Change & { testId: number; questionId: number; correctAnswer: string },
): Promise<void> {
  const { testId, questionId, correctAnswer, userId, address } = wanted;
  const before = await questionOfTest(transaction, testId, questionId);
  if (!before) throw notFound();
  if (before.correctAnswer === correctAnswer) return;
  const { image, ...question } = before;
  await updateQuestion(transaction, questionId, {
    ...question,
    correctAnswer,
    imageId: image?.id ?? null,
    imageAlt: image?.alt ?? null,
  });
  await audit(transaction, {
    userId,
    action: 'question.changed',
    subject: `question ${questionId}`,
    before: { correctAnswer: before.correctAnswer },
    after: { correctAnswer },
    address,
  });
  await markEdited(transaction, testId);
  await freezeTest(transaction, testId);
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

/** The calls about questions. A question with attempts is changed like any other: attempts have their own frozen copy. */
export function questionHandlers(db: Database): Pick<Handlers<typeof authoringContract>, Keys> {
  const by = ({ caller, address }: { caller: { userId: number }; address: string }): Change => ({
    userId: caller.userId,
    address,
  });
  return {
    'GET /api/teacher/tests/:id/questions': async ({ params }) => {
      if (!(await findTeacherTest(db, params.id))) throw notFound();
      return (await findTeacherQuestions(db, params.id)).map(presentTeacherQuestion);
    },

    'POST /api/teacher/tests/:id/questions': (call) => {
      const { params } = call;
      const given = readyQuestion(call.body);
      return changeQuestions(db, params.id, async (transaction) => {
        const question = await withNamed(transaction, given);
        const id = await insertQuestion(transaction, params.id, question);
        const made = await one(transaction, id);
        await audit(transaction, {
          ...by(call),
          action: 'question.created',
          subject: `question ${id}`,
          after: { testId: params.id, ...recorded(made) },
        });
        return presentTeacherQuestion(made);
      });
    },

    'PUT /api/teacher/tests/:id/questions/order': (call) => {
      const testId = call.params.id;
      const wanted = call.body.questionIds;
      return changeQuestions(db, testId, async (transaction) => {
        const before = (await findTeacherQuestions(transaction, testId)).map(({ id }) => id);
        if (new Set(wanted).size !== wanted.length)
          throw invalid({ questionIds: 'Há questões repetidas na nova ordem.' });
        if (wanted.length !== before.length || !wanted.every((id) => before.includes(id)))
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
    },

    'POST /api/teacher/tests/:id/questions/copy': (call) => {
      const testId = call.params.id;
      const wanted = [...new Set(call.body.questionIds)];
      return changeQuestions(db, testId, async (transaction) => {
        const copies = await appendCopies(transaction, wanted, testId);
        if (copies.length !== wanted.length) throw notFound();
        await audit(transaction, {
          ...by(call),
          action: 'question.copied',
          subject: `test ${testId}`,
          after: { from: wanted, questionIds: copies.map(({ id }) => id) },
        });
        const rows = await findQuestionsById(
          transaction,
          copies.map(({ id }) => id),
        );
        return rows.map(presentTeacherQuestion);
      });
    },

    'PUT /api/teacher/questions/:id': async (call) => {
      const { id } = call.params;
      const { testId } = await one(db, id);
      return changeQuestions(db, testId, async (transaction) => {
        // Again under the lock of its test: nobody changes it from here on.
        const before = await one(transaction, id);
        if (call.body.revision !== undefined && call.body.revision !== before.revision)
          throw conflict(
            'changed-meanwhile',
            'Esta questão foi alterada por outra pessoa. Abra-a de novo para ver como está agora.',
          );
        const question = await withNamed(transaction, readyQuestion(call.body, before));
        await updateQuestion(transaction, id, question);
        const after = await one(transaction, id);
        await audit(transaction, {
          ...by(call),
          action: 'question.changed',
          subject: `question ${id}`,
          before: recorded(before),
          after: recorded(after),
        });
        return presentTeacherQuestion(after);
      });
    },

    'DELETE /api/teacher/questions/:id': async (call) => {
      const { id } = call.params;
      const { testId } = await one(db, id);
      return changeQuestions(db, testId, async (transaction) => {
        const before = await one(transaction, id);
        await deleteQuestion(transaction, testId, id);
        await audit(transaction, {
          ...by(call),
          action: 'question.deleted',
          subject: `question ${id}`,
          before: recorded(before),
        });
        return null;
      });
    },

    'GET /api/teacher/questions': async (call) => {
      const {
        search = '',
        discipline,
        class: schoolClass,
        category,
        objective,
        limit = USUAL_ROWS,
        page = 1,
      } = call.query;
      const filters = {
        search: search.trim() === '' ? null : { words: searchOf(plainText(search)), id: idOf(search) },
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
      tellTotal(call, '/api/teacher/questions', query, page, limit, total);
      return rows.map(({ discipline, theme, schoolClass, active, ...row }) => ({
        ...presentTeacherQuestion(row),
        test: { id: row.testId, discipline, theme, schoolClass, active },
      }));
    },

    'POST /api/teacher/preview': async (call) => previewMath(call.body),
  };
}
