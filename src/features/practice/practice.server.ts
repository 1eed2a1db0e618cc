import { brotliCompressSync, constants } from 'node:zlib';
import type { Database, Queryable } from '../../server/db.ts';
import { notFound } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { dateInLuanda } from '../../shared/calendar.ts';
import { firstName } from '../../shared/text.ts';
import { addEvidence } from '../knowledge/knowledge.server.ts';
import { entitlementsFor, planInForce } from '../plans/plans.rules.ts';
import { keepsOrder } from '../tests/shuffle.rules.ts';
import { type FrozenQuestion, revealQuestion, withoutLetter } from '../tests/tests.rules.ts';
import { versionOf } from '../tests/tests.server.ts';
import { templates } from '../variants/templates.server.ts';
import { templatesFor, variantQuestion } from '../variants/variants.server.ts';
import {
  type Card,
  type MistakesOfTheme,
  type PracticePack,
  type PracticeSummary,
  practiceContract,
  type RefusedReview,
} from './practice.contract.ts';
import {
  type BookEntry,
  bookOf,
  cardId,
  cardsByDay,
  type DealtCard,
  isKindOf,
  nextDue,
  PACK_BYTES,
  packAfterTest,
  packOf,
  packOfTheme,
  REFUSALS,
  type RevealedRow,
  type ReviewRefusal,
  type ReviewRow,
  readCardId,
  recheckOf,
  reviewTime,
  weekMinutes,
  weekOf,
} from './practice.rules.ts';
import {
  findCards,
  findPractisingChild,
  findPractisingChildren,
  findRevealed,
  findReviews,
  insertReviews,
  type NewReview,
  type PractisingChild,
} from './practice.store.ts';
import { practisedCards, REST_DAYS } from './schedule.rules.ts';
import { cardsOfToday, DAILY_CARDS } from './session.rules.ts';
import {
  type DealtVariant,
  dealtOn,
  metObjectives,
  readVariantId,
  variantCard,
  variantId,
  variantsOf,
} from './variants.rules.ts';

/** Mistakes that left the book and are still shown, for each theme. */
const MOST_LEFT = 5;

/** A question as its version froze it. */
async function questionOf(
  db: Database,
  { versionId, questionId }: Pick<RevealedRow, 'versionId' | 'questionId'>,
): Promise<FrozenQuestion> {
  const found = (await versionOf(db, versionId)).questions.find(({ id }) => id === questionId);
  if (!found) throw notFound();
  return found;
}

/** Question, key and explanation. Only for what is revealed. */
function reveal(
  question: FrozenQuestion,
): Pick<Card, 'question' | 'correctAnswer' | 'explanation' | 'explanationHtml'> {
  const { correctAnswer, explanation, explanationHtml, objective: _, ...presented } = revealQuestion(question);
  return { question: presented, correctAnswer, explanation, ...(explanationHtml ? { explanationHtml } : {}) };
}

async function presentCard(db: Database, { row, kind, due, isNew, state }: DealtCard): Promise<Card> {
  const question = await questionOf(db, row);
  return {
    ...reveal(question),
    id: cardId(kind, row),
    kind,
    due,
    isNew,
    rightDays: state.rightDays,
    ifRight: state.ifRight,
    ifWrong: state.ifWrong,
    keepsOrder: keepsOrder(question),
    discipline: row.discipline,
    schoolClass: row.schoolClass,
  };
}

/** A variant as a card of today; nothing when its template is gone. */
function presentVariant(dealt: DealtVariant, today: string): Card | undefined {
  const template = templates().get(dealt.key);
  const version = template?.ready().version ?? '';
  const question = variantQuestion(dealt.key, version, dealt.seed);
  return template && question
    ? {
        ...reveal(question),
        id: variantId(dealt, version),
        kind: 'variant',
        due: today,
        isNew: true,
        rightDays: [],
        ifRight: REST_DAYS,
        ifWrong: 1,
        keepsOrder: false,
        discipline: 'Matemática',
        schoolClass: template.schoolClass,
      }
    : undefined;
}

