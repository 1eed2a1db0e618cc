import { expect, test } from 'vitest';
import { contradictions, type Final, type Operation } from './history.ts';

interface History {
  operations: Operation[];
  final: Final;
}

/** A sound history: two attempts of two questions, one completed and read, one running; a refused and an unknown call; two payments. */
function sound(): History {
  const at = (sent: number, ended: number, outcome: Operation['outcome'] = 'done') => ({ sent, ended, outcome });
  const operations: Operation[] = [
    { kind: 'write', attempt: 1, question: 1, letter: 'A', sequence: 1, ...at(0, 10) },
    { kind: 'write', attempt: 1, question: 2, letter: 'B', sequence: 2, ...at(20, 30) },
    { kind: 'write', attempt: 2, question: 1, letter: 'C', sequence: 1, ...at(20, 40) },
    { kind: 'write', attempt: 1, question: 1, letter: 'D', sequence: 3, ...at(40, 50) },
    {
      kind: 'read',
      attempt: 1,
      behind: 0,
      key: false,
      answers: [
        { question: 1, letter: 'D', sequence: 3 },
        { question: 2, letter: 'B', sequence: 2 },
      ],
      ...at(60, 70),
    },
    // A reply that was lost: the answer may be there or not.
    { kind: 'write', attempt: 2, question: 2, letter: 'A', sequence: 2, ...at(60, 80, 'unknown') },
    { kind: 'write', attempt: 2, question: 1, letter: 'B', sequence: 4, ...at(70, 80, 'refused') },
    { kind: 'completion', attempt: 1, score: 50, ...at(100, 120) },
    { kind: 'score', attempt: 1, score: 50, behind: 0, ...at(130, 140) },
    { kind: 'score', attempt: 1, score: null, behind: 3_000, ...at(131, 141) },
    { kind: 'score', attempt: 2, score: null, behind: 0, ...at(131, 141) },
    {
      kind: 'read',
      attempt: 1,
      behind: 0,
      key: true,
      answers: [
        { question: 1, letter: 'D', sequence: 3 },
        { question: 2, letter: 'B', sequence: 2 },
      ],
      ...at(150, 160),
    },
    { kind: 'read', attempt: 2, behind: 3_000, key: false, answers: [], ...at(170, 180) },
    { kind: 'payment', transaction: 'p1', amount: 9_000, ...at(10, 90) },
    { kind: 'payment', transaction: 'p2', amount: 4_000, ...at(100, 190, 'unknown') },
    { kind: 'payment', transaction: 'p3', amount: 4_000, ...at(100, 190, 'refused') },
    { kind: 'total', of: 'payments', value: 9_000, behind: 0, ...at(95, 99) },
    // Of the unknown payment; and from a replica that may lack the first one.
    { kind: 'total', of: 'payments', value: 13_000, behind: 0, ...at(150, 155) },
    { kind: 'total', of: 'payments', value: 0, behind: 3_000, ...at(150, 155) },
    { kind: 'total', of: 'child 5', value: 1, behind: 0, ...at(130, 140) },
    { kind: 'total', of: 'child 5', value: 0, behind: 3_000, ...at(130, 140) },
    { kind: 'total', of: 'child 6', value: 0, behind: 0, ...at(130, 140) },
    // Two teachers saw the first revision, and the second of them was too late; the last change is one without a reply.
    { kind: 'change', question: 7, from: 0, text: 'a', ...at(0, 10) },
    { kind: 'change', question: 7, from: 1, text: 'b', ...at(20, 30) },
    { kind: 'change', question: 7, from: 1, text: 'c', ...at(22, 35, 'refused') },
    { kind: 'change', question: 7, from: 2, text: 'd', ...at(60, 80, 'unknown') },
    { kind: 'shown', question: 7, text: 'b', attempt: null, isNew: true, ...at(40, 45) },
    { kind: 'shown', question: 7, text: 'b', attempt: 3, isNew: true, ...at(50, 55) },
    { kind: 'shown', question: 7, text: 'd', attempt: null, isNew: true, ...at(100, 105) },
    { kind: 'shown', question: 7, text: 'b', attempt: 3, isNew: false, ...at(150, 155) },
  ];
  const final: Final = {
    answers: [
      { attempt: 1, question: 1, letter: 'D', sequence: 3 },
      { attempt: 1, question: 2, letter: 'B', sequence: 2 },
      { attempt: 2, question: 1, letter: 'C', sequence: 1 },
    ],
    scores: [
      { attempt: 1, child: 5, score: 50, counted: true },
      { attempt: 2, child: 6, score: null, counted: true },
    ],
    questions: [{ question: 7, revision: 3, text: 'd' }],
    payments: [
      { transaction: 'p1', amount: 9_000, completed: true },
      { transaction: 'p2', amount: 4_000, completed: true },
      { transaction: 'p3', amount: 4_000, completed: false },
    ],
    receipts: [
      { number: 1, transaction: 'p1', amount: 9_000 },
      { number: 2, transaction: 'p2', amount: 4_000 },
    ],
  };
  return { operations, final };
}

