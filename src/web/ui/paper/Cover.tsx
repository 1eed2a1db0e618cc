import type { MouseEventHandler, ReactNode } from 'react';
import { initial } from '../../../shared/initial.ts';
import { cx } from '../base/cx.ts';
import styles from './Cover.module.css';

/**
 * Returns the class that sets a child's cover colour (`--cv`) for everything inside it. Covers are numbered 1 to 6 by order of creation and
 * then repeat.
 */
export const coverClass = (cover: number): string => styles[`c${((cover - 1) % 6) + 1}`] ?? '';

export interface CoverProps {
  cover?: number | undefined;
  as?: 'header' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Renders cloth with spine and stitching; without `cover` in the product's indigo. */
export function Cover({ cover, as: Tag = 'div' as never, className, children }: CoverProps) {
  return <Tag className={cx(styles.cover, cover !== undefined && coverClass(cover), className)}>{children}</Tag>;
}

export interface InitialProps {
  name: string;
  /** Required outside a cover. */
  cover?: number | undefined;
  /** 34 px, 40 px or (by default) 44 px. */
  size?: 's' | 'm' | undefined;
  /** For use directly on the cloth. */
  light?: boolean | undefined;
}

/** Renders a child's initial, on the child's colour. */
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
  /** The child's name, for the initial; the printed title may be longer ("Testes para Maria"). */
  name: string;
  title?: ReactNode;
  detail?: ReactNode;
  /** Required outside a cover, for the colour of the initial. */
  cover?: number | undefined;
  /** Heading level of the title; without it the title is plain text. */
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  className?: string | undefined;
}

/** Renders the glued paper label with the child's initial and name. */
export function NameLabel({
  name,
  title = name,
  detail,
  cover,
  heading: Title = 'b' as never,
  className,
}: NameLabelProps) {
  return (
    <PaperLabel sign={<Initial name={name} />} className={cx(cover !== undefined && coverClass(cover), className)}>
      <Title className={styles.title}>{title}</Title>
      {detail != null && <span className={styles.detail}>{detail}</span>}
    </PaperLabel>
  );
}

interface PaperLabelProps {
  /** Shown before the text. */
  sign: ReactNode;
  className?: string | undefined;
  children: ReactNode;
  /** A link at the end. */
  end?: ReactNode;
}

/** Renders a glued paper label: the one with a child's name, and others on a cover. */
export function PaperLabel({ sign, className, children, end }: PaperLabelProps) {
  return (
    <div className={cx(styles.label, className)}>
      <div className={styles.frame}>
        {sign}
        <div>{children}</div>
        {end}
      </div>
    </div>
  );
}

/** Renders the strip at the top of a test: the child's name on the left, the clock on the right. */
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
  /** Controls such as "Mudar de criança", on the right of the cloth. */
  children?: ReactNode;
}

/** Renders a wide cover with its label, at the top of a page about one child. */
export function ChildCover({ cover, children, ...label }: ChildCoverProps) {
  return (
    <Cover cover={cover} className={styles.wide}>
      <NameLabel {...label} />
      {children && <div className={styles.controls}>{children}</div>}
    </Cover>
  );
}

interface CoverLinkProps {
  href: string;
  onClick?: MouseEventHandler;
  children: ReactNode;
}

/** Renders a link with a thin border, for use on the cloth. */
export function CoverLink({ href, onClick, children }: CoverLinkProps) {
  return (
    <a className={styles.link} href={href} onClick={onClick}>
      {children}
    </a>
  );
}
