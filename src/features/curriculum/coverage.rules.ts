/** Questions under which an objective is said to have few: one question says little of what a child can do. */
export const FEW = 3;

/** How well an objective is asked about in the tests that children can take. */
export type Coverage = 'none' | 'few' | 'enough';

/** How many questions measure an objective: of active tests, and of all. */
export interface Count {
  code: string;
  active: number;
  total: number;
}

/** @param questions how many questions of active tests measure it. */
export const coverageOf = (questions: number): Coverage =>
  questions === 0 ? 'none' : questions < FEW ? 'few' : 'enough';

export interface CoverageSums {
  objectives: number;
  /** With no question in an active test. */
  gaps: number;
  /** With fewer than `FEW`, none not among them. */
  few: number;
  /** Questions of active tests. */
  questions: number;
}

/** @param counts the questions of active tests of each objective. */
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

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/** The text beside an objective's sign, for readers who do not see colours or signs. */
export function coverageWords(questions: number): string {
  const coverage = coverageOf(questions);
  if (coverage === 'none') return 'sem questões';
  return `${coverage === 'few' ? 'só ' : ''}${many(questions, 'questão', 'questões')}`;
}

/** "41 de 43 objectivos com questões; faltam 2.": what a programme, a theme or a class has, as a sentence. */
export function sumsSentence({ objectives, gaps, questions }: CoverageSums): string {
  if (objectives === 0) return 'Ainda sem objectivos.';
  const asked = many(questions, 'questão activa', 'questões activas');
  if (gaps === 0)
    return `${objectives === 1 ? 'O objectivo tem' : `Os ${objectives} objectivos têm`} questões: ${asked}.`;
  if (gaps === objectives) return `${many(objectives, 'objectivo', 'objectivos')}, nenhum com questões.`;
  return `${objectives - gaps} de ${objectives} objectivos com questões; ${gaps === 1 ? 'falta 1' : `faltam ${gaps}`}. Ao todo, ${asked}.`;
}
