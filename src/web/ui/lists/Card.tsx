import type { ReactNode } from 'react';
import { openIfWide } from '../../parts/fold.ts';
import { cx } from '../base/cx.ts';
import { IconChevronDown, IconChevronLeft, IconInfo } from '../base/Icon.tsx';
import styles from './Card.module.css';

export interface CardProps {
  /** Shown as the card's h2. */
  title?: ReactNode;
  /** Content to the right of the title: a link, a select, a badge. */
  aside?: ReactNode;
  /** A sunken, flat card, for something locked or not available. */
  muted?: boolean | undefined;
  as?: 'section' | 'article' | 'div' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Card({ title, aside, muted, as: Tag = 'section', className, children }: CardProps) {
  return (
    <Tag className={cx(styles.card, muted && styles.muted, className)}>
      {title != null && (
        <div className={styles.head}>
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </Tag>
  );
}

/** Renders the title of a part of the page, with a link or control on the right. */
export function SectionHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.section}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export interface NoticeProps {
  title?: ReactNode;
  icon?: ReactNode;
  /** Content on the right (below on a phone): a button. */
  action?: ReactNode;
  children?: ReactNode;
}

/** Renders useful information that is not an error, on a brass-coloured background. */
export function Notice({ title, icon = <IconInfo size={22} />, action, children }: NoticeProps) {
  return (
    <div className={cx(styles.notice, title != null && styles.titled)}>
      {icon}
      <div className={styles.words}>
        {title != null && <b>{title}</b>}
        {children != null && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** Renders the link back at the top of a page. */
export function BackLink({ href, children = 'Voltar' }: { href: string; children?: ReactNode }) {
  return (
    <a className="back" href={href}>
      <IconChevronLeft />
      {children}
    </a>
  );
}

interface FoldCardProps {
  /** Shown as the card's h2. */
  title: string;
  /** What is inside, in a few words, beside the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** Renders a card that is closed at first on a phone, and open where the screen has room for it. */
export function FoldCard({ title, note, children }: FoldCardProps) {
  return (
    <section className={cx(styles.card, styles.fold)}>
      <details ref={openIfWide}>
        <summary>
          <h2>{title}</h2>
          {note}
          <IconChevronDown size={20} />
        </summary>
        {children}
      </details>
    </section>
  );
}
