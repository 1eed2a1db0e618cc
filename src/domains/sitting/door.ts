import type { Capability } from '../domain.ts';

/** What other domains may import from `sitting`. */
export const door: readonly Capability[] = [
  {
    what: 'An attempt: contract, rules, and reading or grading it',
    files: [
      'attempts/attempts.contract.ts',
      'attempts/attempts.rules.ts',
      'attempts/attempts.server.ts',
      'attempts/attempts.store.ts',
      'attempts/opened.store.ts',
    ],
  },
  {
    what: 'Which attempts and answers count, and how much effort was in them',
    files: ['attempts/answers.store.ts', 'attempts/counting.store.ts', 'attempts/effort.rules.ts'],
  },
  {
    what: 'Starting a test from a screen, and the end of one',
    files: [
      'catalogue/StartTest.tsx',
      'catalogue/catalogue.contract.ts',
      'catalogue/catalogue.server.ts',
      'sitting/Finished.tsx',
      'sitting/TakeTest.module.css',
      'sitting/begun.rules.ts',
      'sitting/just-finished.web.ts',
    ],
  },
  {
    what: 'Corrections of keys',
    files: ['regrades/regrade.contract.ts', 'regrades/regrade.rules.ts'],
  },
  {
    what: 'The choice of practice beside prepared tests',
    files: ['prepared/TakeAlong.tsx', 'prepared/TakeAlong.module.css'],
  },
  {
    what: 'A photograph decoded under limits and drawn again',
    files: ['paper/photo-thread.server.ts'],
  },
];
