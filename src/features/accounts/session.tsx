import { type ReactNode, useEffect } from 'react';
import { caller, onSignedOut, queries, reader } from '../../web/api.ts';
import { boot } from '../../web/boot.ts';
import { goTo, rememberNext } from '../../web/navigation.ts';
import { Spinner } from '../../web/ui/Spinner.tsx';
import type { accountsContract, User } from './accounts.contract.ts';

export const callAccounts = caller<typeof accountsContract>();
const useRead = reader<typeof accountsContract>();

if (boot.user) queries.setQueryData(['/api/user'], boot.user);

/** The signed-in user: `undefined` while it loads, `null` when signed out. */
export function useUser(): User | null | undefined {
  const known = useRead('GET /api/user', {}, { enabled: boot.user === undefined });
  // Signing out writes null into the cache, which the type of the call does not know.
  if (known.data !== undefined) return known.data as User | null;
  if (boot.user === null || known.isError) return null;
  return undefined;
}

/** Where a person of this role is at home. */
export function homeOf(user: Pick<User, 'isAdmin' | 'isTeacher'> | null | undefined): string {
  if (!user) return '/';
  if (user.isAdmin) return '/admin';
  return user.isTeacher ? '/teacher' : '/dashboard';
}

export const firstNameOf = (fullName: string) => fullName.trim().split(/\s+/)[0] ?? '';

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
  useEffect(() => onSignedOut(() => queries.setQueryData(['/api/user'], null)), []);
  useEffect(() => {
    if (!elsewhere) return;
    if (user === null) rememberNext();
    goTo(elsewhere, { replace: true });
  }, [elsewhere, user]);
  if (!user || elsewhere) return <Spinner />;
  return <>{children(user)}</>;
}
