import { unbroken } from '../../../shared/unbroken.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';

/** A question as it is printed on a sheet. */
export interface SheetQuestion {
  question: FrozenQuestion;
  number: number;
  /** Printed above its statement, with a heading where several questions share it; null if it has none, or an earlier question has it. */
  passage: { heading: string | null; text: string } | null;
  /** Where to look for a text or a drawing that an earlier question has; null if there is none. */
  reference: string | null;
  /** Whether its drawing is printed with it. */
  hasDrawing: boolean;
}

/**
 * Arranges the questions of a sheet. A text or a drawing that several of them share is printed once, with the first of them: a story of ten
 * questions would fill four pages otherwise.
 */
export function sheetQuestions(questions: readonly FrozenQuestion[]): SheetQuestion[] {
  const passages = questions.map(({ passage }) => passage);
  const drawings = questions.map(({ figureSvg, image }) => image?.id ?? figureSvg);
  return questions.map((question, index) => {
    const first = firstWith(passages, index);
    const drawn = firstWith(drawings, index);
    const sharing = numbersWith(passages, index);
    const references = [
      ...(first < index && !isRun(sharing) ? [`Lê o texto da pergunta ${first + 1}.`] : []),
      ...(drawn < index ? [`Vê o desenho da pergunta ${drawn + 1}.`] : []),
    ];
    return {
      question,
      number: index + 1,
      passage:
        question.passage && first === index
          ? {
              heading: sharing.length > 1 ? `Texto para as perguntas ${listOf(sharing)}` : null,
              text: unbroken(question.passage),
            }
          : null,
      reference: references.length > 0 ? references.join(' ') : null,
      hasDrawing: drawn === index,
    };
  });
}

/** Index of the first question with the same value as this one; its own index if it has none. */
const firstWith = (values: readonly (string | null | undefined)[], index: number) =>
  values[index] ? values.indexOf(values[index]) : index;

const numbersWith = (values: readonly (string | null | undefined)[], index: number) =>
  values.flatMap((value, at) => (value && value === values[index] ? [at + 1] : []));

const isRun = (numbers: readonly number[]) => numbers.every((number, at) => number === (numbers[0] as number) + at);

/** "1 e 2", "1 a 10", "1, 4 e 7". */
function listOf(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (numbers.length > 2 && isRun(numbers)) return `${first} a ${last}`;
  return `${numbers.slice(0, -1).join(', ')} e ${last}`;
}
