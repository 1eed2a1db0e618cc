// Sizes of a question on a phone of 360 × 640, where the question, its picture and all options must fit on one screen: first for the 1st
// and 2nd class, whose text is larger, then for the others. Lengths are in CSS pixels.

/** Height of everything around a question: the strip with the name, the progress, the buttons below. */
const AROUND = 230;
/** Number of letters in a line of a statement, and the height of a line in pixels, by size of text. */
const STATEMENT = { large: { letters: 20, line: 36 }, small: { letters: 23, line: 32 } } as const;
/** Number of letters in a line of an option (in one of two columns) without and with its listening icon, and the height of the line. */
const OPTION = { letters: 12, besideSign: 9, line: 26 } as const;
/** Number of letters by which the listening icon shortens each line of a statement. */
const SIGN = 2;
/** Minimum height of an option, so that a child can tap it, and height of one that is a picture (Question.module.css). */
const LOWEST_OPTION = 64;
const PICTURE_OPTION = 104;
/** Space above and below the lines of an option, and of the statement. */
const AROUND_OPTION = 16;
const AROUND_STATEMENT = 22;
const GAP = 8;

const linesOf = (text: string, letters: number) => Math.max(1, Math.ceil(text.length / letters));

/** What the size of an option depends on. */
interface OptionSize {
  text: string;
  hasPicture: boolean;
}

/** Returns whether a statement is short enough for the larger text. */
export const isShort = (statement: string): boolean => statement.length <= 2 * STATEMENT.large.letters;

/**
 * Returns the height that is not available for a picture or a passage. CSS subtracts it from the height of the screen.
 *
 * @param options their texts, without letters; they are in two columns, four pictures two by two.
 * @param voice whether they can be listened to.
 * @returns pixels that everything else takes, estimated from lengths of text.
 */
export function takenHeight(statement: string, options: readonly OptionSize[], voice: boolean): number {
  const { letters, line } = STATEMENT[isShort(statement) ? 'large' : 'small'];
  const heights = options.map(({ text, hasPicture }) =>
    hasPicture
      ? PICTURE_OPTION
      : Math.max(
          LOWEST_OPTION,
          linesOf(text, voice ? OPTION.besideSign : OPTION.letters) * OPTION.line + AROUND_OPTION,
        ),
  );
  const rows = heights.flatMap((height, index) => (index % 2 === 0 ? [Math.max(height, heights[index + 1] ?? 0)] : []));
  const ofOptions = rows.reduce((sum, height) => sum + height + GAP, 0);
  return AROUND + linesOf(statement, letters - (voice ? SIGN : 0)) * line + AROUND_STATEMENT + ofOptions + GAP;
}

/** Returns whether an option is a single letter, which could be mistaken for the chip beside it. */
export const isLetter = (text: string): boolean => /^\p{L}$/u.test(text.trim());

/** The same sizes for the other classes, of a question with a picture; its text is smaller than without one. */
const OTHERS = {
  around: 236,
  statement: { letters: 21, line: 28, around: 16 },
  option: { letters: 22, line: 26, around: 12, least: 56 },
  short: { height: 64 },
  gap: 6,
} as const;
/** Most letters of an option of which two fit side by side. */
const SHORT_OPTION = 10;

/** Returns whether the options of a question are so short that two fit side by side. */
export const areShort = (options: readonly OptionSize[]): boolean =>
  options.length > 0 && options.every(({ text, hasPicture }) => !hasPicture && text.length <= SHORT_OPTION);

/**
 * Returns the height that is not available for the picture of a question of the 3rd class and above, as `takenHeight` does for the
 * youngest.
 */
export function takenHeightBesidePicture(statement: string, options: readonly OptionSize[], voice: boolean): number {
  const { around, statement: asked, option, short, gap } = OTHERS;
  const heights = areShort(options)
    ? Array.from({ length: Math.ceil(options.length / 2) }, () => short.height)
    : options.map(({ text, hasPicture }) =>
        hasPicture
          ? PICTURE_OPTION
          : Math.max(option.least, linesOf(text, option.letters) * option.line + option.around),
      );
  const ofOptions = heights.reduce((sum, height) => sum + height + gap, 0);
  const lines = linesOf(statement, asked.letters - (voice ? SIGN : 0));
  return around + lines * asked.line + asked.around + ofOptions + gap;
}
