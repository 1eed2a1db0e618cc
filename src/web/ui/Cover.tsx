import type { ReactNode } from 'react';
import { initial } from '../../shared/initial.ts';
import styles from './Cover.module.css';
import { cx } from './cx.ts';

/** The class that gives everything inside it a child's cover colour (`--cv`). 1 to 6 by order of creation, then again. */
export const coverClass = (cover: number): string => styles[`c${((cover - 1) % 6) + 1}`] ?? '';

export interface CoverProps {
  cover?: number | undefined;
  as?: 'header' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Cloth with spine and stitching. Without `cover` it is the product's indigo. */
export function Cover({ cover, as: Tag = 'div' as never, className, children }: CoverProps) {
  return <Tag className={cx(styles.cover, cover !== undefined && coverClass(cover), className)}>{children}</Tag>;
}

export interface InitialProps {
  name: string;
  /** Needed outside a cover. */
  cover?: number | undefined;
  /** 34, 40 or (unless said) 44 px. */
  size?: 's' | 'm' | undefined;
  /** On the cloth itself. */
  light?: boolean | undefined;
}

/** The letter that stands for a child, on the child's colour. */
export function Initial({ name, cover, size, light }: InitialProps) {
  return (
    <span
      className={cx(
        styles.initial,
        size && styles[size],
        light && styles.light,
        cover !== undefined && coverClass(cover),
      )}
      aria-hidden="true"
    >
      {initial(name)}
    </span>
  );
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
        <Initial name={name} />
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
    <Cover as="header" cover={cover} className={styles.bar}>
      <span className={styles.who}>
        <Initial name={name} size="s" light />
        {name}
      </span>
      {children}
    </Cover>
  );
}

export interface ChildCoverProps extends NameLabelProps {
  cover: number;
  /** On the right, on the cloth: controls such as "Mudar de filho". */
  children?: ReactNode;
}

/** A wide cover with its label, at the head of a page about one child. */
export function ChildCover({ cover, children, ...label }: ChildCoverProps) {
  return (
    <Cover cover={cover} className={styles.wide}>
      <NameLabel {...label} />
      {children && <div className={styles.controls}>{children}</div>}
    </Cover>
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
