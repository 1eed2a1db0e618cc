import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconLock } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { ThemePicker } from '../../../web/ui/forms/ThemePicker.tsx';
import { IconPencil } from '../../../web/ui/icons/ActionIcon.tsx';
import { Card, FoldCard } from '../../../web/ui/lists/Card.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import styles from './Settings.module.css';

// Loaded on demand: most visits do not open these parts.
const ProfileForm = lazy(() => import('./ProfileForm.tsx'));
const PasswordForm = lazy(() => import('./PasswordForm.tsx'));
const Devices = lazy(() => import('./Devices.tsx'));

/** Profile and password; only one is edited at a time. */
export function ProfileAndPassword({ user, online }: { user: User; online: boolean }) {
  const [editing, setEditing] = useState<'profile' | 'password' | null>(null);
  const close = () => setEditing(null);
  const part = (name: 'profile' | 'password') => ({ open: editing === name, online, onOpen: () => setEditing(name) });
  return (
    <>
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
    </>
  );
}

/** Sessions of the account, and the theme of this device. */
export function DevicesAndTheme({ online, folded = false }: { online: boolean; folded?: boolean }) {
  const DevicesCard = folded ? FoldCard : Card;
  return (
    <>
      <DevicesCard title="Aparelhos">
        <p className={styles['hint']}>
          Onde a sua conta está aberta. Não reconhece um? Termine a sessão e mude a senha.
        </p>
        <Suspense fallback={<Skeleton lines={2} />}>
          <Devices online={online} />
        </Suspense>
      </DevicesCard>
      <Card title="Aspecto">
        <p className={styles['hint']}>Vale só para este aparelho.</p>
        <ThemePicker />
      </Card>
    </>
  );
}

interface EditableProps {
  title: string;
  action: string;
  icon: ReactNode;
  open: boolean;
  online: boolean;
  onOpen: () => void;
  form: ReactNode;
  children: ReactNode;
}

/** Text with a button that replaces it by its form. */
function Editable({ title, action, icon, open, online, onOpen, form, children }: EditableProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // This runs while the form unmounts: later, the focus would move to the heading (areas/arrival.ts, keepFocus).
  useLayoutEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return (
    <Card title={title}>
      {open ? (
        <Suspense fallback={<Skeleton lines={4} />}>{form}</Suspense>
      ) : (
        <>
          {children}
          <Button ref={button} variant="secondary" size="s" icon={icon} disabled={!online} onClick={onOpen}>
            {action}
          </Button>
        </>
      )}
    </Card>
  );
}

/** Renders the stored account details, read-only. */
function Profile({ user }: { user: User }) {
  const lines: [string, string | null][] = [
    ['Nome completo', user.fullName],
    ['Nome de usuário', user.username],
    ['E-mail', user.email],
    ['Telefone', user.phone],
    ['Sexo', user.gender && user.gender[0]?.toUpperCase() + user.gender.slice(1)],
    ['Localização', user.location],
    ['Conta criada', longDate(user.createdAt)],
  ];
  return (
    <dl className={styles['profile']}>
      {lines
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
