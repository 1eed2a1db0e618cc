import { boot } from './boot.ts';

// Whether this telephone is with a child. The server's session decides; the page says so, and the device notes it for a start
// without a network and for its other tabs.

const NAME = 'modo-crianca';
/** Whom it was handed over to, as the server said last. */
export const WHOM = 'modo-crianca-filhos';

/** Whether this device has noted that it is with a child, whatever this page says. */
export function isNoted(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}

export const inChildMode = (): boolean => (boot.user ? boot.user.inChildMode === true : isNoted());

/** Notes that the telephone was handed over or taken back; the copies of pages of whoever had it before go. */
export async function noteChildMode(on: boolean): Promise<void> {
  if (on === isNoted()) return;
  try {
    if (on) localStorage.setItem(NAME, '1');
    else for (const name of [NAME, WHOM]) localStorage.removeItem(name);
    await caches.delete('own');
  } catch {
    // Forbidden storage: then there are no copies either, and only the server's word counts.
  }
}

/** Keeps this page in step with the session: with what the page was sent with, other tabs, and pages that Back takes out of memory. */
export function followChildMode(): void {
  if (boot.user) void noteChildMode(boot.user.inChildMode === true);
  const renew = () => {
    if (boot.user && isNoted() !== (boot.user.inChildMode === true)) location.reload();
  };
  addEventListener('storage', ({ key }) => key === NAME && renew());
  addEventListener('pageshow', ({ persisted }) => persisted && renew());
}
