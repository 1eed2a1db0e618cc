import { type ReactNode, useEffect, useRef } from 'react';
import { type Problems, type Sending, useForm } from '../../../web/parts/use-form.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { ErrorSummary } from '../../../web/ui/forms/ErrorSummary.tsx';
import styles from './Settings.module.css';

interface AccountFormProps extends Sending {
  send: string;
  onClose: () => void;
  children: (problems: Problems) => ReactNode;
}

/** Renders a form within a settings card: shows errors at their fields and closes after saving. */
export function AccountForm({ send, check, onSend, onClose, children }: AccountFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, problems, refused, errors, onSubmit } = useForm({
    check,
    onSend: async (typed, sent) => {
      await onSend(typed, sent);
      onClose();
    },
  });
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), []);

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={onSubmit} aria-busy={busy}>
      <ErrorSummary errors={errors} />
      {children(problems)}
      <p className="refused" role="alert">
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
