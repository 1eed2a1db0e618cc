import { unbroken } from '../../shared/unbroken.ts';
import { letterAt, withoutLetter } from './tests.rules.ts';

export interface Option {
  /** The letter that is sent to the server. */
  readonly letter: string;
  /** The text without its letter, which the tile shows itself. */
  readonly text: string;
  /** The same with MathML, if it contains mathematics. */
  readonly html: string | undefined;
  /** The option as the server sent it, letter included: answers may have been saved in this form. */
  readonly whole: string;
}

/** Returns the options of a question, or none if the text is not a JSON list. */
export function optionsOf(alternatives: string, html?: readonly string[]): Option[] {
  let list: unknown;
  try {
    list = JSON.parse(alternatives);
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.map((item, index) => {
    const whole = String(item);
    const markup = html?.[index];
    return {
      letter: letterAt(index),
      text: asShown(withoutLetter(whole, index)),
      html: markup === undefined ? undefined : withoutLetter(markup, index),
      whole,
    };
  });
}

/** Returns text without mathematics as it is shown: `\$` is a dollar sign, and numbers stay on one line with their units. */
export const asShown = (text: string) => unbroken(text.replace(/\\\$/g, '$'));