const compressedBytes = (card: Card): number =>
  brotliCompressSync(JSON.stringify(card), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;

/** The first cards that fit into a pack; together they compress better than each alone, so the sum is an upper bound. */
async function fitting(db: Database, dealt: readonly DealtCard[], variants: readonly Card[]): Promise<Card[]> {
  const cards: Card[] = [];
  let bytes = 0;
  for (const one of [...dealt, ...variants]) {
    const card = 'row' in one ? await presentCard(db, one) : one;
    bytes += compressedBytes(card);
    if (bytes > PACK_BYTES) break;
    cards.push(card);
  }
  return cards;
}

/**
 * The pack of a child: the cards of the week or, with `attemptId`, what is offered after that test, or, with `theme`, those of a theme. Holds
 * keys, and only those that a result has shown already.
 *
 * @throws Refused 404 when there is no such child or attempt, or it is another family's, or the attempt is not completed.
 */
export async function readPack(
  db: Database,
  userId: number,
  childId: number,
  { attemptId, theme }: { attemptId?: number | undefined; theme?: string | undefined } = {},
): Promise<PracticePack> {
  const child = await findPractisingChild(db, userId, childId);
  if (!child) throw notFound();
  const [rows, reviews] = await Promise.all([findRevealed(db, [childId]), findReviews(db, [childId])]);
  const today = dateInLuanda(child.now);
  if (attemptId !== undefined && !rows.some((row) => row.attemptId === attemptId)) throw notFound();
  const allowed = entitlementsOf(child);
  const chosen = theme === undefined ? rows : rows.filter(({ themeCode }) => themeCode === theme);
  const dealt =
    attemptId !== undefined
      ? packAfterTest(rows, reviews, today, attemptId)
      : (theme === undefined ? packOf : packOfTheme)(chosen, reviews, today, allowed);
  const places = theme === undefined ? Number.POSITIVE_INFINITY : DAILY_CARDS - dealt.length;
  const variants =
    attemptId === undefined && allowed.relatedPractice ? await dealVariants(db, childId, chosen, reviews, today) : [];
  return {
    child: { id: childId, firstName: firstName(child.fullName), schoolClass: child.schoolClass, cover: child.cover },
    now: child.now.toISOString(),
    today,
    doneToday: practisedToday(reviews, today),
    dots: practisedCards(reviews),
    next: nextDue(bookOf(rows, reviews, today), today),
    cards: await fitting(db, dealt, variants.slice(0, places)),
  };
}

/** The variants of today, of objectives that the child has met in a test. */
async function dealVariants(
  db: Database,
  childId: number,
  rows: readonly RevealedRow[],
  reviews: readonly ReviewRow[],
  today: string,
): Promise<Card[]> {
  const { missed, met } = metObjectives(rows, bookOf(rows, reviews, today));
  const dealt = variantsOf(await templatesFor(db, met), missed, reviews, childId, today);
  return dealt.flatMap((one) => presentVariant(one, today) ?? []);
}

const entitlementsOf = (child: PractisingChild) => entitlementsFor(planInForce(child, child.now), child.rank);

/**
 * The book of mistakes by theme, in the order of disciplines and themes.
 *
 * @throws Refused 404 when there is no such child, or it is another family's.
 */
export async function readMistakes(db: Database, userId: number, childId: number): Promise<MistakesOfTheme[]> {
  const child = await findPractisingChild(db, userId, childId);
  if (!child) throw notFound();
  const [rows, reviews] = await Promise.all([findRevealed(db, [childId]), findReviews(db, [childId])]);
  const book = bookOf(rows, reviews, dateInLuanda(child.now));
  const themes = Map.groupBy(book, (entry) => `${entry.discipline} ${entry.themeCode ?? entry.test}`);
  const now = todaysMistakes(book, reviews, dateInLuanda(child.now));
  const list = await Promise.all([...themes.values()].map((entries) => presentTheme(db, entries, now)));
  return list.sort(
    (one, other) => one.discipline.localeCompare(other.discipline, 'pt') || one.theme.localeCompare(other.theme, 'pt'),
  );
}

/** The mistakes among the cards that a child would practise now. */
function todaysMistakes(book: readonly BookEntry[], reviews: readonly ReviewRow[], today: string): Set<string> {
  const cards = book
    .filter(({ state }) => !state.leftOn && state.due <= today)
    .map((entry) => ({
      id: cardId('mistake', entry),
      kind: 'mistake' as const,
      due: entry.state.due,
      isNew: entry.state.lastDay === null,
      card: entry.card,
    }))
    .sort((one, other) => one.due.localeCompare(other.due) || one.card.localeCompare(other.card));
  return new Set(cardsOfToday(cards, today, practisedToday(reviews, today)).map(({ id }) => id));
}

async function presentTheme(
  db: Database,
  entries: readonly BookEntry[],
  now: ReadonlySet<string>,
): Promise<MistakesOfTheme> {
  const [first] = entries as [BookEntry, ...BookEntry[]];
  const byDue = entries.toSorted((one, other) => one.state.due.localeCompare(other.state.due));
  const left = entries
    .filter(({ state }) => state.leftOn)
    .sort((one, other) => String(other.state.leftOn).localeCompare(String(one.state.leftOn)));
  return {
    discipline: first.discipline,
    code: first.themeCode,
    theme: first.themeName ?? first.test,
    mistakes: await Promise.all(
      byDue
        .filter(({ state }) => !state.leftOn)
        .map(async (entry) => ({
          ...reveal(await questionOf(db, entry)),
          id: cardId('mistake', entry),
          enteredAt: entry.finishedAt.toISOString(),
          test: entry.test,
          selectedAnswer: entry.selectedAnswer,
          rightDays: entry.state.rightDays,
          due: entry.state.due,
          leftOn: null,
          comesToday: now.has(cardId('mistake', entry)),
        })),
    ),
    left: await Promise.all(
      left.slice(0, MOST_LEFT).map(async (entry) => ({
        id: cardId('mistake', entry),
        leftOn: entry.state.leftOn,
        statement: (await questionOf(db, entry)).statement,
      })),
    ),
  };
}

const practisedToday = (reviews: readonly ReviewRow[], today: string): number =>
  cardsByDay(reviews).find(({ day }) => day === today)?.cards ?? 0;

/** Number of mistakes due today: no more than the cards that a child may still practise. */
const dueToday = (book: readonly BookEntry[], reviews: readonly ReviewRow[], today: string): number =>
  Math.min(
    book.filter(({ state }) => !state.leftOn && state.due <= today).length,
    Math.max(0, DAILY_CARDS - practisedToday(reviews, today)),
  );

/** The same for a child of any family. */
export async function countDue(db: Database, childId: number, now: Date): Promise<number> {
  const [rows, reviews] = await Promise.all([findRevealed(db, [childId]), findReviews(db, [childId])]);
  const today = dateInLuanda(now);
  return dueToday(bookOf(rows, reviews, today), reviews, today);
}

/** How practice goes for children of one family: for the dashboard, without any question. */
export async function readSummaries(db: Database, userId: number): Promise<PracticeSummary[]> {
  const children = await findPractisingChildren(db, userId);
  const ids = children.map(({ id }) => id);
  const [rows, reviews] = await Promise.all([findRevealed(db, ids), findReviews(db, ids)]);
  return children.map(({ id, now }) => {
    const today = dateInLuanda(now);
    const own = reviews.filter(({ childId }) => childId === id);
    const book = bookOf(
      rows.filter(({ childId }) => childId === id),
      own,
      today,
    ).filter(({ state }) => !state.leftOn);
    return {
      childId: id,
      mistakes: book.length,
      due: dueToday(book, own, today),
      next: nextDue(book, today),
      week: weekOf(own, today),
      weekMinutes: weekMinutes(own, today),
    };
  });
}

type SentReview = { id: string; selectedAnswer: string; at: string; clientId: string };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Stores reviews. Each is validated by itself and marked here, by the key as it is now. Invalid ones are returned with a code;
 * valid ones are stored in one transaction. Safe to repeat.
 *
 * @throws Refused 404 when there is no such child, or it is another family's.
 */
export async function keepReviews(db: Database, userId: number, childId: number, sent: readonly SentReview[]) {
  const child = await findPractisingChild(db, userId, childId);
  if (!child) throw notFound();
  const revealed = new Map((await findRevealed(db, [childId])).map((row) => [row.card, row]));
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
    const row = name && revealed.get(asked.get(`${name.versionId}:${name.questionId}`) ?? '');
    const variant = readVariantId(review.id);
    const found = !UUID.test(clientId)
      ? 'bad-id'
      : variant
        ? checkVariant(childId, review, variant, child.now)
        : name && row
          ? await checkReview(db, review, name, row, child.now)
          : 'unknown-card';
    if (typeof found === 'string') refuse(review.clientId, found);
    else if (accepted.has(clientId)) refuse(review.clientId, 'repeated');
    else accepted.set(clientId, { ...found, clientId });
  }
  const kept = await db.transaction(async (transaction) => {
    const inserted = new Set(await insertReviews(transaction, childId, [...accepted.values()]));
    const cards = [...accepted.values()].filter(({ clientId, right }) => right && inserted.has(clientId));
    await addRechecks(
      transaction,
      childId,
      cards.flatMap(({ card }) => revealed.get(card) ?? []),
      child.now,
    );
    return inserted;
  });
  for (const clientId of accepted.keys()) if (!kept.has(clientId)) refuse(clientId, 'repeated');
  return {
    kept: kept.size,
    repeated: refused.filter(({ code }) => code === 'repeated').length,
    right: [...accepted.values()].filter(({ clientId, right }) => right && kept.has(clientId)).length,
    refused,
  };
}

