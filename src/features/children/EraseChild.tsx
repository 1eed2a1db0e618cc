import { type FormEvent, useEffect, useId, useState } from 'react';
import { refresh } from '../../web/api.ts';
import { failureOf } from '../../web/call.ts';
import { ActionDialog } from '../../web/ui/ActionDialog.tsx';
import { PasswordField } from '../../web/ui/Field.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import { DAYS_TO_CHANGE_ONES_MIND } from '../accounts/account.rules.ts';
import styles from './Children.module.css';
import type { Child } from './children.contract.ts';
import { ABOUT_CHILDREN, callChildren } from './children-calls.web.ts';

/** Confirms the erasure of a child; names the child and asks for the password. */
export default function EraseChild({ child, onClose }: { child: Child | null; onClose: () => void }) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset on every opening
  useEffect(() => {
    setBusy(false);
    setRefused('');
  }, [child]);
  const erase = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!child || busy) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setBusy(true);
    try {
      await callChildren('DELETE /api/children/:id', { params: { id: String(child.id) }, body: { password } });
    } catch (error) {
      const failure = failureOf(error);
      // Already erased on another device: the intended result.
      if (failure.status !== 404) {
        setRefused(failure.said);
        return setBusy(false);
      }
    }
    toast({
      kind: 'success',
      title: 'Sucesso',
      text: `O perfil de ${child.fullName} vai ser apagado daqui a ${DAYS_TO_CHANGE_ONES_MIND} dias.`,
    });
    onClose();
    await refresh(...ABOUT_CHILDREN);
  };
  return (
    <ActionDialog
      open={child !== null}
      onClose={onClose}
      busy={busy}
      size="s"
      title="Apagar para sempre?"
      action="Apagar para sempre"
      busyText="A apagar…"
      danger
      form={formId}
    >
      <p className={styles['erase']}>
        O perfil de <b>{child?.fullName}</b> fica arquivado e é apagado daqui a {DAYS_TO_CHANGE_ONES_MIND} dias, com
        todos os testes, respostas, resultados e avisos. Até lá pode restaurá-lo nos filhos arquivados; depois não dá
        para recuperar.
      </p>
      <form id={formId} noValidate onSubmit={(event) => void erase(event)}>
        <PasswordField
          label="A sua senha"
          name="password"
          autoComplete="current-password"
          error={refused || undefined}
        />
      </form>
    </ActionDialog>
  );
}
