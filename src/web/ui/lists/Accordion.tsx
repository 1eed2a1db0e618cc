import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { IconChevronDown } from '../base/Icon.tsx';
import styles from './Accordion.module.css';

export interface AccordionProps {
  title: ReactNode;
  children: ReactNode;
  open?: boolean | undefined;
  /** Shows the summary as an unobtrusive, link-like line, for "Ver em tabela". */
  quiet?: boolean | undefined;
}

/** Renders a part of a page that can be opened; it needs no script. */
export function Accordion({ title, children, open, quiet }: AccordionProps) {
  return (
    <details className={cx(styles.accordion, quiet && styles.quiet)} open={open}>
      <summary>
        <span>{title}</span>
        <IconChevronDown />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
