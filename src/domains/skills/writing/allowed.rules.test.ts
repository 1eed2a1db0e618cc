import { expect, test } from 'vitest';
import { isAllowed } from './allowed.rules.ts';

const free = { nextDictation: null, nextText: null };

test.each([
  ['a plan without limits', { limit: null, doneHere: ['dictation'] }, true],
  ['nothing done yet', { limit: free }, true],
  ['the other one done here', { limit: free, doneHere: ['text'] }, true],
  ['one done here since', { limit: free, doneHere: ['dictation'] }, false],
  ['the server says when', { limit: { ...free, nextDictation: '2026-12-01' } }, false],
] as const)('a dictation is allowed with %s: %o → %s', (_, writer, allowed) => {
  expect(isAllowed(writer, 'dictation')).toBe(allowed);
});
