import { useState } from 'react';
import { Switch } from '../../web/ui/Switch.tsx';
import Entrust, { type HandOverProps } from '../child-mode/HandOver.tsx';
import { readsItself, setReadsItself } from '../sitting/reads-itself.web.ts';
import { type Spoken, useVoices } from '../tests/ReadAloud.tsx';
import { isYoung } from '../tests/young.rules.ts';

const PORTUGUESE: readonly Spoken[] = [{ text: '', language: 'pt' }];

export interface StartProps extends Pick<HandOverProps, 'child' | 'onClose'> {
  test: { href: string; words?: string | undefined };
}

/** Shown between choosing a test and its first question: the phone is passed to the child before the time starts. */
export default function HandOver({ child, test, onClose }: StartProps) {
  const young = isYoung(child.schoolClass);
  const voice = useVoices(PORTUGUESE);
  const [reads, setReads] = useState(() => readsItself(child.id));
  return (
    <Entrust child={child} test={test} onClose={onClose}>
      {young && voice && (
        <Switch
          label="Ler as perguntas em voz alta"
          hint="O telemóvel lê cada pergunta sozinho. Os textos para ler ficam por ler."
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
