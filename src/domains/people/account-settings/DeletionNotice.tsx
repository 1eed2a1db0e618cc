import { useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { messageOf } from '../../../web/call/call.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { setUser } from '../accounts/session.tsx';
import { callAccount } from './account-calls.web.ts';
import styles from './Settings.module.css';

/** Shown on every page of an account scheduled for erasure: the date, and a button to cancel. */
export default function DeletionNotice({ deletionAt }: { deletionAt: string }) {
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      setUser(await callAccount('DELETE /api/account/deletion'));
      toast({ kind: 'success', title: 'A sua conta fica', text: 'Nada foi apagado.' });
    } catch (error) {
      toast({ kind: 'error', title: 'Erro', text: messageOf(error) });
      setBusy(false);
    }
  };
  return (
    <aside className={styles['deletion']} aria-label="Conta a apagar">
      <Notice
        title="A sua conta vai ser apagada"
        action={
          <Button size="s" busy={busy} onClick={() => void keep()}>
            Manter a minha conta
          </Button>
        }
      >
        A {longDate(deletionAt)} apagamos a conta, os perfis das crianças e todos os resultados.
      </Notice>
    </aside>
  );
}
