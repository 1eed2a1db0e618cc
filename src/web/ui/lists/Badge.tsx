import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import styles from './Badge.module.css';

export interface BadgeProps {
  tone?: 'ok' | 'low' | 'info' | 'flag' | 'off' | undefined;
  /** 16 px. A tone alone is not enough: `ok` and `low` need an icon or a word with the same meaning. */
  icon?: ReactNode;
  children: ReactNode;
}

export function Badge({ tone = 'info', icon, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
