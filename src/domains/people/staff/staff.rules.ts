/** Returns the code of the reason why an account may not get a role, or null if it may. */
export function refusalOfRole(
  account: { userRole: string; subscriptionType: string; hasChildren: boolean },
  role: 'parent' | 'teacher' | 'admin',
): 'same-role' | 'is-a-family' | null {
  if (account.userRole === role) return 'same-role';
  // With another role, nobody could read, export or erase the data of the account's children.
  if (account.userRole === 'parent' && (account.hasChildren || account.subscriptionType !== 'free'))
    return 'is-a-family';
  return null;
}
