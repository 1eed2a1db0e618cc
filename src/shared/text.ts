import type { Gender } from './words.ts';

/** The first name alone, without the invisible marks that turn a line around; nothing when there is none left. */
export function firstName(fullName: string): string {
  return (
    fullName
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .trim()
      .split(/\s+/)[0] ?? ''
  );
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
