import { expect, test } from 'vitest';
import { opensElsewhere } from './navigation.ts';

const PLAIN = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };

test('a plain click goes to the address of a link; with another button or a key the browser decides', () => {
  expect(opensElsewhere(PLAIN)).toBe(false);
  for (const more of [{ button: 1 }, { metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }])
    expect(opensElsewhere({ ...PLAIN, ...more }), JSON.stringify(more)).toBe(true);
});
