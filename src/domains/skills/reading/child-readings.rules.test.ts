import { expect, test } from 'vitest';
import { type StoredReading, tell, tellAll, tellAsReceived } from './child-readings.rules.ts';

const STORY_AT = Date.parse('2026-05-04T10:00:00Z');
/** Builds a reading with this many items, the first ones wrong, taken some hours before the story. */
function aReading(
  kind: StoredReading['kind'],
  tried: number,
  wrong: number,
  { hours = 1, recordedBy = null }: { hours?: number; recordedBy?: string | null } = {},
): StoredReading {
  const id = `${kind}-${tried}-${wrong}-${hours}`;
  return {
    id: 0,
    clientId: id,
    formId: id,
    formVersion: 1,
    kind,
    schoolClass: 2,
    items: 110,
    body: { title: 'Um texto', words: [], questions: [] } as unknown as StoredReading['body'],
    mode: 'recorded',
    startedAt: new Date(STORY_AT - hours * 3_600_000),
    seconds: 60,
    finished: false,
    lastItem: tried === 0 ? null : tried - 1,
    wrong: Array.from({ length: wrong }, (_, index) => index),
    selfCorrected: [],
    answers: [],
    listener: recordedBy === null ? 1 : 2,
    recordedBy,
    reasons: [],
  };
}

const story: StoredReading = {
  ...aReading('listening', 0, 0, { hours: 0 }),
  body: { title: 'Uma história', words: [], questions: [1, 2, 3] } as unknown as StoredReading['body'],
  answers: ['q1', 'q2', 'q3'].map((questionId) => ({ questionId, outcome: 'right' as const })),
};

test.each<[string, StoredReading[], boolean | null]>([
  ['88 right words a minute of 100', [aReading('class', 100, 12)], true],
  ['ten right words of a text', [aReading('first', 18, 8)], true],
  ['nine right words of a text', [aReading('first', 17, 8)], false],
  ['a list of words that the child reads', [aReading('words', 12, 2)], true],
  ['a list, after a text that stopped', [aReading('class', 10, 10, { hours: 2 }), aReading('words', 20, 0)], true],
  ['a text, and then few words of a list', [aReading('first', 30, 5, { hours: 2 }), aReading('words', 5, 3)], true],
  ['few words of a list', [aReading('words', 12, 6)], false],
  ['letters only', [aReading('letters', 40, 0)], null],
  ['nothing', [], null],
  ['a text of another day', [aReading('class', 100, 0, { hours: 30 })], null],
  ['a text after the story', [aReading('class', 100, 0, { hours: -1 })], null],
  ['the marks of a second listener', [aReading('class', 100, 0, { recordedBy: 'class-100-0-1' })], null],
])('a story after %s: decodes is %s, told in one way', (_what, before, decodes) => {
  const all = [...before, story].sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  const told = [tellAll(all).find(({ step }) => step === 'listening'), tellAsReceived(story, all)];
  // The phone knows what was read on it before.
  told.push(tell(story, undefined, before));
  expect(told.map((one) => one?.known.decodes)).toEqual([decodes, decodes, decodes]);
});
