import type { ReactNode } from 'react';
import { IconPlus } from '../icons/ParentIcon.tsx';
import styles from './Booklet.module.css';
import { Cover, NameLabel } from './Cover.tsx';

export interface BookletProps {
  /** Cover number: 1 to 6, by order of creation. */
  cover: number;
  name: string;
  detail?: ReactNode;
  heading?: 'h2' | 'h3' | undefined;
  /** The content below the cover, with one real link. A last Button is aligned with the lower edge. */
  children?: ReactNode;
}

/** Renders a card for a child. */
export function Booklet({ cover, name, detail, heading = 'h3', children }: BookletProps) {
  return (
    <article className={styles.booklet}>
      <Cover cover={cover} className={styles.cover}>
        <NameLabel name={name} detail={detail} heading={heading} />
      </Cover>
      {children != null && <div className={styles.body}>{children}</div>}
    </article>
  );
}

/** Renders the dashed card that leads to adding another item. */
export function AddCard({ title, text, href }: { title: string; text: string; href: string }) {
  return (
    <a className={styles.add} href={href}>
      <span className={styles.plus}>
        <IconPlus size={24} />
      </span>
      <span>
        <b>{title}</b>
        <span>{text}</span>
      </span>
    </a>
  );
}
