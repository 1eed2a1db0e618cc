import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { id, idInPath, moment, optionalText, text } from '../../shared/fields.ts';
import { presentedQuestion, testCard } from '../tests/tests.contract.ts';

/**
 * Where an attempt stands. `open`: being taken. `provisional`: closed by its deadline, answers kept on an offline phone
 * may still arrive. `completed`: graded. `abandoned`: ended without a single answer; counts for nothing. `prepared`: reserved for a
 * phone without network, not begun. `printed`: reserved by printing its sheet, still to be photographed.
 */
export const attemptState = z.enum(['open', 'provisional', 'completed', 'abandoned', 'prepared', 'printed']);

/** An attempt. Figures of the result are null until it is completed, and of one that was interrupted. */
export const attempt = z.object({
  id: z.int(),
  childId: z.int(),
  testId: z.int(),
  attemptDate: moment,
  totalScore: z.int().nullable(),
  timeSpent: z.int().nullable(),
  correctAnswers: z.int().nullable(),
  incorrectAnswers: z.int().nullable(),
  completed: z.boolean(),
  humanEvaluator: z.boolean(),
  device: z.string().nullable(),
  state: attemptState,
  /** Sent later than the deadline by a phone that had been offline; stays out of averages. */
  late: z.boolean(),
  /** Ended by its deadline before half of it was answered: no mark, outside averages. */
  interrupted: z.boolean(),
  /** Taken on paper: without times, outside averages. */
  onPaper: z.boolean(),
  /** Prepared, taken on a phone without network and sent as a whole; outside averages of other families. */
  offline: z.boolean(),
  /** Of one taken without network: whether its times are sure. If not, it stays in the history only. Null for all others. */
  timeConfirmed: z.boolean().nullable(),
  /** Seconds that this attempt was allowed, the child's extended time included. */
  timeLimit: z.int(),
  /** Minutes that its test has for a child without extended time. */
  duration: z.int(),
});
export type Attempt = z.output<typeof attempt>;

/** An attempt under way, as the device needs it to go on, offline too. */
export const sitting = z.object({
  id: z.int(),
  childId: z.int(),
  testId: z.int(),
  startedAt: moment,
  deadline: moment,
  /** The server's clock now: the device corrects its own by it. */
  serverTime: moment,
  remainingSeconds: z.int(),
  timeLimit: z.int(),
  test: testCard,
  child: z.object({ id: z.int(), firstName: z.string(), schoolClass: z.string(), cover: z.int() }),
  questions: z.array(presentedQuestion),
  /** What is already answered: the newest choice of each question. */
  answers: z.array(z.object({ questionId: z.int(), selectedAnswer: z.string() })),
});
export type Sitting = z.output<typeof sitting>;

/** A sitting that was just started or resumed. */
const startedSitting = sitting.extend({
  /** Its first question as HTML, if asked for: shown until the app's code has come. */
  drawn: z.string().optional(),
});
export type StartedSitting = z.output<typeof startedSitting>;

/** What a device measures: left out rather than refused when it makes no sense. */
export const measured = z.number().nullish().catch(null);

/** What a device measures of a sitting as a whole. */
export const sittingMeasures = {
  /** Questions in the order in which they were first shown. */
  shown: z.array(z.int().positive().max(2_147_483_647)).max(100).nullish().catch(null),
  /** How often, and for how many milliseconds in all, the page was hidden. */
  awayTimes: measured,
  awayMs: measured,
  /** How often a text that tests reading was read aloud as help. */
  textsHeard: measured,
};

export const attemptsContract = {
  'POST /api/attempts': {
    summary: 'Start a test, or resume the open attempt of this child and test',
    authz: { allow: ['parent'], owner: 'child', childMode: { child: 'body.childId' } },
    body: z.object({
      childId: id,
      testId: id,
      device: optionalText(200).optional(),
      /** Made by the client; makes the call safe to repeat. */
      clientId: z.uuid('Indique um UUID.').optional(),
      /** Whether the first question is wanted as HTML too. */
      draw: z.boolean().optional(),
    }),
    output: startedSitting,
    status: 201,
  },
  'POST /api/answers': {
    summary: 'Save an answer: one per question, the newest choice wins',
    repeatable: { withField: 'sequence' },
    authz: { allow: ['parent'], owner: 'attempt', childMode: { attempt: 'body.attemptId' } },
    body: z.object({
      attemptId: id,
      questionId: id,
      /** The letter, or the whole text of the option. */
      selectedAnswer: text(2000, 1, 'Escolha uma das opções.'),
      /** Seconds; implausible values are clamped. */
      responseTime: z.number().nullish().catch(null),
      /** How the child worked, in milliseconds since the start; all optional, clamped, and never trusted for marks. */
      firstShownMs: measured,
      firstTapMs: measured,
      lastTapMs: measured,
      /** Time on a visible screen, over all visits. */
      visibleMs: measured,
      changes: measured,
      /** Counts up on the device, so that a late retry cannot undo a later choice. */
      sequence: z.int().min(0).max(2_147_483_647).optional(),
      /** When it was chosen, by the device's clock corrected by the server's. */
      answeredAt: z.iso.datetime({ offset: true, message: 'Indique uma data e hora válidas.' }).optional(),
    }),
    output: z.object({
      attemptId: z.int(),
      questionId: z.int(),
      saved: z.literal(true),
      /** The letter that is stored: another than was sent when a newer choice is there already. */
      selectedAnswer: z.string(),
    }),
  },
  'PUT /api/attempts/:id': {
    summary: 'Complete an attempt; the server grades it and ignores any totals sent',
    repeatable: true,
    authz: { allow: ['parent'], owner: 'attempt', childMode: { attempt: 'params.id' } },
    params: z.object({ id: idInPath }),
    body: z.object({
      completed: z.boolean().optional(),
      ...sittingMeasures,
    }),
    output: attempt,
  },
} as const satisfies Contract;
