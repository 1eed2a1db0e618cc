import type { ReactNode } from 'react';
import styles from './Cover.module.css';
import { cx } from './cx.ts';

/** The class that gives everything inside it a child's cover colour (`--cv`). 1 to 6 by order of creation, then again. */
export const coverClass = (cover: number): string => styles[`c${((cover - 1) % 6) + 1}`] ?? '';

/** The letter that stands for a name. */
const initial = (name: string) => name.trim().charAt(0).toUpperCase();

/** Cloth with spine and stitching. Without `cover` it is the product's indigo. */
export function Cover({
  cover,
  className,
  children,
}: {
  cover?: number | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return <div className={cx(styles.cover, cover !== undefined && coverClass(cover), className)}>{children}</div>;
}

export interface NameLabelProps {
  /** The child's name gives the initial; the printed title may say more ("Testes para Maria"). */
  name: string;
  title?: ReactNode;
  detail?: ReactNode;
  /** Needed outside a cover, for the colour of the initial. */
  cover?: number | undefined;
  /** Heading level of the title; without it the title is plain text. */
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  className?: string | undefined;
}

/** The glued paper label with the child's initial and name. */
export function NameLabel({
  name,
  title = name,
  detail,
  cover,
  heading: Title = 'b' as never,
  className,
}: NameLabelProps) {
  return (
    <div className={cx(styles.label, cover !== undefined && coverClass(cover), className)}>
      <div className={styles.frame}>
        <span className={styles.initial} aria-hidden="true">
          {initial(name)}
        </span>
        <div>
          <Title className={styles.title}>{title}</Title>
          {detail != null && <span className={styles.detail}>{detail}</span>}
        </div>
      </div>
    </div>
  );
}

/** The strip on top of a test: whose booklet this is, and the clock on the right. */
export function CoverBar({ cover, name, children }: { cover: number; name: string; children?: ReactNode }) {
  return (
    <header className={cx(styles.cover, styles.bar, coverClass(cover))}>
      <span className={styles.who}>
        <span className={cx(styles.initial, styles.small)} aria-hidden="true">
          {initial(name)}
        </span>
        {name}
      </span>
      {children}
    </header>
  );
}

export interface ChildCoverProps extends NameLabelProps {
  cover: number;
  /** On the right, on the cloth: a control such as "Mudar de filho". */
  children?: ReactNode;
}

/** A wide cover with its label, at the head of a page about one child. */
export function ChildCover({ cover, children, ...label }: ChildCoverProps) {
  return (
    <div className={cx(styles.cover, styles.wide, coverClass(cover))}>
      <NameLabel {...label} />
      {children}
    </div>
  );
}

/** A link on the cloth with a thin edge. */
export function CoverLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.link} href={href}>
      {children}
    </a>
  );
}
