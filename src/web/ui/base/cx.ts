/** Joins class names, omitting those that are false, null or undefined. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
