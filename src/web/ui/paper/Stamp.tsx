import { useId } from 'react';
import { GOAL } from '../../../shared/goal.ts';
import { cx } from '../base/cx.ts';
import styles from './Stamp.module.css';

interface Lands {
  /** Plays the animation of stamping once (320 ms). */
  lands?: boolean | undefined;
  className?: string | undefined;
}

export interface RoundStampProps extends Lands {
  /** Words around the edge. They are spread to fill the ring, whatever their length (about 30 to 45 letters look best). */
  ring: string;
  /** At most five characters. */
  big: string;
  /** Text alternative for screen readers. */
  label: string;
}

/** Renders a round stamp with a tick: something was achieved (a score of 70 or more, a payment). */
export function RoundStamp({ ring, big, label, lands, className }: RoundStampProps) {
  const id = useId();
  return (
    <svg
      className={cx(styles.stamp, styles.round, lands && styles.lands, className)}
      viewBox="0 0 132 132"
      role="img"
      aria-label={label}
    >
      <path id={id} d="M66 66m-49 0a49 49 0 1 1 98 0a49 49 0 1 1-98 0" fill="none" />
      <circle cx="66" cy="66" r="62" className={styles.edge} />
      <path
        className={styles.thin}
        d="M9 66a57 57 0 1 0 114 0a57 57 0 1 0-114 0M26 66a40 40 0 1 0 80 0a40 40 0 1 0-80 0"
      />
      <text className={styles.ring}>
        <textPath href={`#${id}`} textLength="304" lengthAdjust="spacing">
          {ring}
        </textPath>
      </text>
      <text x="66" y="73" className={big.length > 3 ? styles.word : styles.big}>
        {big}
      </text>
      <path className={styles.tick} d="M55 84l7.5 7.5L78 78" />
    </svg>
  );
}

export interface SquareStampProps extends Lands {
  top: string;
  big: string;
  bottom: string;
  label: string;
  /** Dashed edge and grey ink: not decided yet (no result, payment pending). */
  pending?: boolean | undefined;
}

/** Renders a square stamp, for a result below 70 or something that has not been achieved yet. */
export function SquareStamp({ top, big, bottom, label, pending, lands, className }: SquareStampProps) {
  return (
    <svg
      className={cx(styles.stamp, styles.square, pending && styles.pending, lands && styles.lands, className)}
      viewBox="0 0 150 110"
      role="img"
      aria-label={label}
    >
      <rect x="4" y="4" width="142" height="102" rx="6" className={styles.edge} />
      {!pending && <rect x="10" y="10" width="130" height="90" rx="3" className={styles.thin} />}
      <text x="75" y="32" className={styles.side}>
        {top}
      </text>
      <text x="75" y="74" className={styles.big}>
        {big}
      </text>
      <text x="75" y="92" className={styles.side}>
        {bottom}
      </text>
    </svg>
  );
}

export interface StampProps extends Lands {
  /** Whole percentage, or null without a result. */
  percent: number | null;
  productName: string;
}

/** Renders the stamp of a score: round from 70 % on, square below, a dashed outline without a score. */
export function Stamp({ percent, productName, lands, className }: StampProps) {
  const rest = { lands, className };
  if (percent === null) {
    return <SquareStamp {...rest} pending top="RESULTADO" big="–" bottom="SEM DADOS" label="Sem dados" />;
  }
  const big = `${percent}%`;
  return percent >= GOAL ? (
    <RoundStamp
      {...rest}
      ring={`${productName.toUpperCase()} • META ATINGIDA • 70% OU MAIS •`}
      big={big}
      label={`${big}, acima da meta de 70%`}
    />
  ) : (
    <SquareStamp
      {...rest}
      top="AINDA A PRATICAR"
      big={big}
      bottom="META: 70%"
      label={`${big}, abaixo da meta de 70%`}
    />
  );
}

/** Renders the stamp of a score that does not count: in pencil, with dashed edges. */
export function PencilStamp({ percent, className }: { percent: number; className?: string | undefined }) {
  const big = `${percent}%`;
  return (
    <SquareStamp
      className={className}
      pending
      top="A LÁPIS"
      big={big}
      bottom="NÃO CONTA"
      label={`${big}, a lápis: não conta para a média`}
    />
  );
}
