import { useSyncExternalStore } from 'react';

/** The user's choice. 'system' follows the phone. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'theme';

const listeners = new Set<() => void>();
const inBrowser = typeof window !== 'undefined';
const darkSystem = inBrowser ? window.matchMedia('(prefers-color-scheme: dark)') : null;

/** The choice is also kept in memory, because private windows may forbid storage. */
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
  // Follows changes in other tabs and of the phone's setting.
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
    // Storage is blocked: the choice lasts until the page is left.
  }
  apply();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the choice and the function that changes it. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(
    subscribe,
    () => chosen,
    () => 'system',
  );
  return [theme, setTheme];
}
