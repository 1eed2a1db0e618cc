import { z } from 'zod';
import { moment } from '../../../shared/fields.ts';
import { presentedQuestion, testCard } from '../../bank/test-bank/tests.contract.ts';
import { sitting } from './attempts.contract.ts';

/** A test that is reserved for a child and kept on a phone. */
export const preparedTest = z.object({
  attemptId: z.int(),
  childId: z.int(),
  testId: z.int(),
  preparedAt: moment,
  /** The time after which it accepts no answers. */
  expiresAt: moment,
  /** The latest time at which the test can be begun: its time limit then ends at `expiresAt`. */
  beginBefore: moment,
  /** Kilobytes (1,000 bytes) transferred to prepare the test and to send its answers. */
  kilobytes: z.int(),
  test: testCard,
});
export type PreparedTest = z.output<typeof preparedTest>;

/** All that a phone needs to take a prepared test without network. It never contains a key. */
export const sealedSitting = preparedTest.extend({
  /** Signed by the server, and sent back with the answers. */
  ticket: z.string(),
  /** The present time of the server's clock, by which the device corrects its own. */
  serverTime: moment,
  timeLimit: z.int(),
  child: sitting.shape.child,
  questions: z.array(presentedQuestion),
});
export type SealedSitting = z.output<typeof sealedSitting>;
