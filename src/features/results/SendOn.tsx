import { Suspense, useEffect, useState } from 'react';
import type { Gender } from '../../shared/words.ts';
import { CallError } from '../../web/call.ts';
import { fileCaller, keep } from '../../web/files.ts';
import { lazily } from '../../web/lazily.tsx';
import { firstName, inSentence } from '../../web/text.ts';
import { IconDownload } from '../../web/ui/ActionIcon.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { useOnline } from '../../web/ui/OfflineStrip.tsx';
import { IconShare } from '../../web/ui/RareIcon.tsx';
import { BeyondPlan } from './BeyondPlan.tsx';
import type { pdfContract } from './pdf.contract.ts';
import styles from './SendOn.module.css';

const fetchFile = fileCaller<typeof pdfContract>();
const ShareDialog = lazily(() => import('./ShareDialog.tsx'));

/** Seconds after which a wait is explained. */
const SLOW = 5;

interface SendOnProps {
  /** Whose file it is: a result's, which can also be shared, or a child's report. */
  attemptId?: number;
  child: { id: number; fullName: string };
  gender: Gender | null | undefined;
  /** Whether the plan covers the child; undefined while it is not known, and the server decides. */
  covered: boolean | undefined;
}

/** The buttons that take a result out of the app: a file made by the server, and for one result a link. */
export default function SendOn({ attemptId, child, gender, covered }: SendOnProps) {
  const online = useOnline();
  const [state, setState] = useState<'idle' | 'busy' | 'slow' | 'plan'>('idle');
  const [problem, setProblem] = useState('');
  const [sharing, setSharing] = useState(false);
  const busy = state === 'busy' || state === 'slow';

  useEffect(() => {
    if (state !== 'busy') return;
    const timer = setTimeout(() => setState('slow'), SLOW * 1_000);
    return () => clearTimeout(timer);
  }, [state]);

  const save = async () => {
    setProblem('');
    if (covered === false) return setState('plan');
    if (!online) return setProblem('Sem ligação à internet. O PDF é feito no servidor: tente quando houver rede.');
    setState('busy');
    try {
      const file =
        attemptId === undefined
          ? await fetchFile('GET /api/children/:id/report/pdf', { params: { id: String(child.id) } })
          : await fetchFile('GET /api/attempts/:id/pdf', { params: { id: String(attemptId) } });
      keep(file, attemptId === undefined ? 'relatorio.pdf' : 'resultado.pdf');
      setState('idle');
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, '', 'offline');
      setState(failure.status === 402 ? 'plan' : 'idle');
      if (failure.status !== 402) setProblem(failure.said);
    }
  };

  return (
    <div className={styles['send']}>
      <div className={styles['pair']}>
        <Button
          variant="secondary"
          icon={<IconDownload />}
          busy={busy}
          busyText="A preparar…"
          onClick={() => void save()}
        >
          Exportar PDF
        </Button>
        {attemptId !== undefined && (
          <Button variant="secondary" icon={<IconShare />} onClick={() => setSharing(true)}>
            Partilhar
          </Button>
        )}
      </div>
      <p role="status" className={styles['note']}>
        {state === 'slow' && 'A rede está lenta. O PDF ainda vem a caminho: são uns 30 KB.'}
        {state === 'plan' && <BeyondPlan what="pdf" child={inSentence(firstName(child.fullName), gender)} />}
        {problem}
      </p>
      {/* Waited for on its own: the button that has the focus stays. */}
      <Suspense fallback={null}>
        {sharing && attemptId !== undefined && <ShareDialog attemptId={attemptId} onClose={() => setSharing(false)} />}
      </Suspense>
    </div>
  );
}
