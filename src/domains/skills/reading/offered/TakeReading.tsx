import { useEffect, useState } from 'react';
import { failureOf } from '../../../../web/call/call.ts';
import { isDurable } from '../../../../web/device/device-tables.ts';
import { readReadingPack } from '../../../../web/device/reading-store.ts';
import { notKept } from '../../../../web/parts/not-kept.ts';
import { Button } from '../../../../web/ui/base/Button.tsx';
import { toast } from '../../../../web/ui/base/Toast.tsx';
import { readingClassOf } from '../forms.rules.ts';
import { bringReader, bringReadingPack } from '../reading-device.web.ts';

/** Most kilobytes that the texts of a class take on the way to a phone; a test holds every class to it. */
const PACK_KILOBYTES = 40;

/** Brings the texts of a child's class to this phone, so that it can read aloud without network. */
export default function TakeReading({ childId, schoolClass }: { childId: number; schoolClass: string }) {
  const readingClass = readingClassOf(schoolClass);
  const [isHere, setIsHere] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    readReadingPack(readingClass).then(
      (pack) => setIsHere(pack !== undefined),
      () => {},
    );
  }, [readingClass]);
  const bring = async () => {
    setBusy(true);
    try {
      await bringReader(childId);
      await bringReadingPack(readingClass);
      if (!isDurable()) throw notKept();
      // The code of the screens is stored by the service worker as it is fetched.
      await Promise.all([import('../Reading.tsx'), import('../AfterReading.tsx')]);
      setIsHere(true);
    } catch (error) {
      toast({ kind: 'error', title: 'Erro', text: failureOf(error).said });
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="take-reading">
      <h2 id="take-reading">Ler em voz alta</h2>
      <p className="muted">
        {isHere
          ? 'Os textos da classe já estão neste telemóvel.'
          : `Textos, palavras e perguntas da classe: menos de ${PACK_KILOBYTES} KB.`}
      </p>
      <Button variant="secondary" busy={busy} busyText="A trazer…" onClick={() => void bring()}>
        {isHere ? 'Trazer outra vez' : 'Levar as leituras'}
      </Button>
    </section>
  );
}
