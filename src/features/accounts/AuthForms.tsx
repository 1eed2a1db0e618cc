import { type FormEvent, type ReactNode, Suspense, useMemo, useState } from 'react';
import { brand } from '../../web/boot.ts';
import { helpful } from '../../web/lazily.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorSummary } from '../../web/ui/ErrorSummary.tsx';
import { PasswordField, TextField } from '../../web/ui/Field.tsx';
import { IconAlert, IconOffline } from '../../web/ui/Icon.tsx';
import styles from './Auth.module.css';
import type { Problems } from './sign-in.rules.ts';

// Comes while the first letters are typed; the form does without it.
const Strength = helpful(() => import('./Strength.tsx'));

export interface AuthFormProps {
  busy: boolean;
  /** By the field's name. */
  problems: Problems<string>;
  /** The server's sentence when it said no. */
  refused: string;
  /** The password was right; a code of the telephone is wanted as well. */
  second?: boolean;
  offline: boolean;
  /** The scripts have not taken over yet: sent now, the form would be lost. */
  waits: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Fields as the browser holds them: what was typed before the scripts arrived is still there when they do. */
export function SignInForm({ problems, second, ...rest }: AuthFormProps) {
  return (
    <Form {...rest} problems={problems} send="Entrar" sending="Entrando...">
      <TextField
        label="Nome de usuário"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={problems['username']}
      />
      <div>
        <PasswordField label="Senha" name="password" autoComplete="current-password" error={problems['password']} />
        <a className={styles['forgotten']} href="/auth/recover">
          Esqueceu a senha?
        </a>
      </div>
      {second && (
        <TextField
          label="Código do telemóvel"
          name="code"
          hint="Ou um dos seus códigos de recuperação."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          autoFocus
          error={problems['code']}
        />
      )}
    </Form>
  );
}

export function RegisterForm({ problems, ...rest }: AuthFormProps) {
  const [password, setPassword] = useState('');
  const [names, setNames] = useState({ username: '', fullName: '' });
  const note = (name: 'username' | 'fullName') => (event: FormEvent<HTMLInputElement>) =>
    setNames({ ...names, [name]: event.currentTarget.value });
  return (
    <Form {...rest} problems={problems} send="Criar conta" sending="Registrando..." terms>
      <TextField
        label="Nome de usuário"
        name="username"
        hint="Vai usá-lo para entrar. Pelo menos 3 caracteres."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        error={problems['username']}
        onInput={note('username')}
      />
      <TextField
        label="Nome completo"
        name="fullName"
        autoComplete="name"
        maxLength={120}
        error={problems['fullName']}
        onInput={note('fullName')}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        error={problems['email']}
      />
      <div>
        <PasswordField
          label="Senha"
          name="password"
          hint="Pelo menos 6 caracteres."
          autoComplete="new-password"
          error={problems['password']}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
        <div aria-live="polite">
          {password && (
            <Suspense fallback={null}>
              <Strength password={password} own={names} />
            </Suspense>
          )}
        </div>
      </div>
      <PasswordField
        label="Confirmar senha"
        name="confirmPassword"
        autoComplete="new-password"
        error={problems['confirmPassword']}
      />
    </Form>
  );
}

interface FormProps extends AuthFormProps {
  send: string;
  sending: string;
  terms?: boolean;
  children: ReactNode;
}

function Form({ busy, problems, refused, offline, waits, onSubmit, send, sending, terms, children }: FormProps) {
  const errors = useMemo(
    () =>
      Object.entries(problems).flatMap(([id, message]) => (message && FIELDS.includes(id) ? [{ id, message }] : [])),
    [problems],
  );
  return (
    // Sent by post, so that a password never ends up in an address, whatever happens to the scripts.
    <form className={styles['form']} method="post" action="/auth" noValidate onSubmit={onSubmit} aria-busy={busy}>
      <ErrorSummary errors={errors} />
      {children}
      {refused && errors.length === 0 && (
        <p className={styles['refused']}>
          <IconAlert />
          {refused}
        </p>
      )}
      {offline && (
        <p className={styles['refused']}>
          <IconOffline />
          Sem ligação à internet. Ligue a rede para continuar.
        </p>
      )}
      {terms && (
        <p className="meta">
          Ao criar a conta, aceita os <a href="/terms-of-use">Termos de Uso</a> e a{' '}
          <a href="/privacy-policy">Política de Privacidade</a> da {brand.productName}.
        </p>
      )}
      <Button type="submit" size="l" full busy={busy} busyText={sending} disabled={offline || waits}>
        {send}
      </Button>
      {!terms && (
        <p className="meta">
          <a href="/terms-of-use">Termos de Uso</a> · <a href="/privacy-policy">Política de Privacidade</a>
        </p>
      )}
    </form>
  );
}

const FIELDS = ['username', 'fullName', 'email', 'password', 'confirmPassword', 'code'];