const changed = <Row>(rows: readonly Row[], index: number, change: Partial<Row>): Row[] =>
  rows.map((row, place) => (place === index ? { ...row, ...change } : row));
const without = <Row>(rows: readonly Row[], index: number): Row[] => rows.filter((_, place) => place !== index);
const final = (history: History, change: Partial<Final>): History => ({
  ...history,
  final: { ...history.final, ...change },
});
const operation = (history: History, index: number, change: object): History => ({
  ...history,
  operations: changed(history.operations, index, change as Partial<Operation>),
});

test('a sound history has no contradiction, whether the unknown calls were done or not', () => {
  const history = sound();
  expect(contradictions(history.operations, history.final)).toEqual([]);
  const other = final(history, {
    answers: [...history.final.answers, { attempt: 2, question: 2, letter: 'A', sequence: 2 }],
    payments: changed(history.final.payments, 1, { completed: false }),
    receipts: history.final.receipts.slice(0, 1),
  });
  expect(contradictions(other.operations, other.final)).toEqual([]);
});

const MUTANTS: [string, (history: History) => History, RegExp][] = [
  ['a lost answer', (h) => final(h, { answers: without(h.final.answers, 2) }), /answer 2\/1 is lost/],
  ['all answers lost', (h) => final(h, { answers: [] }), /answer 1\/1 is lost/],
  [
    'an answer back at an earlier choice',
    (h) => final(h, { answers: changed(h.final.answers, 0, { letter: 'A', sequence: 1 }) }),
    /went back from 3/,
  ],
  [
    'a doubled answer',
    (h) => final(h, { answers: [...h.final.answers, h.final.answers[0] as Final['answers'][number]] }),
    /answer 1\/1 is there twice/,
  ],
  [
    'an answer that nobody gave',
    (h) => final(h, { answers: changed(h.final.answers, 2, { letter: 'D' }) }),
    /which nobody gave/,
  ],
  [
    'a refused answer kept',
    (h) => final(h, { answers: changed(h.final.answers, 2, { letter: 'B', sequence: 4 }) }),
    /which nobody gave/,
  ],
  [
    'a read behind an acknowledged answer',
    (h) =>
      operation(h, 4, {
        answers: [
          { question: 1, letter: 'A', sequence: 1 },
          { question: 2, letter: 'B', sequence: 2 },
        ],
      }),
    /goes back behind 3/,
  ],
  [
    'a read without an acknowledged answer',
    (h) => operation(h, 4, { answers: [{ question: 1, letter: 'D', sequence: 3 }] }),
    /goes back behind 2/,
  ],
  [
    'a read of an answer before it was sent',
    (h) =>
      operation(h, 6, {
        kind: 'read',
        attempt: 1,
        behind: 0,
        key: false,
        outcome: 'done',
        sent: 1,
        ended: 2,
        answers: [{ question: 2, letter: 'B', sequence: 2 }],
      }),
    /before anybody gave it/,
  ],
  [
    'a read that shows less than an earlier one',
    (h) => ({
      ...h,
      operations: [
        ...h.operations,
        {
          kind: 'read',
          attempt: 2,
          behind: 0,
          key: false,
          outcome: 'done',
          sent: 85,
          ended: 86,
          answers: [
            { question: 1, letter: 'C', sequence: 1 },
            { question: 2, letter: 'A', sequence: 2 },
          ],
        },
        {
          kind: 'read',
          attempt: 2,
          behind: 0,
          key: false,
          outcome: 'done',
          sent: 90,
          ended: 91,
          answers: [{ question: 1, letter: 'C', sequence: 1 }],
        },
      ],
    }),
    /shows less than an earlier one/,
  ],
  [
    'a replica behind for longer than it may',
    (h) => operation(h, 12, { sent: 9_000, ended: 9_010 }),
    /goes back behind 1 for 2\/1/,
  ],
  ['a key before its time', (h) => operation(h, 4, { key: true }), /key of 1 was told before/],
  ['a key of a running attempt', (h) => operation(h, 12, { key: true }), /key of 2 was told before/],
  [
    'a lost completion',
    (h) => final(h, { scores: changed(h.final.scores, 0, { score: null }) }),
    /completion of 1 is lost/,
  ],
  [
    'a completion that nobody asked for',
    (h) => final(h, { scores: changed(h.final.scores, 1, { score: 10 }) }),
    /2 was completed by nobody/,
  ],
  [
    'another score than was told',
    (h) => final(h, { scores: changed(h.final.scores, 0, { score: 60 }) }),
    /told 50 and holds 60/,
  ],
  [
    'a doubled attempt',
    (h) => final(h, { scores: [...h.final.scores, { attempt: 1, child: 5, score: 50, counted: true }] }),
    /attempt 1 is there twice/,
  ],
  ['a score that goes back', (h) => operation(h, 8, { score: null }), /score of 1 went back/],
  ['a list with another score', (h) => operation(h, 8, { score: 70 }), /score of 1 differs/],
  ['a score before the completion', (h) => operation(h, 8, { sent: 60, ended: 61 }), /before its completion/],
  [
    'a lost payment',
    (h) => final(h, { payments: changed(h.final.payments, 0, { completed: false }) }),
    /payment p1 is lost/,
  ],
  [
    'a doubled payment',
    (h) => final(h, { payments: [...h.final.payments, h.final.payments[0] as Final['payments'][number]] }),
    /payment p1 is there twice/,
  ],
  [
    'a refused payment completed',
    (h) => final(h, { payments: changed(h.final.payments, 2, { completed: true }) }),
    /p3 was made by nobody/,
  ],
  [
    'a payment of another amount',
    (h) => final(h, { payments: changed(h.final.payments, 0, { amount: 900 }) }),
    /p1 has another amount/,
  ],
  ['a payment without a receipt', (h) => final(h, { receipts: without(h.final.receipts, 1) }), /p2 has 0 receipts/],
  [
    'two receipts of a payment',
    (h) => final(h, { receipts: [...h.final.receipts, { number: 3, transaction: 'p1', amount: 9_000 }] }),
    /p1 has 2 receipts/,
  ],
  [
    'a receipt of another amount',
    (h) => final(h, { receipts: changed(h.final.receipts, 0, { amount: 1 }) }),
    /receipt of p1 has another amount/,
  ],
  [
    'a receipt without a payment',
    (h) => final(h, { receipts: [...h.final.receipts, { number: 3, transaction: 'p3', amount: 4_000 }] }),
    /receipt without its payment p3/,
  ],
  [
    'a gap in the receipts',
    (h) => final(h, { receipts: changed(h.final.receipts, 1, { number: 3 }) }),
    /a gap or a double/,
  ],
  ['a sum of money that goes back', (h) => operation(h, 16, { value: 0 }), /total of payments goes back to 0/],
  ['money that nobody paid yet', (h) => operation(h, 16, { value: 13_000 }), /payments is 13000 before its time/],
  ['money counted twice', (h) => operation(h, 17, { value: 18_000 }), /payments is 18000 before its time/],
  [
    'a sum from a replica that is behind for longer than it may',
    (h) => operation(h, 18, { sent: 9_000, ended: 9_010 }),
    /total of payments goes back to 0/,
  ],
  ['a report without a completed test', (h) => operation(h, 19, { value: 0 }), /total of child 5 goes back to 0/],
  [
    'a report from a replica that is behind for longer than it may',
    (h) => operation(h, 20, { sent: 9_000, ended: 9_010 }),
    /total of child 5 goes back to 0/,
  ],
  [
    'a change that overwrites another',
    (h) => operation(h, 24, { outcome: 'done' }),
    /2 changes of question 7 were made to its revision 1/,
  ],
  [
    'a lost change',
    (h) => final(h, { questions: [{ question: 7, revision: 2, text: 'b' }] }),
    /a change of question 7 is lost/,
  ],
  ['a lost question', (h) => final(h, { questions: [] }), /a change of question 7 is lost/],
  [
    'a refused change kept',
    (h) => final(h, { questions: [{ question: 7, revision: 3, text: 'c' }] }),
    /is c, which nobody wrote/,
  ],
  ['a list of refused changes', (h) => operation(h, 28, { text: 'c' }), /shows c, which nobody wrote/],
  ['a list of changes to come', (h) => operation(h, 26, { text: 'd' }), /shows d, which nobody wrote/],
  ['a list that goes back', (h) => operation(h, 26, { text: 'a' }), /question 7 goes back to a/],
  [
    'a list that shows less than an earlier one',
    (h) => ({
      ...h,
      operations: [...h.operations, { ...(h.operations[26] as Operation), sent: 120, ended: 130 }],
    }),
    /question 7 goes back to b/,
  ],
  ['a new attempt with an old text', (h) => operation(h, 27, { text: 'a' }), /question 7 goes back to a/],
  ['a question that changes under a child', (h) => operation(h, 29, { text: 'd' }), /question 7 changes in attempt 3/],
  ['a report with a test that is not over', (h) => operation(h, 21, { value: 1 }), /child 6 is 1 before its time/],
];

test.each(MUTANTS)('%s is found', (_, mutate, found) => {
  const { operations, final: end } = mutate(sound());
  expect(contradictions(operations, end).join('\n')).toMatch(found);
});
