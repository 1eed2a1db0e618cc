import { unbroken } from '../../shared/unbroken.ts';
import { letterAt, withoutLetter } from './tests.rules.ts';

export interface Option {
  /** What is sent. */
  readonly letter: string;
  /** Without its letter, which the tile shows by itself. */
  readonly text: string;
  /** The same with MathML, where there is mathematics. */
  readonly html: string | undefined;
  /** As it was given, letter included: answers may have been saved in this form. */
  readonly whole: string;
}

/** The options of a question; text that is not a JSON list gives none. */
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

/** Text without mathematics as it is shown: `\$` is a dollar sign, and numbers stay on one line, each with its unit. */
export const asShown = (text: string) => unbroken(text.replace(/\\\$/g, '$'));
