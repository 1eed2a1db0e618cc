import { boot } from '../../delivery/browser/boot.ts';

// Whether the session is in child mode. The server's session decides; the page contains its state, and the device keeps it for offline
// starts and other tabs.

const NAME = 'modo-crianca';
/** Local storage key of the children that the session was handed to, from the server's last reply. */
export const WHOM = 'modo-crianca-filhos';

/** Returns whether this device was last in child mode, regardless of this page. */
export function isChildModeKept(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}

export const inChildMode = (): boolean => (boot.user ? boot.user.inChildMode === true : isChildModeKept());

/** Records on the device that child mode began or ended, and deletes cached pages of the previous state. */
export async function keepChildMode(on: boolean): Promise<void> {
  if (on === isChildModeKept()) return;
  try {
    if (on) localStorage.setItem(NAME, '1');
    else for (const name of [NAME, WHOM]) localStorage.removeItem(name);
    await caches.delete('own');
  } catch {
    // Storage is blocked. There are no cached pages either then, and only the server's reply counts.
  }
}

/** Keeps this page in sync with the session: the page's own data, other tabs, and pages restored by the Back button. */
export function followChildMode(): void {
  if (boot.user) void keepChildMode(boot.user.inChildMode === true);
  const renew = () => {
    if (boot.user && isChildModeKept() !== (boot.user.inChildMode === true)) location.reload();
  };
  addEventListener('storage', ({ key }) => key === NAME && renew());
  addEventListener('pageshow', ({ persisted }) => persisted && renew());
}
