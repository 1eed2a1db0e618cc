/** Number of digits of the PIN with which a parent ends child mode. */
export const PIN_DIGITS = { least: 4, most: 6 } as const;
