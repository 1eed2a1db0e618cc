import type { ReactNode } from 'react';
import { cx } from '../../../web/ui/base/cx.ts';
import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import styles from './Charts.module.css';
import { grouped, topOf } from './overview.rules.ts';

export interface Bar {
  /** The name of the bar in the table. */
  name: string;
  value: number;
  tone?: 'soft' | 'full' | 'ok' | 'low' | undefined;
}

interface BarsProps {
  /** A sentence that describes the chart, for screen readers. */
  label: string;
  bars: readonly Bar[];
  /** Labels under the axis; `at` is the index of the bar. */
  marks: readonly { at: number; text: string; small?: boolean }[];
  /** Index of the bar before which a line crosses the chart to mark the goal. */
  cut?: number | undefined;
  /** Headings of the table: the name of the bars, and what they count. */
  columns: readonly string[];
  /** Rows of the table, if it has more than the names and values of the bars. */
  rows?: readonly (readonly string[])[] | undefined;
  legend?: ReactNode;
}

/** Renders a bar chart with the value of the highest bar, and the same data as a table. */
export function Bars({ label, bars, marks, cut, columns, rows, legend }: BarsProps) {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const top = topOf(highest);
  const step = 100 / bars.length;
  const peak = highest > 0 ? bars.findIndex(({ value }) => value === highest) : -1;
  return (
    <>
      <figure className={styles['chart']}>
        <div className={styles['scale']} aria-hidden="true">
          {[4, 3, 2, 1, 0].map((line) => (
            <span key={line}>{grouped((top / 4) * line)}</span>
          ))}
        </div>
        <svg role="img" aria-label={label}>
          {[0, 25, 50, 75].map((y) => (
            <line key={y} className={styles['rule']} x1="0" x2="100%" y1={`${y}%`} y2={`${y}%`} />
          ))}
          {bars.map(({ name, value, tone = 'soft' }, index) => (
            <rect
              key={name}
              className={styles[tone]}
              x={`${step * (index + 0.08)}%`}
              width={`${step * 0.84}%`}
              y={`${100 - (100 * value) / top}%`}
              height={`${(100 * value) / top}%`}
              rx="2"
            />
          ))}
          <line className={styles['base']} x1="0" x2="100%" y1="100%" y2="100%" />
          {cut !== undefined && (
            <line className={styles['cut']} x1={`${step * cut}%`} x2={`${step * cut}%`} y1="-4%" y2="103%" />
          )}
          {peak >= 0 && (
            <text
              className={styles['peak']}
              x={`${step * (peak + 0.5)}%`}
              y={`${100 - (100 * highest) / top}%`}
              dy="-5"
              textAnchor="middle"
            >
              {grouped(highest)}
            </text>
          )}
        </svg>
        <Marks marks={marks} bars={bars.length} />
      </figure>
      {legend && <p className={styles['legend']}>{legend}</p>}
      <Accordion title="Ver em tabela" quiet>
        <Figures
          columns={columns}
          rows={rows ?? bars.map(({ name, value }) => [name, grouped(value)])}
          caption={label}
        />
      </Accordion>
    </>
  );
}

/** Renders the labels under the axis. @param bars number of bars. */
function Marks({ marks, bars }: { marks: BarsProps['marks']; bars: number }) {
  const at = (index: number) => (index <= 0 ? '0%' : index >= bars - 1 ? '100%' : `${(100 / bars) * (index + 0.5)}%`);
  return (
    <svg className={styles['marks']} aria-hidden="true">
      {marks.map((mark) => (
        <text
          key={mark.text}
          className={cx(mark.small && styles['small'])}
          x={at(mark.at)}
          y="15"
          textAnchor={mark.at <= 0 ? 'start' : mark.at >= bars - 1 ? 'end' : 'middle'}
        >
          {mark.text}
        </text>
      ))}
    </svg>
  );
}

/** Returns an identifier with a possible line break after each underscore. */
const breakable = (name: string): ReactNode =>
  name.split(/(?<=_)/).map((part, index) => [index > 0 && <wbr key={part} />, part]);

/** Renders a small table of names and numbers. */
export function Figures({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with a keyboard
    <section className={styles['figures']} tabIndex={0} aria-label={caption}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...values]) => (
            <tr key={name}>
              <th scope="row">{breakable(name)}</th>
              {values.map((value, index) => (
                <td key={columns[index + 1]} className="num">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowsProps {
  /** What the bars show, for screen readers. */
  label: string;
  /** A null value has no bar. `text` is the value as shown. */
  rows: readonly { name: string; value: number | null; text: string }[];
  /** The value of a bar of full width. */
  full: number;
}

/** Renders named values as horizontal bars of one scale. */
export function Rows({ label, rows, full }: RowsProps) {
  return (
    <ul className={styles['rows']} aria-label={label}>
      {rows.map(({ name, value, text }) => (
        <li key={name}>
          <span>{name}</span>
          <b className="num">{text}</b>
          <svg aria-hidden="true">
            {value !== null && <rect className={styles['track']} width="100%" height="100%" rx="3" />}
            {value !== null && value > 0 && (
              <rect className={styles['full']} width={`${(100 * value) / full}%`} height="100%" rx="3" />
            )}
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** Renders a legend entry with the colour of one kind of bar. */
export function Swatch({ tone, children }: { tone: NonNullable<Bar['tone']>; children: ReactNode }) {
  return (
    <span className={styles['key']}>
      <svg width="16" height="12" aria-hidden="true">
        <rect className={styles[tone]} x="1" y="1" width="14" height="10" rx="2" />
      </svg>
      {children}
    </span>
  );
}

/** Renders a small line chart without numbers. The text beside it must say what it means. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const lowest = Math.min(...values);
  const span = Math.max(...values) - lowest || 1;
  const points = values.map((value, index) => [
    values.length === 1 ? 100 : (100 * index) / (values.length - 1),
    41 - (38 * (value - lowest)) / span,
  ]);
  const [lastX = 100, lastY = 22] = points[points.length - 1] ?? [];
  return (
    <div className={styles['spark']} aria-hidden="true">
      <svg viewBox="0 0 100 44" preserveAspectRatio="none" aria-hidden="true">
        <path d={points.map(([x, y], index) => `${index ? 'L' : 'M'}${x?.toFixed(1)} ${y?.toFixed(1)}`).join('')} />
      </svg>
      <svg className={styles['end']} aria-hidden="true">
        <circle cx={`${lastX}%`} cy={lastY} r="5" />
      </svg>
    </div>
  );
}
