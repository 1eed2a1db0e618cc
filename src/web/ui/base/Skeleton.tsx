import styles from './Skeleton.module.css';

/** Renders ruled lines in place of content that is loading. They appear after 200 ms, so that a fast reply shows none. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className={styles.skeleton}>
      <svg width="100%" height={lines * 32} aria-hidden="true">
        {Array.from({ length: lines }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
          <rect key={i} x="0" y={i * 32 + 10} rx="6" height="12" width={['88%', '62%', '76%', '45%'][i % 4]} />
        ))}
      </svg>
      <span role="status" className="sr">
        A carregar…
      </span>
    </div>
  );
}
