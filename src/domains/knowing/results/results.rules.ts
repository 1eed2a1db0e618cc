import { GOAL } from '../../../shared/goal.ts';
import { wholePercent } from '../../../shared/percent.ts';
import { SKILL_CATEGORIES } from '../../../shared/words.ts';

/** Minimum number of questions to judge a theme or skill category: two right answers of three say nothing. */
export const FEWEST_QUESTIONS = 5;

/** Right answers for each skill category, in the specification's order; questions without a category are left out. */
export function skillsOf(
  questions: readonly { id: number; correctAnswer: string; skillCategory: string | null }[],
  answers: ReadonlyMap<number, string>,
): { skillCategory: string; correct: number; total: number }[] {
  return SKILL_CATEGORIES.map((skillCategory) => {
    const asked = questions.filter((question) => question.skillCategory === skillCategory);
    return {
      skillCategory,
      correct: asked.filter((question) => answers.get(question.id) === question.correctAnswer).length,
      total: asked.length,
    };
  }).filter((skill) => skill.total > 0);
}

export interface Point {
  kind: 'theme' | 'skill';
  name: string;
  correct: number;
  total: number;
}

/**
 * Returns the strengths (from 70 % on) and gaps that a result shows: its theme and its skill categories, where there are enough questions.
 */
export function pointsOf(
  theme: { theme: string; correct: number; total: number },
  skills: readonly { skillCategory: string; correct: number; total: number }[],
): { strengths: Point[]; gaps: Point[] } {
  const points: Point[] = [
    { kind: 'theme' as const, name: theme.theme, correct: theme.correct, total: theme.total },
    ...skills.map(({ skillCategory, ...of }) => ({ kind: 'skill' as const, name: skillCategory, ...of })),
  ].filter(({ total }) => total >= FEWEST_QUESTIONS);
  const isStrong = ({ correct, total }: Point) => (wholePercent(correct, total) ?? 0) >= GOAL;
  return { strengths: points.filter(isStrong), gaps: points.filter((point) => !isStrong(point)) };
}
