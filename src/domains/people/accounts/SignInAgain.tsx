import { type ComponentType, useState } from 'react';
import { askOnce } from '../../../web/call/ask-once.tsx';
import { failureOf } from '../../../web/call/call.ts';
import { SecretDialog } from '../../../web/parts/SecretDialog.tsx';
import { PasswordField } from '../../../web/ui/forms/Field.tsx';
import type { User } from './accounts.contract.ts';
import { CodeField } from './CodeField.tsx';
import { callAccounts, setUser } from './session.tsx';

const ask = askOnce();

/**
 * Asks a user whose session has ended for the password, in a dialog over the current page, so that no input is lost. Resolves to whether
 * they are signed in again. Concurrent calls share one dialog.
 */
export function signInAgain(user: User, signInHere: SignInHere): Promise<boolean> {
  return ask((onDone) => <Again user={user} onDone={onDone} signInHere={signInHere} />);
}

/** Sign-in by the device's screen lock; provided by a later feature. */
type SignInHere = ComponentType<{ needed?: boolean; onEntered: (user: User) => void }>;

interface AgainProps {
  user: User;
  onDone: (entered: boolean) => void;
  signInHere: SignInHere;
}

function Again({ user, onDone, signInHere: SignInHere }: AgainProps) {
  const [second, setSecond] = useState(false);
  const [passkeyNeeded, setPasskeyNeeded] = useState(false);

  const enter = async (form: FormData) => {
    const password = String(form.get('password') ?? '');
    const code = String(form.get('code') ?? '');
    if (!password) return 'Escreva a sua senha.';
    try {
      const body = { username: user.username, password, ...(code ? { code } : {}) };
      setUser(await callAccounts('POST /api/login', { body }));
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === 'wrong-credentials') return 'A senha não está certa.';
      setPasskeyNeeded(failure.code === 'passkey-needed');
      if (failure.code !== 'second-factor') return failure.said;
      setSecond(true);
      // The first request for a code is a question, not an error.
      return code ? failure.said : '';
    }
    return undefined;
  };

  return (
    <SecretDialog
      onDone={onDone}
      size="s"
      title="A sessão terminou"
      action="Entrar"
      busyText="Entrando..."
      cancel="Agora não"
      send={enter}
      instead={
        passkeyNeeded && (
          <SignInHere
            needed
            onEntered={(entered) => {
              setUser(entered);
              // Another account of this device: what was typed is not theirs.
              if (entered.id === user.id) onDone(true);
              else location.reload();
            }}
          />
        )
      }
    >
      {(problem, id) => (
        <>
          <p>Escreva a senha para continuar. O que escreveu nesta página fica como está.</p>
          {/* Tells the browser's password manager which user it is. */}
          <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
          <PasswordField
            label={`Senha de ${user.username}`}
            name="password"
            id={`${id}p`}
            autoComplete="current-password"
            error={second ? undefined : problem}
          />
          {second && <CodeField id={`${id}c`} autoFocus error={problem} />}
        </>
      )}
    </SecretDialog>
  );
}
