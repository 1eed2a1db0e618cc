import styles from './Stars.module.css';

const STAR = 'm8 1.6 2 4.2 4.5.6-3.3 3.2.8 4.6-4-2.2-4 2.2.8-4.6-3.3-3.2 4.5-.6z';

export interface StarsProps {
  /** 1 to 5; an unknown value counts as 3. */
  value?: number | null | undefined;
  /** The difficulty in words, such as 'Intermediário'. */
  label: string;
}

/** Renders the difficulty as stars. */
export function Stars({ value, label }: StarsProps) {
  const full = value ?? 3;
  return (
    <span className={styles.stars}>
      <svg width="88" height="16" viewBox="0 0 88 16" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((n) => (
          <path
            key={n}
            className={n <= full ? styles.full : styles.hollow}
            d={STAR}
            transform={`translate(${18 * (n - 1)})`}
          />
        ))}
      </svg>
      <span>
        <span className="sr">Dificuldade: </span>
        {label}
        <span className="sr">, {full} de 5</span>
      </span>
    </span>
  );
}
