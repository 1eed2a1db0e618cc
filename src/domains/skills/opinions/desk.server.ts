import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import { exchangeableTable, weightedKappa } from '../writing/kappa.rules.ts';
import { end, photoAddress } from './ending.server.ts';
import { presentWaiting } from './marking.server.ts';
import { type FlaggedText, type OpenFlag, type TextsDesk, textsDeskContract } from './opinions.contract.ts';
import { FLAGS, reasonOfFlag } from './opinions.rules.ts';
import {
  countWaiting,
  type FlagRow,
  findFlags,
  findPairs,
  findPhoto,
  lockAsked,
  setDecision,
  setState,
} from './opinions.store.ts';

/** A decision, as the audit log shows it. */
const DECISIONS = { returned: 'voltou à fila', closed: 'fechado, fotografia apagada' } as const;

interface By {
  userId: number;
  address: string;
}

const presentFlag = (row: FlagRow): FlaggedText => ({
  ...presentWaiting(row),
  flag: row.flag,
  flaggedAt: row.flaggedAt.toISOString(),
});

/** Returns what waits, what was flagged, and how well the first two teachers of each text agree. Levels of parents are not in it. */
async function readDesk({ db }: Frame): Promise<TextsDesk> {
  const pairs = await findPairs(db);
  const within = (most: number) => pairs.filter(({ one, other }) => Math.abs(one - other) <= most).length;
  const { waiting, oldestAt } = await countWaiting(db);
  return {
    waiting,
    oldestAt: oldestAt?.toISOString() ?? null,
    flagged: (await findFlags(db)).map(presentFlag),
    agreement: {
      texts: pairs.length,
      kappa: weightedKappa(exchangeableTable(pairs.map(({ one, other }) => [one, other] as const))),
      exact: within(0),
      adjacent: within(1),
    },
  };
}

/** Returns a flagged text. @throws Refused 404 when it is not flagged, or was decided about. */
function openFlag({ db, config }: Frame, id: number, { userId, address }: By): Promise<OpenFlag> {
  return db.transaction(async (transaction) => {
    const [row] = await findFlags(transaction, id);
    if (!row) throw notFound();
    const sealed = await findPhoto(transaction, id);
    await audit(transaction, {
      userId,
      action: 'text.opened',
      subject: `text ${id}`,
      after: { reason: FLAGS[row.flag] },
      address,
    });
    return {
      ...presentFlag(row),
      note: row.note,
      photo: (sealed && photoAddress(config.secretKey, id, sealed)) ?? null,
      family: { userId: row.userId, fullName: row.fullName, phone: row.phone, email: row.email },
    };
  });
}

/** Returns a flagged text to the queue, or ends its opinion. @throws Refused 404 when it is not flagged, or was decided about. */
async function decide(
  { db }: Frame,
  { id, decision }: { id: number; decision: 'returned' | 'closed' },
  { userId, address }: By,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const asked = await lockAsked(transaction, id);
    const [row] = await findFlags(transaction, id);
    if (!asked || !row) throw notFound();
    await setDecision(transaction, { textId: id, adminId: userId, decision });
    if (asked.state === 'flagged') {
      if (decision === 'returned') await setState(transaction, id, 'waiting');
      else await end(transaction, asked, reasonOfFlag(row.flag));
    }
    await audit(transaction, {
      userId,
      action: 'text.decided',
      subject: `text ${id}`,
      before: { reason: FLAGS[row.flag] },
      after: { decision: DECISIONS[decision] },
      address,
    });
  });
}

/** Binds what administrators see of second opinions. */
export function bindDesk(frame: Frame): void {
  frame.bind(textsDeskContract, {
    'GET /api/admin/texts': () => readDesk(frame),
    'POST /api/admin/texts/:id/open': ({ caller, params, address }) =>
      openFlag(frame, params.id, { userId: caller.userId, address }),
    'POST /api/admin/texts/:id/decision': async ({ caller, params, body, address }) => {
      await decide(frame, { ...params, ...body }, { userId: caller.userId, address });
      return null;
    },
  });
}
