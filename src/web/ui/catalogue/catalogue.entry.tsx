import '../base/base.css';
import { createRoot } from 'react-dom/client';
import { setTheme } from '../base/theme.ts';
import { Catalogue } from './Catalogue.tsx';

// `?theme=dark` selects the theme, so that screenshots of both themes can be taken.
const asked = new URLSearchParams(location.search).get('theme');
setTheme(asked === 'dark' || asked === 'light' ? asked : 'system');

const root = document.getElementById('root');
if (root) createRoot(root).render(<Catalogue />);
