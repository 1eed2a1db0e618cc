import type { Gender } from '../shared/words.ts';

/** "1 questão", "2 questões": both forms are written out, because Portuguese has no rule to trust. */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** "A Maria", "O João"; without an article where the gender is not known. */
export function withArticle(firstName: string, gender: Gender | null | undefined): string {
  return gender === 'feminino' ? `A ${firstName}` : gender === 'masculino' ? `O ${firstName}` : firstName;
}
