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

/**
 * Distributes blocks over columns, two a page, in order and without splitting any. The columns of the last page are made equally long, so
 * that it is not a single column beside an empty one.
 *
 * @param room height of a column on the first page, and on the others.
 * @returns an even number of columns: two for each page. A block that is taller than a page has a column of its own.
 */
export function columnsOf<T extends { height: number }>(
  blocks: readonly T[],
  room: { first: number; later: number },
): T[][] {
  const pages: [T[], T[]][] = [];
  let rest = blocks;
  while (rest.length > 0 || pages.length === 0) {
    const most = pages.length === 0 ? room.first : room.later;
    const left = takeFrom(rest, most, pages.length > 0);
    const right = takeFrom(rest.slice(left.length), most, false);
    rest = rest.slice(left.length + right.length);
    pages.push([left, right]);
  }
  const last = pages.at(-1) as [T[], T[]];
  if (pages.length > 1) pages[pages.length - 1] = balanced([...last[0], ...last[1]], room.later) ?? last;
  return pages.flat();
}

/** Returns the blocks at the beginning that fit into a column; at least one if `mustTake`. */
function takeFrom<T extends { height: number }>(blocks: readonly T[], most: number, mustTake: boolean): T[] {
  const taken: T[] = [];
  let used = 0;
  for (const block of blocks) {
    if (used + block.height > most && !(mustTake && taken.length === 0)) break;
    taken.push(block);
    used += block.height;
  }
  return taken;
}

/** Splits blocks into two columns whose longer one is as short as possible; undefined if it would not fit. */
function balanced<T extends { height: number }>(blocks: readonly T[], most: number): [T[], T[]] | undefined {
  const total = (some: readonly T[]) => some.reduce((sum, { height }) => sum + height, 0);
  const longest = (at: number) => Math.max(total(blocks.slice(0, at)), total(blocks.slice(at)));
  let best = blocks.length;
  for (let at = blocks.length; at > 0; at -= 1) if (longest(at) < longest(best)) best = at;
  return longest(best) <= most ? [blocks.slice(0, best), blocks.slice(best)] : undefined;
}
