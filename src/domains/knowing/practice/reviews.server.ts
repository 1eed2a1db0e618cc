import type { Database, Queryable } from '../../../server/db/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Event } from '../../../server/jobs/outbox.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { verdictOn } from '../../bank/answering/answering.rules.ts';
import { variantQuestion } from '../../bank/variants/variants.server.ts';
import { findFamilyChild } from '../../money/plans/covered.store.ts';
import { addEvidence, correctEvidence } from '../knowledge/knowledge.server.ts';
import { wordsOf } from '../trial/judged.rules.ts';
import { answerCheck, readCheckId } from '../trial/trial.server.ts';
import { questionOf } from './cards.server.ts';
import type { RefusedReview } from './practice.contract.ts';
import {
  fitIntoDays,
  isKindOf,
  REFUSALS,
  type RevealedRow,
  type ReviewRefusal,
  readCardId,
  recheckOf,
  reviewTime,
} from './practice.rules.ts';
import {
  findCards,
  findRevealed,
  findReviews,
  findStored,
  insertReviews,
  lockPractice,
  type NewReview,
  updateMisjudged,
} from './practice.store.ts';
import { dealtOn, readVariantId, variantCard } from './variants.rules.ts';

type SentReview = {
  id: string;
  selectedAnswer: string;
  at: string;
  clientId: string;
  visibleMs?: number | null | undefined;
};
type Moment = Parameters<typeof reviewTime>[2];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Stores reviews. Each is validated separately and marked here, by the current key. Invalid ones are returned with a code; valid ones are
 * stored in one transaction. Safe to repeat.
 *
 * @param onlyOpened in child mode: nothing of results that the parent has not opened, because the reply tells whether an answer is right, and
 *   whether the question was answered wrong in the test.
 * @throws Refused 404 when the child does not exist or belongs to another family.
 */
export async function recordReviews(
  db: Database,
  userId: number,
  childId: number,
  sent: readonly SentReview[],
  onlyOpened = false,
) {
  const child = await findFamilyChild(db, userId, childId);
  if (!child) throw notFound();
  const [ofCheck, others] = [true, false].map((wanted) =>
    sent.filter(({ id }) => (readCheckId(id) !== undefined) === wanted),
  ) as [SentReview[], SentReview[]];
  const checked = await recordCheck(db, childId, ofCheck, child.now);
  const reviewed = await recordCards(db, childId, others, onlyOpened, child.now);
  return {
    kept: reviewed.kept + checked.kept,
    repeated: [...reviewed.refused, ...checked.refused].filter(({ code }) => code === 'repeated').length,
    right: reviewed.right,
    refused: [...reviewed.refused, ...checked.refused],
  };
}

/** Stores answers to a check. Only the first answer to a question is accepted. */
async function recordCheck(db: Database, childId: number, sent: readonly SentReview[], now: Date) {
  const answers = sent.flatMap(({ id, selectedAnswer, at, clientId, visibleMs = null }) => {
    const known = UUID.test(clientId.toLowerCase()) ? readCheckId(id) : undefined;
    return known ? [{ ...known, clientId: clientId.toLowerCase(), selectedAnswer, at, visibleMs }] : [];
  });
  const alone = { now, place: 0, of: 1 };
  const outcomes = await answerCheck<ReviewRefusal>(db, childId, answers, (at, since) => reviewTime(at, since, alone));
  const refused: RefusedReview[] = [];
  for (const { clientId } of sent) {
    const outcome = UUID.test(clientId.toLowerCase()) ? outcomes.shift() : 'bad-id';
    if (outcome && outcome !== 'kept') refused.push({ clientId, code: outcome, message: REFUSALS[outcome] });
  }
  return { kept: sent.length - refused.length, refused };
}

