import type { Database } from '../../../server/db/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { listen } from '../../../server/jobs/outbox.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { firstName } from '../../../shared/text.ts';
import { templatesFor, templatesWithError } from '../../bank/variants/variants.server.ts';
import { type FamilyChild, findFamilyChild, findFamilyChildren } from '../../money/plans/covered.store.ts';
import type { Order } from '../trial/trial.rules.ts';
import { countCheck } from '../trial/trial.server.ts';
import { findOrder } from '../trial/trial.store.ts';
import { compressedBytes, fitting, presentVariant, revealedOf } from './cards.server.ts';
import {
  type Card,
  type MistakesOfTheme,
  type PracticePack,
  type PracticeSummary,
  practiceContract,
} from './practice.contract.ts';
import {
  type BookEntry,
  bookOf,
  cardId,
  cardsByDay,
  type DealtCard,
  dueMistakes,
  type MistakeRow,
  nextDue,
  packAfterTest,
  packOf,
  packOfTheme,
  type RevealedRow,
  type ReviewRow,
  type Scheduled,
  scheduled,
  turnOf,
  weekMinutes,
  weekOf,
} from './practice.rules.ts';
import { findContentsWithError, findMistakes, findRevealed, findReviews } from './practice.store.ts';
import { onKeyCorrected, recordReviews } from './reviews.server.ts';
import { practisedCards } from './schedule.rules.ts';
import { cardsOfToday, DAILY_CARDS } from './session.rules.ts';
import { metObjectives, variantsOf } from './variants.rules.ts';

/** Maximum number of mistakes shown for each theme after they have left the book. */
const MAX_LEFT = 5;

/**
 * Returns the pack of a child: the cards of the week or, with `attemptId`, the practice after that test or, with `theme`, the cards of a
 * theme, or with `misconception` those of an error. It contains keys, but only those that a result has already shown.
 *
 * @param onlyOpened in child mode: nothing of results that the parent has not opened.
 * @throws Refused 404 when the child or attempt does not exist or belongs to another family, or the attempt is not completed.
 */
async function readPack(
  db: Database,
  userId: number,
  childId: number,
  { attemptId, theme, misconception }: AskedPack = {},
  onlyOpened = false,
): Promise<PracticePack> {
  const child = await findFamilyChild(db, userId, childId);
  if (!child) throw notFound();
  const [rows, reviews] = await Promise.all([findRevealed(db, [childId], onlyOpened), findReviews(db, [childId])]);
  const today = dateInLuanda(child.now);
  if (attemptId !== undefined && !rows.some(({ askedIn }) => askedIn.includes(attemptId))) throw notFound();
  const allowed = child.allows;
  if (attemptId === undefined && theme === undefined && misconception !== undefined)
    return withCards(child, rows, reviews, today, await dealForError(db, child, rows, reviews, today, misconception));
  const chosen = theme === undefined ? rows : rows.filter(({ themeCode }) => themeCode === theme);
  const dealt =
    attemptId !== undefined
      ? packAfterTest(rows, reviews, today, attemptId)
      : (theme === undefined ? packOf : packOfTheme)(chosen, reviews, today, allowed);
  const places = theme === undefined ? Number.POSITIVE_INFINITY : DAILY_CARDS - dealt.length;
  const variants =
    attemptId === undefined && allowed.relatedPractice ? await dealVariants(db, childId, chosen, reviews, today) : [];
  const isOfWeek = attemptId === undefined && theme === undefined;
  const [order, check] = isOfWeek
    ? await Promise.all([findOrder(db, childId, today), countCheck(db, childId, child.now)])
    : [undefined, 0];
  const inTurn = <Given extends object>(given: Given, of: string | null) => {
    const turn = turnOf(of, order);
    return turn ? { ...given, turn } : given;
  };
  const cards = await fitting(
    db,
    dealt.map((one) => inTurn(one, one.row.themeCode)),
    variants.slice(0, places).map(({ card, themeCode }) => inTurn(card, themeCode)),
  );
  return { ...withCards(child, rows, reviews, today, cards), check };
}

interface AskedPack {
  attemptId?: number | undefined;
  theme?: string | undefined;
  misconception?: string | undefined;
}

