import './web/ui/base.css';
import './web/ui/theme.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, bringScreen } from './areas/app.tsx';
import { followArrivals, keepFocus } from './areas/arrival.ts';
import { boot } from './web/boot.ts';
import { followChildMode } from './web/child-mode.ts';
import { followLinks } from './web/navigation.ts';
import { whenIdle } from './web/when-idle.ts';
import { registerWorker } from './web/worker/register.ts';

/** Milliseconds for which nothing is drawn while the screen's code may still come; then something else shows that it is coming. */
const A_MOMENT_MS = 300;

followChildMode();
// A page that arrived with its content is hydrated as it is first: until then its links load pages (areas/parent.tsx).
if (boot.drawnAt === undefined) followLinks();
followArrivals();
keepFocus();

const root = document.getElementById('root') as HTMLElement;
// A prerendered form says which of its tabs it shows, so that the first render here draws the same one.
const drawn = root.querySelector<HTMLElement>('[data-tab]')?.dataset['tab'];
const app = <App initialTab={drawn === 'register' ? 'register' : 'login'} />;

/**
 * The page has asked for the code of its screen together with this: where it is there, the screen is the first thing drawn.
 */
async function show(): Promise<void> {
  const moment = new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS));
  await Promise.race([bringScreen(location.pathname).catch(() => {}), moment]);
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/** A photograph of a sheet that nobody confirmed stays on the device for a day; only who has one loads what erases it. */
async function eraseOldPhoto(): Promise<void> {
  const keptAt = localStorage.getItem('photo-kept-at');
  if (keptAt && Date.now() - Number(keptAt) >= 86_400_000) await (await import('./web/kept-photo.ts')).dropPhoto();
}

void show();
registerWorker();
whenIdle(() => void eraseOldPhoto().catch(() => {}));
