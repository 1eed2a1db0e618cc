import { type BootUser, boot } from '../../delivery/browser/boot.ts';

// Whether the session is in child mode. The server's session decides; the page contains its state, and the device keeps it for offline
// starts, other tabs, and the data on the device (hands.ts reads the same keys).

const NAME = 'modo-crianca';
/** Local storage key of the children that the session was handed to, as the child's home shows them. */
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

/** Records on the device that child mode began for these children, or ended (null), and deletes cached pages of the previous state. */
export async function keepChildMode(children: readonly number[] | null): Promise<void> {
  const mark = children && JSON.stringify(children);
  try {
    if (mark === localStorage.getItem(NAME)) return;
    if (mark) localStorage.setItem(NAME, mark);
    else for (const name of [NAME, WHOM]) localStorage.removeItem(name);
    await caches.delete('own');
  } catch {
    // Storage is blocked. There are no cached pages either then, and only the server's reply counts.
  }
}

/** Keeps this page in sync with the session: the page's own data, other tabs, and pages restored by the Back button. */
export function followChildMode(): void {
  if (boot.user) void keepChildMode(childrenOf(boot.user));
  const renew = () => {
    if (boot.user && isChildModeKept() !== (boot.user.inChildMode === true)) location.reload();
  };
  addEventListener('storage', ({ key }) => key === NAME && renew());
  addEventListener('pageshow', ({ persisted }) => persisted && renew());
}

/** Returns the children to whom the session of a user was handed over, or null. */
export const childrenOf = (user: object | BootUser): readonly number[] | null =>
  'inChildMode' in user ? (user.onlyChildren ?? []) : null;
