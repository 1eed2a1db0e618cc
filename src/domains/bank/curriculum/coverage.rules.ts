import { plural } from '../../../shared/text.ts';

/** With fewer questions than this an objective has too few: a single question says little about what a child can do. */
export const FEW = 3;

/** How well the tests that children can take cover an objective. */
export type Coverage = 'none' | 'few' | 'enough';

/** Number of questions that measure an objective: in active tests, and in all tests. */
export interface Count {
  code: string;
  active: number;
  total: number;
}

/** @param questions number of questions of active tests that measure the objective. */
export const coverageOf = (questions: number): Coverage =>
  questions === 0 ? 'none' : questions < FEW ? 'few' : 'enough';

export interface CoverageSums {
  objectives: number;
  /** Number of objectives without a question in an active test. */
  gaps: number;
  /** Number of objectives with fewer than `FEW` questions, but at least one. */
  few: number;
  /** Number of questions of active tests. */
  questions: number;
}

/** @param counts for each objective, its number of questions in active tests. */
export function sumsOf(counts: readonly number[]): CoverageSums {
  const sums: CoverageSums = { objectives: counts.length, gaps: 0, few: 0, questions: 0 };
  for (const count of counts) {
    sums.questions += count;
    const coverage = coverageOf(count);
    if (coverage === 'none') sums.gaps += 1;
    else if (coverage === 'few') sums.few += 1;
  }
  return sums;
}

/** Returns the text beside an objective's sign, for readers who do not see colours or signs. */
export function coverageWords(questions: number): string {
  const coverage = coverageOf(questions);
  if (coverage === 'none') return 'sem questões';
  return `${coverage === 'few' ? 'só ' : ''}${plural(questions, 'questão', 'questões')}`;
}

/** Returns text such as "41 de 43 objectivos com questões; faltam 2.": the coverage of a programme, a theme or a class, as a sentence. */
export function sumsSentence({ objectives, gaps, questions }: CoverageSums): string {
  if (objectives === 0) return 'Ainda sem objectivos.';
  const asked = plural(questions, 'questão activa', 'questões activas');
  if (gaps === 0)
    return `${objectives === 1 ? 'O objectivo tem' : `Os ${objectives} objectivos têm`} questões: ${asked}.`;
  if (gaps === objectives) return `${plural(objectives, 'objectivo', 'objectivos')}, nenhum com questões.`;
  return `${objectives - gaps} de ${objectives} objectivos com questões; ${gaps === 1 ? 'falta 1' : `faltam ${gaps}`}. Ao todo, ${asked}.`;
}
