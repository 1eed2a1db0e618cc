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
