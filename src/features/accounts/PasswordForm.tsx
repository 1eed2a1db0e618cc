import { Suspense, useState } from 'react';
import { helpful } from '../../web/lazily.tsx';
import { PasswordField } from '../../web/ui/Field.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import { AccountForm, type Problems } from './AccountForm.tsx';
import { SHORTEST_OF_STAFF } from './account.rules.ts';
import type { User } from './accounts.contract.ts';
import { callAccounts } from './session.tsx';

const Strength = helpful(() => import('./Strength.tsx'));

/** Changing the password: the other devices are signed out, this one stays. */
export default function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const shortest = user.userRole === 'parent' ? 6 : SHORTEST_OF_STAFF;
  const save = async (form: Record<string, string>) => {
    const { currentPassword = '', newPassword = '', confirmPassword = '' } = form;
    await callAccounts('PUT /api/account/password', { body: { currentPassword, newPassword, confirmPassword } });
    toast({ kind: 'success', title: 'Senha mudada', text: 'Nos outros aparelhos é preciso entrar de novo.' });
  };
  return (
    <AccountForm send="Mudar a senha" check={(form) => problemsOf(form, shortest)} onSend={save} onClose={onClose}>
      {(problems) => (
        <>
          {/* So that the browser's own keeper of passwords knows whose it is. */}
          <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
          <PasswordField
            label="Senha actual"
            name="currentPassword"
            autoComplete="current-password"
            error={problems['currentPassword']}
          />
          <div>
            <PasswordField
              label="Nova senha"
              name="newPassword"
              hint={`Pelo menos ${shortest} caracteres.`}
              autoComplete="new-password"
              error={problems['newPassword']}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
            <div aria-live="polite">
              {password && (
                <Suspense fallback={null}>
                  <Strength password={password} own={user} />
                </Suspense>
              )}
            </div>
          </div>
          <PasswordField
            label="Confirmar nova senha"
            name="confirmPassword"
            autoComplete="new-password"
            error={problems['confirmPassword']}
          />
        </>
      )}
    </AccountForm>
  );
}

function problemsOf(form: Record<string, string>, shortest: number): Problems {
  const problems: Problems = {};
  const { currentPassword = '', newPassword = '', confirmPassword = '' } = form;
  if (!currentPassword) problems['currentPassword'] = 'Escreva a sua senha actual.';
  if (newPassword.length < 6) problems['newPassword'] = 'Nova senha é obrigatória e deve ter pelo menos 6 caracteres';
  else if (newPassword.length < shortest)
    problems['newPassword'] = `A senha deve ter pelo menos ${shortest} caracteres.`;
  else if (newPassword !== confirmPassword) problems['confirmPassword'] = 'As senhas não coincidem';
  return problems;
}
