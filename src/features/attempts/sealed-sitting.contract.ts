import { z } from 'zod';
import { moment } from '../../shared/fields.ts';
import { presentedQuestion, testCard } from '../tests/tests.contract.ts';
import { sitting } from './attempts.contract.ts';

/** A test that is reserved for a child and kept on a phone. */
export const preparedTest = z.object({
  attemptId: z.int(),
  childId: z.int(),
  testId: z.int(),
  preparedAt: moment,
  /** From then on it takes no answers. */
  expiresAt: moment,
  /** Kilobytes (1,000 bytes) that bringing it and sending its answers move. */
  kilobytes: z.int(),
  test: testCard,
});
export type PreparedTest = z.output<typeof preparedTest>;

/** All that a phone needs to take a prepared test without network. Never a key. */
export const sealedSitting = preparedTest.extend({
  /** Signed by the server; sent back with the answers. */
  ticket: z.string(),
  /** The server's clock now: the device corrects its own by it. */
  serverTime: moment,
  timeLimit: z.int(),
  child: sitting.shape.child,
  questions: z.array(presentedQuestion),
});
export type SealedSitting = z.output<typeof sealedSitting>;
