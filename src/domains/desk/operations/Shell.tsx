import { type ReactNode, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { initial } from '../../../shared/initial.ts';
import { LOGO_LINE } from '../../../shared/logo.ts';
import { CONTENT_ID, SkipLink } from '../../../web/ui/base/Layout.tsx';
import { Logo } from '../../../web/ui/base/Logo.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { IconMenu } from '../../../web/ui/icons/StaffIcon.tsx';
import { Cover } from '../../../web/ui/paper/Cover.tsx';
import type { User } from '../../people/accounts/accounts.contract.ts';
import { signOut } from '../../people/accounts/SignOut.tsx';
import styles from './Shell.module.css';

/** A page of the administration, as listed in the sidebar. */
interface Part {
  id: string;
  label: string;
  icon: ReactNode;
}

interface ShellProps {
  user: User;
  parts: readonly Part[];
  /** Id of the page that is shown. */
  shown: string;
  /** By page id, the number of decisions that wait there, and that number in words. */
  waiting?: Readonly<Record<string, { count: number; words: string }>>;
  children: ReactNode;
}

/** Renders the frame of the administration, with the index of pages on the left; on a small screen, the index opens with a button. */
export function Shell({ user, parts, shown, waiting = {}, children }: ShellProps) {
  const [open, setOpen] = useState(false);
  // Closed before the next page comes, which then takes the focus.
  const index = <Index parts={parts} shown={shown} waiting={waiting} onFollow={() => setOpen(false)} />;
  const me = <Me user={user} />;
  return (
    <div className={styles['panel']}>
      <SkipLink />
      <Cover className={styles['side']}>
        <svg className={styles['emboss']} viewBox="-2 -2 44 64" aria-hidden="true">
          <path d={LOGO_LINE} />
          <path className={styles['dots']} d="M10 10h.01M30 10h.01M10 30h.01M30 30h.01M10 50h.01M30 50h.01" />
        </svg>
        <div className={styles['inside']}>
          <div className={styles['bar']}>
            <Logo productName={brand.productName} href="/admin" onCover />
            <button type="button" className={styles['open']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <IconMenu />
              Menu
            </button>
          </div>
          <div className={styles['wide']}>
            {index}
            {me}
          </div>
        </div>
      </Cover>
      <Dialog open={open} onClose={() => setOpen(false)} title="Painel Administrativo" size="s" sheet lightDismiss>
        <div className={styles['drawer']}>
          {index}
          {me}
        </div>
      </Dialog>
      <main id={CONTENT_ID} tabIndex={-1} className={styles['main']}>
        {children}
      </main>
    </div>
  );
}

/** Lists the pages of the administration, with the number of decisions that wait on each. */
function Index({
  parts,
  shown,
  waiting,
  onFollow,
}: Required<Pick<ShellProps, 'parts' | 'shown' | 'waiting'>> & { onFollow: () => void }) {
  return (
    <nav aria-label="Painel Administrativo" className={styles['index']}>
      {parts.map(({ id, label, icon }, place) => {
        const count = waiting[id];
        return (
          <a
            key={id}
            href={place === 0 ? '/admin' : `/admin?tab=${id}`}
            aria-current={id === shown ? 'page' : undefined}
            onClick={onFollow}
          >
            {icon}
            {label}
            {count !== undefined && count.count > 0 && (
              <span className={styles['waiting']}>
                <span aria-hidden="true">{count.count}</span>
                <span className="sr">
                  {count.count} {count.words}
                </span>
              </span>
            )}
          </a>
        );
      })}
    </nav>
  );
}

/** Renders who is signed in, with the button to sign out. */
function Me({ user }: { user: User }) {
  return (
    <div className={styles['me']}>
      <span className={styles['letter']} aria-hidden="true">
        {initial(user.fullName)}
      </span>
      <div>
        <b>{user.fullName}</b>
        <span>Administração</span>
      </div>
      <button type="button" onClick={() => void signOut()}>
        Sair
      </button>
    </div>
  );
}

/** Renders the heading of a page: its title, a description, and a control on the right. */
export function PartHead({ title, children, aside }: { title: string; children?: ReactNode; aside?: ReactNode }) {
  return (
    <div className={styles['head']}>
      <div>
        <h1>{title}</h1>
        {children && <div className={styles['under']}>{children}</div>}
      </div>
      {aside}
    </div>
  );
}
