import { expect, test } from 'vitest';
import { beyondChrome88 } from './old-phones.ts';

test.each([
  ['class A { static { start(); } }', 'static block'],
  ['class A { static name = "a"; }', 'static name or length'],
  ['class A { #a; is(other) { return #a in other; } }', '#private in object'],
  ['await load();', 'await outside a function'],
  ['call?.(...all);', 'optional call with a spread'],
  ['object.call?.(1, ...all);', 'optional call with a spread'],
  ['const last = list.at(-1);', 'at()'],
  ['const copy = structuredClone(list);', 'structuredClone()'],
  ['const found = /a/d.exec(text);', 'regular expression with d or v'],
])('%s is reported as unsupported by Chrome 88', (code, found) => expect(beyondChrome88(code)).toEqual([found]));

test('code that Chrome 88 can run is accepted', () => {
  const code =
    'class A { #a = 1; static b = 2; #c() { return this.#a; } } const f = async () => { await g?.(1); h(...x); a?.b ?? (c ||= 1); };';
  expect(beyondChrome88(code)).toEqual([]);
});

test('code that cannot be parsed is reported', () => expect(beyondChrome88('let = ;').length).toBe(1));
