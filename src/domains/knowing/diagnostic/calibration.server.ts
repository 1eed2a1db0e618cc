import type { Queryable } from '../../../server/db/db.ts';
import { type Frame, setPaginationHeaders } from '../../../server/http/http.ts';
import { calibrationContract } from './calibration.contract.ts';
import {
  type Calibrated,
  findAskedBothWays,
  findCalibratedQuestions,
  findCalibrations,
  findDifficulties,
} from './calibration.store.ts';
import { type CalibratedQuestion, difficultyInWords, fitInWords, fits, UNCALIBRATED } from './fit.rules.ts';
import { SCALE } from './scale.rules.ts';
import { FEWEST_ANSWERS_EACH_WAY, withoutPrior, writingEffect } from './two-ways.rules.ts';

/** Returns a question's calibration in words, for teachers. */
const calibratedInWords = (question: CalibratedQuestion) => ({
  answers: question.answers,
  difficulty: difficultyInWords(question),
  fits: fits(question),
  fit: fitInWords(question),
});

/**
 * Returns the calibrations of some questions of a discipline in words, in their order. @param contents what a child sees of each
 * (`version_questions.content`).
 */
export async function readCalibrated(db: Queryable, discipline: string, contents: readonly string[]) {
  const found = new Map((await findDifficulties(db, discipline, contents)).map((one) => [one.content, one]));
  return contents.map((content) => calibratedInWords(found.get(content) ?? UNCALIBRATED));
}

/** Returns the difficulty that the answers alone give, without the prior. */
const byItsAnswers = ({ prior, ...estimate }: Calibrated) =>
  withoutPrior(estimate, { mean: prior, sd: SCALE.DIFFICULTY_SD });

/** Returns when each discipline was calibrated, from what, and how much harder its questions are in writing. */
async function readCalibrations(db: Queryable) {
  const [calibrations, asked] = await Promise.all([
    findCalibrations(db),
    findAskedBothWays(db, FEWEST_ANSWERS_EACH_WAY),
  ]);
  const bothWays = asked.flatMap(({ discipline, ...way }) => {
    const [chosen, written] = [byItsAnswers(way.chosen), byItsAnswers(way.written)];
    return chosen && written ? [{ discipline, chosen, written }] : [];
  });
  return calibrations.map(({ calibratedAt, ...one }) => ({
    ...one,
    calibratedAt: calibratedAt?.toISOString() ?? null,
    writing: writingEffect(bothWays.filter(({ discipline }) => discipline === one.discipline)) ?? null,
  }));
}

/** Default rows of a page. */
const USUAL_ROWS = 20;

/** Binds the endpoints with the calibration, for teachers. */
export function bindCalibration(frame: Frame): void {
  const { db } = frame;
  frame.bind(calibrationContract, {
    'GET /api/teacher/calibration': async () => readCalibrations(db),

    'GET /api/teacher/calibration/questions': async (call) => {
      const { discipline, class: schoolClass, show, limit = USUAL_ROWS, page = 1 } = call.query;
      const rows = await findCalibratedQuestions(db, {
        discipline,
        schoolClass,
        show,
        limit,
        offset: (page - 1) * limit,
      });
      const query = { discipline, class: schoolClass, show };
      setPaginationHeaders(call, '/api/teacher/calibration/questions', query, page, limit, rows[0]?.total ?? 0);
      return rows.map((row) => ({
        id: row.id,
        position: row.position,
        statement: row.statement,
        ...(row.statementHtml === null ? {} : { statementHtml: row.statementHtml }),
        test: {
          id: row.testId,
          discipline: row.discipline,
          theme: row.theme,
          form: row.form,
          schoolClass: row.schoolClass,
        },
        author: row.author,
        ...calibratedInWords(row),
        uses: row.uses,
      }));
    },
  });
}
