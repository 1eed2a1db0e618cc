import { type ReactNode, useEffect, useState } from 'react';
import type { ShownChild } from '../../../shared/child.ts';
import type { Gender } from '../../../shared/words.ts';
import { failureOf } from '../../../web/call/call.ts';
import { saveFile } from '../../../web/call/files.ts';
import { firstName, inSentence } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { IconDownload } from '../../../web/ui/icons/ActionIcon.tsx';
import { BeyondPlan } from './BeyondPlan.tsx';
import styles from './SavePdf.module.css';

/** Seconds after which a wait is explained. */
const SLOW_SECONDS = 5;

export interface SendOnProps {
  /** Set for a result's file, which can also be shared; otherwise the file is a child's report. */
  attemptId?: number;
  child: { id: number; fullName: string };
  gender: Gender | null | undefined;
  /** Whether the plan covers the child; undefined while it is unknown, in which case the server decides. */
  covered: boolean | undefined;
}

interface SavePdfProps {
  /** Fetches the file from the server. */
  fetch: () => Promise<{ blob: Blob; name: string | undefined }>;
  /** The file's name, if the server does not send one. */
  name: string;
  child: Pick<ShownChild, 'fullName' | 'gender'>;
  /** Whether the plan covers the child; if undefined, the server decides. */
  covered?: boolean | undefined;
  label?: string;
  /** Other buttons, shown beside this one. */
  children?: ReactNode;
}

/** Renders the button that saves a file made by the server. It also shows messages while the file is being made, or if that fails. */
export default function SavePdf({ fetch, name, child, covered, label = 'Guardar em PDF', children }: SavePdfProps) {
  const online = useOnline();
  const [state, setState] = useState<'idle' | 'busy' | 'slow' | 'plan'>('idle');
  const [problem, setProblem] = useState('');

  useEffect(() => {
    if (state !== 'busy') return;
    const timer = setTimeout(() => setState('slow'), SLOW_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [state]);

  const save = async () => {
    setProblem('');
    if (covered === false) return setState('plan');
    if (!online) return setProblem('Está sem internet. Tente quando houver.');
    setState('busy');
    try {
      saveFile(await fetch(), name);
      setState('idle');
    } catch (error) {
      const failure = failureOf(error);
      setState(failure.status === 402 ? 'plan' : 'idle');
      if (failure.status !== 402) setProblem(failure.said);
    }
  };

  return (
    <div className={styles['save']}>
      <div className={styles['pair']}>
        <Button
          variant="secondary"
          icon={<IconDownload />}
          busy={state === 'busy' || state === 'slow'}
          busyText="A preparar…"
          onClick={() => void save()}
        >
          {label}
        </Button>
        {children}
      </div>
      <p role="status" className={styles['note']}>
        {state === 'slow' && 'A internet está lenta. O PDF ainda não chegou.'}
        {state === 'plan' && <BeyondPlan what="pdf" child={inSentence(firstName(child.fullName), child.gender)} />}
        {problem}
      </p>
    </div>
  );
}
