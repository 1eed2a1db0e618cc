import type { ReactNode } from 'react';
import { cx } from '../../../web/ui/base/cx.ts';
import styles from './HereCard.module.css';

/** The grid of the cards. */
export const hereCards = styles['cards'];

interface HereCardProps {
  /** Shown before or beside the title: a sheet or a drawing. */
  sign: ReactNode;
  kind: string;
  title: string;
  /** A fact, with its icon. */
  icon: ReactNode;
  fact: string;
  /** Whether it expires today or tomorrow. */
  soon?: boolean;
  /** Whether it can no longer be used; the card is then dashed. */
  over?: boolean;
  /** The button. */
  children?: ReactNode;
}

/** Renders a card for something on this device that can be done without network. */
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

/** Renders a card for something that is not on this device, with what to do about it. */
export function ElsewhereCard({ children }: { children: ReactNode }) {
  return <li className={cx(styles['card'], styles['over'], styles['rest'])}>{children}</li>;
}
