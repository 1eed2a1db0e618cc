import type { Queryable } from '../../../server/db/db.ts';
import { type Event, listen } from '../../../server/jobs/outbox.ts';
import { opinionEnded } from './notifications.rules.ts';
import { findEndedOpinion } from './notifications.store.ts';
import { tell } from './telling.server.ts';

/** Notifies a family that the second opinion of a text has ended. Nothing is sent once the text is erased, or an opinion is asked for again. */
async function onOpinionEnded(transaction: Queryable, { payload }: Event): Promise<void> {
  const ended = await findEndedOpinion(transaction, Number(payload['textId']));
  if (ended) await tell(transaction, ended.userId, [opinionEnded(ended, new Date())]);
}

export const listenToOpinions = (): void => listen('opinion-ended', onOpinionEnded);
