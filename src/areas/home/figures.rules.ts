import { rehearsalsInWords } from '../../domains/knowing/results/rehearsal.rules.ts';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import { plural } from '../../shared/text.ts';

/** Returns the counts of a child's tests in words: "43 testes · Acertos 93% · Erros 7%". */
export function figuresInWords(stats: ChildWithStats['stats']): string {
  const { testsCompleted, correctPercentage, incorrectPercentage, unansweredPercentage, rehearsals } = stats;
  const shown = (value: number | null) => (value === null ? '–' : `${value}%`);
  return [
    plural(testsCompleted, 'teste', 'testes'),
    `Acertos ${shown(correctPercentage)}`,
    `Erros ${shown(incorrectPercentage)}`,
    unansweredPercentage && `Sem resposta ${shown(unansweredPercentage)}`,
    rehearsals && rehearsalsInWords(rehearsals),
  ]
    .filter(Boolean)
    .join(' · ');
}