/** Returns the pack with these cards. */
function withCards(
  child: FamilyChild,
  rows: readonly RevealedRow[],
  reviews: readonly ReviewRow[],
  today: string,
  cards: Card[],
): PracticePack {
  return {
    child: { id: child.id, firstName: firstName(child.fullName), schoolClass: child.schoolClass, cover: child.cover },
    now: child.now.toISOString(),
    today,
    doneToday: practisedToday(reviews, today),
    dots: practisedCards(reviews),
    next: nextDue(bookOf(rows, reviews, today), today),
    check: 0,
    cards,
  };
}

/**
 * The cards of one error, as many as in a day: questions with new numbers in which it can show, and questions of tests in which it can, missed
 * ones first. Without the plan's related practice only missed ones.
 */
async function dealForError(
  db: Database,
  child: FamilyChild,
  rows: readonly RevealedRow[],
  reviews: readonly ReviewRow[],
  today: string,
  misconception: string,
): Promise<Card[]> {
  const contents = new Set(await findContentsWithError(db, misconception));
  const own = rows.filter(({ card }) => contents.has(card.split(':')[0] as string));
  const allowed = child.allows;
  const dealt = packOfTheme(own, reviews, today, allowed);
  const templates = allowed.relatedPractice ? await templatesWithError(db, misconception, child.schoolClass) : [];
  const variants = variantsOf(templates, new Set(), reviews, child.id, today).flatMap(
    (one) => presentVariant(one, today) ?? [],
  );
  // Half of the places are for questions that the child has not seen.
  const fresh = Math.min(variants.length, Math.max(DAILY_CARDS / 2, DAILY_CARDS - dealt.length));
  return fitting(db, dealt.slice(0, DAILY_CARDS - fresh), variants.slice(0, fresh));
}

/** Today's variants, of objectives that the child has met in a test. */
async function dealVariants(
  db: Database,
  childId: number,
  rows: readonly RevealedRow[],
  reviews: readonly ReviewRow[],
  today: string,
): Promise<{ card: Card; themeCode: string | null }[]> {
  const { missed, met } = metObjectives(rows, bookOf(rows, reviews, today));
  const templates = await templatesFor(db, met);
  const themes = new Map(rows.map(({ objective, themeCode }) => [objective, themeCode]));
  const objectives = new Map(templates.map(({ key, objective }) => [key, objective]));
  return variantsOf(templates, missed, reviews, childId, today).flatMap((one) => {
    const card = presentVariant(one, today);
    return card ? [{ card, themeCode: themes.get(objectives.get(one.key) ?? null) ?? null }] : [];
  });
}

/**
 * Returns the book of mistakes by theme, in the order of disciplines and themes.
 *
 * @throws Refused 404 when the child does not exist or belongs to another family.
 */
async function readMistakes(db: Database, userId: number, childId: number): Promise<MistakesOfTheme[]> {
  const child = await findFamilyChild(db, userId, childId);
  if (!child) throw notFound();
  const [rows, reviews] = await Promise.all([findRevealed(db, [childId]), findReviews(db, [childId])]);
  const book = bookOf(rows, reviews, dateInLuanda(child.now));
  const themes = Map.groupBy(book, (entry) => `${entry.discipline} ${entry.themeCode ?? entry.test}`);
  const today = dateInLuanda(child.now);
  const order = await findOrder(db, childId, today);
  const comingToday = todaysCards(packOf(rows, reviews, today, child.allows), order, reviews, today);
  const list = await Promise.all([...themes.values()].map((entries) => presentTheme(db, entries, comingToday)));
  return list.sort(
    (one, other) => one.discipline.localeCompare(other.discipline, 'pt') || one.theme.localeCompare(other.theme, 'pt'),
  );
}

/** Returns the ids of the cards of a pack that a child would practise now. */
function todaysCards(
  dealt: readonly DealtCard[],
  order: Order | undefined,
  reviews: readonly ReviewRow[],
  today: string,
): Set<string> {
  const cards = dealt.map(({ row, kind, due, isNew }) => ({
    id: cardId(kind, row),
    kind,
    due,
    isNew,
    turn: turnOf(row.themeCode, order),
  }));
  return new Set(cardsOfToday(cards, today, practisedToday(reviews, today)).map(({ id }) => id));
}

