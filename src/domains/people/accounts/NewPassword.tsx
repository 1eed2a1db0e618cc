import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { helpful } from '../../../web/parts/lazily.tsx';
import type { Problems, Typed } from '../../../web/parts/use-form.ts';
import { PasswordField } from '../../../web/ui/forms/Field.tsx';

// Loaded while the user types; the form works without it.
const Strength = helpful(() => import('./Strength.tsx'));

interface Chosen {
  /** The user's names, which make a password weak. */
  own: { username: string; fullName: string };
}

/** Renders a new password with its strength. */
export function NewPasswordField({ own, ...field }: ComponentProps<typeof PasswordField> & Chosen) {
  const [password, setPassword] = useState('');
  return (
    <div>
      <PasswordField
        {...field}
        autoComplete="new-password"
        onInput={(event) => setPassword(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {password && (
          <Suspense fallback={null}>
            <Strength password={password} own={own} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Renders a new password, typed twice. */
export function NewPassword({ hint, problems, own }: Chosen & { hint: ReactNode; problems: Problems }) {
  return (
    <>
      <NewPasswordField label="Nova senha" name="newPassword" hint={hint} error={problems['newPassword']} own={own} />
      <PasswordField
        label="Confirmar nova senha"
        name="confirmPassword"
        autoComplete="new-password"
        error={problems['confirmPassword']}
      />
    </>
  );
}

/** Validation before the call. */
export function problemsOfNewPassword({ newPassword = '', confirmPassword = '' }: Typed, shortest = 6): Problems {
  if (newPassword.length < 6) return { newPassword: 'Nova senha é obrigatória e deve ter pelo menos 6 caracteres' };
  if (newPassword.length < shortest) return { newPassword: `A senha deve ter pelo menos ${shortest} caracteres.` };
  return newPassword === confirmPassword ? {} : { confirmPassword: 'As senhas não coincidem' };
}
