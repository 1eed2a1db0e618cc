import type { ReactNode } from 'react';
import { cx } from '../../web/ui/cx.ts';
import styles from './Slip.module.css';

interface SlipProps {
  title: string;
  /** Id of the heading. */
  id: string;
  /** On the ruled part: lines of 32 px. */
  children: ReactNode;
  /** Below the perforation. */
  torn?: ReactNode;
  /** Beside the title; does not shift any line off the ruled grid. */
  stamp?: ReactNode;
}

/** Names and values, one pair a line of the ruled part. */
export const SlipLines = ({ children }: { children: ReactNode }) => <dl className={styles['lines']}>{children}</dl>;

/** A payment slip: ruled paper above, and a tear-off part below. */
export function Slip({ title, id, children, torn, stamp }: SlipProps) {
  return (
    <section className={cx(styles['slip'], !torn && styles['whole'])} aria-labelledby={id}>
      {stamp && <div className={styles['stamp']}>{stamp}</div>}
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
      {torn && <div className={styles['torn']}>{torn}</div>}
    </section>
  );
}
