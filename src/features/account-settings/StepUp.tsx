import { type FormEvent, useId, useState } from 'react';
import { askOnce } from '../../web/ask-once.tsx';
import { caller, failureOf } from '../../web/call.ts';
import { helpful } from '../../web/lazily.tsx';
import { ActionDialog } from '../../web/ui/ActionDialog.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import { CodeField } from '../accounts/CodeField.tsx';
import { SET_UP } from './SecondFactorCard.tsx';
import styles from './Settings.module.css';
import type { secondFactorContract } from './second-factor.contract.ts';

const call = caller<typeof secondFactorContract>();

const ScreenLock = helpful(() => import('../passkeys/ScreenLock.tsx'));

const ask = askOnce();

/**
 * Asks for a code of the second factor, over whatever page the person is on; where there is no second factor, leads them
 * to set it up. Says whether a code was right. Once, however many calls need it.
 */
export function confirmAnew(user: User, missing: boolean): Promise<boolean> {
  return ask((onDone) => (missing ? <SetUp user={user} onDone={onDone} /> : <GiveCode onDone={onDone} />));
}

function GiveCode({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    if (!code) return setProblem('Escreva o código.');
    setBusy(true);
    setProblem('');
    try {
      await call('POST /api/account/second-factor/confirmation', { body: { code } });
      onDone(true);
    } catch (error) {
      setProblem(failureOf(error).said);
      setBusy(false);
    }
  };

  return (
    <ActionDialog
      open
      onClose={() => onDone(false)}
      busy={busy}
      size="s"
      title="Confirme que é você"
      action="Confirmar"
      busyText="A confirmar…"
      form={formId}
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <p>Isto mexe com famílias, com os seus dados ou com dinheiro, e pede um código novo. Vale durante 5 minutos.</p>
        <CodeField
          id={`${formId}c`}
          hint="Cada código serve uma só vez. Pode usar um código de recuperação."
          error={problem || undefined}
        />
      </form>
      <ScreenLock
        label="Usar o bloqueio do ecrã"
        onUse={async () => {
          const { callPasskeys, signHere } = await import('../passkeys/passkeys.web.ts');
          await callPasskeys('POST /api/passkeys/confirmation', { body: { answer: await signHere() } });
          onDone(true);
        }}
      />
    </ActionDialog>
  );
}

function SetUp({ user, onDone }: { user: User; onDone: (confirmed: boolean) => void }) {
  return (
    <Dialog
      open
      onClose={() => onDone(false)}
      size="s"
      title="Ligue a verificação em dois passos"
      footer={
        <>
          <Button variant="secondary" onClick={() => onDone(false)}>
            Agora não
          </Button>
          <Button
            href={user.userRole === 'admin' ? `/admin?tab=account#${SET_UP}` : `/teacher/settings#${SET_UP}`}
            onClick={() => onDone(false)}
          >
            Ligar agora
          </Button>
        </>
      }
    >
      <p>
        Isto mexe com famílias, com os seus dados ou com dinheiro. Para que não baste descobrir-lhe a senha, pede também
        um código do seu telemóvel. Ligar leva dois minutos.
      </p>
    </Dialog>
  );
}
