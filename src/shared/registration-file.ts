/** Returns the built file of the registration form, which shows the plan that a link names. */
export const registrationFile = (plan: string | undefined): string =>
  plan ? `auth-register-${plan}.html` : 'auth-register.html';
