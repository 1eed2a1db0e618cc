// A question's calibration in words for teachers.

/** Minimum answers to judge the fit of a question, and the mean squares above which it does not fit (1 is expected). */
export const MISFIT = {
  ANSWERS: 100,
  INFIT: 1.3,
  OUTFIT: 1.5,
} as const;

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
  infit: number | null;
  outfit: number | null;
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
  infit: null,
  outfit: null,
};

/** Returns whether a question fits the model, or null if there are too few answers. */
export function fits({ answers, infit, outfit }: CalibratedQuestion): boolean | null {
  if (answers < MISFIT.ANSWERS || infit === null || outfit === null) return null;
  return infit <= MISFIT.INFIT && outfit <= MISFIT.OUTFIT;
}

/** Returns the same in words. */
export function fitInWords(question: CalibratedQuestion): string {
  const fit = fits(question);
  if (fit === null) return 'ainda não se sabe';
  return fit
    ? 'encaixa'
    : 'não encaixa: quem sabe mais falha-a e quem sabe menos acerta-a. Fica fora do ponto de partida';
}
