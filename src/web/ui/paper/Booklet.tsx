import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { IconCheck } from '../base/Icon.tsx';
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

export interface BookletRadioProps {
  cover: number;
  name: string;
  detail?: ReactNode;
  /** Name of the radio group. */
  group: string;
  value: string;
  checked: boolean;
  onChange: (value: string) => void;
}

/** Renders a child's cover as a choice of a radio group. */
export function BookletRadio({ cover, name, detail, group, value, checked, onChange }: BookletRadioProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={group} value={value} checked={checked} onChange={() => onChange(value)} />
      <div className={styles.booklet}>
        <Cover cover={cover} className={cx(styles.cover, styles.pick)}>
          <NameLabel name={name} detail={detail} className={styles.grow} />
          <span className={styles.mark}>
            <IconCheck size={24} />
          </span>
        </Cover>
      </div>
    </label>
  );
}

/** Renders the dashed card that adds another item: a link with `href`, a button with `onClick`. */
export function AddCard({
  title,
  text,
  href,
  onClick,
}: {
  title: string;
  text?: string;
  href?: string;
  onClick?: () => void;
}) {
  const inside = (
    <>
      <span className={styles.plus}>
        <IconPlus size={24} />
      </span>
      <span>
        <b>{title}</b>
        {text && <span>{text}</span>}
      </span>
    </>
  );
  return href === undefined ? (
    <button type="button" className={styles.add} onClick={onClick}>
      {inside}
    </button>
  ) : (
    <a className={styles.add} href={href}>
      {inside}
    </a>
  );
}

/** Renders two or three numbers in a row with their labels: [['Testes', 12], ['Acertos', '78%']]. */
export function Figures({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={cx(styles.figures, 'num')}>
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
