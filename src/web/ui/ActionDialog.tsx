import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

export interface ActionDialogProps extends Omit<DialogProps, 'footer'> {
  /** What the button does, in its own words, and while it does it. */
  action: string;
  busyText?: string | undefined;
  danger?: boolean | undefined;
  /** The action is not possible yet. */
  disabled?: boolean | undefined;
  /** The form inside, by its id, that the button submits. Left out, the button calls `onAction`. */
  form?: string | undefined;
  onAction?: (() => void) | undefined;
  cancel?: string | undefined;
}

/** A dialog with one action and the way out of it. */
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
