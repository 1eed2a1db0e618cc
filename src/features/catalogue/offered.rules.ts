/** Whether a child may be offered a test to start or continue; a prepared one is offered by the phone that holds it. */
export const isOffered = ({
  allowed,
  open,
  prepared,
}: {
  allowed: boolean;
  open: boolean;
  prepared: boolean;
}): boolean => (allowed || open) && !prepared;

/** The call of `GET /api/tests` at a child's home: whether there are any, or those that can be begun. */
export const testsAtHome = (child: { id: number; schoolClass: string }, shows: 'tiles' | 'tests') => ({
  childId: String(child.id),
  class: child.schoolClass,
  only: shows === 'tiles' ? ('any' as const) : ('next' as const),
});
