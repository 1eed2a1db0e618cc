import { useState } from 'react';
import { failureOf } from '../../../web/call/call.ts';
import { useAction } from '../../../web/call/use-action.ts';
import { hereWords } from '../../../web/parts/here-words.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import styles from './EmailState.module.css';
import { callVerification } from './email-verification.web.ts';

/** Whether the address of the account is verified, with a button that sends the link again. */
export default function EmailState({ user, online }: { user: User; online: boolean }) {
  const [sent, setSent] = useState('');
  const { busy, refused, run } = useAction(async () => {
    try {
      await callVerification('POST /api/account/email/verification');
      setSent(`Enviámos uma ligação para ${user.email}. Abra-a ${hereWords()}: basta um toque.`);
    } catch (error) {
      const failure = failureOf(error);
      // Not an error for the reader: the link is on its way or already there.
      if (failure.code !== 'verification-sent') throw error;
      setSent(failure.said);
    }
  });
  return (
    <div className={styles['state']}>
      <p>
        <span className={styles['address']}>{user.email}</span>{' '}
        <Badge tone={user.emailVerified ? 'ok' : 'off'}>{user.emailVerified ? 'Confirmado' : 'Por confirmar'}</Badge>
      </p>
      {!user.emailVerified && (
        <>
          <p className="muted">
            Depois de confirmado, serve para entrar, recuperar a senha e receber avisos. Enviamos uma ligação: toque
            nela.
          </p>
          <p className={styles['said']} role="status">
            {sent || refused}
          </p>
          {!sent && (
            <div>
              <Button variant="secondary" size="s" busy={busy} busyText="A enviar…" disabled={!online} onClick={run}>
                Enviar a ligação
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
