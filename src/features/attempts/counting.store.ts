const RULES = `a.state = 'completed' and not a.late and not a.interrupted and a.effort is distinct from 'low' and a.time_confirmed is not false`;
const OF_THEMES = `a.kind = 'theme'`;
const ANSWERED = 'exists (select 1 from answers given where given.attempt_id = a.id)';

/** Attempts `a` that tell what a child knows: completed, with an answer, with effort, not sent late (docs/decisions/0006), times not in doubt. */
export const TELLS = `${RULES} and ${ANSWERED}`;

/** Those of them that enter a family's own figures: tests of themes, not rehearsals of the exam. */
export const COUNTS = `${OF_THEMES} and ${TELLS}`;

/** The same for a statement that reads the answers itself, and leaves out attempts without any. */
export const COUNTS_IF_ANSWERED = `${OF_THEMES} and ${RULES}`;
