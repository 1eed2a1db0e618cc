// Shows the theme form, which does nothing without scripts, and stores the choice under the app's key.
import { THEME_ID } from './ids.ts';
import { storedTheme } from './stored-theme.ts';

const form = document.getElementById(THEME_ID);
if (form) {
  const dark = matchMedia('(prefers-color-scheme:dark)');
  const show = () => {
    (form.querySelector(`[value=${storedTheme() ?? 'system'}]`) as HTMLInputElement).checked = true;
  };
  form.onchange = ({ target }) => {
    const { value } = target as HTMLInputElement;
    try {
      localStorage['theme'] = value;
    } catch {
      // Storage is blocked: the choice lasts until the page is left.
    }
    document.documentElement.dataset['theme'] = value === 'system' ? (dark.matches ? 'dark' : 'light') : value;
  };
  addEventListener('storage', show);
  show();
  form.hidden = false;
}
