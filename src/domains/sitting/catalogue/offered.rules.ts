/** Returns whether a test may be offered to a child to start or continue; a prepared one is offered only by the phone that has it. */
export const isOffered = ({
  allowed,
  open,
  prepared,
}: {
  allowed: boolean;
  open: boolean;
  prepared: boolean;
}): boolean => (allowed || open) && !prepared;

/** Returns the call of `GET /api/tests` at a child's home: whether there are any tests, or those that can be started. */
export const testsAtHome = (childId: number, shows: 'tiles' | 'tests') => ({
  childId: String(childId),
  class: 'usual',
  only: shows === 'tiles' ? ('any' as const) : ('next' as const),
});
