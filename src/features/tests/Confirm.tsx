import { type ReactNode, useState } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';

interface ConfirmProps {
  open: boolean;
  title: string;
  /** What the button does, in its own words. */
  action: string;
  onClose: () => void;
  /** The dialog closes when it has ended, well or not. */
  onConfirm: () => Promise<void>;
  children: ReactNode;
}

/** Asks once before something is gone for good. */
export function Confirm({ open, title, action, onClose, onConfirm, children }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm().finally(() => setBusy(false));
    onClose();
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
            Cancelar
          </Button>
          <Button variant="danger" busy={busy} busyText="Enviando..." onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
