import type { Gender } from './words.ts';

/** Signs that show nothing: marks of direction, spaces and letters without a picture, hidden tags. Emoji need U+200D and U+FE0F. */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * Text that fits one line: no line breaks or other control characters, nothing invisible that turns the line around or
 * stands for a name, nothing half, no tower of accents over the lines above. Commas, quotes and emoji stay.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(UNSEEN, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^(?:\s|\u200c|\u200d|\ufe0f)+|(?:\s|\u200c|\u200d)+$/g, '');
}

/** The first name alone; nothing when there is none left. */
export function firstName(fullName: string): string {
  return oneLine(fullName).split(' ')[0] ?? '';
}

/** The first name, at most so many signs long: for a sentence or a picture that has room for so much. */
export function shortName(fullName: string, most = 18): string {
  const signs = [...firstName(fullName)];
  return signs.length <= most ? signs.join('') : `${signs.slice(0, most - 1).join('')}…`;
}

/** "A Maria", "O João"; without an article where the gender is not known. */
export function withArticle(name: string, gender: Gender | null | undefined): string {
  return gender === 'feminino' ? `A ${name}` : gender === 'masculino' ? `O ${name}` : name;
}

/** "a Maria", "o João": as a name stands in the middle of a sentence. */
export function inSentence(name: string, gender: Gender | null | undefined): string {
  return gender === 'feminino' ? `a ${name}` : gender === 'masculino' ? `o ${name}` : name;
}

/** "1 questão", "2 questões": both forms are written out, because Portuguese has no rule to trust. */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** "1.284": dots for thousands. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '.');
