import { type ReactNode, useEffect, useState } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { initial } from '../../shared/initial.ts';
import { brand } from '../../web/boot.ts';
import { Cover } from '../../web/ui/Cover.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { IconHome } from '../../web/ui/Icon.tsx';
import { CONTENT_ID, SkipLink } from '../../web/ui/Layout.tsx';
import { LOGO_LINE, Logo } from '../../web/ui/Logo.tsx';
import { IconChart, IconClipboard, IconList, IconSettings, IconUsers } from '../../web/ui/ParentIcon.tsx';
import { IconDatabase, IconMenu, IconUser, IconWallet } from '../../web/ui/StaffIcon.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import { signOut } from '../accounts/SignOut.tsx';
import styles from './Shell.module.css';

/** The parts of the panel, in the order of the sidebar. */
export const SECTIONS = [
  { id: 'overview', label: 'Visão geral', icon: <IconHome /> },
  { id: 'users', label: 'Utilizadores', icon: <IconUsers /> },
  { id: 'tests', label: 'Testes', icon: <IconClipboard /> },
  { id: 'statistics', label: 'Estatísticas', icon: <IconChart /> },
  { id: 'payments', label: 'Pagamentos', icon: <IconWallet /> },
  { id: 'database', label: 'Base de dados', icon: <IconDatabase /> },
  { id: 'settings', label: 'Definições', icon: <IconSettings /> },
  { id: 'audit', label: 'Auditoria', icon: <IconList /> },
  { id: 'account', label: 'A minha conta', icon: <IconUser /> },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];

/** The part that the address asks for; the first one when it asks for none that exists. */
export function useSection(): SectionId {
  const asked = new URLSearchParams(useSearch()).get('tab');
  return SECTIONS.find(({ id }) => id === asked)?.id ?? 'overview';
}

export const addressOf = (id: SectionId) => (id === 'overview' ? '/admin' : `/admin?tab=${id}`);

interface ShellProps {
  user: User;
  section: SectionId;
  /** Sections that are there. */
  shown: readonly SectionId[];
  /** A number beside a section: what waits for a decision there. */
  waiting?: Partial<Record<SectionId, { count: number; words: string }>>;
  children: ReactNode;
}

/** The panel's cover with its index on the left; on a small screen a bar, and the index behind a button. */
export function Shell({ user, section, shown, waiting = {}, children }: ShellProps) {
  const [open, setOpen] = useState(false);
  const here = usePathname() + useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has chosen a part wants to see it
  useEffect(() => setOpen(false), [here]);
  const index = (
    <nav aria-label="Painel Administrativo" className={styles['index']}>
      {SECTIONS.filter(({ id }) => shown.includes(id)).map(({ id, label, icon }) => {
        const count = waiting[id];
        return (
          <a key={id} href={addressOf(id)} aria-current={id === section ? 'page' : undefined}>
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
  const me = (
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

/** Title of a part, what it says of itself, and its control on the right. */
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
