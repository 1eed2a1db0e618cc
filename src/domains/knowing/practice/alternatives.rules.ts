import { shuffledPlaces } from '../../../shared/chances.ts';
import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import type { Card } from './practice.contract.ts';

/** An alternative as it is shown: `letter` is that of its position on the screen, `sent` is the server's letter. */
export interface ShownAlternative {
  letter: string;
  sent: string;
  text: string;
  html: string | undefined;
  isKey: boolean;
}

/**
 * Returns the alternatives of a card in random order. The order is kept if the card's text refers to letters or positions.
 *
 * @param chance returns numbers from 0 to below 1.
 */
export function shownAlternatives(card: Card, chance: () => number): ShownAlternative[] {
  const { alternatives, alternativesHtml } = card.question;
  const list = (JSON.parse(alternatives) as string[]).map((whole, index) => {
    const html = alternativesHtml?.[index];
    return {
      sent: letterAt(index),
      text: withoutLetter(whole, index),
      html: html === undefined ? undefined : withoutLetter(html, index),
      isKey: letterAt(index) === card.correctAnswer,
    };
  });
  const places = shuffledPlaces(list.length, chance);
  const shown = card.keepsOrder ? list : places.map((place) => list[place] as (typeof list)[number]);
  return shown.map((one, index) => ({ ...one, letter: letterAt(index) }));
}
