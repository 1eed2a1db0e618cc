import { cx } from '../../../web/ui/base/cx.ts';
import styles from './Diagnostic.module.css';

interface Band {
  /** On the ruler of classes: 3.5 is the middle of the 3rd. */
  place: number;
  low: number;
  high: number;
}

interface ClassRulerProps {
  /** Text alternative of the drawing. */
  label: string;
  /** Numbers of the classes that are marked. */
  marked: readonly number[];
  /** The child's class at school. */
  school?: number | undefined;
  now?: Band | undefined;
  /** Whether to label the classes; if not, only the band is drawn. */
  named?: boolean | undefined;
  before?: Band | undefined;
}

const WIDTH = 600;
const ROW = 76;
/** Approximate length of half a wave. */
const HALF_WAVE = 50;

/** Returns a wavy thread from one position to another, in whole half waves. */
function waves(from: number, to: number, middle: number): string {
  const count = Math.max(1, Math.round((to - from) / HALF_WAVE));
  const step = (to - from) / count;
  let path = `M${from} ${middle}`;
  for (let index = 0; index < count; index += 1) {
    const x = from + index * step;
    const y = middle + (index % 2 === 0 ? -31.7 : 31.7);
    path += `C${x + 0.36 * step} ${y} ${x + 0.64 * step} ${y} ${x + step} ${middle}`;
  }
  return path;
}

/** Renders the scale of classes drawn as a ruler, with a line for what the child knows above it: solid inside its band, dotted outside. */
export function ClassRuler({ label, marked, school, now, named = true, before }: ClassRulerProps) {
  const most = Math.max(6, ...marked, school ?? 0);
  const at = (place: number) => (Math.min(Math.max(place, 1), most + 1) - 1) * (WIDTH / most);
  const classes = Array.from({ length: most }, (_, index) => index + 1);
  // Dotted where nothing is known: outside the band, or over all classes asked.
  const guides = now
    ? [
        [0, at(now.low)],
        [at(now.high), WIDTH],
      ]
    : [[at(Math.min(...marked)), at(Math.max(...marked) + 1)]];
  const height = before ? ROW + 84 : ROW;
  return (
    <div className={styles['ruler']} role="img" aria-label={label}>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
        {guides.map(([from = 0, to = 0]) =>
          to - from < 12 ? null : <path key={from} className={styles['guide']} d={waves(from, to, 38)} />,
        )}
        {now && (
          <Thread className={styles['now']} band={now} at={at} middle={38} dot={named ? styles['dot'] : undefined} />
        )}
        {before && <Thread className={styles['before']} band={before} at={at} middle={122} dot={styles['ring']} />}
      </svg>
      <ol aria-hidden="true">
        {classes.map((number) => (
          <li key={number} className={cx(marked.includes(number) && styles['marked'])}>
            {number}.º
          </li>
        ))}
      </ol>
      {school !== undefined && (
        <p aria-hidden="true">
          <span style={{ left: `${((school - 0.5) / most) * 100}%` }}>na escola</span>
        </p>
      )}
    </div>
  );
}

interface ThreadProps {
  band: Band;
  at: (place: number) => number;
  middle: number;
  className: string | undefined;
  dot: string | undefined;
}

function Thread({ band, at, middle, className, dot }: ThreadProps) {
  const [low, high] = [at(band.low), Math.max(at(band.high), at(band.low) + 16)];
  return (
    <>
      <path className={className} d={waves(low, high, middle)} />
      <path className={styles['end']} d={`M${low} ${middle - 26}v52M${high} ${middle - 26}v52`} />
      {dot && <circle className={dot} cx={at(band.place)} cy={middle} r={dot === styles['ring'] ? 17 : 21} />}
    </>
  );
}
