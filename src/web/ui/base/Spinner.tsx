import styles from './Spinner.module.css';

/** Shows that a page is loading. It is used only where nothing of the page can be rendered yet, and appears after 400 ms. */
export function Spinner({ label = 'A carregar…' }: { label?: string }) {
  return (
    <div className={styles.spinner} role="status">
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <circle cx="14" cy="14" r="11" />
        <path d="M14 3a11 11 0 0 1 11 11" />
      </svg>
      {label}
    </div>
  );
}
