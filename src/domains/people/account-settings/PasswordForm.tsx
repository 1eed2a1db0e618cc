import { reader, refresh } from '../../../web/call/api.ts';
import type { Problems, Typed } from '../../../web/parts/use-form.ts';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Checkbox, PasswordField } from '../../../web/ui/forms/Field.tsx';
import { CODE_ENDED, SHORTEST_OF_STAFF } from '../accounts/account.rules.ts';
import type { User } from '../accounts/accounts.contract.ts';
import { NewPassword, problemsOfNewPassword } from '../accounts/NewPassword.tsx';
import type { passkeysContract } from '../passkeys/passkeys.contract.ts';
import type { recoveryContract } from '../recovery/recovery.contract.ts';
import { AccountForm } from './AccountForm.tsx';
import { callAccount } from './account-calls.web.ts';

const useRead = reader<typeof passkeysContract>();
const useRecovery = reader<typeof recoveryContract>();

/**
 * Changes the password: all other devices are signed out, a recovery code ends, and passkeys are removed unless the user keeps them.
 */
export default function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { data: passkeys, error } = useRead('GET /api/passkeys', {});
  const isParent = user.userRole === 'parent';
  const { data: code } = useRecovery('GET /api/account/recovery-code', {}, { enabled: isParent });
  const shortest = isParent ? 6 : SHORTEST_OF_STAFF;
  const check = (typed: Typed): Problems => ({
    ...(typed['currentPassword'] ? {} : { currentPassword: 'Escreva a sua senha actual.' }),
    ...problemsOfNewPassword(typed, shortest),
  });
  const save = async ({ currentPassword = '', newPassword = '', confirmPassword = '', removePasskeys }: Typed) => {
    const body = { currentPassword, newPassword, confirmPassword, removePasskeys: removePasskeys !== undefined };
    await callAccount('PUT /api/account/password', { body });
    if (body.removePasskeys) await refresh('/api/passkeys');
    if (isParent) await refresh('/api/account/recovery-code');
    const text = `Nos outros aparelhos é preciso entrar de novo.${code?.madeAt ? ` ${CODE_ENDED}` : ''}`;
    toast({ kind: 'success', title: 'Senha mudada', text });
  };
  return (
    <AccountForm send="Mudar a senha" check={check} onSend={save} onClose={onClose}>
      {(problems) => (
        <>
          {/* Lets the browser's password manager identify the account. */}
          <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
          <PasswordField
            label="Senha actual"
            name="currentPassword"
            autoComplete="current-password"
            error={problems['currentPassword']}
          />
          <NewPassword hint={`Pelo menos ${shortest} caracteres.`} problems={problems} own={user} />
          {(error || (passkeys && passkeys.length > 0)) && (
            <Checkbox
              label="Retirar também os aparelhos que entram com o bloqueio do ecrã"
              name="removePasskeys"
              defaultChecked
              hint="Sem isso, continuam a abrir a conta sem senha. Pode adicioná-los de novo."
            />
          )}
        </>
      )}
    </AccountForm>
  );
}
