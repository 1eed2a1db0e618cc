import type { Discipline } from '../../shared/words.ts';

/** Names of disciplines on the narrow tabs of a phone. */
export const SHORT_NAMES: Readonly<Record<Discipline, string>> = {
  Matemática: 'Mat.',
  Português: 'Port.',
  Ciências: 'Ciên.',
  História: 'Hist.',
  Geografia: 'Geo.',
  Inglês: 'Ing.',
  'Educação Física': 'E. F.',
  Artes: 'Artes',
};
