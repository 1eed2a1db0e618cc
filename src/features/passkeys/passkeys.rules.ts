/** Minutes for which a challenge is valid. */
export const CHALLENGE_MINUTES = 5;
/** Passkeys of one account. */
export const MOST_PASSKEYS = 10;
/** Answers that do not hold, of one account: a signature cannot be guessed, so these are faults or forgeries. */
export const WRONG_PASSKEYS = { name: 'wrong-passkey', hits: 10, seconds: 15 * 60 } as const;
/** The same for sign-ins, where nobody is known yet; families of one operator share an address. */
export const WRONG_OF_ADDRESS = { name: 'wrong-passkey-address', hits: 300, seconds: 3600 } as const;
/** Sign-ins that one address begins; each is a row for five minutes. */
export const BEGUN_OF_ADDRESS = { name: 'passkey-sign-in', hits: 2_000, seconds: 3600 } as const;
/** Challenges of one account. */
export const BEGUN = { name: 'passkey-challenge', hits: 60, seconds: 15 * 60 } as const;

/** COSE: EdDSA, ES256 and RS256, which all devices have between them. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

/** The challenge that an answer says it signs; null when it cannot be read. Nothing of it is believed yet. */
export function challengeIn(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(clientData) as { challenge?: unknown };
    return typeof challenge === 'string' && /^[\w-]{20,200}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}
