import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Card } from '../../web/ui/Card.tsx';
import { IconLock, IconPencil } from '../../web/ui/Icon.tsx';
import { useOnline } from '../../web/ui/OfflineStrip.tsx';
import { ThemePicker } from '../../web/ui/ThemePicker.tsx';
import type { User } from './accounts.contract.ts';
import Devices from './Devices.tsx';
import styles from './Settings.module.css';
import { Editable, Profile } from './SettingsParts.tsx';

const ProfileForm = lazy(() => import('./ProfileForm.tsx'));
const SecondFactorCard = lazy(() => import('./SecondFactorCard.tsx'));
const PasswordForm = lazy(() => import('./PasswordForm.tsx'));

/**
 * The account of someone who works here: profile, password, devices, theme. `children` are the cards of their own area,
 * shown after the password.
 */
export function StaffSettings({ user, children }: { user: User; children?: ReactNode }) {
  const online = useOnline();
  const [editing, setEditing] = useState<'profile' | 'password' | null>(null);
  const close = () => setEditing(null);
  const part = (name: 'profile' | 'password') => ({ open: editing === name, online, onOpen: () => setEditing(name) });
  return (
    <div className={styles['settings']}>
      <Editable
        title="Perfil"
        action="Editar perfil"
        icon={<IconPencil size={18} />}
        form={<ProfileForm user={user} onClose={close} />}
        {...part('profile')}
      >
        <Profile user={user} />
      </Editable>
      <Editable
        title="Senha"
        action="Mudar a senha"
        icon={<IconLock size={18} />}
        form={<PasswordForm user={user} onClose={close} />}
        {...part('password')}
      >
        <p className={styles['hint']}>Ao mudá-la, a sessão termina nos outros aparelhos.</p>
      </Editable>
      <Suspense fallback={null}>
        <SecondFactorCard online={online} />
      </Suspense>
      {children}
      <Card title="Aparelhos">
        <p className={styles['hint']}>
          Onde a sua conta está aberta. Não reconhece um? Termine a sessão e mude a senha.
        </p>
        <Devices online={online} />
      </Card>
      <Card title="Aspecto">
        <p className={styles['hint']}>Vale só para este aparelho.</p>
        <ThemePicker />
      </Card>
    </div>
  );
}
