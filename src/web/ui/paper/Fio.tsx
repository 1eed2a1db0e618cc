import type { ReactNode } from 'react';
import { drawnArcs, gridFor, mirrorCurve, WAVE_STEP, wave } from '../../../shared/fio.ts';
import { cx } from '../base/cx.ts';
import styles from './Fio.module.css';

export type QuestionState = 'done' | 'skipped' | 'todo';

export interface FioProgressProps {
  /** One state for each question, in the order of the test. */
  states: readonly QuestionState[];
  /** Index of the question on the screen; omitted where there is none (in the finish dialog). */
  current?: number | undefined;
  className?: string | undefined;
}

/** Shows the progress of a sitting. It is decoration: the text "Questão 4 de 10" beside it has the same information. */
export function FioProgress({ states, current, className }: FioProgressProps) {
  const n = states.length;
  const path = wave(n);
  const arcs = drawnArcs(
    states.map((state) => state === 'done'),
    current,
  );
  return (
    <svg className={cx(styles.wave, className)} viewBox={`-2 0 ${WAVE_STEP * n + 4} 32`} aria-hidden="true">
      <path className={styles.ahead} d={path} />
      {/* All arcs have the same length, so `pathLength` counts questions and the dash counts answers. */}
      <path
        className={styles.drawn}
        d={path}
        pathLength={n}
        strokeDasharray={`${n} ${n + 1}`}
        strokeDashoffset={n - arcs}
        opacity={arcs === 0 ? 0 : 1}
      />
      {states.map((state, i) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place in the test
          key={i}
          className={i === current ? styles.current : styles[state]}
          cx={WAVE_STEP * i + WAVE_STEP / 2}
          cy="16"
          r={i === current ? 6.4 : state === 'done' ? 4.6 : 3.8}
        />
      ))}
    </svg>
  );
}

function Dot({ x, y, right }: { x: number; y: number; right: boolean | null }) {
  const look = right === null ? styles.todo : right ? styles.done : styles.wrong;
  return <circle className={look} cx={x} cy={y} r={right ? 3.3 : 2.8} />;
}

export interface FioResultProps {
  /** One result for each question: right, wrong, or null where it is not known yet (no line is drawn while all are null). */
  results: readonly (boolean | null)[];
  /** Text alternative: "8 de 10 respostas certas". Without it the drawing is decoration. */
  label?: string | undefined;
  /** Makes every dot a link to the review of its question, with a target of 44 px. */
  hrefFor?: ((index: number) => string) | undefined;
  /** What a dot of neither kind means; by default that the question has no answer. */
  neither?: ((index: number) => string) | undefined;
  /** CSS pixels per drawing unit; the 5 × 2 grid is 106 units wide. */
  scale?: number | undefined;
  className?: string | undefined;
}

/** Renders the result of a test: a full dot is right, a dashed hollow one wrong, and one line connects all. */
export function FioResult({
  results,
  label,
  hrefFor,
  neither = () => 'sem resposta',
  scale = 2,
  className,
}: FioResultProps) {
  const [columns, rows] = gridFor(results.length);
  const { lines, dots, width, height } = mirrorCurve(columns, rows);
  const untouched = results.every((result) => result === null);
  const size = hrefFor ? Math.max(scale, 2.25) : scale;
  const role = label === undefined ? { 'aria-hidden': true } : { role: hrefFor ? 'group' : 'img', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: labelled by `role`, or hidden
    <svg
      className={cx(styles.grid, className)}
      viewBox={`-3 -3 ${width + 6} ${height + 6}`}
      width={(width + 6) * size}
      height={(height + 6) * size}
      {...role}
    >
      {!untouched && lines.map((line) => <path key={line} className={styles.line} d={line} />)}
      {dots.map(([x, y], i) => {
        const right = results[i] ?? null;
        const key = `${x} ${y}`;
        return hrefFor ? (
          <a
            key={key}
            href={hrefFor(i)}
            aria-label={`Questão ${i + 1}, ${right === null ? neither(i) : right ? 'certa' : 'errada'}`}
          >
            <circle className={styles.hit} cx={x} cy={y} r="9.9" />
            <Dot x={x} y={y} right={right} />
          </a>
        ) : (
          <Dot key={key} x={x} y={y} right={right} />
        );
      })}
    </svg>
  );
}

/** Draws unconnected dots, for an empty state. */
export function FioEmpty({ count = 6, scale = 1.6 }: { count?: number; scale?: number }) {
  return <FioResult results={new Array<null>(count).fill(null)} scale={scale} />;
}

/** Renders the line with a gap, for the page of status 404. `children` (an icon of 20 px) is placed in the gap. */
export function FioBroken({ children }: { children?: ReactNode }) {
  const { lines, dots } = mirrorCurve(5, 2);
  return (
    <svg className={styles.grid} viewBox="-3 -4 108 47" width="216" height="94" aria-hidden="true">
      {/* The path has a length of 100; the gap is at the corner of the fifth dot, which the icon replaces. */}
      <path className={styles.line} d={lines[0]} pathLength="100" strokeDasharray="91.5 8.5" strokeDashoffset="-17.5" />
      {dots.map(([x, y], i) => i !== 4 && <circle key={`${x} ${y}`} className={styles.todo} cx={x} cy={y} r="2.8" />)}
      <g transform="translate(84 1) scale(.8)">{children}</g>
    </svg>
  );
}
