import { letterAt, withoutLetter } from '../tests/tests.rules.ts';
import type { Card } from './practice.contract.ts';

/** An alternative as it is shown: `letter` is that of its place on the screen, `sent` the one that the server knows. */
export interface ShownAlternative {
  letter: string;
  sent: string;
  text: string;
  html: string | undefined;
  isKey: boolean;
}

/**
 * The alternatives of a card in the order of `chance`, each drawn from 0 up to 1 (Fisher and Yates). Cards whose words speak of
 * letters or places stay as they are.
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
  if (!card.keepsOrder) {
    for (let last = list.length - 1; last > 0; last -= 1) {
      const other = Math.floor(chance() * (last + 1));
      [list[last], list[other]] = [list[other] as (typeof list)[number], list[last] as (typeof list)[number]];
    }
  }
  return list.map((one, index) => ({ ...one, letter: letterAt(index) }));
}
