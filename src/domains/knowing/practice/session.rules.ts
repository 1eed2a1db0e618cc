// Selects what is practised today from the available cards. Used by the server and, without network, by the device.
import { addDays, daysBetween } from '../../../shared/days.ts';
import { MONTHS } from '../../../shared/months.ts';
import type { Card, PracticePack } from './practice.contract.ts';

/** The cards that an address requests, as the query of `GET /api/children/:id/practice`; an empty query requests those of the week. */
export type AskedCards = { attemptId: string } | { theme: string } | { misconception: string } | Record<string, never>;

/** In an address, `attempt` requests the missed questions of an attempt, `theme` the cards of a theme, and `misconception` those of an error. */
export function askedCards({ attempt, theme, misconception }: Record<string, string>): AskedCards {
  if (attempt && /^[1-9]\d{0,9}$/.test(attempt)) return { attemptId: attempt };
  if (theme) return { theme };
  return misconception ? { misconception } : {};
}

/** Maximum number of cards a day. */
export const DAILY_CARDS = 8;
/** Number of days for which a pack has cards, including today. */
export const PACK_DAYS = 7;
/** A card leaves the book after right answers on this number of different days. */
export const DAYS_TO_LEAVE = 3;
/** Number of dots of one drawing at the end of a session: eight columns, seven rows. */
export const DRAWING_DOTS = 56;
/** Number of cards about the same objectives that follow the missed questions of a test. */
export const RELATED_AFTER_TEST = 3;

export type CardKind = Card['kind'];

/** The fields of a card that decide when it is asked; `due` is `YYYY-MM-DD` in Luanda. */
export type Dealt = Pick<Card, 'id' | 'kind' | 'due' | 'isNew' | 'turn'>;

/** Places reserved for mistakes that were never practised, so that cards which a child keeps getting wrong do not displace them. */
const NEW_PLACES = 2;

/**
 * Returns the cards to practise now, up to `DAILY_CARDS` a day: mistakes that are due, then related questions, then variants. Mistakes that
 * were practised before come first, those due longest ahead of the others, so that they can leave the book; at least `NEW_PLACES` places
 * are for new ones, oldest first. Otherwise the order of `cards` is kept.
 *
 * In a week of the practice trial the places of its two themes go to all cards of the one treated first, and those that are left to the other.
 * The number of cards and the places of all other themes stay the same.
 *
 * @param done number of cards already practised today.
 */
export function cardsOfToday<T extends Dealt>(cards: readonly T[], today: string, done: number): T[] {
  const chosen = chooseCards(cards, today, Math.max(0, DAILY_CARDS - done));
  const places = chosen.filter(({ turn }) => turn).length;
  if (places === 0) return chosen;
  const inTurn = (['first', 'second'] as const).flatMap((which) =>
    chooseCards(
      cards.filter(({ turn }) => turn === which),
      today,
      places,
    ),
  );
  let next = 0;
  return chosen.map((card) => {
    if (!card.turn) return card;
    next += 1;
    return inTurn[next - 1] as T;
  });
}

/** Returns the cards for a number of places, by the rule of `cardsOfToday` without the trial. */
function chooseCards<T extends Dealt>(cards: readonly T[], today: string, places: number): T[] {
  const due = cards.filter((card) => card.due <= today).sort((one, other) => one.due.localeCompare(other.due));
  const mistakes = due.filter(({ kind }) => kind === 'mistake');
  const fresh = mistakes.filter(({ isNew }) => isNew);
  const underWay = mistakes.filter(({ isNew }) => !isNew);
  const chosen = underWay.slice(0, places - Math.min(NEW_PLACES, fresh.length, places));
  const others = cards.filter((card) => card.due <= today && card.kind !== 'mistake');
  return [
    ...chosen,
    ...fresh,
    ...others.filter(({ kind }) => kind === 'related'),
    ...others.filter(({ kind }) => kind === 'variant'),
  ].slice(0, places);
}

const WEEKDAYS = ['no domingo', 'na segunda', 'na terça', 'na quarta', 'na quinta', 'na sexta', 'no sábado'];

/** Returns a day in words: "hoje", "amanhã", "na quinta", "a 12 de Outubro". */
export function dayWords(date: string, today: string): string {
  const days = daysBetween(today, date);
  if (days <= 0) return 'hoje';
  if (days === 1) return 'amanhã';
  if (days < 7) return WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] as string;
  return `a ${Number(date.slice(8))} de ${MONTHS[Number(date.slice(5, 7)) - 1]}`;
}

/** The fields of a pack that an answer changes. */
type Pack = Pick<PracticePack, 'today' | 'doneToday' | 'dots' | 'cards'>;

/**
 * Returns the pack after an answer on the device, until the server's reply arrives. The first answer of a day moves the card by the number
 * of days that the server has computed; a card that leaves the book, or rests, is removed from the pack. A second try changes nothing.
 */
export function afterAnswer<P extends Pack>(pack: P, id: string, right: boolean): P {
  const { today } = pack;
  const card = pack.cards.find((one) => one.id === id);
  if (!card || card.due > today) return pack;
  const rightDays = right ? [...card.rightDays, today] : card.rightDays;
  const stays = card.kind === 'mistake' ? rightDays.length < DAYS_TO_LEAVE : !right;
  const due = addDays(today, right ? card.ifRight : card.kind === 'mistake' ? card.ifWrong : 1);
  return {
    ...pack,
    doneToday: pack.doneToday + 1,
    dots: pack.dots + 1,
    cards: pack.cards.flatMap((one) => (one !== card ? one : stays ? { ...one, rightDays, due, isNew: false } : [])),
  };
}
