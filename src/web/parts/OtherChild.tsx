import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { opensElsewhere } from '../call/navigation.ts';
import { CoverLink } from '../ui/paper/Cover.tsx';
import type { Sibling } from './ChooseOther.tsx';
import { firstName, inSentence } from './text.ts';

// Only families with three children or more need this.
const ChooseOther = lazy(() => import('./ChooseOther.tsx'));

interface OtherChildProps {
  /** The family's other children. */
  others: readonly Sibling[];
  /** URL of the choice among several, for a tap before the app has loaded. */
  all: string;
  /** URL of the same page for another child. */
  one: (child: Sibling) => string;
}

/** Link to the same page of a sibling; with several siblings, it asks which. */
export function OtherChild({ others, all, one }: OtherChildProps) {
  const [choosing, setChoosing] = useState(false);
  const [other, more] = others;
  if (!other) return null;
  if (!more)
    return (
      <CoverLink href={one(other)}>
        Mudar<span className="sr"> para {inSentence(firstName(other.fullName), other.gender)}</span>
      </CoverLink>
    );
  const ask = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    setChoosing(true);
  };
  return (
    <>
      <CoverLink href={all} onClick={ask}>
        Mudar<span className="sr"> de criança</span>
      </CoverLink>
      {choosing && (
        <Suspense fallback={null}>
          <ChooseOther others={others} one={one} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
