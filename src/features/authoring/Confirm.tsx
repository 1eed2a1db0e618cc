import { type ReactNode, useEffect, useState } from 'react';
import { failureOf } from '../../web/outcome.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import styles from './Authoring.module.css';

interface ConfirmProps {
  open: boolean;
  title: string;
  /** What the button does, in its own words. */
  action: string;
  onClose: () => void;
  /** The dialog closes when it is done; refused, it stays and says why. */
  onConfirm: () => Promise<void>;
  children: ReactNode;
}

/** Asks once before something is taken away. */
export function Confirm({ open, title, action, onClose, onConfirm, children }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  // What was refused of one thing says nothing of the next.
  useEffect(() => {
    if (open) setRefused('');
  }, [open]);
  const confirm = async () => {
    setBusy(true);
    setRefused('');
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setRefused(failureOf(error).said);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      size="s"
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {refused ? 'Fechar' : 'Cancelar'}
          </Button>
          <Button variant="danger" busy={busy} busyText="Enviando..." onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with a long name it scrolls, and a keyboard must reach it */}
      <div tabIndex={0}>{children}</div>
      <p className={styles['refused']} role="alert">
        {refused}
      </p>
    </Dialog>
  );
}
