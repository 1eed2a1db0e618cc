import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readingContent } from '../../src/server/skills-content.ts';
import { wordsOf } from '../../src/shared/skills/text-words.ts';
import { checksumOf, voicePlan } from './voice.rules.ts';

const FOLDER = path.join(import.meta.dirname, '..', '..', 'src', 'domains', 'skills', 'reading', 'ear', 'sounds');
const { ear, classes, first } = readingContent();
const texts = new Map(
  [...first, ...[...classes.values()].flatMap((file) => file.texts)].map((one) => [one.id, one.text]),
);
const recordings = ear.map(({ id, text, textId, read }) => ({ id, read, text: text ?? texts.get(textId ?? '') ?? '' }));
const times = JSON.parse(fs.readFileSync(path.join(FOLDER, 'times.json'), 'utf8')) as Record<
  string,
  { seconds: number; starts: number[] }
>;

/** Samples a second by which an Ogg Opus file counts its length, whatever was recorded (RFC 7845). */
const OPUS_RATE = 48_000;

/** Reads the headers and the length of an Ogg Opus file. */
function readOgg(file: Buffer) {
  const head = file.indexOf('OpusHead');
  const lastPage = file.lastIndexOf('OggS');
  const preSkip = file.readUInt16LE(head + 10);
  return {
    isOgg: file.toString('latin1', 0, 4) === 'OggS' && head > 0,
    channels: file[head + 9],
    said: /SAID=([0-9a-f]{16})/.exec(file.toString('latin1', 0, 1000))?.[1],
    seconds: (Number(file.readBigUInt64LE(lastPage + 6)) - preSkip) / OPUS_RATE,
    isComplete: ((file[lastPage + 5] ?? 0) & 4) !== 0,
  };
}

test.each(recordings)('$id has a recording of what ear.yaml says now', ({ id, text, read }) => {
  const bytes = fs.readFileSync(path.join(FOLDER, `${id}.ogg`));
  const { seconds, ...found } = readOgg(bytes);
  // After a change of ear.yaml: node scripts/make-ear.ts
  expect(found).toEqual({ isOgg: true, channels: 1, said: checksumOf(voicePlan(text, read)), isComplete: true });
  expect(bytes.length).toBeLessThanOrEqual(60_000);
  expect(times[id]?.seconds).toBeCloseTo(seconds, 1);
  const ofWords = times[id]?.starts ?? [];
  expect(ofWords).toHaveLength(wordsOf(text).length);
  expect(ofWords).toEqual(ofWords.toSorted((one, other) => one - other));
  expect(ofWords.at(-1)).toBeLessThan(seconds);
  // From the slowest child to one that reads well.
  expect((ofWords.length * 60) / seconds).toBeGreaterThan(40);
  expect((ofWords.length * 60) / seconds).toBeLessThan(90);
});

test('there are no recordings of anything else', () => {
  const sounds = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.ogg'));
  expect(sounds.toSorted()).toEqual(recordings.map(({ id }) => `${id}.ogg`).toSorted());
  expect(Object.keys(times)).toEqual(recordings.map(({ id }) => id));
});
