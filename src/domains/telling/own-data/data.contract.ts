import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { moment } from '../../../shared/fields.ts';
import { user } from '../../people/accounts/accounts.contract.ts';
import { child } from '../../people/children/children.contract.ts';

const ownAnswer = z.object({
  questionId: z.int(),
  position: z.int(),
  /** The letter, or what was written. */
  selectedAnswer: z.string(),
  /** Present only if the attempt is completed. */
  isCorrect: z.boolean().optional(),
  responseTime: z.int().nullable(),
  /** How the child worked, in milliseconds since the start, as the device measured it. */
  firstShownMs: z.int().nullable(),
  firstTapMs: z.int().nullable(),
  lastTapMs: z.int().nullable(),
  visibleMs: z.int().nullable(),
  changes: z.int().nullable(),
  savedAt: moment,
});

const ownAttempt = z.object({
  id: z.int(),
  testId: z.int(),
  effort: z.enum(['full', 'some', 'low']).nullable(),
  quickAnswers: z.int().nullable(),
  shown: z.array(z.int()).nullable(),
  awayTimes: z.int().nullable(),
  awayMs: z.int().nullable(),
  textsHeard: z.int().nullable(),
  pausedAtMs: z.int().nullable(),
  discipline: z.string(),
  theme: z.string(),
  schoolClass: z.string(),
  state: z.string(),
  attemptDate: moment,
  deadline: moment,
  finishedAt: moment.nullable(),
  timeLimit: z.int(),
  duration: z.int(),
  kind: z.string(),
  timeSpent: z.int().nullable(),
  totalScore: z.int().nullable(),
  correctAnswers: z.int().nullable(),
  incorrectAnswers: z.int().nullable(),
  points: z.int().nullable(),
  pointsPossible: z.int().nullable(),
  late: z.boolean(),
  interrupted: z.boolean(),
  offline: z.boolean(),
  timeConfirmed: z.boolean().nullable(),
  preparedAt: moment.nullable(),
  preparedUntil: moment.nullable(),
  valid: z.boolean(),
  device: z.string().nullable(),
  /** When its sheet was printed; null for an attempt on a screen. */
  printedAt: moment.nullable(),
  answers: z.array(ownAnswer),
  /** Marks that changed when a wrong key was corrected. */
  corrections: z.array(z.object({ at: moment, oldScore: z.int(), newScore: z.int() })),
});

const ownDiagnostic = z.object({
  id: z.int(),
  discipline: z.string(),
  schoolClass: z.string(),
  state: z.string(),
  startedAt: moment,
  finishedAt: moment.nullable(),
  effort: z.enum(['full', 'some', 'low']).nullable(),
  level: z.string().nullable(),
  /** Estimate and band on the scale of classes: 3.5 is the middle of the 3rd. */
  place: z.number().nullable(),
  placeLow: z.number().nullable(),
  placeHigh: z.number().nullable(),
  answers: z.array(
    z.object({
      position: z.int(),
      questionId: z.int(),
      /** Null stands for «Ainda não aprendi». */
      selectedAnswer: z.string().nullable(),
      visibleMs: z.int().nullable(),
      answeredAt: moment,
    }),
  ),
});

const ownResult = z.object({
  schoolYear: z.int(),
  trimester: z.int(),
  schoolClass: z.string(),
  discipline: z.string(),
  testsCompleted: z.int(),
  averageScore: z.number(),
  averageCorrectAnswers: z.number(),
  totalTimeSpent: z.int(),
  lastEvaluationDate: moment,
});

const ownNotification = z.object({
  childId: z.int().nullable(),
  type: z.string(),
  title: z.string(),
  message: z.string(),
  createdAt: moment,
  readAt: moment.nullable(),
});

const ownMark = z.object({
  discipline: z.string(),
  schoolClass: z.string(),
  /** The mean of the child's valid attempts, as it entered the averages. */
  mark: z.int(),
  enteredAt: moment,
});

