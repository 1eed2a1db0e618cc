// Limits of tests, of questions and of the files that they are imported from, for contracts (which import no rules), rules and screens.

/** Minimum and maximum number of alternatives of a question. */
export const FEWEST_ALTERNATIVES = 2;
export const MAX_ALTERNATIVES = 6;

/** Maximum weight; the minimum is 1. */
export const LARGEST_WEIGHT = 10;
export const WEIGHT_PROBLEM = `O peso é um número inteiro de 1 a ${LARGEST_WEIGHT}.`;

/** Maximum length of each text of a test in characters. */
export const LONGEST_OF_TEST = { theme: 120, description: 500 } as const;

/** Maximum number of rows that one call acts upon: questions copied, moved or deleted, accounts suspended or written to. */
export const MAX_AT_ONCE = 200;

/** Maximum number of questions of a test: their positions are stored as `smallint`. */
export const MAX_OF_TEST = 32_767;

/** Maximum length of each field of a question in characters. An alternative is counted without its letter. */
export const LONGEST = {
  statement: 2_000,
  passage: 6_000,
  alternative: 500,
  explanation: 4_000,
  objective: 120,
  unit: 16,
} as const;

/** Maximum characters of pasted HTML. It is large because Word adds its style sheets to everything that is copied. */
export const MAX_PASTED = 400_000;
/** Maximum number of tags of it, and of any HTML in a file: nested ones take time that grows with the square of their number. */
export const MAX_PASTED_TAGS = 10_000;
export const hasTooManyTags = (html: string): boolean => html.split('<').length - 1 > MAX_PASTED_TAGS;

/** Maximum size of an imported file of questions. */
export const LARGEST_FILE_MB = 10;
export const LARGEST_FILE_BYTES = LARGEST_FILE_MB * 1024 * 1024;
/** Maximum rows of such a file. */
export const MAX_ROWS = 5_000;
