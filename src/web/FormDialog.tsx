import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { failureOf } from './call.ts';
import styles from './FormDialog.module.css';
import { ActionDialog } from './ui/ActionDialog.tsx';
import type { DialogProps } from './ui/Dialog.tsx';
import { ErrorSummary } from './ui/ErrorSummary.tsx';

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
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState('');
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);
  // What was refused of one thing says nothing of the next.
  useEffect(() => {
    if (!open) return;
    setProblems({});
    setRefusal('');
  }, [open]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const found = check?.() ?? {};
    setProblems(found);
    setRefusal('');
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send(form);
      await reread?.();
      onClose();
    } catch (error) {
      const { said, fields } = failureOf(error);
      setProblems(fields);
      if (Object.keys(fields).length === 0) setRefusal(said);
      await reread?.();
    } finally {
      setBusy(false);
    }
  };
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
      <form id={id} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} />
        {children(problems)}
        <p className={styles['refused']} role="alert">
          {refusal}
        </p>
      </form>
    </ActionDialog>
  );
}
