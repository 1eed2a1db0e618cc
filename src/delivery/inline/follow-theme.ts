// Keeps the theme in sync with other tabs and with the phone's setting.
import { storedTheme } from './stored-theme.ts';

const dark = matchMedia('(prefers-color-scheme:dark)');
const follow = () => {
  document.documentElement.dataset['theme'] = storedTheme() ?? (dark.matches ? 'dark' : 'light');
};
addEventListener('storage', follow);
dark.addEventListener?.('change', follow);
