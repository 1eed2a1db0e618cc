import { type FormEvent, useState } from 'react';
import { CallError } from '../../../web/call/call.ts';
import { helpful } from '../../../web/parts/lazily.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { TextField } from '../../../web/ui/forms/Field.tsx';
import styles from './ChildMode.module.css';
import { wrongPin } from './child-mode.rules.ts';
import { takeBack } from './child-mode-calls.web.ts';
import { PinPad } from './PinPad.tsx';

const ScreenLock = helpful(() => import('../passkeys/ScreenLock.tsx'));

interface LeaveProps {
  onClose: () => void;
  /** The page to open afterwards. */
  next: string;
  /** Whether the password is required, because there is no PIN or it was entered wrong too often. */
  byPassword: boolean;
  /** Whether the parent has a passkey. */
  hasPasskey: boolean;
}

/** Renders the dialog that ends child mode by PIN, password or passkey. */
export default function Leave({ onClose, next, byPassword, hasPasskey }: LeaveProps) {
  const [asksPassword, setAsksPassword] = useState(byPassword);
  const [pin, setPin] = useState('');
  const [password, setPassword] = useState('');
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    if (busy) return;
    setBusy(true);
    setSaid('');
    try {
      const opening = await takeBack(asksPassword ? { password } : { pin }, next);
      if (!opening || opening.kind === 'opened') return;
      setSaid(opening.kind === 'wrong' ? wrongPin(opening.left) : TOO_MANY_HERE);
      setPin('');
      setBusy(false);
    } catch (error) {
      const refusal = error instanceof CallError ? error : undefined;
      setSaid(reasonOf(refusal));
      setPin('');
      setPassword('');
      if (refusal?.status === 429) setAsksPassword(true);
      setBusy(false);
    }
  };
  const unlock = async () => {
    const { signHere } = await import('../passkeys/passkeys.web.ts');
    await takeBack({ passkey: await signHere() }, next);
  };
  return (
    <Dialog
      open
      sheet
      size="s"
      title={asksPassword ? 'Senha da conta' : 'PIN do encarregado'}
      onClose={onClose}
      busy={busy}
    >
      {asksPassword ? (
        <PasswordForm value={password} onChange={setPassword} said={said} busy={busy} onLeave={leave} />
      ) : (
        <>
          <PinPad
            value={pin}
            onChange={(value) => {
              setPin(value);
              setSaid('');
            }}
            onDone={leave}
            done="Sair"
            wrong={said !== ''}
          >
            <p className={said ? styles.said : styles.hint} role="status">
              {said || '4 a 6 números'}
            </p>
          </PinPad>
          <Button
            variant="quiet"
            full
            onClick={() => {
              setAsksPassword(true);
              setSaid('');
            }}
          >
            Usar a senha da conta
          </Button>
        </>
      )}
      {hasPasskey && <ScreenLock label="Usar o bloqueio do ecrã" onUse={unlock} />}
    </Dialog>
  );
}

const TOO_MANY_HERE = 'O PIN falhou cinco vezes. Agora é preciso internet para sair.';

/** Returns what the dialog says when child mode did not end. */
function reasonOf(refusal: CallError | undefined): string {
  if (refusal?.status === 0) return 'Para sair é preciso internet.';
  return refusal?.said ?? 'Algo correu mal. Tente de novo.';
}

interface PasswordFormProps {
  value: string;
  onChange: (value: string) => void;
  /** Why the last password was refused; empty if it was not. */
  said: string;
  busy: boolean;
  onLeave: () => Promise<void>;
}

/** Renders the form that asks for the password of the account. */
function PasswordForm({ value, onChange, said, busy, onLeave }: PasswordFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onLeave();
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextField
        label="Escreva a senha da conta"
        name="password"
        type="password"
        // A stored password would end child mode for a child: the browser is asked neither to fill it in nor to store it.
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={said || undefined}
      />
      <Button type="submit" size="l" full busy={busy}>
        Sair
      </Button>
    </form>
  );
}
