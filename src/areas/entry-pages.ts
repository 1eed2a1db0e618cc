import { PLAN_IDS } from '../shared/words.ts';
import type { Page } from './page.ts';

/** Public addresses of the app, open to everyone, signed in or not, in child mode too. They embed no data and have no area. */
export const OPEN_PAGES = [
  { path: '/auth/recover', screen: 'src/domains/people/recovery/Recover.tsx' },
  { path: '/auth/email', screen: 'src/domains/people/email-verification/VerifyEmail.tsx' },
] as const;

/** `/auth`, which is a separate document. */
export const AUTH_PAGE = {
  path: '/auth',
  screen: 'src/domains/people/accounts/Auth.tsx',
  area: '',
} as const;

/** Home page of a role. */
export const HOME = { parent: '/dashboard', teacher: '/teacher', admin: '/admin' } as const;

/** Home page of a session in child mode. */
export const CHILD_HOME = '/child';

/**
 * Returns where `/auth` redirects a user who is already signed in. A parent who follows a registration link with a plan goes to its
 * checkout; all others go home.
 */
export function pastSignIn(role: Page['role'], { plan }: Record<string, string>): string | undefined {
  const paid = PLAN_IDS.find((id) => id === plan && id !== 'free');
  return role === 'parent' && paid ? `/subscription?plan=${paid}` : undefined;
}
