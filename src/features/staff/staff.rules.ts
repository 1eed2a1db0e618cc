/** Why a role may not be given to an account, as a code, or null when it may. */
export function refusalOfRole(
  account: { userRole: string; subscriptionType: string; hasChildren: boolean },
  role: 'parent' | 'teacher' | 'admin',
): 'same-role' | 'is-a-family' | null {
  if (account.userRole === role) return 'same-role';
  // Its children would be inaccessible: no one could read, export or erase their data.
  if (account.userRole === 'parent' && (account.hasChildren || account.subscriptionType !== 'free'))
    return 'is-a-family';
  return null;
}
