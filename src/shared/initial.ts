/** The sign that stands for a name on a cover: the first letter, figure or emoji, whole (an emoji takes two places). */
export const initial = (name: string): string =>
  ([...name.replace(/^[^\p{L}\p{N}\p{S}]+/u, '')][0] ?? '').toUpperCase();
