/** Joins class names, leaving out the ones that are switched off. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
