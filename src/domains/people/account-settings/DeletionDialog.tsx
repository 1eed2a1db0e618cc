import { longDate } from '../../../shared/dates.ts';
import { DAYS_TO_CHANGE_ONES_MIND } from '../../../shared/durations.ts';
import { SecretDialog } from '../../../web/parts/SecretDialog.tsx';
import { PasswordField } from '../../../web/ui/forms/Field.tsx';
import { leave } from '../accounts/SignOut.tsx';
import { callAccount } from './account-calls.web.ts';
import styles from './Settings.module.css';

/** Explains the deletion, asks for the password, and schedules it. */
export default function DeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const send = async (form: FormData) => {
    const password = String(form.get('password') ?? '');
    if (!password) return 'Escreva a sua senha actual.';
    const { deletionAt } = await callAccount('POST /api/account/deletion', { body: { password } });
    const text = `Será apagada a ${longDate(deletionAt)}. Se mudar de ideias até lá, entre e escolha mantê-la.`;
    await leave({ title: 'Conta fechada', text });
    return undefined;
  };

  return (
    <SecretDialog
      open={open}
      onDone={onClose}
      title="Apagar a minha conta"
      action="Apagar a minha conta"
      busyText="A apagar…"
      danger
      send={send}
    >
      {(problem) => (
        <>
          <ul className={styles['consequences']}>
            <li>
              <b>Agora:</b> a conta fecha-se e a sessão termina em todos os aparelhos.
            </li>
            <li>
              <b>Durante {DAYS_TO_CHANGE_ONES_MIND} dias:</b> pode mudar de ideias. Basta entrar e escolher «Manter a
              minha conta».
            </li>
            <li>
              <b>Depois:</b> apagamos para sempre a conta, os perfis das crianças, os testes, as respostas e os
              resultados. Não se pode recuperar.
            </li>
          </ul>
          <PasswordField label="A sua senha" name="password" autoComplete="current-password" error={problem} />
        </>
      )}
    </SecretDialog>
  );
}
