import type { Draft } from '../question-formats/files.rules.ts';
import type { PreparedQuestion } from '../test-bank/questions.server.ts';
import { withoutLetter } from '../test-bank/tests.rules.ts';
import type { Shown } from './import-pictures.server.ts';
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
  shown: ReadonlyMap<Draft, Shown>,
): (draft: Draft) => Previewed {
  let left = MAX_PICTURE_BYTES;
  return (draft) => {
    const { statement, alternatives, explanation } = prepared.get(draft)?.rendered ?? {};
    const picture = shown.get(draft);
    const raster = picture && 'picture' in picture ? picture.picture : undefined;
    if (raster) left -= raster.bytes.length;
    const isShown = left >= 0;
    return {
      statement: draft.statement,
      passage: draft.passage,
      alternatives: draft.alternatives,
      correct: draft.correct,
      explanation: draft.explanation,
      answering: draft.answering ?? null,
      html: {
        ...(statement === undefined ? {} : { statement }),
        ...(alternatives === undefined ? {} : { alternatives: alternatives.map(withoutLetter) }),
        ...(explanation === undefined ? {} : { explanation }),
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
      imageIsLeftOut: raster !== undefined && !isShown,
    };
  };
}
