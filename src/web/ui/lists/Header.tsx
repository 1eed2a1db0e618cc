import { type ReactNode, useEffect, useRef } from 'react';
import { initial } from '../../../shared/initial.ts';
import { Button } from '../base/Button.tsx';
import { cx } from '../base/cx.ts';
import { IconChevronDown } from '../base/Icon.tsx';
import { Logo } from '../base/Logo.tsx';
import { IconBell } from '../icons/ParentIcon.tsx';
import styles from './Header.module.css';

// The frame of a page: the header with its menus, the bar of a phone, the footer. Children's pages have none of these.

export interface NavItem {
  href: string;
  label: string;
  icon?: ReactNode;
  current?: boolean | undefined;
}

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** The address of a link… */
  href?: string | undefined;
  /** …or the action of a button. */
  onClick?: (() => void) | undefined;
}

export interface HeaderProps {
  productName: string;
  homeHref?: string | undefined;
  /** Links beside the logo, from 720 px on (a phone has the MobileBar). */
  nav?: readonly NavItem[] | undefined;
  /** The signed-in user; without one the header offers `signIn` and `signUp`. */
  user?: { name: string; menu: readonly MenuItem[]; extra?: ReactNode } | undefined;
  signInHref?: string | undefined;
  signUpHref?: string | undefined;
  /** Place for the BellButton and its panel. */
  bell?: ReactNode;
  /** For use on a cover (landing page): no background, light text. */
  onCover?: boolean | undefined;
}

export function Header({ productName, homeHref = '/', nav, user, signInHref, signUpHref, bell, onCover }: HeaderProps) {
  return (
    <header className={cx(styles.header, onCover ? styles.onCover : styles.app)}>
      <Logo productName={productName} href={homeHref} onCover={onCover} />
      {nav && (
        <nav className={styles.nav} aria-label="Principal">
          {nav.map((item) => (
            <a key={item.href} href={item.href} aria-current={item.current ? 'page' : undefined}>
              {item.label}
            </a>
          ))}
        </nav>
      )}
      <div className={styles.end}>
        {bell}
        {user && <UserMenu {...user} />}
        {!user && signInHref && (
          <Button variant="quiet" size="s" href={signInHref} className={styles.plain}>
            Entrar
          </Button>
        )}
        {!user && signUpHref && (
          <Button variant={onCover ? 'brass' : 'primary'} size="s" href={signUpHref}>
            Criar conta
          </Button>
        )}
      </div>
    </header>
  );
}

function UserMenu({ name, menu, extra }: NonNullable<HeaderProps['user']>) {
  const details = useRef<HTMLDetailsElement>(null);

  // <details> opens without script, but closing it on Esc, on a choice, on a click outside or when the focus leaves it needs this.
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (!element?.open) return;
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape';
      const outside = event.type !== 'keydown' && !element.contains(event.target as Node);
      if (!escaped && !outside) return;
      element.open = false;
      if (escaped) element.querySelector('summary')?.focus();
    };
    document.addEventListener('click', close);
    document.addEventListener('focusin', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('focusin', close);
      document.removeEventListener('keydown', close);
    };
  }, []);

  const choose = (item: MenuItem) => () => {
    if (details.current) details.current.open = false;
    item.onClick?.();
  };
  return (
    <details className={styles.user} ref={details}>
      <summary>
        <span className={styles.letter} aria-hidden="true">
          {initial(name)}
        </span>
        <span className={styles.name}>{name}</span>
        <IconChevronDown size={18} className={styles.chevron} />
      </summary>
      <div className={styles.menu}>
        {menu.map((item) =>
          item.href === undefined ? (
            <button key={item.label} type="button" onClick={choose(item)}>
              {item.icon}
              {item.label}
            </button>
          ) : (
            <a key={item.label} href={item.href} onClick={choose(item)}>
              {item.icon}
              {item.label}
            </a>
          ),
        )}
        {extra}
      </div>
    </details>
  );
}

/** Reserves the space of the BellButton until its code has loaded. */
export const BellPlace = () => <span className={styles.bell} aria-hidden="true" />;

export interface BellButtonProps {
  unread: number;
  expanded: boolean;
  onClick: () => void;
  /** Id of the panel that it opens. */
  controls?: string | undefined;
}

export function BellButton({ unread, expanded, onClick, controls }: BellButtonProps) {
  // The label contains the displayed number: people who control their phone by voice refer to a control by its visible text.
  const shown = unread > 9 ? '9+' : String(unread);
  return (
    <button
      type="button"
      className={styles.bell}
      aria-label={unread === 0 ? 'Notificações' : `Notificações, ${shown} não ${unread === 1 ? 'lida' : 'lidas'}`}
      aria-expanded={expanded}
      aria-controls={controls}
      onClick={onClick}
    >
      <IconBell size={22} />
      {unread > 0 && <b>{shown}</b>}
    </button>
  );
}

/** Renders the bar at the lower edge of a phone, with four or five entries. Omit it during a test. */
export function MobileBar({ items }: { items: readonly NavItem[] }) {
  return (
    <nav className={cx(styles.bar, items.length > 4 && styles.five)} aria-label="Principal">
      {items.map((item) => (
        <a key={item.href} href={item.href} aria-current={item.current ? 'page' : undefined}>
          {item.icon}
          {item.label}
        </a>
      ))}
    </nav>
  );
}

export interface FooterProps {
  /** The copyright notice. */
  children: ReactNode;
  links?: readonly { href: string; label: string }[] | undefined;
}

export function Footer({ children, links = [] }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <nav aria-label="Rodapé">
        {links.map((link) => (
          <a key={link.href} href={link.href}>
            {link.label}
          </a>
        ))}
      </nav>
      <div>{children}</div>
    </footer>
  );
}