/** Stores answers to cards. @param now by the database. */
async function recordCards(
  db: Database,
  childId: number,
  sent: readonly SentReview[],
  onlyOpened: boolean,
  now: Date,
): Promise<{ kept: number; right: number; refused: RefusedReview[] }> {
  if (sent.length === 0) return { kept: 0, right: 0, refused: [] };
  const revealed = byCard(await findRevealed(db, [childId]));
  const shown = onlyOpened ? byCard(await findRevealed(db, [childId], true)) : revealed;
  const named = sent.map(({ id }) => readCardId(id));
  const versionIds = [...new Set(named.flatMap((name) => name?.versionId ?? []))];
  const asked = new Map(
    (await findCards(db, versionIds)).map(({ versionId, questionId, card }) => [`${versionId}:${questionId}`, card]),
  );
  const refused: RefusedReview[] = [];
  const accepted = new Map<string, NewReview>();
  const refuse = (clientId: string, code: ReviewRefusal) => refused.push({ clientId, code, message: REFUSALS[code] });
  for (const [index, review] of sent.entries()) {
    const clientId = review.clientId.toLowerCase();
    const name = named[index];
    const card = name && asked.get(`${name.versionId}:${name.questionId}`);
    const row = card === undefined ? undefined : shown.get(card);
    const variant = readVariantId(review.id);
    const moment = { now, place: index, of: sent.length };
    const found = !UUID.test(clientId)
      ? 'bad-id'
      : variant
        ? checkVariant(childId, review, variant, moment)
        : name && row
          ? await checkReview(db, review, name, row, moment)
          : card !== undefined && revealed.has(card)
            ? 'not-opened'
            : 'unknown-card';
    if (typeof found === 'string') refuse(review.clientId, found);
    else if (accepted.has(clientId)) refuse(review.clientId, 'repeated');
    else accepted.set(clientId, { ...found, clientId });
  }
  const kept = await db.transaction(async (transaction) => {
    const fitting = await inTheirDays(transaction, childId, [...accepted.values()]);
    for (const clientId of [...accepted.keys()].filter((id) => !fitting.some((one) => one.clientId === id))) {
      accepted.delete(clientId);
      refuse(clientId, 'full-day');
    }
    const inserted = new Set(await insertReviews(transaction, childId, fitting));
    const cards = [...accepted.values()].filter(({ clientId }) => inserted.has(clientId));
    await addRechecks(
      transaction,
      childId,
      cards.flatMap(({ card }) => revealed.get(card) ?? []),
    );
    return inserted;
  });
  for (const clientId of accepted.keys()) if (!kept.has(clientId)) refuse(clientId, 'repeated');
  return {
    kept: kept.size,
    right: [...accepted.values()].filter(({ clientId, right }) => right && kept.has(clientId)).length,
    refused,
  };
}

/** Returns the reviews that fit into their days. The child is then locked until the transaction ends, so that they still fit when stored. */
async function inTheirDays(transaction: Queryable, childId: number, reviews: NewReview[]): Promise<NewReview[]> {
  if (reviews.length === 0) return [];
  await lockPractice(transaction, childId);
  const first = new Date(Math.min(...reviews.map(({ at }) => at.getTime())));
  const stored = await findStored(
    transaction,
    childId,
    new Date(`${dateInLuanda(first)}T00:00:00+01:00`),
    reviews.map(({ clientId }) => clientId),
  );
  return fitIntoDays(reviews, stored);
}

/** Returns the name under which the evidence of a re-check of a card is stored. */
const recheckContent = (card: string) => `recheck:${card}`;

const byCard = (rows: readonly RevealedRow[]) => new Map(rows.map((row) => [row.card, row]));

