import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '../../../web/call/call.ts';
import { ActionDialog } from '../../../web/ui/forms/ActionDialog.tsx';
import styles from './Authoring.module.css';

interface ConfirmProps {
  open: boolean;
  title: string;
  /** Label of the action's button. */
  action: string;
  onClose: () => void;
  /** Runs the action. The dialog closes afterwards; if the action is refused, it stays open and says why. */
  onConfirm: () => Promise<void>;
  children: ReactNode;
}

/** Asks for confirmation before something is deleted. */
export function Confirm({ open, title, action, onClose, onConfirm, children }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  // A refusal for one item must not remain visible for the next.
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
      setRefused(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      busy={busy}
      size="s"
      title={title}
      action={action}
      busyText="A apagar…"
      danger
      onAction={() => void confirm()}
      cancel={refused ? 'Fechar' : 'Cancelar'}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with a long name it scrolls, and a keyboard must reach it */}
      <div tabIndex={0}>{children}</div>
      <p className={styles['refused']} role="alert">
        {refused}
      </p>
    </ActionDialog>
  );
}