/** Tells the map of mistakes that were right on a later day. */
async function addRechecks(
  transaction: Queryable,
  childId: number,
  rows: readonly RevealedRow[],
  now: Date,
): Promise<void> {
  const reviews = Map.groupBy(rows.length > 0 ? await findReviews(transaction, [childId]) : [], ({ card }) => card);
  const today = dateInLuanda(now);
  const answers = [...new Set(rows)].flatMap((row) => {
    const answeredAt = row.right ? null : recheckOf(row, reviews.get(row.card) ?? [], today);
    // Evidence counts the first answer to each content; a re-check is one of its own.
    return answeredAt && row.objective
      ? [{ content: `recheck:${row.card}`, objective: row.objective, answeredAt, isRight: true }]
      : [];
  });
  if (answers.length > 0) await addEvidence(transaction, childId, 'practice', answers);
}

/** A review of a variant, marked: it is made again from its template and seed, which must be one that this child was dealt. */
function checkVariant(
  childId: number,
  { selectedAnswer, at }: SentReview,
  { version, ...dealt }: NonNullable<ReturnType<typeof readVariantId>>,
  now: Date,
): Omit<NewReview, 'clientId'> | ReviewRefusal {
  const day = dealtOn(childId, dealt, dateInLuanda(now));
  const question = day === undefined ? undefined : variantQuestion(dealt.key, version, dealt.seed);
  if (day === undefined || !question) return 'unknown-card';
  const time = reviewTime(at, new Date(`${day}T00:00:00+01:00`), now);
  if (typeof time === 'string') return time;
  if (!/^[A-F]$/.test(selectedAnswer) || selectedAnswer.charCodeAt(0) - 65 >= question.alternatives.length)
    return 'unknown-answer';
  const right = selectedAnswer === question.correctAnswer;
  return { kind: 'variant', card: variantCard(dealt), selectedAnswer, right, at: time };
}

