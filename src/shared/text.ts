import type { Gender } from './words.ts';

/**
 * Invisible characters: direction marks, blank letters and spaces, tag characters. U+200D and U+FE0F are excluded,
 * because emoji need them.
 */
export const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * Returns text for a single line: removes line breaks, control characters, invisible and bidirectional characters and excess combining
 * marks; replaces lone surrogates. Commas, quotes and emoji are kept.
 */
export function oneLine(text: string): string {
  return (
    text
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(/\p{Cs}/gu, '\ufffd')
      .replace(UNSEEN, '')
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .replace(/\s+/g, ' ')
      // Without the look-behind, a long run of these within the text would take time in the square of its length.
      .replace(/^(?:\s|\u200c|\u200d|\ufe0f)+|(?<!\s|\u200c|\u200d)(?:\s|\u200c|\u200d)+$/g, '')
  );
}

/** Returns the first name, or an empty string if there is none. */
export function firstName(fullName: string): string {
  return oneLine(fullName).split(' ')[0] ?? '';
}

/** Returns the first name, shortened to a maximum number of characters. */
export function shortName(fullName: string, most = 18): string {
  const signs = [...firstName(fullName)];
  return signs.length <= most ? signs.join('') : `${signs.slice(0, most - 1).join('')}…`;
}

/** Returns a name with its article, as in "A Maria" or "O João"; without an article if the gender is unknown. */
export function withArticle(name: string, gender: Gender | null | undefined): string {
  return gender === 'feminino' ? `A ${name}` : gender === 'masculino' ? `O ${name}` : name;
}

/** Returns a name as the recipient of something, as in "à Ana" or "ao João". */
export function toWhom(name: string, gender: Gender | null | undefined): string {
  return gender === 'feminino' ? `à ${name}` : gender === 'masculino' ? `ao ${name}` : `a ${name}`;
}

/** Returns a name with its article for use within a sentence, as in "a Maria" or "o João". */
export function inSentence(name: string, gender: Gender | null | undefined): string {
  return gender === 'feminino' ? `a ${name}` : gender === 'masculino' ? `o ${name}` : name;
}

/** Returns the possessive form of a name: "da Maria", "do João", "de Weza". */
export function ofWhom(name: string, gender: Gender | null | undefined): string {
  return gender === 'feminino' ? `da ${name}` : gender === 'masculino' ? `do ${name}` : `de ${name}`;
}

/** Returns a class as sentences name it: "4.ª classe" of '4º Ano'. */
export const classInWords = (schoolClass: string): string => `${Number.parseInt(schoolClass, 10)}.ª classe`;

/** Returns a count with its noun, as in "1 questão" or "2 questões". Both forms are passed in, because Portuguese plurals are irregular. */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Formats a number as in "1.284", with a dot as thousands separator. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '.');

/** Returns the beginning of a text, on one line. */
export function shorten(text: string, longest = 80): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
