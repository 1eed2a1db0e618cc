import { type FormEvent, useId, useState } from 'react';
import { askOnce } from '../../web/ask-once.tsx';
import { failureOf } from '../../web/call.ts';
import styles from '../../web/FormDialog.module.css';
import { ActionDialog } from '../../web/ui/ActionDialog.tsx';
import { PasswordField } from '../../web/ui/Field.tsx';
import type { User } from './accounts.contract.ts';
import { CodeField } from './CodeField.tsx';
import { callAccounts, setUser } from './session.tsx';

const ask = askOnce();

/**
 * Asks the person whose session has ended for the password, over whatever page they are on, so that nothing they have
 * typed there is lost. Says whether they are here again. Once, however many calls found the session over.
 */
export function signInAgain(user: User): Promise<boolean> {
  return ask((onDone) => <Again user={user} onDone={onDone} />);
}

function Again({ user, onDone }: { user: User; onDone: (entered: boolean) => void }) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [second, setSecond] = useState(false);

  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password') ?? '');
    const code = String(form.get('code') ?? '');
    if (!password) return setProblem('Escreva a sua senha.');
    setBusy(true);
    setProblem('');
    try {
      setUser(
        await callAccounts('POST /api/login', {
          body: { username: user.username, password, ...(code ? { code } : {}) },
        }),
      );
      onDone(true);
    } catch (error) {
      const failure = failureOf(error);
      const asksForCode = failure.code === 'second-factor';
      // The first time it is a question, not a failure.
      if (!asksForCode || code)
        setProblem(failure.code === 'wrong-credentials' ? 'A senha não está certa.' : failure.said);
      setSecond(second || asksForCode);
      setBusy(false);
    }
  };

  return (
    <ActionDialog
      open
      onClose={() => onDone(false)}
      busy={busy}
      size="s"
      title="A sessão terminou"
      action="Entrar"
      busyText="Entrando..."
      form={formId}
      cancel="Agora não"
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={(event) => void enter(event)}>
        <p>Escreva a senha para continuar. O que escreveu nesta página fica como está.</p>
        {/* So that the browser's own keeper of passwords knows whose it is. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label={`Senha de ${user.username}`}
          name="password"
          id={`${formId}p`}
          autoComplete="current-password"
          error={second ? undefined : problem || undefined}
        />
        {second && <CodeField id={`${formId}c`} autoFocus error={problem || undefined} />}
      </form>
    </ActionDialog>
  );
}
