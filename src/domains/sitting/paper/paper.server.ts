import type { Database } from '../../../server/db/db.ts';
import { notFound, Refused } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { consumeRateLimit, FAMILY_FILES, type Limit } from '../../../server/http/rate-limits.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { longDate } from '../../../shared/dates.ts';
import { firstName } from '../../../shared/text.ts';
import { findImage } from '../../bank/test-bank/images.store.ts';
import { refuseWithoutAlternatives, versionOf } from '../../bank/test-bank/tests.server.ts';
import { findTest } from '../../bank/test-bank/tests.store.ts';
import { presentAttempt } from '../attempts/attempts.server.ts';
import { gradePrinted, printAttempt, refuseSpent } from '../attempts/printed.server.ts';
import { findSheet, findWaitingSheets, lapsePrinted, type PrintedRow } from '../attempts/printed.store.ts';
import { MAX_QUESTIONS } from './layout.rules.ts';
import { type PrintedSheet, paperContract, type Sheet } from './paper.contract.ts';
import { REFUSALS } from './paper.rules.ts';
import { readPhoto } from './photo-thread.server.ts';
import { sheetPdf } from './sheet-pdf.server.ts';
import { codeText, nameOfSheet, readTicket, ticketOf } from './ticket.server.ts';

/** Maximum photographs of a family: each takes a quarter of a second of CPU. */
const PHOTOS: Limit = { name: 'paper-photo', hits: 60, seconds: 3600 };

const tooLong = () =>
  new Refused(422, 'too-many-questions', `Uma folha tem lugar para ${MAX_QUESTIONS} perguntas, e este teste tem mais.`);

/** Binds printing sheets, reading their photographs, and grading what was confirmed. */
export function bindPaper(frame: Frame): void {
  const { db } = frame;

  const sheetOf = (userId: number, attemptId: number) => findOwnSheet(db, userId, attemptId);

  frame.bind(paperContract, {
    'POST /api/paper': async (call) => {
      const { childId, testId } = call.body;
      const test = await findTest(db, testId);
      if (test && test.questionCount > MAX_QUESTIONS) throw tooLong();
      const { attempt, isNew } = await printAttempt(db, { userId: call.caller.userId, childId, testId });
      if (!isNew) call.status(200);
      return presentPrinted(db, await sheetOf(call.caller.userId, attempt.id));
    },

    'GET /api/paper': async ({ caller: { userId } }) =>
      (await findWaitingSheets(db, userId)).map((sheet) => ({
        ...presentSheet(sheet),
        name: nameOfSheet(ticketOf(frame.config.secretKey, sheet.id)),
      })),

    'GET /api/paper/:attemptId': async ({ caller: { userId }, params: { attemptId } }) => {
      const sheet = await sheetOf(userId, attemptId);
      refuseSpent(sheet, sheet.now);
      return presentPrinted(db, sheet);
    },

    'GET /api/paper/:attemptId/sheet': async ({ caller: { userId }, params: { attemptId } }) => {
      const sheet = await sheetOf(userId, attemptId);
      refuseSpent(sheet, sheet.now);
      await consumeRateLimit(db, FAMILY_FILES, String(userId));
      const bytes = await pdfOf(frame, sheet);
      // The name does not contain the child's, because other people see names of files.
      return { bytes, type: 'application/pdf', name: `folha-${sheet.id}.pdf` };
    },

    'POST /api/paper/scans': async ({ caller: { userId }, file }) => {
      await consumeRateLimit(db, PHOTOS, String(userId));
      return readScan(frame, userId, file.bytes);
    },

    'PUT /api/paper/:attemptId': async ({ caller: { userId }, params: { attemptId }, body }) => {
      const graded = await gradePrinted(db, attemptId, userId, body.answers);
      return presentAttempt(graded, new Date());
    },

    'GET /api/teacher/tests/:id/sheet': async ({ params: { id } }) => {
      const test = await findTest(db, id);
      if (!test?.versionId) throw notFound();
      const { questions } = await versionOf(db, test.versionId);
      if (questions.length > MAX_QUESTIONS) throw tooLong();
      refuseWithoutAlternatives(questions);
      const bytes = await sheetPdf({
        ...test,
        minutes: test.kind === 'rehearsal' ? test.duration : null,
        firstName: null,
        questions,
        code: null,
        pictureOf: pictures(db),
        brand: frame.brand(),
        now: new Date(),
      });
      return { bytes, type: 'application/pdf', name: `folha-de-treino-${test.id}.pdf` };
    },
  });

  // The address in the code, which a phone's camera app opens: it leads to the page where its sheet is photographed. That page shows the
  // sheet to its family only.
  frame.server.get<{ Params: { ticket: string } }>('/P/:ticket', ({ params: { ticket } }, reply) => {
    const attemptId = readTicket(frame.config.secretKey, `/P/${ticket}`);
    return reply.redirect(attemptId === undefined ? '/paper' : `/paper?attemptId=${attemptId}`, 302);
  });
}

