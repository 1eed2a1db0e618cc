// Runs in the head, before any style sheet. Sets `data-theme` to the resolved theme, so that no page flashes, and `data-save` for users whose
// browser asks to save data, who get no web font. It has at most 300 bytes.
import { storedTheme } from './stored-theme.ts';

const { dataset } = document.documentElement;
dataset['theme'] = storedTheme() ?? (matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light');
const { connection } = navigator as { connection?: { saveData?: boolean } };
if (connection?.saveData) dataset['save'] = '1';
