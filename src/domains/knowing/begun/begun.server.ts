import type { Frame } from '../../../server/http/http.ts';
import { firstName } from '../../../shared/text.ts';
import { begunContract } from './begun.contract.ts';
import { findBegun } from './begun.store.ts';

/** Binds the list of what has been begun. */
export function bindBegun(frame: Frame): void {
  frame.bind(begunContract, {
    'GET /api/begun': async ({ caller }) =>
      (await findBegun(frame.db, caller.userId, caller.onlyChildren)).map(({ fullName, ...one }) => ({
        ...one,
        firstName: firstName(fullName),
      })),
  });
}
