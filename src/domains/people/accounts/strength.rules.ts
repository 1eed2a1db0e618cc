/** Shorter ones are refused (specification §5). */
const SHORTEST = 6;

/**
 * Returns how strong a password looks, by its kinds of characters and its length: 0 empty, 1 weak, 2 fair, 3 strong.
 *
 * @param weakness what makes it easy to guess, or null.
 */
export function strengthOf(password: string, weakness: string | null): 0 | 1 | 2 | 3 {
  if (password.length < SHORTEST) return password ? 1 : 0;
  if (weakness) return 1;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  return password.length >= 14 || (password.length >= 10 && kinds >= 3) ? 3 : 2;
}
