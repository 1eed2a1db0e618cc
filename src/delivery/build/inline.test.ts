import fs from 'node:fs';
import { expect, test } from 'vitest';
import { BUILT, builtPrograms } from './inline.ts';
import { beyondChrome88 } from './old-phones.ts';

test('programs.ts is built from today’s sources', async () => {
  expect(fs.readFileSync(BUILT, 'utf8'), 'run node_modules/.bin/node src/delivery/build/inline.ts').toBe(
    await builtPrograms(),
  );
});

test('the programs run on Chrome 88', () => {
  expect(beyondChrome88(fs.readFileSync(BUILT, 'utf8'))).toEqual([]);
});
