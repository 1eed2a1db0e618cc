import { type ReactNode, useEffect, useId } from 'react';
import styles from './FormDialog.module.css';
import { ActionDialog } from './ui/ActionDialog.tsx';
import type { DialogProps } from './ui/Dialog.tsx';
import { ErrorSummary } from './ui/ErrorSummary.tsx';
import { useForm } from './use-form.ts';

interface FormDialogProps {
  /** Left out by a dialog that is only drawn while it is open. */
  open?: boolean;
  title: string;
  size?: DialogProps['size'];
  /** What the button does, in its own words, and while it does it. */
  action: string;
  busyText?: string;
  danger?: boolean;
  /** What is wrong, by field, before anything is sent. */
  check?: () => Record<string, string>;
  /** Sends it; what it throws is told in the dialog, which stays open with what was typed. */
  send: (form: FormData) => Promise<void>;
  /** Reads again what this was about, whether it was taken or refused: a refusal may mean that somebody else changed it. */
  reread?: () => Promise<unknown>;
  onClose: () => void;
  /** The fields, given what is wrong with them. */
  children: (problems: Record<string, string>) => ReactNode;
}

/** A small form in a dialog, which closes once it is done; a refusal is said inside it. */
export function FormDialog({
  open = true,
  title,
  size,
  action,
  busyText = 'Enviando...',
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
  // What was refused of one thing says nothing of the next.
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
        <p className={styles['refused']} role="alert">
          {refused}
        </p>
      </form>
    </ActionDialog>
  );
}
