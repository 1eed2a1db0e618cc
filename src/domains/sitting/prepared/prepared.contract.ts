import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, idInPath, text } from '../../../shared/fields.ts';
import { attempt, measured, sittingMeasures } from '../attempts/attempts.contract.ts';
import { preparedTest, sealedSitting } from '../attempts/sealed-sitting.contract.ts';

const wallClock = z.iso.datetime({ offset: true, message: 'Indique uma data e hora válidas.' });
/** Milliseconds since the start by the phone's monotonic clock; a month at most, to keep sums exact. */
const elapsed = z
  .number('Indique milissegundos.')
  .int('Indique milissegundos inteiros.')
  .min(0, 'Indique milissegundos.')
  .max(2_678_400_000, 'É tempo a mais.');

export const preparedContract = {
  'GET /api/prepared': {
    summary: 'List the tests prepared for one or all children, the first to expire first',
    authz: { allow: ['parent'], owner: 'child', childMode: { child: 'query.childId' } },
    query: z.object({ childId: idInPath.optional() }),
    output: z.array(preparedTest),
  },
  'POST /api/prepared': {
    summary:
      'Prepare tests for a child to be taken without network, and return them sealed; tests already prepared are returned again',
    authz: { allow: ['parent'], owner: 'child' },
    body: z.object({
      childId: id,
      testIds: z.array(id, 'Escolha os testes.').min(1, 'Escolha pelo menos um teste.').max(20, 'São testes a mais.'),
    }),
    output: z.array(sealedSitting),
    status: 201,
  },
  'DELETE /api/prepared/:attemptId': {
    summary:
      'Return a prepared test unused: its ticket becomes invalid, and the free test of the month is available again',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ attemptId: idInPath }),
    output: z.null(),
    status: 204,
  },
  'POST /api/prepared/:attemptId/sitting': {
    summary: 'Send a sitting that was taken without network; safe to repeat, graded once',
    fromDevice: true,
    authz: { allow: ['parent'], owner: 'attempt', childMode: { attempt: 'params.attemptId' } },
    params: z.object({ attemptId: idInPath }),
    body: z.object({
      ticket: z
        .string('Este teste não foi preparado neste telemóvel. Prepare-o outra vez.')
        .min(1, 'Este teste não foi preparado neste telemóvel. Prepare-o outra vez.')
        .max(500, 'Este teste não foi preparado neste telemóvel. Prepare-o outra vez.'),
      startedAt: wallClock,
      finishedAt: wallClock,
      /** From start to end. */
      elapsedMs: elapsed,
      /** In the order in which they were chosen; of two for one question the later counts. */
      answers: z
        .array(
          z.object({
            questionId: id,
            /** The letter, what was written, or the whole text of the option. */
            selectedAnswer: text(2000, 1, 'Escolha uma das opções.'),
            elapsedMs: elapsed,
            /** The same by the wall clock. */
            at: wallClock.optional(),
            /** As in `POST /api/answers`. */
            responseTime: measured,
            firstShownMs: measured,
            firstTapMs: measured,
            lastTapMs: measured,
            visibleMs: measured,
            changes: measured,
          }),
        )
        .max(300, 'São respostas a mais.'),
      ...sittingMeasures,
    }),
    output: attempt,
  },
} as const satisfies Contract;
