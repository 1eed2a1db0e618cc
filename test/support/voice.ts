import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sequence } from '../../bench/knowing-bank.ts';

/** A made-up recording of a child that reads words of 400 ms with pauses of 150 ms. */
export interface Voice {
  /** Seconds of silence before the first word. */
  silence: number;
  words: number;
  /** Seconds of a pause after half of the words. */
  pause?: number;
  /** Level of white noise in decibels relative to the words; −46 if absent. */
  noise?: number;
  seed?: number;
}

const RATE = 16_000;
const SECONDS_A_WORD = 0.55;
const SPOKEN = 0.4;
/** Seconds of the room's noise after the last word. */
const AFTER = 20;
/** The tone that every word has from its first to its last sample, in hertz. */
export const VOICE_HERTZ = 220;

/** Returns when the last word ends, in seconds. */
export const endOf = ({ silence, words, pause = 0 }: Voice): number =>
  silence + (words - 1) * SECONDS_A_WORD + SPOKEN + pause;

/** Writes a voice as a sound file that Chromium plays as its microphone. @returns the file. */
export function soundFileOf(voice: Voice): string {
  const { silence, words, pause = 0, noise = -46, seed = 1 } = voice;
  const next = sequence(seed);
  const half = Math.ceil(words / 2) * SECONDS_A_WORD;
  const samples = new Int16Array(RATE * (endOf(voice) + AFTER));
  // Level of a word: that of the two tones below, the first of which swells and fades. Uniform noise of amplitude 1 has a level of 1/√3.
  const level = Math.hypot(9000 * Math.sqrt(3 / 16), 3000 * Math.SQRT1_2);
  const amplitude = level * 10 ** (noise / 20) * Math.sqrt(3);
  for (let index = 0; index < samples.length; index++) {
    const since = index / RATE - silence;
    const at = since < half ? since : since < half + pause ? -1 : since - pause;
    const isWord = at >= 0 && at < words * SECONDS_A_WORD && at % SECONDS_A_WORD < SPOKEN;
    const word = isWord
      ? 9000 * Math.sin(2 * Math.PI * 180 * at) * Math.sin(2 * Math.PI * 3 * at) ** 2 +
        3000 * Math.sin(2 * Math.PI * VOICE_HERTZ * at)
      : 0;
    samples[index] = Math.max(-32_768, Math.min(32_767, word + amplitude * (2 * next() - 1)));
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'voice-')), 'voice.wav');
  fs.writeFileSync(file, Buffer.concat([header, Buffer.from(samples.buffer)]));
  return file;
}

/** Arguments with which Chromium hears a sound file, once, as its microphone. */
export const microphoneOf = (file: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${file}%noloop`,
];
