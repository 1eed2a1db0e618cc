import { lazy, Suspense, useState } from 'react';
import { DAY_MS } from '../../../shared/time.ts';
import { reader } from '../../../web/call/api.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { useUser } from '../accounts/session.tsx';
import EmailState from '../email-verification/EmailState.tsx';
import styles from './RecoveryCard.module.css';
import type { recoveryContract } from './recovery.contract.ts';

const useRead = reader<typeof recoveryContract>();
const AccountCode = lazy(() => import('./AccountCode.tsx'));

const LATER = 'account-offer';
const DAYS_LATER = 7;

/** Returns whether the parent has put the offer off for some days on this device. */
function isPutOff(now: number): boolean {
  try {
    return now - Number(localStorage.getItem(LATER)) < DAYS_LATER * DAY_MS;
  } catch {
    return false;
  }
}

/**
 * Offers a parent who can see results to make the account safe to come back to: verify the e-mail, or keep a recovery code. Nothing is
 * shown before the parent has a result, to an account that has either, and for a week after «Agora não».
 */
export default function AccountOffer() {
  const user = useUser();
  const [gone, setGone] = useState(() => isPutOff(Date.now()));
  const [open, setOpen] = useState(false);
  const online = useOnline();
  const isOffered = user?.userRole === 'parent' && !user.emailVerified && !gone;
  const { data } = useRead('GET /api/account/recovery-code', {}, { enabled: isOffered });
  const putOff = () => {
    setGone(true);
    try {
      localStorage.setItem(LATER, String(Date.now()));
    } catch {
      // The offer then comes back with the next page.
    }
  };
  // While the code is shown the account has one already.
  if (!isOffered || (!open && (!data || data.madeAt))) return null;
  return (
    <Card title="Não perca estes resultados">
      <div className={styles['parts']}>
        <p>Se esquecer a senha, precisa do e-mail confirmado ou de um código.</p>
        <EmailState user={user} online={online} />
        <div className={styles['buttons']}>
          <Button variant="secondary" size="s" disabled={!online} onClick={() => setOpen(true)}>
            Guardar um código
          </Button>
          <Button variant="secondary" size="s" onClick={putOff}>
            Agora não
          </Button>
        </div>
      </div>
      {open && (
        <Suspense fallback={null}>
          <AccountCode onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
