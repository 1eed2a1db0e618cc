import { useState } from 'react';
import { reader, refresh } from '../../../web/call/api.ts';
import { caller, messageOf } from '../../../web/call/call.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import styles from './Files.module.css';
import type { ImportBatch, importsContract } from './imports.contract.ts';

const useRead = reader<typeof importsContract>();
const call = caller<typeof importsContract>();

const WHEN = new Intl.DateTimeFormat('pt-AO', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Africa/Luanda' });

/** Lists the files imported into a test. The import of each file can be undone as a whole. */
export function ImportBatches({ testId, onChanged }: { testId: number; onChanged: () => void }) {
  const found = useRead('GET /api/teacher/tests/:id/imports', { params: { id: String(testId) } });
  const [busy, setBusy] = useState<number | null>(null);
  /** Id of the import for which the confirmation of undoing is open. */
  const [asked, setAsked] = useState<number | null>(null);
  const [problem, setProblem] = useState<{ id: number; text: string } | null>(null);

  const undo = async (batch: ImportBatch) => {
    setBusy(batch.id);
    setProblem(null);
    try {
      await call('POST /api/teacher/imports/:id/undo', { params: { id: String(batch.id) } });
      toast({ kind: 'success', title: 'Sucesso', text: 'Importação anulada.' });
      onChanged();
      await refresh(`/api/teacher/tests/${testId}/imports`);
    } catch (error) {
      setProblem({ id: batch.id, text: messageOf(error, 'Não foi possível anular.') });
    }
    setAsked(null);
    setBusy(null);
  };

  return (
    <Accordion quiet title="Importações feitas neste teste">
      {found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : !found.data ? (
        <Spinner />
      ) : found.data.length === 0 ? (
        <p className="muted">Ainda não se importou nenhum ficheiro para este teste.</p>
      ) : (
        <ul className={styles['batches']}>
          {found.data.map((batch) => (
            <Batch
              key={batch.id}
              batch={batch}
              isAsked={asked === batch.id}
              busy={busy}
              problem={problem?.id === batch.id ? problem.text : undefined}
              onAsk={(ask) => setAsked(ask ? batch.id : null)}
              onUndo={() => void undo(batch)}
            />
          ))}
        </ul>
      )}
    </Accordion>
  );
}

interface BatchProps {
  batch: ImportBatch;
  /** Whether the confirmation of undoing is open for this import. */
  isAsked: boolean;
  /** Id of the import that is being undone. */
  busy: number | null;
  problem: string | undefined;
  onAsk: (ask: boolean) => void;
  onUndo: () => void;
}

/** Renders one import: the number of questions it added or replaced, and the button that undoes it after one confirmation. */
function Batch({ batch, isAsked, busy, problem, onAsk, onUndo }: BatchProps) {
  return (
    <li>
      <div>
        <b>{batch.fileName}</b>
        <p className="meta muted">
          {WHEN.format(new Date(batch.createdAt))}
          {batch.by && ` · ${batch.by}`} · {made(batch)}
        </p>
        {problem !== undefined && (
          <p role="alert" className={styles['bad']}>
            {problem}
          </p>
        )}
      </div>
      {batch.undoneAt ? (
        <span className="meta muted">Anulada{batch.undoneBy && ` por ${batch.undoneBy}`}</span>
      ) : isAsked ? (
        <div className={styles['ask']}>
          <p>Retirar do teste o que este ficheiro trouxe e repor o que substituiu?</p>
          <Button variant="secondary" size="s" disabled={busy !== null} onClick={() => onAsk(false)} autoFocus>
            Não
          </Button>
          <Button variant="danger" size="s" busy={busy === batch.id} busyText="A anular…" onClick={onUndo}>
            Sim, anular
          </Button>
        </div>
      ) : (
        <Button variant="secondary" size="s" disabled={busy !== null} onClick={() => onAsk(true)}>
          Anular<span className="sr"> a importação de {batch.fileName}</span>
        </Button>
      )}
    </li>
  );
}

const made = ({ created, replaced }: ImportBatch) =>
  [
    ...(created > 0 ? [plural(created, 'nova', 'novas')] : []),
    ...(replaced > 0 ? [plural(replaced, 'substituída', 'substituídas')] : []),
  ].join(', ');
