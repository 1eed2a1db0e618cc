import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import styles from './Sheet.module.css';

export interface SheetProps {
  children: ReactNode;
  /** A NameLabel, glued over the margin at the top. */
  label?: ReactNode;
  /** For the statement of a question: tighter, with text in the size of a question. `big` is for the 1st and 2nd class. */
  kind?: 'page' | 'question' | 'big' | undefined;
  as?: 'section' | 'div' | undefined;
  className?: string | undefined;
}

/**
 * Renders ruled paper with a red margin. Every line of text inside is 32 px high (36 px in `big`) and is aligned with a rule. Put blocks of
 * another height into <SheetBlock>, so that the text after them is aligned again.
 */
export function Sheet({ children, label, kind = 'page', as: Tag = 'div', className }: SheetProps) {
  return (
    <Tag className={cx(styles.sheet, styles[kind], className)}>
      {label != null && <div className={styles.glued}>{label}</div>}
      <div className={styles.ruled}>{children}</div>
    </Tag>
  );
}

/** Renders the title of a result (and optionally a sentence below it) with its stamp, which does not move the lines off their rules. */
export function SheetHead({ stamp, children }: { stamp: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <div>{children}</div>
      <div className={styles.stamp}>{stamp}</div>
    </div>
  );
}

/** Renders a drawing on the sheet whose height is a number of rules. */
export function SheetBlock({ lines, children }: { lines: 2 | 3 | 4 | 5 | 6; children: ReactNode }) {
  return <div className={cx(styles.block, styles[`l${lines}`])}>{children}</div>;
}
