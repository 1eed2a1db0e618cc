import { GOAL } from '../../../shared/goal.ts';
import { cx } from '../base/cx.ts';
import { IconCheck, IconRetry } from '../base/Icon.tsx';
import { IconMinus } from '../icons/ParentIcon.tsx';
import { Badge } from './Badge.tsx';
import styles from './ScoreBar.module.css';

export interface ScoreBarProps {
  /** Whole percentage, or null without a result. */
  value: number | null;
  /** Prints the number before the bar, in the colour of its level. */
  withNumber?: boolean | undefined;
  className?: string | undefined;
}

/** Renders a bar with a tick at 70 %: solid from the tick on, hatched below it, a dashed track without data. Print the number beside it. */
export function ScoreBar({ value, withNumber, className }: ScoreBarProps) {
  const low = value !== null && value < GOAL;
  // The bar's filling is an <svg>: its width attribute accepts a percentage, and HTML rendered by the server may have no style attribute.
  const bar = (
    <div className={cx(styles.bar, value === null && styles.none, className)} aria-hidden="true">
      {value !== null && <svg className={cx(styles.fill, low && styles.low)} width={`${value}%`} />}
    </div>
  );
  if (!withNumber) return bar;
  return (
    <span className={styles.row}>
      <b className={cx('num', styles.number, value !== null && (low ? styles.lowText : styles.okText))}>
        {value === null ? '–' : `${value}%`}
      </b>
      {value === null && <span className="sr">sem dados</span>}
      {bar}
    </span>
  );
}

/** Renders "70% ou mais", "Abaixo de 70%" or "sem dados", with icon and colour; `children` replaces the words ("3 de 4"). */
export function ScoreBadge({ value, children }: { value: number | null; children?: string | undefined }) {
  if (value === null) {
    return (
      <Badge tone="off" icon={<IconMinus size={16} />}>
        {children ?? 'sem dados'}
      </Badge>
    );
  }
  return value >= GOAL ? (
    <Badge tone="ok" icon={<IconCheck size={16} />}>
      {children ?? '70% ou mais'}
    </Badge>
  ) : (
    <Badge tone="low" icon={<IconRetry size={16} />}>
      {children ?? 'Abaixo de 70%'}
    </Badge>
  );
}
