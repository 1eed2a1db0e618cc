import type { ReactNode } from 'react';
import styles from '../base/State.module.css';
import { FioEmpty } from '../paper/Fio.tsx';

export interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** The single next action. */
  children?: ReactNode;
}

/** Renders a drawing of unconnected dots, a sentence, and the next action. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.block}>
      <FioEmpty />
      <p className={styles.title}>{title}</p>
      {text != null && <p className="muted">{text}</p>}
      {children}
    </div>
  );
}
