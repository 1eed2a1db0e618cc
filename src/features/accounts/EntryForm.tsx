import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorSummary, type FormError } from '../../web/ui/ErrorSummary.tsx';
import { IconAlert, IconOffline } from '../../web/ui/Icon.tsx';
import { useOnline } from '../../web/ui/OfflineStrip.tsx';
import styles from './Auth.module.css';

interface EntryFormProps {
  busy: boolean;
  errors: readonly FormError[];
  /** The server's sentence when it said no. */
  refused: string;
  /** Nothing else reads that sentence out. */
  alert?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  send: string;
  sending: string;
  /** The scripts have not taken over yet: sent now, the form would be lost. */
  waits?: boolean;
  /** What is agreed to by sending, above the button. */
  terms?: ReactNode;
  /** Below the button. */
  after?: ReactNode;
  children: ReactNode;
}

/** A form by which one comes in. */
export function EntryForm({
  busy,
  errors,
  refused,
  alert,
  onSubmit,
  send,
  sending,
  waits,
  terms,
  after,
  children,
}: EntryFormProps) {
  const online = useOnline();
  return (
    // Sent by post, so that a password never ends up in an address, whatever happens to the scripts.
    <form className={styles['form']} method="post" action="/auth" noValidate onSubmit={onSubmit} aria-busy={busy}>
      <ErrorSummary errors={errors} />
      {children}
      {refused && errors.length === 0 && (
        <p className={styles['refused']} role={alert ? 'alert' : undefined}>
          <IconAlert />
          {refused}
        </p>
      )}
      {!online && (
        <p className={styles['refused']}>
          <IconOffline />
          Sem ligação à internet. Ligue a rede para continuar.
        </p>
      )}
      {terms}
      <Button type="submit" size="l" full busy={busy} busyText={sending} disabled={!online || waits}>
        {send}
      </Button>
      {after}
    </form>
  );
}
