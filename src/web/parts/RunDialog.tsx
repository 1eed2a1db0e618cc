import { useAction } from '../call/use-action.ts';
import { ActionDialog, type ActionDialogProps } from '../ui/forms/ActionDialog.tsx';
import styles from './FormDialog.module.css';

interface RunDialogProps extends Omit<ActionDialogProps, 'open' | 'busy' | 'form' | 'onAction'> {
  /** The button's action; the dialog closes when it is done. */
  act: () => Promise<void>;
  /** Turns an error into the message that the dialog shows; empty if it has been shown elsewhere. */
  explain?: (error: unknown) => string;
}

/** Renders a dialog with an action, mounted only while it is open; a refusal is shown inside it. */
export function RunDialog({ act, explain, children, ...dialog }: RunDialogProps) {
  const { busy, refused, run } = useAction(async () => {
    await act();
    dialog.onClose();
  }, explain);
  return (
    <ActionDialog {...dialog} open busy={busy} onAction={run}>
      <div className={styles['form']}>
        {children}
        <p className="refused" role="alert">
          {refused}
        </p>
      </div>
    </ActionDialog>
  );
}
