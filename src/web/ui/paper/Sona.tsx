import { SMALL_CELL, type SonaLine, sona, sonaLines, type ThemeState } from '../../../shared/sona.ts';
import { cx } from '../base/cx.ts';
import styles from './Sona.module.css';

export interface SonaProps {
  states: readonly ThemeState[];
  /** Side of a dot's cell in pixels: below 24 only the guide and the known themes are drawn. */
  cell: number;
  /** Index of the dot to work on now: it gets a ring. */
  next?: number | undefined;
  /** Index of the dot whose theme has just become known; it is drawn on gold. */
  fresh?: number | undefined;
  /** Text alternative; without it the drawing is decoration. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Renders the map of a discipline: a dot for each theme, in the order of the curriculum, and one line through the known themes. */
export function Sona({ states, cell, next, fresh, label, className }: SonaProps) {
  const drawing = sona(states.length);
  const [width, height] = [drawing.columns * cell, drawing.rows.length * cell];
  const big = cell >= SMALL_CELL;
  const at = (index: number | undefined) => (index === undefined ? undefined : drawing.dots[index]);
  const [gold, ring] = [at(fresh), at(next)];
  return (
    <svg
      className={cx(styles.sona, !big && styles.small, className)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      {gold && <circle className={styles.fresh} cx={gold[0] * cell} cy={gold[1] * cell} r={cell * 0.36} />}
      {sonaLines(drawing, states, cell).map((line) => (
        <Line key={line.kind} {...line} />
      ))}
      {ring && <circle className={styles.next} cx={ring[0] * cell} cy={ring[1] * cell} r={cell * 0.29} />}
      {drawing.dots.map(([x, y], index) => (
        <g key={`${x} ${y}`} transform={`translate(${x * cell} ${y * cell})`}>
          <Mark state={states[index] ?? 'no-data'} cell={cell} big={big} />
        </g>
      ))}
    </svg>
  );
}

function Line({ kind, width, dashes, path }: SonaLine) {
  return <path className={styles[kind]} strokeWidth={width} strokeDasharray={dashes} d={path} />;
}

/** Draws the sign of a state. The states can be told apart by shape alone, without colour. */
function Mark({ state, cell, big }: { state: ThemeState; cell: number; big: boolean }) {
  const r = cell * 0.16;
  if (state === 'knows') return <circle className={styles.filled} r={r} />;
  if (state === 'no-data' || (!big && state === 'not-yet'))
    return <circle className={styles.grain} r={Math.max(cell * 0.045, 1)} />;
  if (!big) return <circle className={styles.ring} r={cell * 0.12} />;
  if (state === 'not-yet') return <circle className={styles.open} r={r * 0.94} />;
  return (
    <>
      <circle className={styles.ring} r={r} />
      {state === 'almost' ? (
        <path className={styles.filled} d={`M${-r} 0a${r} ${r} 0 0 0 ${2 * r} 0z`} />
      ) : (
        <circle className={styles.filled} r={r * 0.46} />
      )}
    </>
  );
}

const KNOT = 'M-10.5 0Q-10.5 -3.5 -7 -7Q0 -14 7 -7Q14 0 7 7Q0 14 -7 7Q-10.5 3.5 -10.5 0Z';
const KNOT_LINES: Readonly<Partial<Record<ThemeState, { kind: SonaLine['kind']; width: number }>>> = {
  knows: { kind: 'full', width: 2.8 },
  almost: { kind: 'thin', width: 1.5 },
  review: { kind: 'worn', width: 2.5 },
};

/** Renders the sign of a state, for use beside its word: a dot with the line around it. */
export function SonaSign({ state }: { state: ThemeState }) {
  const line = KNOT_LINES[state];
  return (
    <svg className={cx(styles.sona, styles.sign)} width="32" height="32" viewBox="-16 -16 32 32" aria-hidden="true">
      {line && <path className={styles[line.kind]} strokeWidth={line.width} pathLength={100} d={KNOT} />}
      <Mark state={state} cell={35} big />
    </svg>
  );
}
