import { firstName, inSentence } from '../../web/text.ts';
import { CoverLink } from '../../web/ui/Cover.tsx';
import type { Child } from './children.contract.ts';

interface OtherChildProps {
  /** The family's other children. */
  others: readonly Child[];
  /** Where one of several is chosen. */
  all: string;
  /** The same page for another child. */
  one: (child: Child) => string;
}

/** On a child's cover, the way to a brother or sister: one tap where there is one, a choice where there are more. */
export function OtherChild({ others: [other, more], all, one }: OtherChildProps) {
  if (!other) return null;
  if (more) return <CoverLink href={all}>Mudar de filho</CoverLink>;
  return <CoverLink href={one(other)}>Mudar para {inSentence(firstName(other.fullName), other.gender)}</CoverLink>;
}