/** Finds the sheet that a code names. @throws Refused 404 when it does not exist or belongs to another family. */
async function findOwnSheet(db: Database, userId: number, attemptId: number): Promise<PrintedRow> {
  const sheet = await findSheet(db, userId, attemptId);
  if (!sheet) throw notFound();
  return sheet;
}

const questionsOf = async (db: Database, sheet: PrintedRow) => (await versionOf(db, sheet.versionId)).questions;

const pictures = (db: Database) => async (id: string) => (await findImage(db, id))?.bytes;

/** Returns a child's sheet for printing, with the code by which its photograph is recognised. */
const pdfOf = async ({ db, config, brand }: Frame, sheet: PrintedRow) =>
  sheetPdf({
    ...sheet,
    minutes: sheet.kind === 'rehearsal' ? sheet.timeLimit / 60 : null,
    firstName: firstName(sheet.fullName),
    questions: await questionsOf(db, sheet),
    code: {
      text: codeText(config.secretKey, config.publicUrl, sheet.id),
      name: nameOfSheet(ticketOf(config.secretKey, sheet.id)),
      validUntil: `Vale até ${longDate(sheet.deadlineAt)}`,
    },
    pictureOf: pictures(db),
    brand: brand(),
  });

/**
 * Reads the photograph of a sheet. Nothing is stored: the parent confirms the letters first.
 *
 * @throws Refused 404 when its code names no sheet of this family; 422 when it cannot be read.
 */
async function readScan({ db, config }: Frame, userId: number, photo: Uint8Array) {
  let sheet: PrintedRow | undefined;
  const read = await readPhoto(photo, async (code) => {
    const attemptId = readTicket(config.secretKey, code);
    if (attemptId === undefined) return undefined;
    sheet = await findOwnSheet(db, userId, attemptId);
    refuseSpent(sheet, sheet.now);
    return (await questionsOf(db, sheet)).map(({ alternatives }) => alternatives.length);
  });
  if ('fault' in read) throw unread(read.fault);
  if (!sheet) throw notFound();
  const questions = await questionsOf(db, sheet);
  return {
    ...presentSheet(sheet),
    readings: read.rows.map(({ number, letter, sure, doubt, strip }, index) => ({
      questionId: questions[index]?.id ?? 0,
      number,
      alternatives: questions[index]?.alternatives.length ?? 0,
      letter,
      sure,
      doubt,
      crop: `data:image/webp;base64,${Buffer.from(strip).toString('base64')}`,
    })),
  };
}

const presentSheet = (sheet: PrintedRow): Sheet => ({
  attemptId: sheet.id,
  child: { id: sheet.childId, firstName: firstName(sheet.fullName), cover: sheet.cover },
  test: {
    id: sheet.testId,
    discipline: sheet.discipline,
    theme: sheet.theme,
    form: sheet.form,
    schoolClass: sheet.schoolClass,
  },
  expiresAt: sheet.deadlineAt.toISOString(),
});

const presentPrinted = async (db: Database, sheet: PrintedRow): Promise<PrintedSheet> => ({
  ...presentSheet(sheet),
  pdf: `/api/paper/${sheet.id}/sheet`,
  rows: (await questionsOf(db, sheet)).map(({ id, alternatives }, index) => ({
    questionId: id,
    number: index + 1,
    alternatives: alternatives.length,
  })),
});

function unread(fault: keyof typeof REFUSALS): Refused {
  const { title, advice } = REFUSALS[fault];
  return new Refused(422, fault, `${title}. ${advice}`);
}

/** Ends sheets whose 60 days are over. */
export const paperWork = ({ db }: Frame): Periodic[] => [
  { name: 'lapse-sheets', every: 3600, work: () => lapsePrinted(db, null) },
];
