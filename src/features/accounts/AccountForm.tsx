import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '../../web/call.ts';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorSummary } from '../../web/ui/ErrorSummary.tsx';
import styles from './Settings.module.css';

/** What is wrong with a form, by the name of the field. */
export type Problems = Record<string, string>;

interface AccountFormProps {
  send: string;
  /** What can be told before asking the server. */
  check?: (form: Record<string, string>) => Problems;
  onSend: (form: Record<string, string>) => Promise<void>;
  onClose: () => void;
  children: (problems: Problems) => ReactNode;
}

/** A form inside a part of the settings: says what is wrong where it is, and closes once it is saved. */
export function AccountForm({ send, check, onSend, onClose, children }: AccountFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState('');
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const found = check?.(typed) ?? {};
    setProblems(found);
    setRefused('');
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onSend(typed);
      onClose();
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, '', 'offline');
      setProblems(failure.fields);
      setRefused(Object.keys(failure.fields).length === 0 ? failure.said : '');
      setBusy(false);
    }
  };

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <ErrorSummary errors={errors} />
      {children(problems)}
      <p className={styles['refused']} role="alert">
        {refused}
      </p>
      <div className={styles['buttons']}>
        <Button type="submit" busy={busy} busyText="A guardar…">
          {send}
        </Button>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
