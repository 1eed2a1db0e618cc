import { DAYS_TO_CHANGE_ONES_MIND } from '../../../shared/durations.ts';
import { refresh } from '../../../web/call/api.ts';
import { failureOf } from '../../../web/call/call.ts';
import { SecretDialog } from '../../../web/parts/SecretDialog.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { PasswordField } from '../../../web/ui/forms/Field.tsx';
import styles from './Children.module.css';
import type { Child } from './children.contract.ts';
import { ABOUT_CHILDREN, callChildren } from './children-calls.web.ts';

/** Erases what this phone has recorded of a child; on other phones recordings end within a day. */
const eraseRecordings = (childId: number) =>
  import('../../../web/device/reading-store.ts')
    .then(({ eraseReadings }) => eraseReadings((reading) => reading.childId === childId))
    .catch(() => {});

/** Confirms the erasure of a child; names the child and asks for the password. */
export default function EraseChild({ child, onClose }: { child: Child | null; onClose: () => void }) {
  const erase = async (form: FormData) => {
    if (!child) return undefined;
    const password = String(form.get('password') ?? '');
    try {
      await callChildren('DELETE /api/children/:id', { params: { id: String(child.id) }, body: { password } });
    } catch (error) {
      const failure = failureOf(error);
      // Already erased on another device: the intended result.
      if (failure.status !== 404) return failure.said;
    }
    toast({
      kind: 'success',
      title: 'Sucesso',
      text: `O perfil de ${child.fullName} vai ser apagado daqui a ${DAYS_TO_CHANGE_ONES_MIND} dias.`,
    });
    void eraseRecordings(child.id);
    void refresh(...ABOUT_CHILDREN);
    return undefined;
  };
  return (
    <SecretDialog
      open={child !== null}
      onDone={onClose}
      size="s"
      title="Apagar para sempre?"
      action="Apagar para sempre"
      busyText="A apagar…"
      danger
      send={erase}
    >
      {(problem) => (
        <>
          <p className={styles['erase']}>
            O perfil de <b>{child?.fullName}</b> fica arquivado. Daqui a {DAYS_TO_CHANGE_ONES_MIND} dias apagamos tudo:
            testes, respostas, resultados e avisos. Até lá pode mudar de ideias, nas crianças arquivadas. Depois não se
            pode recuperar.
          </p>
          <PasswordField label="A sua senha" name="password" autoComplete="current-password" error={problem} />
        </>
      )}
    </SecretDialog>
  );
}
