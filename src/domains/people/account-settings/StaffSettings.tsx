import type { ReactNode } from 'react';
import { helpful } from '../../../web/parts/lazily.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import SecondFactorCard from './SecondFactorCard.tsx';
import styles from './Settings.module.css';
import { DevicesAndTheme, ProfileAndPassword } from './SettingsParts.tsx';

const PasskeysCard = helpful(() => import('../passkeys/PasskeysCard.tsx'));
const RecoveryCard = helpful(() => import('../recovery/RecoveryCard.tsx'));

/**
 * Account settings of teachers and administrators: profile, password, devices, theme. `children` are the cards of their own area,
 * shown after the password.
 */
export function StaffSettings({ user, children }: { user: User; children?: ReactNode }) {
  const online = useOnline();
  return (
    <div className={styles['settings']}>
      <ProfileAndPassword user={user} online={online} />
      {!user.emailVerified && <RecoveryCard user={user} online={online} />}
      <SecondFactorCard online={online} />
      <PasskeysCard online={online} isParent={false} />
      {children}
      <DevicesAndTheme online={online} />
    </div>
  );
}
