import { firstName, inSentence } from '../../../web/parts/text.ts';
import { CoverLink } from '../../../web/ui/paper/Cover.tsx';
import type { Child } from './children.contract.ts';

interface OtherChildProps {
  /** The family's other children. */
  others: readonly Child[];
  /** URL of the choice among several. */
  all: string;
  /** URL of the same page for another child. */
  one: (child: Child) => string;
}

/** Link to the same page of a sibling, or to a choice if there are several. */
export function OtherChild({ others: [other, more], all, one }: OtherChildProps) {
  if (!other) return null;
  return (
    <CoverLink href={more ? all : one(other)}>
      Mudar
      <span className="sr">
        {more ? ' de criança' : ` para ${inSentence(firstName(other.fullName), other.gender)}`}
      </span>
    </CoverLink>
  );
}
