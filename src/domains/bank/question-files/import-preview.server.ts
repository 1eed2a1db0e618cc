import { withoutLetter } from '../../../shared/questions/letters.ts';
import type { Draft, Kept } from '../question-formats/files.rules.ts';
import type { PreparedQuestion } from '../test-bank/questions.server.ts';
import { addressOfPicture } from '../test-bank/texts/notation.rules.ts';
import type { Pictures } from './import-pictures.server.ts';
import type { ImportReport } from './imports.contract.ts';

type Previewed = NonNullable<ImportReport['rows'][number]['question']>;

/** Maximum bytes of pictures in one reply; drawings are text and are not counted. */
const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

/**
 * Returns a function that makes the preview of a question: its texts as they would be stored, its formulas drawn, its drawing or picture.
 * Pictures beyond `MAX_PICTURE_BYTES` in all are left out, which the preview says.
 */
export function createPreview(
  prepared: ReadonlyMap<Draft, PreparedQuestion>,
  { shown, within }: Pictures,
): (draft: Draft, absent: readonly Kept[]) => Previewed {
  let left = MAX_PICTURE_BYTES;
  return (draft, absent) => {
    const { statement, passage, alternatives, explanation } = prepared.get(draft)?.rendered ?? {};
    const picture = shown.get(draft);
    const raster = picture && 'picture' in picture ? picture.picture : undefined;
    if (raster) left -= raster.bytes.length;
    const inTexts = within.get(draft) ?? [];
    for (const { bytes } of inTexts) left -= bytes.length;
    const isShown = left >= 0;
    // They are not stored yet, so that their addresses lead nowhere.
    const put = (html: string) =>
      inTexts.reduce(
        (text, { id, bytes }) =>
          text.replaceAll(addressOfPicture(id), isShown ? `data:image/webp;base64,${bytes.toString('base64')}` : ''),
        html,
      );
    return {
      statement: draft.statement,
      passage: draft.passage,
      alternatives: draft.alternatives,
      correct: draft.correct,
      explanation: draft.explanation,
      weight: absent.includes('weight') ? null : draft.weight,
      skillCategory: draft.skillCategory,
      objective: draft.objective,
      difficulty: draft.difficulty ?? null,
      answering: draft.answering ?? null,
      html: {
        ...(statement === undefined ? {} : { statement: put(statement) }),
        ...(passage === undefined ? {} : { passage: put(passage) }),
        ...(alternatives === undefined ? {} : { alternatives: alternatives.map(withoutLetter).map(put) }),
        ...(explanation === undefined ? {} : { explanation: put(explanation) }),
      },
      figure: picture && 'svg' in picture ? { svg: picture.svg, alt: picture.alt } : null,
      image:
        raster && picture && isShown
          ? {
              src: `data:image/webp;base64,${raster.bytes.toString('base64')}`,
              width: raster.width,
              height: raster.height,
              alt: picture.alt,
            }
          : null,
      imageIsLeftOut: (raster !== undefined || inTexts.length > 0) && !isShown,
    };
  };
}