/** One review, marked: by the words of the alternative, since the versions of a shuffled test have letters of their own. */
async function checkReview(
  db: Database,
  { selectedAnswer, at }: SentReview,
  name: NonNullable<ReturnType<typeof readCardId>>,
  row: RevealedRow,
  now: Date,
): Promise<Omit<NewReview, 'clientId'> | ReviewRefusal> {
  if (!isKindOf(name.kind, row)) return 'wrong-kind';
  const time = reviewTime(at, row.firstAt, now);
  if (typeof time === 'string') return time;
  const wordsOf = ({ alternatives }: FrozenQuestion, letter: string) => {
    const place = /^[A-F]$/.test(letter) ? letter.charCodeAt(0) - 65 : -1;
    const words = alternatives[place];
    return words === undefined ? undefined : withoutLetter(words, place);
  };
  const chosen = wordsOf(await questionOf(db, name), selectedAnswer);
  if (chosen === undefined) return 'unknown-answer';
  const right = chosen === wordsOf(await questionOf(db, row), row.correctAnswer);
  return { kind: name.kind, card: row.card, selectedAnswer, right, at: time };
}

/** The book of mistakes and practice. */
export function bindPractice(frame: Frame): void {
  const { db } = frame;
  frame.bind(practiceContract, {
    'GET /api/children/:id/mistakes': (call) => readMistakes(db, call.caller.userId, call.params.id),
    'GET /api/children/:id/practice': (call) => readPack(db, call.caller.userId, call.params.id, call.query),
    'POST /api/children/:id/practice': (call) => keepReviews(db, call.caller.userId, call.params.id, call.body.reviews),
    'GET /api/practice': (call) => readSummaries(db, call.caller.userId),
  });
}
