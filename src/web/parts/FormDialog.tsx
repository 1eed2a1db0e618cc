import { type ReactNode, useEffect, useId } from 'react';
import { ActionDialog } from '../ui/forms/ActionDialog.tsx';
import type { DialogProps } from '../ui/forms/Dialog.tsx';
import { ErrorSummary } from '../ui/forms/ErrorSummary.tsx';
import styles from './FormDialog.module.css';
import { type Sending, useForm } from './use-form.ts';

interface FormDialogProps {
  /** Whether the dialog is open. Not needed in a dialog that is mounted only while it is open. */
  open?: boolean;
  title: string;
  size?: DialogProps['size'];
  /** Label of the submit button, and its label while sending. */
  action: string;
  busyText?: string;
  danger?: boolean;
  /** Validates the fields before anything is sent; returns problems by field. */
  check?: Sending['check'];
  /** Sends the form. An error is shown in the dialog, which keeps the input. */
  send: (form: FormData) => Promise<void>;
  /** Fetches the data again, on success and on refusal: a refusal may mean that somebody else changed it. */
  reread?: () => Promise<unknown>;
  onClose: () => void;
  /** Renders the fields with their problems. */
  children: (problems: Record<string, string>) => ReactNode;
}

/** Renders a small form in a dialog, which closes on success; a refusal is shown inside it. */
export function FormDialog({
  open = true,
  title,
  size,
  action,
  busyText = 'A guardar…',
  danger,
  check,
  send,
  reread,
  onClose,
  children,
}: FormDialogProps) {
  const id = useId();
  const { busy, problems, refused, errors, clear, onSubmit } = useForm({
    check,
    onSend: async (_, form) => {
      await send(form);
      await reread?.();
      onClose();
    },
    onRefused: reread,
  });
  // A refusal must not remain visible when the dialog opens again for something else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening clears it
  useEffect(() => {
    if (open) clear();
  }, [open]);
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      busy={busy}
      size={size}
      title={title}
      action={action}
      busyText={busyText}
      danger={danger}
      form={id}
    >
      <form id={id} className={styles['form']} noValidate onSubmit={onSubmit}>
        <ErrorSummary errors={errors} />
        {children(problems)}
        <p className="refused" role="alert">
          {refused}
        </p>
      </form>
    </ActionDialog>
  );
}
