import './base.css';
import { createRoot } from 'react-dom/client';
import { Catalogue } from './Catalogue.tsx';
import { setTheme } from './theme.ts';

// ?theme=dark, so that a picture of either theme can be taken by its address.
const asked = new URLSearchParams(location.search).get('theme');
setTheme(asked === 'dark' || asked === 'light' ? asked : 'system');

const root = document.getElementById('root');
if (root) createRoot(root).render(<Catalogue />);
