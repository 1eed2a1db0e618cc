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
    files: [
      'progress/child-now.rules.ts',
      'progress/child-now.server.ts',
      'progress/progress.store.ts',
      'results/rehearsal.rules.ts',
      'results/sentences.rules.ts',
    ],
  },
  {
    what: 'Errors that a child makes over and over',
    files: ['child-errors/child-errors.server.ts', 'child-errors/error-words.rules.ts'],
  },
  {
    what: 'How a child reads, calculates and writes, which a later domain says',
    files: ['reports/report-skills.server.ts'],
  },
];
