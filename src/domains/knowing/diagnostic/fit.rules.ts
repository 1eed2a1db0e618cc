// A question's calibration in words for teachers.

/** When a question does not fit. `bench/knowing.md` gives the share of questions found, and of good ones accused. */
const MISFIT = {
  /** Minimum answers to judge the fit of a question. */
  ANSWERS: 100,
  /** It does not fit if its slope is by one standard error below this share of the usual slope, … */
  SLOPE: 0.5,
  /** … and below the usual slope by this number of standard errors. */
  BELOW_USUAL: 3,
  /** Nor does it fit if the upper end of the 80 % interval of its share right is less than this above that of blind guessing. */
  ABOVE_GUESSING: 0.05,
  Z: 1.282,
} as const;

/**
 * Why a question does not fit: those who know more miss it; getting it right hardly depends on what a child knows; or it is answered right
 * no more often than by guessing, as with a wrong key.
 */
export type Misfit = 'reversed' | 'unrelated' | 'guessed';

/** The figures from which fit is decided. */
interface FitFigures {
  answers: number;
  /** Number of right answers. */
  right: number;
  /** To choose from; 0 if the answer is written. */
  alternatives: number;
  /** Estimated slope and its standard error (`calibrateRasch`); null without information. */
  slope: number | null;
  slopeError: number | null;
}

/** Minimum number of judged questions for a usual slope of their own. */
const FOR_USUAL = 20;

/**
 * Returns the median slope of the judged questions of a discipline, at most 1; 1 with few of them. Where abilities spread less than the
 * scale assumes, all questions seem to separate weakly, and none of them stands out.
 */
export function usualSlope(questions: readonly Pick<FitFigures, 'answers' | 'slope'>[]): number {
  const slopes = questions
    .flatMap(({ answers, slope }) => (answers >= MISFIT.ANSWERS && slope !== null ? [slope] : []))
    .sort((one, other) => one - other);
  if (slopes.length < FOR_USUAL) return 1;
  return Math.min(1, Math.max(0, slopes[Math.floor(slopes.length / 2)] as number));
}

/** Share right below which answers are no better than blind guessing. @param alternatives 0 if the answer is written. */
export const guessedBelow = (alternatives: number): number =>
  (alternatives === 0 ? 0 : 1 / alternatives) + MISFIT.ABOVE_GUESSING;

/**
 * Returns why a question does not fit the model, or null when it fits or has too few answers.
 *
 * @param usual the usual slope of its discipline (`usualSlope`).
 */
export function misfitOf(
  { answers, right, alternatives, slope, slopeError }: FitFigures,
  usual: number,
): Misfit | null {
  if (answers < MISFIT.ANSWERS) return null;
  const share = right / answers;
  const highest = share + MISFIT.Z * Math.sqrt((share * (1 - share)) / answers);
  if (highest < guessedBelow(alternatives)) return 'guessed';
  if (slope === null || slopeError === null) return null;
  const upper = slope + slopeError;
  if (upper >= MISFIT.SLOPE * usual || slope + MISFIT.BELOW_USUAL * slopeError >= usual) return null;
  return upper < 0 ? 'reversed' : 'unrelated';
}

/** Minimum answers to report the calibrated difficulty. */
const TOLD_ANSWERS = 10;
/** Logits by which a difficulty must differ from the expected one to be reported. */
const NOTABLE = 0.5;

export interface CalibratedQuestion {
  answers: number;
  /** Null before the first calibration with answers. */
  difficulty: number | null;
  standardError: number | null;
  /** The difficulty expected from class and author. */
  prior: number | null;
  misfit: Misfit | null;
}

/** Returns the calibrated difficulty compared with the author's. */
export function difficultyInWords({ answers, difficulty, standardError, prior }: CalibratedQuestion): string {
  if (answers < TOLD_ANSWERS || difficulty === null || prior === null) return 'só a estimativa do autor';
  const difference = difficulty - prior;
  if (Math.abs(difference) < Math.max(NOTABLE, standardError ?? 0)) return 'como o autor pensava';
  return difference > 0 ? 'mais difícil do que o autor pensava' : 'mais fácil do que o autor pensava';
}

/** A question that no calibration has seen. */
export const UNCALIBRATED: CalibratedQuestion = {
  answers: 0,
  difficulty: null,
  standardError: null,
  prior: null,
  misfit: null,
};

/** Returns whether a question fits the model, or null if there are too few answers. */
export const fits = ({ answers, misfit }: Pick<CalibratedQuestion, 'answers' | 'misfit'>): boolean | null =>
  answers < MISFIT.ANSWERS ? null : misfit === null;

const MISFIT_WORDS: Record<Misfit, string> = {
  reversed: 'quem sabe mais falha-a e quem sabe menos acerta-a',
  unrelated: 'acertá-la quase não depende do que a criança sabe',
  guessed: 'acerta-se tanto como a adivinhar, ou menos: veja se a chave está certa',
};

/** Returns the same in words. */
export function fitInWords(question: Pick<CalibratedQuestion, 'answers' | 'misfit'>): string {
  if (fits(question) === null) return 'ainda não se sabe';
  return question.misfit === null
    ? 'encaixa'
    : `não encaixa: ${MISFIT_WORDS[question.misfit]}. Fica fora do ponto de partida`;
}
