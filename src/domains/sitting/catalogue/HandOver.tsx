import { useEffect, useState } from 'react';
import { isYoung } from '../../../shared/young.ts';
import { isKeptHere } from '../../../web/device/kept-here.ts';
import { useVoices } from '../../../web/device/voices.ts';
import { readsItself, setReadsItself } from '../../../web/parts/reads-itself.ts';
import { Switch } from '../../../web/ui/forms/Switch.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import Entrust, { type HandOverProps } from '../../people/child-mode/HandOver.tsx';

export interface StartProps extends Pick<HandOverProps, 'child' | 'onClose'> {
  test: {
    href: string;
    words?: string | undefined;
    /** Whether it is reserved for a phone without network: this one or another. */
    prepared?: boolean | undefined;
  };
}

/** Shown between choosing a test and its first question: the phone is passed to the child before the time starts. */
export default function HandOver({ child, test, onClose }: StartProps) {
  const young = isYoung(child.schoolClass);
  const voice = useVoices([{ language: 'pt' }]);
  const [reads, setReads] = useState(() => readsItself(child.id));
  return (
    <Entrust child={child} test={test} onClose={onClose}>
      {test.prepared && <PreparedElsewhere href={test.href} />}
      {young && voice && (
        <Switch
          label="Ler as perguntas em voz alta"
          hint="O telemóvel lê as perguntas. Os textos, é a criança que os lê."
          checked={reads}
          onChange={(on) => {
            setReads(on);
            setReadsItself(child.id, on);
          }}
        />
      )}
    </Entrust>
  );
}

/** Warns that starting here takes over a test from the phone on which it is prepared; shows nothing on that phone. */
function PreparedElsewhere({ href }: { href: string }) {
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    let gone = false;
    isOnThisPhone(href).then(
      (isHere) => !gone && setElsewhere(!isHere),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [href]);
  return (
    isElsewhere && (
      <Notice>Este teste está preparado noutro telemóvel. Se o começar aqui, o do outro já não conta.</Notice>
    )
  );
}

/** Returns whether the test at a `/tests/:id` address is prepared or in progress on this phone. */
async function isOnThisPhone(href: string): Promise<boolean> {
  if (!(await isKeptHere('caderneta'))) return false;
  const { hasSittingFor } = await import('../../../web/device/device-store.ts');
  return (await hasSittingFor(href)) !== null;
}
