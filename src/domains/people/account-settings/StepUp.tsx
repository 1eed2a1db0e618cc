import { askOnce } from '../../../web/call/ask-once.tsx';
import { caller } from '../../../web/call/call.ts';
import { helpful } from '../../../web/parts/lazily.tsx';
import { SecretDialog } from '../../../web/parts/SecretDialog.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import { CodeField } from '../accounts/CodeField.tsx';
import { SET_UP } from './SecondFactorCard.tsx';
import type { secondFactorContract } from './second-factor.contract.ts';

const call = caller<typeof secondFactorContract>();

const ScreenLock = helpful(() => import('../passkeys/ScreenLock.tsx'));

const ask = askOnce();

/**
 * Asks for a second-factor code in a dialog over the current page; a user without a second factor is led to set it up. Resolves to whether
 * a code was right. Concurrent calls share one dialog.
 */
export function confirmAnew(user: User, missing: boolean): Promise<boolean> {
  return ask((onDone) => (missing ? <SetUp user={user} onDone={onDone} /> : <GiveCode onDone={onDone} />));
}

function GiveCode({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const send = async (form: FormData) => {
    const code = String(form.get('code') ?? '').trim();
    if (!code) return 'Escreva o código.';
    await call('POST /api/account/second-factor/confirmation', { body: { code } });
    return undefined;
  };
  return (
    <SecretDialog
      onDone={onDone}
      size="s"
      title="Confirme a sua identidade"
      action="Confirmar"
      busyText="A confirmar…"
      send={send}
      instead={
        <ScreenLock
          label="Usar o bloqueio do ecrã"
          onUse={async () => {
            const { callPasskeys, signHere } = await import('../passkeys/passkeys.web.ts');
            await callPasskeys('POST /api/passkeys/confirmation', { body: { answer: await signHere() } });
            onDone(true);
          }}
        />
      }
    >
      {(problem, id) => (
        <>
          <p>Esta acção muda dados ou dinheiro de famílias. Escreva um código novo; vale 5 minutos.</p>
          <CodeField
            id={`${id}c`}
            hint="Cada código serve uma só vez. Pode usar um código de recuperação."
            error={problem}
          />
        </>
      )}
    </SecretDialog>
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
        Esta acção muda dados ou dinheiro de famílias. Por isso, além da senha, pede um código do seu telemóvel. Ligar
        leva dois minutos.
      </p>
    </Dialog>
  );
}
