import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Layout.module.css';

export const CONTENT_ID = 'conteudo';

/** The first thing in the page; place it before the header. */
export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${CONTENT_ID}`}>
      Saltar para o conteúdo
    </a>
  );
}

export interface PageProps {
  children: ReactNode;
  /** full 1120 px, form 680, narrow 440. */
  width?: 'full' | 'form' | 'narrow' | undefined;
  /** Keeps room for the MobileBar. */
  withBar?: boolean | undefined;
  className?: string | undefined;
}

/** The main part of a page. */
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

/** Bar with the two buttons of a test, fixed to the lower edge in the thumb's reach. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.actions}>
      <div>{children}</div>
    </div>
  );
}
