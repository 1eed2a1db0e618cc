import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconAlert, IconOffline } from '../../../web/ui/base/Icon.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { ErrorSummary, type FormError } from '../../../web/ui/forms/ErrorSummary.tsx';
import styles from './Auth.module.css';

interface EntryFormProps {
  busy: boolean;
  errors: readonly FormError[];
  /** The server's error message. */
  refused: string;
  /** Whether the message is announced here, because nothing else announces it. */
  alert?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  send: string;
  sending: string;
  /** Whether the form is not hydrated yet: a submission now would be lost. */
  waits?: boolean;
  /** The terms that submitting accepts, shown above the button. */
  terms?: ReactNode;
  /** Content below the button. */
  after?: ReactNode;
  children: ReactNode;
}

/** Renders the form of sign-in and registration. */
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
    // Method POST, so that a password never appears in a URL, even without scripts.
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
          Está sem internet. Ligue os dados ou o Wi-Fi para continuar.
        </p>
      )}
      {terms}
      {/* A form that the server has drawn would be submitted by the browser. */}
      <Button
        type={waits ? 'button' : 'submit'}
        size="l"
        full
        busy={busy}
        busyText={sending}
        disabled={!online || waits}
      >
        {send}
      </Button>
      {after}
    </form>
  );
}
