import { useSyncExternalStore } from 'react';
import { IconOffline } from './Icon.tsx';
import styles from './OfflineStrip.module.css';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns whether the browser reports a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** Renders the strip at the top of a page without network. It is always in the document, so that screen readers announce its text. */
export function OfflineStrip({
  offline,
  text = 'Está sem internet. Pode ver o que já está no telemóvel.',
}: {
  offline: boolean;
  text?: string;
}) {
  return (
    <div role="status">
      {offline && (
        <p className={styles.strip}>
          <IconOffline />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
