import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { ErrorSummary } from '../../web/ui/ErrorSummary.tsx';
import form from '../tests/Files.module.css';
import { failureOf } from '../tests/teaching.tsx';
import { refreshCurriculum } from './curriculum-calls.tsx';

interface FormDialogProps {
  title: string;
  /** What the button does, in its own words. */
  action: string;
  danger?: boolean;
  /** What is wrong, by field, before anything is sent. */
  check?: () => Record<string, string>;
  /** Sends it; what it throws is told in the dialog, which stays open with what was typed. */
  send: () => Promise<void>;
  onClose: () => void;
  /** The fields, given what is wrong with them. */
  children: (problems: Record<string, string>) => ReactNode;
}

/** A small form in a dialog. A refusal is said inside it, and whatever it was about is read again. */
export function FormDialog({ title, action, danger, check, send, onClose, children }: FormDialogProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState('');
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = check?.() ?? {};
    setProblems(found);
    setRefusal('');
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send();
      await refreshCurriculum();
      onClose();
    } catch (error) {
      const { said, fields } = failureOf(error);
      setProblems(fields);
      if (Object.keys(fields).length === 0) setRefusal(said);
      // Somebody else's change is on the screen behind once this one was refused for it.
      await refreshCurriculum();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={id} busy={busy} busyText="Enviando...">
            {action}
          </Button>
        </>
      }
    >
      <form id={id} className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} />
        {children(problems)}
        <p role="alert" className={refusal ? form['problem'] : undefined}>
          {refusal}
        </p>
      </form>
    </Dialog>
  );
}
