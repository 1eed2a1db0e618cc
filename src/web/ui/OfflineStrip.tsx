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

/** What the browser believes about the network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** The strip at the top of a page without network. Always in the page, so that screen readers announce it. */
export function OfflineStrip({
  offline,
  text = 'Sem rede. O que fizer fica guardado neste telemóvel.',
}: {
  offline: boolean;
  text?: string;
}) {
  return (
    <div role="status">
      {offline && (
        <p className={styles.strip}>
          <IconOffline />
          {text}
        </p>
      )}
    </div>
  );
}
