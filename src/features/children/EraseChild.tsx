import { useEffect, useState } from 'react';
import { refresh } from '../../web/api.ts';
import { CallError } from '../../web/call.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './Children.module.css';
import type { Child } from './children.contract.ts';
import { ABOUT_CHILDREN, callChildren } from './children-calls.tsx';

/** The last question before a child is erased for good; it names the child. */
export default function EraseChild({ child, onClose }: { child: Child | null; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: every opening starts clean
  useEffect(() => {
    setBusy(false);
    setRefused('');
  }, [child]);
  const erase = async () => {
    if (!child) return;
    setBusy(true);
    try {
      await callChildren('DELETE /api/children/:id', { params: { id: String(child.id) } });
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, '', 'offline');
      // Already erased, on another phone: what was wanted.
      if (failure.status !== 404) {
        setRefused(failure.said);
        return setBusy(false);
      }
    }
    toast({ kind: 'success', title: 'Sucesso', text: `O perfil de ${child.fullName} foi apagado.` });
    onClose();
    await refresh(...ABOUT_CHILDREN);
  };
  return (
    <Dialog
      open={child !== null}
      onClose={onClose}
      busy={busy}
      size="s"
      title="Apagar para sempre?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button variant="danger" busy={busy} busyText="A apagar…" onClick={() => void erase()}>
            Apagar para sempre
          </Button>
        </>
      }
    >
      <p className={styles['erase']}>
        O perfil de <b>{child?.fullName}</b>, com todos os testes, respostas, resultados e avisos, é apagado agora. Não
        dá para recuperar.
      </p>
      {refused && (
        <p className={styles['refused']} role="alert">
          {refused}
        </p>
      )}
    </Dialog>
  );
}
