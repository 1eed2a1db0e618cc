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

/** A text as its words: what is tapped, and where its paragraphs begin. */
export interface Worded {
  /** In order, with their punctuation; a dash before a word belongs to it. */
  words: string[];
  /** Index of the first word of each paragraph. */
  paragraphs: number[];
}

const isWord = (part: string) => /[\p{L}\p{N}]/u.test(part);

/** Cuts a text into words at white space. Signs that stand alone, as the dash of speech, join the word after them, or the last one. */
export function wordsOf(text: string): Worded {
  const words: string[] = [];
  const paragraphs: number[] = [];
  for (const paragraph of text.trim().split(/\n\s*\n|\n/)) {
    paragraphs.push(words.length);
    let before = '';
    for (const part of paragraph.trim().split(/\s+/).filter(Boolean)) {
      if (isWord(part)) {
        words.push(before + part);
        before = '';
      } else before += `${part} `;
    }
    if (before) words[words.length - 1] += ` ${before.trim()}`;
  }
  return { words, paragraphs: [...new Set(paragraphs)].filter((start) => start < words.length) };
}

/** Returns a word without the punctuation around it: what is said, and what a list of words to practise shows. */
export const bareWord = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
