/** Attempts `a` that tell what a child knows: completed, with an answer, with effort, not sent late (docs/decisions/0006), times not in doubt. */
export const TELLS = `a.state = 'completed' and not a.late and not a.interrupted and a.effort is distinct from 'low' and a.time_confirmed is not false and exists (select 1 from answers given where given.attempt_id = a.id)`;

/** Those of them that enter a family's own figures: tests of themes, not rehearsals of the exam. */
export const COUNTS = `a.kind = 'theme' and ${TELLS}`;
