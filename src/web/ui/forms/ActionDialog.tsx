import { Button } from '../base/Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

export interface ActionDialogProps extends Omit<DialogProps, 'footer'> {
  /** Label of the button, and its label while the action runs. */
  action: string;
  busyText?: string | undefined;
  danger?: boolean | undefined;
  /** Whether the action is not possible yet. */
  disabled?: boolean | undefined;
  /** Id of the form inside that the button submits. Without it the button calls `onAction`. */
  form?: string | undefined;
  onAction?: (() => void) | undefined;
  cancel?: string | undefined;
}

/** Renders a dialog with one action and a button to cancel. */
export function ActionDialog({
  action,
  busyText,
  danger,
  disabled,
  form,
  onAction,
  cancel = 'Cancelar',
  ...dialog
}: ActionDialogProps) {
  const { busy, onClose } = dialog;
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type={form === undefined ? 'button' : 'submit'}
            form={form}
            busy={busy}
            busyText={busyText}
            disabled={disabled}
            onClick={onAction}
          >
            {action}
          </Button>
        </>
      }
    />
  );
}
