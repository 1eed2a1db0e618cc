/** Minutes for which a challenge is valid. */
export const CHALLENGE_MINUTES = 5;
/** Maximum number of passkeys of an account. */
export const MAX_PASSKEYS = 10;
/** Limit on invalid responses in one session, so that a child on one phone locks nobody out on another. A signature cannot be guessed, so invalid responses are errors or forgeries. */
export const WRONG_PASSKEYS = { name: 'wrong-passkey', hits: 10, seconds: 15 * 60 } as const;
/**
 * Limit on invalid responses from one browser in which somebody has signed in, or else from one address, for sign-ins, where the user is not known yet. It is high because the customers of a network
 * operator share an address.
 */
export const WRONG_OF_ADDRESS = { name: 'wrong-passkey-address', hits: 300, seconds: 3600 } as const;
/** Limit on the sign-ins begun from one address, because each stores a row for five minutes. */
export const BEGUN_OF_ADDRESS = { name: 'passkey-sign-in', hits: 2_000, seconds: 3600 } as const;
/** Limit on the challenges of one session. */
export const BEGUN = { name: 'passkey-challenge', hits: 60, seconds: 15 * 60 } as const;

/** COSE identifiers of EdDSA, ES256 and RS256. Every device supports at least one of them. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

/** Returns the challenge that a response claims to sign, or null if there is none. The claim is not verified here. */
export function challengeIn(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(clientData) as { challenge?: unknown };
    return typeof challenge === 'string' && /^[\w-]{20,200}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}