/** Adds mistakes that were answered on a later day to the evidence of the map. */
async function addRechecks(transaction: Queryable, childId: number, rows: readonly RevealedRow[]): Promise<void> {
  const reviews = Map.groupBy(rows.length > 0 ? await findReviews(transaction, [childId]) : [], ({ card }) => card);
  const answers = [...new Set(rows)].flatMap((row) => {
    const recheck = row.right ? undefined : recheckOf(row, reviews.get(row.card) ?? []);
    // Evidence counts only the first answer to each content; a re-check has an identity of its own.
    return recheck && row.objective
      ? [
          {
            content: recheckContent(row.card),
            objective: row.objective,
            answeredAt: recheck.at,
            isRight: recheck.right,
          },
        ]
      : [];
  });
  if (answers.length > 0) await addEvidence(transaction, childId, 'practice', answers);
}

/** Marks reviews as wrong that were right by the key before its correction, so that the question is a mistake of the child again. */
export async function onKeyCorrected(transaction: Queryable, { payload }: Event): Promise<void> {
  if (payload['isOther'] !== true) return;
  const cards = await updateMisjudged(transaction, Number(payload['testId']), Number(payload['questionId']));
  await correctEvidence(
    transaction,
    'practice',
    cards.map(({ childId, card }) => ({ childId, content: recheckContent(card), answeredAt: null, isRight: false })),
  );
}

/** Marks a review of a variant. The variant is generated again from its template and seed, which must be one that this child was given. */
function checkVariant(
  childId: number,
  { selectedAnswer, at }: SentReview,
  { version, ...dealt }: NonNullable<ReturnType<typeof readVariantId>>,
  moment: Moment,
): Omit<NewReview, 'clientId'> | ReviewRefusal {
  const day = dealtOn(childId, dealt, dateInLuanda(moment.now));
  const question = day === undefined ? undefined : variantQuestion(dealt.key, version, dealt.seed);
  if (day === undefined || !question) return 'unknown-card';
  const time = reviewTime(at, new Date(`${day}T00:00:00+01:00`), moment);
  if (typeof time === 'string') return time;
  const verdict = verdictOn(question, selectedAnswer);
  const letter = verdict?.kind === 'answer' ? verdict.letter : selectedAnswer;
  const isKnown = verdict
    ? verdict.kind === 'answer'
    : /^[A-F]$/.test(letter) && letter.charCodeAt(0) - 65 < question.alternatives.length;
  if (!isKnown) return 'unknown-answer';
  return {
    kind: 'variant',
    card: variantCard(dealt),
    selectedAnswer: letter,
    written: verdict?.kind === 'answer' ? verdict.text : null,
    right: letter === question.correctAnswer,
    at: time,
  };
}

/**
 * Marks a review by what was written, or by the text of the alternative, because each version of a shuffled test has its own letters. The
 * key and the accepted values are those of the newest version that the family may see.
 */
async function checkReview(
  db: Database,
  { selectedAnswer, at }: SentReview,
  name: NonNullable<ReturnType<typeof readCardId>>,
  row: RevealedRow,
  moment: Moment,
): Promise<Omit<NewReview, 'clientId'> | ReviewRefusal> {
  if (!isKindOf(name.kind, row)) return 'wrong-kind';
  const time = reviewTime(at, row.firstAt, moment);
  if (typeof time === 'string') return time;
  const [asked, newest] = [await questionOf(db, name), await questionOf(db, row)];
  const verdict = verdictOn(asked, selectedAnswer);
  if (verdict) {
    const byNewest = verdictOn(newest, selectedAnswer) ?? verdict;
    if (verdict.kind !== 'answer' || byNewest.kind !== 'answer') return 'unknown-answer';
    const right = byNewest === verdict ? verdict.letter === asked.correctAnswer : byNewest.letter === row.correctAnswer;
    return {
      kind: name.kind,
      card: row.card,
      selectedAnswer: verdict.letter,
      written: verdict.text,
      right,
      at: time,
    };
  }
  const chosen = wordsOf(asked, selectedAnswer);
  if (chosen === undefined) return 'unknown-answer';
  const right = chosen === wordsOf(newest, row.correctAnswer);
  return { kind: name.kind, card: row.card, selectedAnswer, written: null, right, at: time };
}
