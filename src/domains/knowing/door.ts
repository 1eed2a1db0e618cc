import type { Capability } from '../domain.ts';

/** What other domains may import from `knowing`. */
export const door: readonly Capability[] = [
  {
    what: 'A child’s map, and how a result changed it',
    files: ['knowledge/knowledge.server.ts', 'knowledge/moves.server.ts'],
  },
  {
    what: 'What a child has missed and practised',
    files: ['practice/practice.server.ts'],
  },
  {
    what: 'Sentences about results and progress',
    files: ['progress/progress.store.ts', 'results/rehearsal.rules.ts', 'results/sentences.rules.ts'],
  },
  {
    what: 'How a child reads, calculates and writes, which a later domain says',
    files: ['reports/report-skills.server.ts'],
  },
  {
    what: 'A family’s children with their figures',
    files: ['history/history.contract.ts'],
  },
  {
    what: 'What is said of a child’s week',
    files: ['reports/week.server.ts', 'reports/week.rules.ts'],
  },
];
