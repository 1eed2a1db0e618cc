import type { ReactNode } from 'react';
import { cx } from '../../web/ui/cx.ts';
import styles from './HereCard.module.css';

/** The grid that the cards stand in. */
export const hereCards = styles['cards'];

interface HereCardProps {
  /** Before or beside the title: a sheet or a drawing. */
  sign: ReactNode;
  kind: string;
  title: string;
  /** What there is to know, with its icon. */
  icon: ReactNode;
  fact: string;
  /** It ends today or tomorrow. */
  soon?: boolean;
  /** No longer of use: dashed. */
  over?: boolean;
  /** The button. */
  children?: ReactNode;
}

/** Something on this device that can be done without network. */
export function HereCard({ sign, kind, title, icon, fact, soon, over, children }: HereCardProps) {
  return (
    <li className={cx(styles['card'], over && styles['over'])}>
      <div className={styles['head']}>
        {sign}
        <div>
          <p>{kind}</p>
          <h3>{title}</h3>
        </div>
      </div>
      <p className={cx(styles['fact'], soon && styles['soon'])}>
        {icon}
        <span>{fact}</span>
      </p>
      {children}
    </li>
  );
}

/** What is not here, and what to do about it. */
export function ElsewhereCard({ children }: { children: ReactNode }) {
  return <li className={cx(styles['card'], styles['over'], styles['rest'])}>{children}</li>;
}
