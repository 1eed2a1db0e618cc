import { useEffect, useState } from 'react';
import { plural } from '../../../shared/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconOperations } from '../../../web/ui/base/Icon.tsx';
import { countFacts } from './calculating-device.web.ts';

/** After the cards of the day: the sums in the head that were slow or wrong, in their own screen. Empty if there are none. */
export default function FactsNext({ childId }: { childId: number }) {
  const [facts, setFacts] = useState(0);
  useEffect(() => {
    countFacts(childId).then(setFacts, () => {});
  }, [childId]);
  return facts === 0 ? null : (
    <Button size="l" full variant="secondary" icon={<IconOperations />} href={`/calculating/${childId}/training`}>
      {`Treinar ${plural(facts, 'conta', 'contas')} de cabeça`}
    </Button>
  );
}
