import { useEffect, useState } from 'react';
import { readReader } from '../../../web/device/reading-store.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconBook, IconOperations } from '../../../web/ui/base/Icon.tsx';
import { IconPencil } from '../../../web/ui/icons/ActionIcon.tsx';
import type { Calculator } from '../calculating/calculating-device.web.ts';
import type { Reader } from '../reading/reading-device.web.ts';
import { isAllowed } from '../writing/allowed.rules.ts';
import type { Writer } from '../writing/writing-device.web.ts';

/** Whether the plan allows a dictation or a text now. */
const mayWrite = (writer: Writer | undefined): boolean =>
  writer !== undefined && (isAllowed(writer, 'dictation') || isAllowed(writer, 'text'));

/**
 * On a child's home: reading aloud and writing, which the parent marks later, and sums in the head. Each only where the parent has opened it for
 * this child on this phone, and where the plan allows it now.
 */
export default function ChildTiles({ childId }: { childId: number }) {
  const [offered, setOffered] = useState({ reading: false, sums: false, writing: false });
  useEffect(() => {
    const isOpen = (kept: unknown) =>
      kept !== undefined && !(kept as Pick<Reader, 'limit'> | Pick<Calculator, 'limit'>).limit?.nextDay;
    readReader(childId).then(
      (kept) =>
        setOffered({
          reading: isOpen(kept?.reader),
          sums: isOpen(kept?.calculator),
          writing: mayWrite(kept?.writer as Writer | undefined),
        }),
      () => {},
    );
  }, [childId]);
  return (
    <>
      {offered.reading && (
        <Button size="l" full variant="secondary" icon={<IconBook />} href={`/reading/${childId}`}>
          Ler em voz alta
        </Button>
      )}
      {offered.sums && (
        <Button size="l" full variant="secondary" icon={<IconOperations />} href={`/calculating/${childId}`}>
          Contas de cabeça
        </Button>
      )}
      {offered.writing && (
        <Button size="l" full variant="secondary" icon={<IconPencil />} href={`/writing/${childId}`}>
          Escrever
        </Button>
      )}
    </>
  );
}
