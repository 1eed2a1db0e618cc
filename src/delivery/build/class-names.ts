import fs from 'node:fs';
import path from 'node:path';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const BASE = LETTERS.length;
/** Short names that are taken: global classes, and names that ad blockers hide. */
const TAKEN = /^(num|sr|ad.*)$/i;

const inLetters = (number: number): string =>
  number < BASE ? (LETTERS[number] as string) : inLetters(Math.floor(number / BASE) - 1) + LETTERS[number % BASE];

/**
 * Returns short names for the classes of CSS modules: two letters for the file and one for the class. Names with hashes compress badly, and
 * each name is in both the style sheet and the scripts. A name depends on the file's path and on the classes before it in its file, so that
 * a change in one file does not rename the classes of other files, which phones have cached.
 */
export function classNames(source: string): {
  nameOf(name: string, file: string): string;
  /** Path below `source` of the module that a class of the built style sheet comes from. */
  moduleOf(short: string): string | undefined;
} {
  const names = new Map<string, string>();
  const modules = new Map<string, string>();
  const files = fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
  const codes = new Set<string>();
  for (const file of files) {
    let place = [...file].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % BASE ** 2, 7);
    const code = () => `${LETTERS[Math.floor(place / BASE)]}${LETTERS[place % BASE]}`;
    while (codes.has(code()) || TAKEN.test(code())) place = (place + 1) % BASE ** 2;
    codes.add(code());
    const text = fs.readFileSync(path.join(source, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    let next = 0;
    for (const [, name] of text.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi)) {
      if (names.has(`${file} ${name}`)) continue;
      while (TAKEN.test(code() + inLetters(next))) next += 1;
      names.set(`${file} ${name}`, code() + inLetters(next));
      modules.set(code() + inLetters(next), file);
      next += 1;
    }
  }
  return {
    nameOf(name, file) {
      const known = names.get(`${path.relative(source, file.replace(/\?.*/, '')).split(path.sep).join('/')} ${name}`);
      if (!known) throw new Error(`${file} has no class or animation called ${name}`);
      return known;
    },
    moduleOf: (short) => modules.get(short),
  };
}
