import { useEffect, useState } from 'react';
import { readReader } from '../../../../web/device/reading-store.ts';
import { Button } from '../../../../web/ui/base/Button.tsx';
import { IconBook } from '../../../../web/ui/base/Icon.tsx';
import type { Reader } from '../reading-device.web.ts';

/** On a child's home: reading aloud, which the parent marks later. Only where the parent has opened reading for this child on this phone. */
export default function ReadTile({ childId }: { childId: number }) {
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    readReader(childId).then(
      (kept) => setIsOffered(kept !== undefined && !(kept.reader as Reader).limit?.nextDay),
      () => {},
    );
  }, [childId]);
  if (!isOffered) return null;
  return (
    <Button size="l" full variant="secondary" icon={<IconBook />} href={`/reading/${childId}`}>
      Ler em voz alta
    </Button>
  );
}
