/** The goal of a test in whole percent: a score of this or more counts as reached (specification §2). */
export const GOAL = 70;
