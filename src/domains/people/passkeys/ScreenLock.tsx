import { useEffect, useState } from 'react';
import { messageOf } from '../../../web/call/call.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconPhone } from '../../../web/ui/base/Icon.tsx';
import styles from '../accounts/Auth.module.css';
import { hasPasskeys, hasScreenLock, NotUnlocked } from './passkeys.web.ts';

/** Returns whether this device can sign in with its screen lock; false until it is known. */
export function useScreenLock(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    let gone = false;
    void hasScreenLock().then((found) => !gone && setHas(found));
    return () => {
      gone = true;
    };
  }, []);
  return has;
}

/** Returns the message for the user about an error. */
export function problemOf(error: unknown): string {
  if (error instanceof NotUnlocked) return error.message;
  return messageOf(error);
}

interface ScreenLockProps {
  label: string;
  /** Whether another device or a security key serves too: the button is also shown where this device has no screen lock. */
  elsewhere?: boolean;
  /** Asks the device for a signature and submits it. */
  onUse: () => Promise<unknown>;
}

/** Renders a button that asks the device to unlock, and says why if that failed. Renders nothing on devices without passkeys. */
export default function ScreenLock({ label, elsewhere = false, onUse }: ScreenLockProps) {
  const has = useScreenLock();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  if (!has && !(elsewhere && hasPasskeys())) return null;
  const use = async () => {
    setBusy(true);
    setProblem('');
    try {
      await onUse();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles['form']}>
      <Button variant="secondary" full icon={<IconPhone size={22} />} busy={busy} onClick={() => void use()}>
        {label}
      </Button>
      {problem && (
        <p className={styles['refused']} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
