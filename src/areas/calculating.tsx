import { HeadSums } from '../domains/skills/calculating/HeadSums.tsx';
import { NumbersAloud } from '../domains/skills/calculating/NumbersAloud.tsx';
import { TrainFacts } from '../domains/skills/calculating/TrainFacts.tsx';
import { usePathname } from '../web/call/navigation.ts';
import { OfReader } from './OfReader.tsx';

/** Renders sums in the head, their training, and the numbers aloud. */
export default function CalculatingRoute() {
  const what = usePathname().split('/')[3];
  return (
    <OfReader
      screen={(childId) =>
        what === 'training' ? (
          <TrainFacts childId={childId} />
        ) : what === 'numbers' ? (
          <NumbersAloud childId={childId} />
        ) : (
          <HeadSums childId={childId} />
        )
      }
    />
  );
}
