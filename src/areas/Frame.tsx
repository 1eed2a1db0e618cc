import type { ReactNode } from 'react';
import { brand } from '../delivery/browser/boot.ts';
import { dayInLuanda } from '../shared/dates.ts';
import { usePathname } from '../web/call/navigation.ts';
import { useNow } from '../web/device/now.ts';
import { cx } from '../web/ui/base/cx.ts';
import { SkipLink } from '../web/ui/base/Layout.tsx';
import { IconSignOut } from '../web/ui/icons/ParentIcon.tsx';
import { Footer, Header, type MenuItem, MobileBar, type NavItem } from '../web/ui/lists/Header.tsx';
import styles from './Frame.module.css';

/** An entry in the navigation of an area. */
export interface Place extends Omit<NavItem, 'current'> {
  /** Paths for which the entry counts as current. */
  holds: (path: string) => boolean;
}

interface FrameProps {
  fullName: string;
  home: string;
  menu: readonly MenuItem[];
  /** Links beside the logo on a wide screen. */
  places?: readonly Place[];
  /** Entries of the bar on a phone. */
  bar?: readonly Place[];
  hideFooter?: boolean;
  /** Shown beside the menu: a parent's bell. */
  bell?: ReactNode;
  /** Subject of the mail that the footer's support link opens. */
  supportSubject?: string;
  /** Shows only the screen without a frame, for example for the child's moment after a test. */
  bare?: boolean;
  /** The screen, with its own <Page>. */
  children: ReactNode;
}

/** Signs out. The code is loaded only then, because no page needs it to render. */
const leave = () => void import('../domains/people/accounts/SignOut.tsx').then(({ signOut }) => signOut());

const supportAddress = (subject?: string) =>
  `mailto:${brand.supportEmail}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;

/** Renders header, screen and footer of pages for signed-in users. */
export function Frame({
  fullName,
  home,
  menu,
  places = [],
  bar,
  bell,
  hideFooter,
  supportSubject,
  bare,
  children,
}: FrameProps) {
  const path = usePathname();
  const now = useNow();
  const shown = (list: readonly Place[]) => list.map(({ holds, ...item }) => ({ ...item, current: holds(path) }));
  const hasFoot = !hideFooter && !bare;
  return (
    <div className={cx(styles['frame'], bar && !bare && styles['withBar'], hasFoot && styles['withFoot'])}>
      {!bare && <SkipLink />}
      {!bare && (
        <Header
          productName={brand.productName}
          homeHref={home}
          nav={shown(places)}
          bell={bell}
          user={{
            name: fullName.trim() || 'Usuário',
            menu: [...menu, { label: 'Sair', icon: <IconSignOut />, onClick: leave }],
          }}
        />
      )}
      {children}
      {hasFoot && (
        <div className={styles['foot']}>
          <Footer
            links={[
              { href: '/terms-of-use', label: 'Termos de Uso' },
              { href: '/privacy-policy', label: 'Política de Privacidade' },
              ...(brand.supportEmail
                ? [{ href: supportAddress(supportSubject), label: `Apoio: ${brand.supportEmail}` }]
                : []),
            ]}
          >
            © {dayInLuanda(now).year} {(brand.companyName || brand.productName).replace(/\.$/, '')}. Todos os direitos
            reservados.
          </Footer>
        </div>
      )}
      {bar && !bare && <MobileBar items={shown(bar)} />}
    </div>
  );
}
