import { conflict, isForeignKeyViolation } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { DISCIPLINES } from '../../../shared/words.ts';
import { coverageContract } from '../curriculum/coverage.contract.ts';
import { sumsOf } from '../curriculum/coverage.rules.ts';
import { joinObjectives } from '../curriculum/curriculum.server.ts';
import { moveObjective } from '../test-bank/questions.store.ts';
import { freezeTest } from '../test-bank/tests.server.ts';
import { lockTest, markEdited } from './authoring.store.ts';
import { countWithoutObjective, findCoverage, findTestsMeasuring } from './coverage.store.ts';

/** Binds the endpoints of the bank's coverage of the curriculum. */
export function bindCoverage(frame: Frame): void {
  const { db } = frame;
  frame.bind(coverageContract, {
    'GET /api/teacher/coverage': async ({ query }) => {
      const [rows, without] = await Promise.all([
        findCoverage(db, query.class),
        countWithoutObjective(db, query.discipline, query.class),
      ]);
      return {
        objectives: rows.filter(({ discipline }) => discipline === query.discipline),
        without,
        disciplines: DISCIPLINES.flatMap((discipline) => {
          const counts = rows.filter((row) => row.discipline === discipline).map(({ active }) => active);
          return counts.length === 0 ? [] : [{ discipline, ...sumsOf(counts) }];
        }),
      };
    },

    'POST /api/teacher/curriculum/objectives/:id/join': ({ caller, address, params, body }) =>
      db
        .transaction((transaction) =>
          joinObjectives(
            transaction,
            { id: params.id, into: body.into, revision: body.revision },
            { userId: caller.userId, address },
            async (from, to) => {
              let moved = 0;
              for (const testId of await findTestsMeasuring(transaction, from)) {
                await lockTest(transaction, testId);
                moved += await moveObjective(transaction, testId, from, to);
                await markEdited(transaction, testId);
                await freezeTest(transaction, testId);
              }
              return { moved };
            },
          ),
        )
        .catch((error: unknown) => {
          // Somebody wrote a question for the objective after its tests were counted.
          if (!isForeignKeyViolation(error)) throw error;
          throw conflict('changed-meanwhile', 'Há uma questão nova com este objectivo. Tente de novo.');
        }),
  });
}
