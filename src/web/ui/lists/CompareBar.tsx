import { GOAL } from '../../../shared/goal.ts';
import { cx } from '../base/cx.ts';
import styles from './ScoreBar.module.css';

/** Returns whether a mark's label is left of it: the first of two labels, and any that would overflow the bar on the right. */
const leansLeft = (value: number, place: number, marks: number) =>
  value > 72 || (place === 0 && marks > 1 && value >= 28);

export interface CompareBarProps {
  /** First name, shown with the value above the bar. */
  name: string;
  value: number;
  /** At most two reference values, the lower first; the first label is left of its mark, the second right. */
  marks: readonly { label: string; value: number }[];
  /** Omits the line with name and value above the bar, where both are shown beside it. */
  bare?: boolean | undefined;
}

/** Renders a child's value with one or two reference marks on the same bar. The numbers are text, so that screen readers can read them. */
export function CompareBar({ name, value, marks, bare }: CompareBarProps) {
  const low = value < GOAL;
  // Near an end of the bar both labels are on the same side of their marks; the second then gets its own line.
  const [first, second] = marks;
  const stacked = second !== undefined && (second.value > 72 || (first?.value ?? 0) < 28);
  const anchor = value < 20 ? 'start' : value > 80 ? 'end' : 'middle';
  return (
    <div className={styles.compare}>
      {!bare && (
        <svg className={styles.words} width="100%" height="22" aria-hidden="true">
          <text className={low ? styles.lowText : styles.okText} x={`${value}%`} y="16" textAnchor={anchor}>
            {name} {value}%
          </text>
        </svg>
      )}
      <div className={styles.track} aria-hidden="true">
        <svg className={cx(styles.fill, low && styles.low)} width={`${value}%`} />
        <svg className={styles.marks} width="100%" height="24" aria-hidden="true">
          {marks.map((mark, i) => (
            <g key={mark.label}>
              <line className={styles.halo} x1={`${mark.value}%`} x2={`${mark.value}%`} y1="0" y2="24" />
              <line
                className={cx(styles.tick, i > 0 && styles.dashed)}
                x1={`${mark.value}%`}
                x2={`${mark.value}%`}
                y1="0"
                y2="24"
              />
            </g>
          ))}
        </svg>
      </div>
      <svg className={styles.words} width="100%" height={stacked ? 44 : 24} aria-hidden="true">
        {marks.map((mark, i) => (
          <text
            key={mark.label}
            x={`${mark.value}%`}
            dx={leansLeft(mark.value, i, marks.length) ? -4 : -8}
            y={stacked && i > 0 ? 38 : 18}
            textAnchor={leansLeft(mark.value, i, marks.length) ? 'end' : 'start'}
          >
            {mark.label} {mark.value}%
          </text>
        ))}
      </svg>
      <p className="sr">
        {name} {value}%. {marks.map((mark) => `${mark.label} ${mark.value}%.`).join(' ')}
      </p>
    </div>
  );
}
