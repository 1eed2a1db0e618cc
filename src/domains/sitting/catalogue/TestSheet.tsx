import styles from './TestSheet.module.css';

interface TestSheetProps {
  /** A done test has a tick, the next one is highlighted, one to do is dashed. */
  look: 'done' | 'next' | 'todo';
  /** The letter of a form, or `+` to add one. */
  letter?: string | undefined;
}

/** Renders a test as a sheet of paper. It is decoration: the words beside it say the same. */
export function TestSheet({ look, letter }: TestSheetProps) {
  const isDone = look === 'done';
  return (
    <svg className={styles[look]} width="36" height="44" viewBox="0 0 36 44" aria-hidden="true">
      <path d="M5 2h17l9 9v25a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zM22 2v6a3 3 0 0 0 3 3h6" />
      <text x={isDone ? 14.5 : 16.5} y="30" textAnchor="middle">
        {letter}
      </text>
      {isDone && (
        <>
          <circle cx="27.5" cy="35" r="7.5" />
          <path d="m24.2 35.2 2.4 2.4 4.2-4.4" />
        </>
      )}
    </svg>
  );
}
