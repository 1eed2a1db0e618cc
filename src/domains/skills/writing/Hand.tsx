import { handwriting } from './hand.rules.ts';
import styles from './Writing.module.css';

const WIDTH = 320;

/** A text in a child's hand, on ruled paper. Screen readers get the text. */
export function Hand({ text, seed }: { text: string; seed: number }) {
  const { path, height, baselines } = handwriting(text, WIDTH, seed);
  return (
    <svg className={styles['hand']} viewBox={`0 -4 ${WIDTH} ${height + 8}`} role="img" aria-label={text.trim()}>
      <path className={styles['rules']} d={baselines.map((y) => `M-40 ${y}H${WIDTH + 40}`).join('')} />
      <path d={path} />
    </svg>
  );
}
