import { GOAL } from '../../../shared/goal.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconRetry } from '../../../web/ui/base/Icon.tsx';
import styles from './Themes.module.css';

/** Renders a score in a row: below the goal with a sign, none as a dash. */
export function Score({ value }: { value: number | null }) {
  if (value === null)
    return (
      <span className={cx(styles['score'], styles['none'])}>
        <span aria-hidden="true">–</span>
        <span className="sr">sem resultado</span>
      </span>
    );
  const good = value >= GOAL;
  return (
    <span className={cx(styles['score'], styles[good ? 'ok' : 'low'])}>
      {!good && <IconRetry size={14} />}
      {value}%
    </span>
  );
}
