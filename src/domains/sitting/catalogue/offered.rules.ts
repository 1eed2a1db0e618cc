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
