import type { ReactNode } from 'react';
import { brand } from '../../delivery/browser/boot.ts';
import { THEME_ID } from '../../delivery/inline/ids.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { cx } from '../../web/ui/base/cx.ts';
import { CONTENT_ID, SkipLink } from '../../web/ui/base/Layout.tsx';
import { Logo } from '../../web/ui/base/Logo.tsx';
import { ThemePicker } from '../../web/ui/forms/ThemePicker.tsx';
import { BackLink } from '../../web/ui/lists/Card.tsx';
import styles from './DocumentFrame.module.css';

/** Placeholders that the server fills in when it sends a document: the year, the reader's home page, whether they are signed in. */
const YEAR = '{{year}}';
export const HOME = '{{home}}';
const READER = '{{reader}}';

/** Renders the frame of a document: logo, a link back, the text, the footer. Needs no script. */
export function DocumentFrame({ children, back = true }: { children: ReactNode; back?: boolean }) {
  return (
    <div className={styles['frame']}>
      <SkipLink />
      <header className={styles['header']}>
        <div>
          <Logo productName={brand.productName} href={HOME} />
          {back ? (
            <BackLink href={HOME} />
          ) : (
            <div className={styles['enter']} data-reader={READER}>
              <Button variant="quiet" size="s" href="/auth">
                Entrar
              </Button>
              <Button size="s" href="/auth?tab=register">
                Criar conta
              </Button>
            </div>
          )}
        </div>
      </header>
      {children}
      <SiteFooter />
    </div>
  );
}

/** Renders the main part between header and footer. */
export function DocumentMain({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <main id={CONTENT_ID} tabIndex={-1} className={cx(styles['main'], className)}>
      {children}
    </main>
  );
}

const COLUMNS = [
  {
    title: 'Produto',
    links: [
      ['/#como-funciona', 'Como funciona'],
      ['/#funcionalidades', 'Funcionalidades'],
      ['/funciona', 'Funciona?'],
      ['/#planos', 'Planos'],
      ['/#perguntas', 'Perguntas frequentes'],
    ],
  },
  {
    title: 'Empresa',
    links: [
      ['/about', 'Sobre nós'],
      ['/about#missao', 'Missão'],
      ['/about#carreiras', 'Carreiras'],
      ['/about#contacto', 'Contacto'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['/terms-of-use', 'Termos de Uso'],
      ['/privacy-policy', 'Política de Privacidade'],
      ['/privacy-policy#cookies', 'Cookies'],
    ],
  },
] as const;

/** Renders the footer of public pages. Every link leads to an existing section of a page. */
export function SiteFooter() {
  return (
    <footer className={styles['footer']}>
      <div className={styles['inside']}>
        <div className={styles['company']}>
          <Logo productName={brand.productName} />
          <p>
            © {YEAR} {brand.companyName}. Todos os direitos reservados.
          </p>
          <p>
            Apoio: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
          </p>
          <form id={THEME_ID} className={styles['theme']} hidden>
            <ThemePicker />
          </form>
        </div>
        <nav aria-label="Rodapé" className={styles['columns']}>
          {COLUMNS.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(([href, label]) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
