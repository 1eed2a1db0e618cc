// Makes the recordings of the ear's training (content/reading/ear.yaml) with a synthetic voice, word by word, with the errors that the file
// plants. Run it again only when ear.yaml or the voice changes: the results are committed, so that a build needs no voice.
//
//   node scripts/make-ear.ts      needs espeak-ng and opusenc: apt-get install espeak-ng opus-tools
//
//   src/domains/skills/reading/ear/sounds/<id>.ogg      Opus, one channel, at most 60 KB
//   src/domains/skills/reading/ear/sounds/times.json   seconds of each recording, and where each word begins
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readingContent } from '../src/server/skills-content.ts';
import { checksumOf, END_SECONDS, pronounced, voicePlan } from './make-ear/voice.rules.ts';

const FOLDER = path.join(import.meta.dirname, '..', 'src', 'domains', 'skills', 'reading', 'ear', 'sounds');
const MAX_BYTES = 60_000;
/** Samples a second of the voice program. */
const RATE = 22_050;
const WAV_HEADER = 44;
/** Amplitude below which a sample is silence. */
const SILENCE = 200;

/** Speaks a word, and returns its audio samples without the silence before and after it. */
function say(spoken: string): Int16Array {
  const wav = execFileSync('espeak-ng', ['-v', 'pt', '-s', '125', '-p', '55', '--stdout', pronounced(spoken)]);
  const samples = new Int16Array(Uint8Array.from(wav.subarray(WAV_HEADER)).buffer);
  const isLoud = (sample: number) => Math.abs(sample) > SILENCE;
  const from = samples.findIndex(isLoud);
  if (from < 0) throw new Error(`The voice says nothing for "${spoken}".`);
  return samples.slice(from, samples.findLastIndex(isLoud) + 1);
}

const silence = (seconds: number) => new Int16Array(Math.round(seconds * RATE));
const secondsOf = (parts: readonly Int16Array[]) => parts.reduce((sum, part) => sum + part.length, 0) / RATE;

const { ear, classes, first } = readingContent();
const texts = new Map(
  [...first, ...[...classes.values()].flatMap(({ texts }) => texts)].map((one) => [one.id, one.text]),
);
const times: string[] = [];
for (const [place, { id, textId, text = texts.get(textId ?? '') ?? '', read }] of ear.entries()) {
  const plan = voicePlan(text, read);
  const parts: Int16Array[] = [];
  const starts: number[] = [];
  for (const { pause, spoken, word } of plan) {
    parts.push(silence(pause));
    starts[word] ??= Math.round(secondsOf(parts) * 100) / 100;
    if (spoken !== '') parts.push(say(spoken));
  }
  parts.push(silence(END_SECONDS));
  const opus = execFileSync(
    'opusenc',
    [
      ...[
        '--quiet',
        '--raw',
        '--raw-rate',
        String(RATE),
        '--raw-chan',
        '1',
        '--speech',
        '--bitrate',
        '12',
        '--set-ctl-int',
        '4016=1',
      ],
      ...[
        '--framesize',
        '60',
        '--serial',
        String(place + 1),
        '--padding',
        '0',
        '--comment',
        `SAID=${checksumOf(plan)}`,
      ],
      ...['-', '-'],
    ],
    { input: Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))) },
  );
  if (opus.length > MAX_BYTES) throw new Error(`${id} has ${opus.length} bytes, more than ${MAX_BYTES}.`);
  writeFileSync(path.join(FOLDER, `${id}.ogg`), opus);
  const seconds = Math.round(secondsOf(parts) * 100) / 100;
  times.push(`  ${JSON.stringify(id)}: { "seconds": ${seconds}, "starts": [${starts.join(', ')}] }`);
  console.log(`${id}: ${seconds} s, ${opus.length} bytes`);
}
const TIMES = path.join(FOLDER, 'times.json');
writeFileSync(TIMES, `{${times.join(',')}}`);
execFileSync(path.join(import.meta.dirname, '..', 'node_modules', '.bin', 'biome'), ['format', '--write', TIMES]);
