import { type FormEvent, useEffect, useId, useState } from 'react';
import { longDate } from '../../shared/dates.ts';
import { failureOf } from '../../web/call.ts';
import { ActionDialog } from '../../web/ui/ActionDialog.tsx';
import { PasswordField } from '../../web/ui/Field.tsx';
import { DAYS_TO_CHANGE_ONES_MIND } from '../accounts/account.rules.ts';
import { leave } from '../accounts/SignOut.tsx';
import { callAccounts } from '../accounts/session.tsx';
import styles from './Settings.module.css';

/** Explains the deletion, asks for the password, and schedules it. */
export default function DeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset on every opening
  useEffect(() => setProblem(''), [open]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (!password) return setProblem('Escreva a sua senha actual.');
    setBusy(true);
    try {
      const { deletionAt } = await callAccounts('POST /api/account/deletion', { body: { password } });
      const text = `Será apagada a ${longDate(deletionAt)}. Se mudar de ideias até lá, entre e escolha mantê-la.`;
      await leave({ title: 'Conta fechada', text });
    } catch (error) {
      const failure = failureOf(error);
      setProblem(failure.said);
      setBusy(false);
    }
  };

  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      busy={busy}
      title="Apagar a minha conta"
      action="Apagar a minha conta"
      busyText="A apagar…"
      danger
      form={formId}
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <ul className={styles['consequences']}>
          <li>
            <b>Agora:</b> a conta fecha-se e a sessão termina em todos os aparelhos.
          </li>
          <li>
            <b>Durante {DAYS_TO_CHANGE_ONES_MIND} dias:</b> pode mudar de ideias. Basta entrar e escolher «Manter a
            minha conta».
          </li>
          <li>
            <b>Depois:</b> apagamos para sempre a conta, os perfis dos filhos, os testes, as respostas e os resultados.
            Não dá para recuperar.
          </li>
        </ul>
        <PasswordField
          label="A sua senha"
          name="password"
          autoComplete="current-password"
          error={problem || undefined}
        />
      </form>
    </ActionDialog>
  );
}
