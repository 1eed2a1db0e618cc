import { GOAL } from '../../../shared/goal.ts';
import { cx } from '../base/cx.ts';
import { IconRetry } from '../base/Icon.tsx';
import styles from './Score.module.css';

/** Renders a score in a row: below the goal with a sign, none as a dash. */
export function Score({ value, className }: { value: number | null; className?: string | undefined }) {
  if (value === null)
    return (
      <span className={cx(styles.score, styles.none, className)}>
        <span aria-hidden="true">–</span>
        <span className="sr">sem resultado</span>
      </span>
    );
  const good = value >= GOAL;
  return (
    <span className={cx(styles.score, good ? styles.ok : styles.low, className)}>
      {!good && <IconRetry size={14} />}
      {value}%
    </span>
  );
}
