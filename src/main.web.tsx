import './web/ui/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './areas/app.tsx';
import { followArrivals } from './areas/arrival.ts';
import { followLinks } from './web/navigation.ts';
import { registerWorker } from './web/worker/register.ts';

followLinks();
followArrivals();

const root = document.getElementById('root') as HTMLElement;
// A prerendered form says which of its tabs it shows, so that the first render here draws the same one.
const drawn = root.querySelector<HTMLElement>('[data-tab]')?.dataset['tab'];
const app = <App initialTab={drawn === 'register' ? 'register' : 'login'} />;

if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);

registerWorker();
