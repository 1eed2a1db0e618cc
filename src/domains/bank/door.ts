import type { Capability } from '../domain.ts';

/** What other domains may import from `bank`. */
export const door: readonly Capability[] = [
  {
    what: 'A test and its questions: contract, rules, and reading one by id',
    files: [
      'test-bank/tests.contract.ts',
      'test-bank/tests.rules.ts',
      'test-bank/tests.server.ts',
      'test-bank/tests.store.ts',
      'test-bank/images.rules.ts',
      'test-bank/images.store.ts',
    ],
  },
  {
    what: 'A question as a child sees it: presented without its key, shuffled, and shown',
    files: [
      'test-bank/presented.rules.ts',
      'test-bank/shuffle.rules.ts',
      'test-bank/heard.rules.ts',
      'test-bank/Formatted.tsx',
      'test-bank/Question.tsx',
    ],
  },
  {
    what: 'Answers that are written: what a number or a word becomes, and how it is shown',
    files: [
      'answering/answering.contract.ts',
      'answering/answering.rules.ts',
      'answering/writing.tsx',
      'answering/refusal.server.ts',
      'answering/written-number.rules.ts',
      'answering/WrittenAnswer.tsx',
      'answering/WrittenOutcome.tsx',
    ],
  },
  {
    what: 'Themes and objectives joined after they were used',
    files: ['curriculum/joined.store.ts'],
  },
  {
    what: 'Errors behind wrong answers',
    files: ['misconceptions/misconceptions.server.ts'],
  },
  {
    what: 'New numbers for a question of a template',
    files: ['variants/templates.server.ts', 'variants/variants.server.ts'],
  },
  {
    what: 'Printed questions and formulas, and exported tables',
    files: [
      'question-files/printed-formulas.server.ts',
      'question-files/printed-pictures.server.ts',
      'question-files/exports.rules.ts',
    ],
  },
  {
    what: 'Parts of the teachers’ screens',
    files: ['authoring/authoring.contract.ts', 'authoring/questions.server.ts', 'authoring/teaching.web.ts'],
  },
];
