import './web/ui/base/base.css';
import './web/ui/base/app.css';
import './web/ui/base/theme.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, bringScreen } from './areas/app.tsx';
import { followArrivals, keepFocus } from './areas/arrival.ts';
import { boot } from './delivery/browser/boot.ts';
import { followPhone } from './delivery/browser/phone.ts';
import { whenIdle } from './delivery/browser/when-idle.ts';
import { registerWorker } from './delivery/worker/register.ts';
import { followChildMode } from './web/call/child-mode.ts';
import { followLinks } from './web/call/navigation.ts';

/** Milliseconds to wait for the screen's code before anything is rendered. After that, a loading state is rendered first. */
const A_MOMENT_MS = 300;

followPhone();
const mayBeShown = followChildMode();
// A page that the server rendered is hydrated first; until then its links load pages (areas/parent.tsx).
if (boot.drawnAt === undefined) followLinks();
followArrivals();
keepFocus();

const root = document.getElementById('root') as HTMLElement;
// A prerendered form states for which query it was rendered, so that the first render here shows the same tab and plan.
const drawnFor = root.querySelector<HTMLElement>('[data-search]')?.dataset['search'];
const app = <App initialSearch={drawnFor ?? ''} />;

/**
 * The page has requested the code of its screen together with this file. If that code arrives in time, the screen is the first thing
 * rendered.
 */
async function show(): Promise<void> {
  const moment = new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS));
  await Promise.race([bringScreen(location.pathname).catch(() => {}), moment]);
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/** Erases what the device keeps for a time only. The code that does is loaded only if there is something. */
async function eraseOld(): Promise<void> {
  if (localStorage.getItem('photo-kept-at') || localStorage.getItem('recording-erase-at'))
    await (await import('./web/device/aging/erase-old.ts')).eraseOld();
}

if (mayBeShown) void show();
else root.replaceChildren();
if (!('CloseWatcher' in window)) void import('./web/call/close-requests.ts').catch(() => {});
registerWorker();
whenIdle(() => void eraseOld().catch(() => {}));
