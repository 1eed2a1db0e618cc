import type { Discipline } from '../../shared/words.ts';

// What the screens need. It is apart from the rules of the server, which bring the list of disciplines along.

/** Returns what the child reads, or hears, beside its drawing. */
export function threadWords(states: readonly string[]): string {
  const known = states.filter((state) => state === 'knows').length;
  if (known === 0) return 'vai crescer com o que já sabes.';
  return known === 1 ? 'já passa por 1 ponto.' : `já passa por ${known} pontos.`;
}

/** Returns the address of a child's home, and of the screens behind it. */
export function homeAddress(childId: number, shows?: { discipline?: string; rehearsals?: boolean } | 'tests'): string {
  const query = new URLSearchParams({ quem: String(childId) });
  if (shows !== undefined) query.set('ver', shows !== 'tests' && shows.rehearsals ? 'simulados' : 'testes');
  if (shows !== undefined && shows !== 'tests' && shows.discipline) query.set('disciplina', shows.discipline);
  return `/child?${query}`;
}

/** Returns the query of `GET /api/children/:id/home` for a discipline in an address of the child's home. */
export const homeQuery = (discipline: string | null | undefined): { discipline?: Discipline } =>
  discipline ? { discipline: discipline as Discipline } : {};
