/** Returns the first letter, digit or symbol of a name, shown on a cover. Spread by code point, because an emoji is two UTF-16 units. */
export const initial = (name: string): string =>
  ([...name.replace(/^[^\p{L}\p{N}\p{S}]+/u, '')][0] ?? '').toUpperCase();
