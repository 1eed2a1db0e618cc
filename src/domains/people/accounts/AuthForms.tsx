import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { EmailField, PasswordField, TextField } from '../../../web/ui/forms/Field.tsx';
import styles from './Auth.module.css';
import { CodeField } from './CodeField.tsx';
import { EntryForm } from './EntryForm.tsx';
import { NewPasswordField } from './NewPassword.tsx';
import type { Problems } from './sign-in.rules.ts';

export interface AuthFormProps {
  busy: boolean;
  /** By name of the field. */
  problems: Problems<string>;
  /** The server's error message. */
  refused: string;
  /** Whether the password was right and a second-factor code is required. */
  second?: boolean;
  /** Whether the form is not hydrated yet: a submission now would be lost. */
  waits: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Uncontrolled fields, so that text typed before hydration is kept. */
export function SignInForm({ problems, second, ...rest }: AuthFormProps) {
  return (
    <Form
      {...rest}
      problems={problems}
      send="Entrar"
      sending="Entrando..."
      after={
        <p className="meta">
          <a href="/terms-of-use">Termos de Uso</a> · <a href="/privacy-policy">Política de Privacidade</a>
        </p>
      }
    >
      <TextField
        label="Nome de usuário"
        name="username"
        hint="Ou o seu e-mail."
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
      {second && <CodeField autoFocus error={problems['code']} />}
    </Form>
  );
}

export function RegisterForm({ problems, ...rest }: AuthFormProps) {
  const [names, setNames] = useState({ username: '', fullName: '' });
  const changeName = (name: 'username' | 'fullName') => (event: FormEvent<HTMLInputElement>) =>
    setNames({ ...names, [name]: event.currentTarget.value });
  return (
    <Form
      {...rest}
      problems={problems}
      send="Criar conta"
      sending="Registrando..."
      terms={
        <p className="meta">
          Ao criar a conta, aceita os <a href="/terms-of-use">Termos de Uso</a> e a{' '}
          <a href="/privacy-policy">Política de Privacidade</a> da {brand.productName}.
        </p>
      }
    >
      <TextField
        label="Nome de usuário"
        name="username"
        hint="Vai usá-lo para entrar. Pelo menos 3 caracteres."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        error={problems['username']}
        onInput={changeName('username')}
      />
      <TextField
        label="Nome completo"
        name="fullName"
        autoComplete="name"
        maxLength={120}
        error={problems['fullName']}
        onInput={changeName('fullName')}
      />
      <EmailField error={problems['email']} />
      <NewPasswordField
        label="Senha"
        name="password"
        hint="Pelo menos 6 caracteres."
        error={problems['password']}
        own={names}
      />
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
  terms?: ReactNode;
  after?: ReactNode;
  children: ReactNode;
}

function Form({ problems, ...rest }: FormProps) {
  const errors = useMemo(
    () =>
      Object.entries(problems).flatMap(([id, message]) => (message && FIELDS.includes(id) ? [{ id, message }] : [])),
    [problems],
  );
  return <EntryForm {...rest} errors={errors} />;
}

const FIELDS = ['username', 'fullName', 'email', 'password', 'confirmPassword', 'code'];
