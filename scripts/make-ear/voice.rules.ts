import { createHash } from 'node:crypto';
import type { EarRecording } from '../../src/shared/skills/reading-content.ts';
import { bareWord, wordsOf } from '../../src/shared/skills/text-words.ts';

/** Seconds of silence at both ends, between two words, after a comma, after a sentence, and before a word is corrected. */
const EDGE = 0.4;
const GAP = 0.18;
const COMMA = 0.35;
const SENTENCE = 0.6;
const CORRECTION = 0.35;

/** One sound of a recording. */
interface Utterance {
  /** Seconds of silence before it. */
  pause: number;
  /** What is said; empty if the word is left out. */
  spoken: string;
  /** Index of the word of the text from 0. */
  word: number;
}

const pauseAfter = (word: string): number =>
  /[.!?…:]\P{L}*$/u.test(word) ? SENTENCE : /[,;]\P{L}*$/u.test(word) ? COMMA : GAP;

/**
 * Returns what the voice says, word by word: a planted error instead of its word, after its pause. "bale… balde" is said in two parts, with
 * a short silence between them.
 */
export function voicePlan(text: string, read: EarRecording['read']): Utterance[] {
  const words = wordsOf(text);
  return words.flatMap((printed, word) => {
    const planted = read.find(({ index }) => index === word);
    const before = word === 0 ? EDGE : pauseAfter(words[word - 1] as string);
    const parts = (planted?.spoken ?? bareWord(printed)).split('…').map((part) => part.trim());
    return parts.map((spoken, part) => ({
      pause: part > 0 ? CORRECTION : spoken === '' ? 0 : before + (planted?.pause ?? 0),
      spoken,
      word,
    }));
  });
}

/** Seconds of silence after the last word. */
export const END_SECONDS = EDGE;

/** Returns a checksum of what a recording says; it is stored in the sound file, so that a test finds a recording of an earlier text. */
export const checksumOf = (plan: readonly Utterance[]): string =>
  createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 16);

/** How the voice pronounces words of one letter, as phonemes of eSpeak NG. Said alone, it would give the letter its name. */
const ONE_LETTER: Readonly<Record<string, string>> = { a: '[[&]]', à: '[[a]]', e: '[[i]]', é: "[['E]]", o: '[[u]]' };

/** Returns a word as the voice program reads it. */
export const pronounced = (spoken: string): string => ONE_LETTER[spoken.toLowerCase()] ?? spoken;
