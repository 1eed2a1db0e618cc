import { lazy, Suspense, useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { reader } from '../../../web/call/api.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import EmailState from '../email-verification/EmailState.tsx';
import styles from './RecoveryCard.module.css';
import type { recoveryContract } from './recovery.contract.ts';

const useRead = reader<typeof recoveryContract>();
const AccountCode = lazy(() => import('./AccountCode.tsx'));

/** How the account is recovered if the password is forgotten: the e-mail and, for parents, the code on paper. */
export default function RecoveryCard({ user, online }: { user: User; online: boolean }) {
  return (
    <Card title="Se esquecer a senha">
      <div className={styles['parts']}>
        <EmailState user={user} online={online} />
        {user.userRole === 'parent' && <Code online={online} />}
      </div>
    </Card>
  );
}

function Code({ online }: { online: boolean }) {
  const { data, error, isFetching, refetch } = useRead(
    'GET /api/account/recovery-code',
    {},
    { refetchOnMount: 'always' },
  );
  const [open, setOpen] = useState(false);
  return (
    <div className={styles['code']}>
      {data ? (
        <>
          <p className="muted">
            {data.madeAt
              ? `Tem um código de recuperação, feito a ${longDate(data.madeAt)}.`
              : 'Um código de recuperação, num papel ou numa imagem, serve mesmo sem e-mail.'}
          </p>
          <div>
            <Button variant="secondary" size="s" disabled={!online} onClick={() => setOpen(true)}>
              {data.madeAt ? 'Fazer outro código' : 'Fazer um código'}
            </Button>
          </div>
        </>
      ) : error ? (
        <Failed error={error} onRetry={refetch} busy={isFetching} />
      ) : (
        <Skeleton lines={1} />
      )}
      {open && (
        <Suspense fallback={null}>
          <AccountCode onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
