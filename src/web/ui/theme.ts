import { useSyncExternalStore } from 'react';

/** What the person chose. 'system' follows the phone. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'theme';

/**
 * For an inline script in the head, before any style sheet: sets `data-theme` to the resolved choice, so that no page
 * flashes, and `data-save` for people who asked the browser to save data (they are spared the typeface).
 * At most 300 bytes; its hash goes into the Content-Security-Policy.
 */
export const THEME_SCRIPT =
  "(function(d,t){try{t=localStorage.theme}catch(e){}d.theme=t=='light'||t=='dark'?t:matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';(navigator.connection||0).saveData&&(d.save=1)})(document.documentElement.dataset)";

const listeners = new Set<() => void>();
const inBrowser = typeof window !== 'undefined';
const darkSystem = inBrowser ? window.matchMedia('(prefers-color-scheme: dark)') : null;

/** Kept beside the storage, which private windows may forbid. */
let chosen: Theme = read();

function read(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function apply() {
  document.documentElement.dataset['theme'] = chosen === 'system' ? (darkSystem?.matches ? 'dark' : 'light') : chosen;
  for (const listener of listeners) listener();
}

if (inBrowser) {
  // Other tabs, and the phone's own switch at sunset.
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== KEY) return;
    chosen = read();
    apply();
  });
  darkSystem?.addEventListener?.('change', apply);
}

export function setTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It then lasts as long as the page.
  }
  apply();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The choice, and the way to change it. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(
    subscribe,
    () => chosen,
    () => 'system',
  );
  return [theme, setTheme];
}
