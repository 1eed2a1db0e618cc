import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../web/call/call.ts';
import { learnPin } from '../../../web/device/sealed/sealed-copies.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { PasswordField } from '../../../web/ui/forms/Field.tsx';
import styles from './ChildMode.module.css';
import { callChildMode } from './child-mode-calls.web.ts';
import { PinPad } from './PinPad.tsx';

/** Asks for a new PIN twice and then for the account's password. Calls `onDone` once the PIN is saved. */
export function NewPin({ onDone }: { onDone: () => unknown }) {
  const [first, setFirst] = useState('');
  const [typed, setTyped] = useState('');
  const [step, setStep] = useState<'first' | 'again' | 'password'>('first');
  const [problem, setProblem] = useState('');

  const next = () => {
    if (step === 'first') {
      setFirst(typed);
      setStep('again');
    } else if (typed === first) setStep('password');
    else {
      setProblem('Os dois PIN não são iguais. Comece de novo: escreva o PIN duas vezes.');
      setStep('first');
    }
    setTyped('');
  };
  if (step === 'password') return <PasswordStep pin={first} onDone={onDone} />;
  return (
    <>
      <p>É com ele que se sai do modo criança. Não use a data de nascimento.</p>
      <PinPad
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setProblem('');
        }}
        onDone={next}
        done="Seguir"
        wrong={problem !== ''}
      >
        <p className={problem ? styles.said : styles.hint} role="status">
          {problem || (step === 'first' ? '4 a 6 números · escreve-se duas vezes' : 'Outra vez, o mesmo PIN')}
        </p>
      </PinPad>
    </>
  );
}

/** Asks for the account's password, and saves the PIN. */
function PasswordStep({ pin, onDone }: { pin: string; onDone: () => unknown }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setBusy(true);
    setProblem('');
    try {
      await callChildMode('PUT /api/account/pin', { body: { pin, password } });
      await learnPin(pin).catch(() => {});
      await onDone();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)} className={styles.form} noValidate>
      <PasswordField
        label="Senha da conta"
        name="password"
        id="pin-password"
        autoComplete="current-password"
        autoFocus
        error={problem || undefined}
      />
      <Button type="submit" size="l" full busy={busy}>
        Guardar o PIN
      </Button>
    </form>
  );
}