async function presentTheme(
  db: Database,
  entries: readonly BookEntry[],
  comingToday: ReadonlySet<string>,
): Promise<MistakesOfTheme> {
  const [first] = entries as [BookEntry, ...BookEntry[]];
  const byDue = entries.toSorted((one, other) => one.state.due.localeCompare(other.state.due));
  const left = entries
    .filter(({ state }) => state.leftOn)
    .sort((one, other) => String(other.state.leftOn).localeCompare(String(one.state.leftOn)));
  return {
    discipline: first.discipline,
    schoolClass: first.schoolClass,
    code: first.themeCode,
    theme: first.themeName ?? first.test,
    mistakes: await Promise.all(
      byDue
        .filter(({ state }) => !state.leftOn)
        .map(async (entry) => ({
          ...(await revealedOf(db, entry)),
          id: cardId('mistake', entry),
          enteredAt: entry.finishedAt.toISOString(),
          test: entry.test,
          selectedAnswer: entry.selectedAnswer,
          rightDays: entry.state.rightDays,
          due: entry.state.due,
          leftOn: null,
          comesToday: comingToday.has(cardId('mistake', entry)),
        })),
    ),
    left: await Promise.all(
      left.slice(0, MAX_LEFT).map(async (entry) => {
        const { statement, statementHtml } = (await revealedOf(db, entry)).question;
        return { id: cardId('mistake', entry), leftOn: entry.state.leftOn, statement, statementHtml };
      }),
    ),
  };
}

const practisedToday = (reviews: readonly ReviewRow[], today: string): number =>
  cardsByDay(reviews).find(({ day }) => day === today)?.cards ?? 0;

/** Number of mistakes due today: at most the number of cards that a child may still practise. */
const dueToday = (book: readonly Scheduled<MistakeRow>[], reviews: readonly ReviewRow[], today: string): number =>
  Math.min(dueMistakes(book, today).length, Math.max(0, DAILY_CARDS - practisedToday(reviews, today)));

/** Number of mistakes due today of any child, without a check of its family. */
export async function countDue(db: Database, childId: number, now: Date): Promise<number> {
  const [mistakes, reviews] = await Promise.all([findMistakes(db, [childId]), findReviews(db, [childId])]);
  const today = dateInLuanda(now);
  return dueToday(scheduled(mistakes, reviews, today), reviews, today);
}

/** Practice of one family's children, for the dashboard, without any question. */
async function readSummaries(db: Database, userId: number): Promise<PracticeSummary[]> {
  const children = await findFamilyChildren(db, userId);
  const ids = children.map(({ id }) => id);
  const [mistakes, reviews] = await Promise.all([findMistakes(db, ids), findReviews(db, ids)]);
  return children.map(({ id, now }) => {
    const today = dateInLuanda(now);
    const own = reviews.filter(({ childId }) => childId === id);
    const book = scheduled(
      mistakes.filter(({ childId }) => childId === id),
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

/** Binds the endpoints of the book of mistakes and of practice. */
export function bindPractice(frame: Frame): void {
  const { db } = frame;
  listen('key-corrected', onKeyCorrected);
  frame.bind(practiceContract, {
    'GET /api/children/:id/mistakes': (call) => readMistakes(db, call.caller.userId, call.params.id),
    'GET /api/children/:id/practice': ({ caller, params, query }) =>
      readPack(db, caller.userId, params.id, query, caller.onlyChildren !== null),
    'GET /api/children/:id/practice/size': async (call) => {
      const pack = await readPack(db, call.caller.userId, call.params.id);
      return { cards: pack.cards.length, kilobytes: Math.ceil(compressedBytes(pack) / 1000) };
    },
    'POST /api/children/:id/practice': ({ caller, params, body }) =>
      recordReviews(db, caller.userId, params.id, body.reviews, caller.onlyChildren !== null),
    'GET /api/practice': (call) => readSummaries(db, call.caller.userId),
  });
}
