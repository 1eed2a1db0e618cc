import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { messageOf } from '../call/call.ts';
import { ActionDialog, type ActionDialogProps } from '../ui/forms/ActionDialog.tsx';
import styles from './FormDialog.module.css';

interface SecretDialogProps
  extends Pick<ActionDialogProps, 'title' | 'size' | 'action' | 'busyText' | 'danger' | 'cancel'> {
  /** Whether the dialog is open. Not needed in a dialog that is mounted only while it is open. */
  open?: boolean;
  /** Sends the input and returns a problem to show at its field, if any. The message of a thrown error is shown too. */
  send: (form: FormData) => Promise<string | undefined>;
  /** Renders the form's fields, given the problem to show at one of them and a prefix for their ids. */
  children: (problem: string | undefined, id: string) => ReactNode;
  /** Called with true after sending, with false when the dialog is closed without sending. */
  onDone: (sent: boolean) => void;
  /** An alternative way to confirm, shown below the form. */
  instead?: ReactNode;
}

/** Asks for a password or a code before an action. */
export function SecretDialog({ open = true, send, children, onDone, instead, ...dialog }: SecretDialogProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset on every opening
  useEffect(() => {
    setBusy(false);
    setProblem(undefined);
  }, [open]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const found = await send(new FormData(event.currentTarget)).catch((error: unknown) => messageOf(error));
    if (found === undefined) return onDone(true);
    setProblem(found);
    setBusy(false);
  };
  return (
    <ActionDialog {...dialog} open={open} onClose={() => onDone(false)} busy={busy} form={id}>
      <form id={id} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        {children(problem, id)}
      </form>
      {instead}
    </ActionDialog>
  );
}
