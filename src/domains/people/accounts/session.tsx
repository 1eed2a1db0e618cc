import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { boot } from '../../../delivery/browser/boot.ts';
import { CallError, caller, onSignedOut, personChanged } from '../../../web/call/call.ts';
import { followUser, inChildMode, keepChildMode } from '../../../web/call/child-mode.ts';
import { goTo, rememberNext } from '../../../web/call/navigation.ts';
import { childrenWithPhone } from '../../../web/device/hands.ts';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { leaveToast } from '../../../web/ui/base/Toast.tsx';
import type { accountsContract, User, UserInChildMode } from './accounts.contract.ts';

export const callAccounts = caller<typeof accountsContract>();

// The signed-in user, which every page knows without a cache. `undefined` until the server has replied.
let known = boot.user as User | null | undefined;
/** The error, if the user could not be read. */
let failure: CallError | undefined;
let asking = false;
const listeners = new Set<() => void>();

/** Sets the user that the app knows; all data read for another user is removed. */
export function setUser(user: (User & { modeSince?: number }) | UserInChildMode | null, why?: CallError): void {
  // While the user is unknown, the page has shown no data of anybody, so nothing has to be removed.
  const another = known !== undefined && known?.id !== user?.id;
  // A user who signs in has the phone: child mode ends. If the same user signs in again on a child's page, the child keeps the phone, and the
  // new session has to be handed over.
  const staysHandedOver = user && !('inChildMode' in user) && inChildMode() && user.id === boot.user?.id;
  if (user) void (staysHandedOver ? keepChildMode(childrenWithPhone(), { byDevice: true }) : followUser(user));
  known = user as User | null;
  failure = why;
  if (another) personChanged();
  for (const listener of listeners) listener();
}

/** Asks the server who is signed in, unless that is known or being asked. */
async function ask(): Promise<void> {
  if (known !== undefined || asking) return;
  asking = true;
  try {
    setUser(await callAccounts('GET /api/user'));
  } catch (error) {
    setUser(null, error instanceof CallError ? error : undefined);
  } finally {
    asking = false;
  }
}

let isSigningOut = false;
/** While a user signs out, refused calls do not redirect: the data on the device must be deleted first. */
export function setSigningOut(value: boolean): void {
  isSigningOut = value;
}
/** Returns whether the user has signed out and the page is about to be replaced: nothing more of it may be stored. */
export const signsOut = () => isSigningOut;

onSignedOut(() => {
  if (isSigningOut) return;
  if (known) sayWhy();
  setUser(null);
});

/**
 * Stores the reason for the page to which the user is redirected. Signing out ends the session too, and has already stored its own message.
 */
function sayWhy(): void {
  leaveToast(
    { kind: 'info', title: 'A sessão terminou', text: 'Entre de novo: volta à página onde estava.' },
    { unlessLeft: true },
  );
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  void ask();
  return () => void listeners.delete(listener);
};

/** Returns the signed-in user as currently known, without asking the server. */
export const knownUser = () => known;

/** Returns the signed-in user: `undefined` while it is being asked, `null` when signed out or when the server was not reached. */
export function useUser(): User | null | undefined {
  return useSyncExternalStore(
    subscribe,
    () => known,
    // The user with which the page was rendered, on the server and during hydration.
    () => boot.user as User | null | undefined,
  );
}

/** Returns why `useUser` does not know the user: the network or the server was unavailable. This does not sign anybody out. */
export const userFailure = () => (failure && (failure.status === 0 || failure.status >= 500) ? failure : undefined);

/** Address of the home page for a role. */
export function homeOf(user: Pick<User, 'isAdmin' | 'isTeacher'> | null | undefined): string {
  if (!user) return '/';
  if (user.isAdmin) return '/admin';
  return user.isTeacher ? '/teacher' : '/dashboard';
}

type Allowed = 'parent' | 'teacher' | 'admin';
const roleOf = (user: User): Allowed => (user.isAdmin ? 'admin' : user.isTeacher ? 'teacher' : 'parent');

/** Renders its children for users of one role; redirects all others as specified. */
export function Guard({
  allow,
  signInAt,
  children,
}: {
  allow: Allowed;
  signInAt: '/' | '/auth';
  children: (user: User) => ReactNode;
}) {
  const user = useUser();
  const role = user ? roleOf(user) : null;
  const elsewhere = user === undefined || role === allow ? null : user === null ? signInAt : homeOf(user);
  useEffect(() => {
    if (!elsewhere) return;
    if (user === null) rememberNext();
    goTo(elsewhere, { replace: true });
  }, [elsewhere, user]);
  if (!user || elsewhere) return <Spinner />;
  return <>{children(user)}</>;
}
