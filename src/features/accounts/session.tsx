import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { boot } from '../../web/boot.ts';
import { CallError, caller, onSignedOut, personChanged } from '../../web/call.ts';
import { inChildMode, keepChildMode } from '../../web/child-mode.ts';
import { goTo, rememberNext } from '../../web/navigation.ts';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { leaveToast } from '../../web/ui/Toast.tsx';
import type { accountsContract, User } from './accounts.contract.ts';

export const callAccounts = caller<typeof accountsContract>();

// The one thing that every page knows without a cache: who is here. `undefined` while nobody has said.
let known = boot.user as User | null | undefined;
/** Why it could not be found out, when it could not. */
let failure: CallError | undefined;
let asking = false;
const listeners = new Set<() => void>();

/** Makes this person the one whom the app knows; nothing that was read for another stays. */
export function setUser(user: User | null, why?: CallError): void {
  const another = known?.id !== user?.id;
  // Whoever signs in has the telephone to themselves.
  if (user) void keepChildMode(inChildMode() && user.id === boot.user?.id);
  known = user;
  failure = why;
  if (another) personChanged();
  for (const listener of listeners) listener();
}

/** Asks the server who is here, unless that is known or being asked. */
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
/** While somebody signs out, a refused call leads nowhere: what is on the device has to be wiped first. */
export function setSigningOut(value: boolean): void {
  isSigningOut = value;
}

onSignedOut(() => {
  if (isSigningOut) return;
  if (known) sayWhy();
  setUser(null);
});

/** The page that the person is sent to says why. Signing out ends the session too, and has said so already. */
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

/** Who is here as currently known, for those who only want to look. */
export const knownUser = () => known;

/** The signed-in user: `undefined` while it is being asked, `null` when signed out or when the server was not reached. */
export function useUser(): User | null | undefined {
  return useSyncExternalStore(
    subscribe,
    () => known,
    // What the page was rendered with, on the server and when it is hydrated.
    () => boot.user as User | null | undefined,
  );
}

/** Why `useUser` could not say who is here: the network or the server was away. Nobody is signed out by that. */
export const userFailure = () => (failure && (failure.status === 0 || failure.status >= 500) ? failure : undefined);

/** Where a person of this role is at home. */
export function homeOf(user: Pick<User, 'isAdmin' | 'isTeacher'> | null | undefined): string {
  if (!user) return '/';
  if (user.isAdmin) return '/admin';
  return user.isTeacher ? '/teacher' : '/dashboard';
}

type Allowed = 'parent' | 'teacher' | 'admin';
const roleOf = (user: User): Allowed => (user.isAdmin ? 'admin' : user.isTeacher ? 'teacher' : 'parent');

/** Shows its children to people of one role; sends everyone else where the specification says. */
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
