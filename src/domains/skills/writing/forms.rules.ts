import type { SpellingKind } from '../../../shared/skills/writing-words.ts';

/** What a form is: words to be dictated, a task for a text, or the anchor texts of a ruler. */
export type FormKind = 'dictation' | 'prompt' | 'ruler';

/** To tell a story; to explain or describe. */
export type TextKind = 'contar' | 'informar';

export interface DictationBody {
  title: string;
  /** As printed, single words first; marks count them from 0. */
  words: string[];
  /** Index of the first word of each group that is dictated at once: a single word, or three to five words of a sentence. */
  groups: number[];
  /** How many of the first words stand alone. */
  singles: number;
  /** What it practises: indices of the words that have each rule. */
  rules: { kind: SpellingKind; at: number[] }[];
  also: { word: string; spelling: string }[];
  objective: string;
}

export interface PromptBody {
  title: string;
  kind: TextKind;
  /** As the grown-up reads it to the child. */
  task: string;
  /** The words with which the child's text begins; null if the task gives none. */
  beginning: string | null;
}

export interface RulerBody {
  kind: TextKind;
  /** Task of the anchor texts. */
  task: string;
  /** By level, from 1. */
  anchors: { level: number; text: string; reason: string }[];
}

/** Returns the indices of some words, which may be several in a row ("De repente"), among the words of a dictation without punctuation. */
export function placesOf(wanted: readonly string[], words: readonly string[]): number[] {
  const places = new Set<number>();
  for (const one of wanted) {
    const parts = one.split(' ');
    for (let at = 0; at + parts.length <= words.length; at++)
      if (parts.every((part, step) => words[at + step] === part))
        for (const step of parts.keys()) places.add(at + step);
  }
  return [...places].sort((one, other) => one - other);
}
