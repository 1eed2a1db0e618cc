import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { longDate } from '../../shared/dates.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import type { User } from './accounts.contract.ts';
import styles from './Settings.module.css';

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

/** Something to read, with a button that puts its form in its place. */
export function Editable({ title, action, icon, open, online, onOpen, form, children }: EditableProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
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

/** What is known of the account, to read. */
export function Profile({ user }: { user: User }) {
  const lines: [string, string | null][] = [
    ['Nome completo', user.fullName],
    ['Nome de usuário', user.username],
    ['E-mail', user.email],
    ['Telefone', user.phone],
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
