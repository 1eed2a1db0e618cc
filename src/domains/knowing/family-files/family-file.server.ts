import type { Database } from '../../../server/db/db.ts';
import { notFound, planRequired } from '../../../server/http/errors.ts';
import { consumeRateLimit, FAMILY_FILES } from '../../../server/http/rate-limits.ts';
import { plainText } from '../../../shared/words.ts';
import { entitlementsFor, planInForce } from '../../money/plans/plans.rules.ts';
import { findRight, type RightRow } from './family-file.store.ts';

/**
 * Checks that a family may download a PDF of an attempt or of a child, and counts the download towards the hourly limit.
 *
 * @throws Refused 404 when it is not this parent's; 402 unless the plan covers the child; 429 for too many downloads.
 */
export async function allowFile(
  db: Database,
  userId: number,
  of: { attemptId: number } | { childId: number },
): Promise<RightRow> {
  const right = await findRight(db, userId, of);
  if (!right) throw notFound();
  const { rank, now } = right;
  if (!entitlementsFor(planInForce(right, now), rank).pdf)
    throw planRequired('pdf', 'O PDF vem com um plano pago em que esteja esta criança.');
  await consumeRateLimit(db, FAMILY_FILES, String(userId));
  return right;
}

/**
 * Returns a PDF to be saved, named after its kind and never after the child, because file names are visible to others (shared phones,
 * chats, clouds).
 */
export function familyFile(bytes: Buffer, words: readonly string[]) {
  const name = words
    .map((word) =>
      plainText(word)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 40),
    )
    .filter(Boolean)
    .join('-');
  return { bytes, type: 'application/pdf', name: `${name}.pdf` };
}
