// The SQL of `countsFor` (counting.rules.ts); `attempts.valid` is its figure `others`.

const RULES = `a.state = 'completed' and not a.late and not a.interrupted and a.effort is distinct from 'low' and a.time_confirmed is not false`;
const OF_THEMES = `a.kind = 'theme'`;
const ANSWERED = 'exists (select 1 from answers given where given.attempt_id = a.id)';

/**
 * SQL condition for attempts `a` that show what a child knows: completed, with an answer, with effort, not sent late (docs/decisions/0006),
 * with reliable times.
 */
export const TELLS = `${RULES} and ${ANSWERED}`;

/** SQL condition for the attempts that meet `TELLS` and enter a family's own figures: tests of themes, not rehearsals of the exam. */
export const COUNTS = `${OF_THEMES} and ${TELLS}`;

/** SQL condition for a child's first completed attempt at its test; the attempts must be `NUMBERED` (progress/progress.store.ts). */
export const FIRST_TIME = 'a.time = 1';

/** SQL condition for the rehearsals of the exam that enter their own line of a family's figures. */
export const REHEARSALS = `a.kind = 'rehearsal' and ${TELLS}`;

/** SQL condition for the results *a lápis*: answered too quickly to count. Rehearsals can be in pencil too. */
export const PENCIL = `a.state = 'completed' and not a.interrupted and a.effort = 'low'`;

/** SQL condition for those of them that would enter a family's own figures. */
export const PENCIL_OF_THEMES = `${OF_THEMES} and ${PENCIL}`;

/** The condition `COUNTS` for statements that read the answers themselves, and so need no check that there are answers. */
export const COUNTS_IF_ANSWERED = `${OF_THEMES} and ${RULES}`;
