import type { ReactNode } from 'react';
import { cx } from '../../../web/ui/base/cx.ts';
import styles from './Slip.module.css';

interface SlipProps {
  title: string;
  /** Id of the heading. */
  id: string;
  /** Content of the ruled part, in lines of 32 px. */
  children: ReactNode;
  /** Content below the perforation. */
  torn?: ReactNode;
  /** Shown beside the title; it does not move the lines off the rules. */
  stamp?: ReactNode;
}

/** Names and values, one pair for each line of the ruled part. */
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
