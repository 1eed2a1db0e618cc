import { lazy, Suspense } from 'react';
import { usePathname } from '../web/call/navigation.ts';
import { Spinner } from '../web/ui/base/Spinner.tsx';
import { OfReader } from './OfReader.tsx';

const HeadSums = lazy(() => import('../domains/skills/calculating/HeadSums.tsx'));
const TrainFacts = lazy(() => import('../domains/skills/calculating/TrainFacts.tsx'));
const NumbersAloud = lazy(() => import('../domains/skills/calculating/NumbersAloud.tsx'));

/** Renders sums in the head, their training, or the numbers aloud. */
export default function CalculatingRoute() {
  const what = usePathname().split('/')[3];
  const Screen = what === 'training' ? TrainFacts : what === 'numbers' ? NumbersAloud : HeadSums;
  return (
    <OfReader
      screen={(childId) => (
        <Suspense fallback={<Spinner />}>
          <Screen childId={childId} />
        </Suspense>
      )}
    />
  );
}
