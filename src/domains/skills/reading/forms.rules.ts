import { wordsOf } from '../../../shared/skills/text-words.ts';

/** What a child is asked to do: name letters, read words, read a text, answer questions about a story that it has heard. */
export const STEPS = ['letters', 'words', 'text', 'listening'] as const;
export type Step = (typeof STEPS)[number];

/** Where a form stands: the first text is the same for every class, a class's own texts grow with it. */
export const FORM_KINDS = ['letters', 'words', 'first', 'class', 'listening'] as const;
export type FormKind = (typeof FORM_KINDS)[number];

/** Classes for which there are texts. */
export const READING_CLASSES = [1, 2, 3, 4, 5, 6] as const;
export type ReadingClass = (typeof READING_CLASSES)[number];

export const stepOf = (kind: FormKind): Step => (kind === 'first' || kind === 'class' ? 'text' : kind);

/** Returns the class of texts for a child's class such as '3º Ano': its own, or the 6th above it. */
export const readingClassOf = (schoolClass: string): ReadingClass =>
  Math.min(6, Math.max(1, Number.parseInt(schoolClass, 10) || 1)) as ReadingClass;

/** Returns the index of the first word of each paragraph of a text, whose words are those of `wordsOf`. */
export function paragraphStarts(text: string): number[] {
  let words = 0;
  return text.split('\n').flatMap((line) => {
    const start = words;
    const here = wordsOf(line).length;
    words += here;
    return here > 0 ? [start] : [];
  });
}

/** The content of a form. */
export interface FormBody {
  title: string;
  words: string[];
  /** Index of the first word of each paragraph. */
  paragraphs: number[];
  parallelSet: string | null;
  questions: {
    id: string;
    kind: 'literal' | 'inferential';
    text: string;
    model: string;
    /** Index of the last word that the answer depends on. */
    place: number;
    objective: string;
  }[];
  /** Of a recording of the ear's training: what is not simply said right. */
  read: { index: number; outcome: 'wrong' | 'selfCorrected'; spoken: string; pause: number | null }[];
}