/** All stored data of a family, except what only serves to sign in. */
const ownData = z.object({
  exportedAt: moment,
  user: user.extend({ termsVersion: z.string(), termsAcceptedAt: moment }),
  devices: z.array(z.object({ device: z.string(), address: z.string(), createdAt: moment, lastSeenAt: moment })),
  /** Devices that can sign in to the account without a password. */
  /** When the recovery code of the account was made; null if there is none. */
  recoveryCodeMadeAt: moment.nullable(),
  /** When the e-mail was verified; null if it has not been. */
  emailVerifiedAt: moment.nullable(),
  passkeys: z.array(z.object({ name: z.string(), createdAt: moment, lastUsedAt: moment.nullable() })),
  /** The notification settings; null if never changed, which means that everything is sent. */
  notificationSettings: z.record(z.string(), z.union([z.boolean(), moment])).nullable(),
  notifications: z.array(ownNotification),
  /** Browsers that receive push messages, by their push service. The full address is left out: it would let others send. */
  pushDevices: z.array(z.object({ service: z.string(), createdAt: moment })),
  /** Mails that were written: to which address and about what. Their text is not kept after sending. */
  mails: z.array(z.object({ kind: z.string(), to: z.string(), createdAt: moment, state: z.string() })),
  /** The family's payments and plans, and the friends that it referred. */
  money: z.object({
    payments: z.array(
      z.object({
        transactionId: z.string(),
        planId: z.string(),
        amount: z.int(),
        status: z.string(),
        paymentMethod: z.string(),
        referenceNumber: z.string().nullable(),
        createdAt: moment,
        completedAt: moment.nullable(),
        /** When a mistaken confirmation was reverted. */
        reversedAt: moment.nullable(),
      }),
    ),
    receipts: z.array(
      z.object({
        series: z.int(),
        number: z.int(),
        amount: z.int(),
        payerName: z.string().nullable(),
        nif: z.string().nullable(),
        issuedAt: moment,
        /** When the receipt was annulled, because its payment was reverted. */
        annulledAt: moment.nullable(),
      }),
    ),
    referralCode: z.string().nullable(),
    referrals: z.array(z.object({ createdAt: moment, paidAt: moment.nullable() })),
    /** Paid plans that begin when the current one ends. */
    next: z.array(z.object({ planId: z.string(), milliseconds: z.int() })),
    /** Paid time that is set aside until the family resumes it. */
    parked: z.array(z.object({ planId: z.string(), milliseconds: z.int() })),
    renewal: z.boolean(),
    nif: z.string().nullable(),
    /** The changes of the plan. */
    planChanges: z.array(
      z.object({
        kind: z.string(),
        planBefore: z.string(),
        untilBefore: moment.nullable(),
        planAfter: z.string(),
        untilAfter: moment.nullable(),
        at: moment,
      }),
    ),
    /** When the family registered with a friend's code (not whose). */
    invitedAt: moment.nullable(),
    /** When one child last took another's place in the plan. */
    placeSwappedAt: moment.nullable(),
  }),
  /** Links to results, without the tokens that open them. */
  shares: z.array(
    z.object({ attemptId: z.int(), createdAt: moment, expiresAt: moment, withdrawnAt: moment.nullable() }),
  ),
  /** What the family said to the practice trial; null if it was not asked. */
  practiceTrial: z.object({ agreed: z.boolean(), consentVersion: z.int(), decidedAt: moment }).nullable(),
  /** Recordings with known errors that the parent marked, to train the ear. */
  earTrainings: z.array(
    z.object({
      recordingId: z.string(),
      wrong: z.array(z.int()),
      selfCorrected: z.array(z.int()),
      agreement: z.number(),
      passed: z.boolean(),
      at: moment,
    }),
  ),
  children: z.array(
    child.extend({
      province: z.string().nullable(),
      consentVersion: z.string(),
      consentAt: moment,
      /** The child's place in the plan; null if nothing was chosen. */
      planPlace: z.object({ chosen: z.boolean(), usedAt: moment.nullable() }).nullable(),
      attempts: z.array(ownAttempt),
      diagnostics: z.array(ownDiagnostic),
      results: z.array(ownResult),
      /** The child's marks in the averages that others see without names. */
      inAverages: z.array(ownMark),
      /** What the child read aloud, as it was marked. `formId` names the text, `wrong` its words by number, from 0. */
      readings: z.array(
        z.object({
          clientId: z.string(),
          formId: z.string(),
          formVersion: z.int(),
          title: z.string(),
          mode: z.string(),
          startedAt: moment,
          seconds: z.number(),
          finished: z.boolean(),
          lastItem: z.int().nullable(),
          wrong: z.array(z.int()),
          selfCorrected: z.array(z.int()),
          attempted: z.int(),
          right: z.int(),
          answers: z.array(z.object({ questionId: z.string(), outcome: z.string() })),
          listener: z.int(),
          recordedBy: z.string().nullable(),
          reasons: z.array(z.string()),
        }),
      ),
      /** What the child wrote from dictation: typed, or marked on paper. `wrong` names words by number, from 0. */
      dictations: z.array(
        z.object({
          clientId: z.string(),
          formId: z.string(),
          formVersion: z.int(),
          title: z.string(),
          startedAt: moment,
          typed: z.string().nullable(),
          wrong: z.array(z.object({ index: z.int(), kind: z.string().nullable() })).nullable(),
          words: z.int(),
          right: z.int(),
        }),
      ),
      /** Where the child's texts were placed on the ruler; the texts themselves stay on paper. */
      texts: z.array(
        z.object({
          clientId: z.string(),
          promptId: z.string(),
          promptVersion: z.int(),
          title: z.string(),
          rulerId: z.string(),
          rulerVersion: z.int(),
          startedAt: moment,
          comparisons: z.array(z.object({ anchor: z.int(), outcome: z.string() })),
          signs: z.array(z.object({ id: z.string(), isSeen: z.boolean() })),
          level: z.int(),
          /** What teachers said of it; null if none was asked. The photograph is not kept for it, so it is not here. */
          opinion: z
            .object({
              state: z.string(),
              askedAt: moment,
              endedAt: moment.nullable(),
              levels: z.array(
                z.object({ level: z.int(), signs: z.array(z.object({ id: z.string(), isSeen: z.boolean() })) }),
              ),
            })
            .nullable(),
        }),
      ),
      /** Sums in the head and numbers aloud; `copying` are the milliseconds of each number that was copied before. */
      calculations: z.array(
        z.object({
          clientId: z.string(),
          kind: z.string(),
          mode: z.string(),
          formId: z.string().nullable(),
          formVersion: z.int().nullable(),
          startedAt: moment,
          seconds: z.number(),
          copying: z.array(z.int()),
          answers: z.array(z.object({ sum: z.string(), written: z.int(), ms: z.int() })),
          finished: z.boolean(),
          lastItem: z.int().nullable(),
          wrong: z.array(z.int()),
          selfCorrected: z.array(z.int()),
          attempted: z.int(),
          right: z.int(),
          reasons: z.array(z.string()),
        }),
      ),
      /** Weeks of the practice trial: the draw, the two themes in its order, and the answers to the check. */
      trialWeeks: z.array(
        z.object({
          startsOn: z.string(),
          checkFrom: z.string(),
          checkUntil: z.string(),
          seed: z.int(),
          firstTheme: z.string(),
          secondTheme: z.string(),
          state: z.string(),
          answers: z.array(
            z.object({
              position: z.int(),
              questionId: z.int(),
              selectedAnswer: z.string(),
              visibleMs: z.int().nullable(),
              answeredAt: moment,
            }),
          ),
        }),
      ),
      /** Answers to cards in practice; `card` identifies a question by its content. */
      practice: z.array(
        z.object({ kind: z.string(), card: z.string(), selectedAnswer: z.string(), isRight: z.boolean(), at: moment }),
      ),
    }),
  ),
});
export type OwnData = z.output<typeof ownData>;

export const dataContract = {
  'GET /api/account/data': {
    summary: 'Export all data stored about the caller’s family',
    authz: { allow: ['parent'], owner: 'user' },
    output: ownData,
  },
} as const satisfies Contract;
