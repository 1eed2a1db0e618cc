import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Layout.module.css';

export const CONTENT_ID = 'conteudo';

/** Renders the link that skips to the content. It must be the first element of the page, before the header. */
export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${CONTENT_ID}`}>
      Saltar para o conteúdo
    </a>
  );
}

export interface PageProps {
  children: ReactNode;
  /** Maximum width: full 1120 px, form 680, narrow 440. */
  width?: 'full' | 'form' | 'narrow' | undefined;
  /** Reserves space for the MobileBar. */
  withBar?: boolean | undefined;
  className?: string | undefined;
}

/** Renders the main part of a page. */
export function Page({ children, width = 'full', withBar, className }: PageProps) {
  return (
    <main
      id={CONTENT_ID}
      tabIndex={-1}
      className={cx(styles.page, styles[width], withBar && styles.withBar, className)}
    >
      {children}
    </main>
  );
}

/** Renders the bar with the two buttons of a test, fixed to the lower edge within reach of the thumb. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.actions}>
      <div>{children}</div>
    </div>
  );
}
