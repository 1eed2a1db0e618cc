import { letterAt, withoutLetter } from '../tests/tests.rules.ts';

/** Seconds that a test has unless the child's profile says otherwise. */
const USUAL_TIME = 900;

/**
 * Milliseconds to add to the device's clock to get the server's.
 *
 * The server read its clock somewhere between the request and its reply; the middle is the best guess, and wrong by
 * half the round trip at most. A phone that is a day off simply has an offset of a day.
 */
export function clockOffset(serverTime: number, receivedAt: number, roundTrip: number): number {
  return serverTime + roundTrip / 2 - receivedAt;
}

/**
 * Whether the server's clock as the device counts it may go on being believed, given the `Date` header of a reply.
 *
 * The header counts in whole seconds and may be as old as the reply took, so only a difference beyond both is news: the
 * phone slept without its timer running, or its clock was moved between two visits.
 */
export function hasDrifted(believed: number, header: number, roundTrip: number): boolean {
  return believed < header - 2000 || believed > header + 3000 + roundTrip;
}

/** Whole seconds left, never below zero; the last second is shown until it is over. */
export function secondsLeft(deadline: number, serverNow: number): number {
  return Math.max(0, Math.ceil((deadline - serverNow) / 1000));
}

/** Index of the first question without an answer after `from`, going round; null when all are answered. */
export function nextUnanswered(answered: readonly boolean[], from = -1): number | null {
  for (let step = 1; step <= answered.length; step++) {
    const index = (from + step) % answered.length;
    if (!answered[index]) return index;
  }
  return null;
}

/** The specification's question before finishing with questions left open. */
export function confirmationText(unanswered: number): string {
  return `Você não respondeu ${unanswered} ${unanswered === 1 ? 'questão' : 'questões'}. Deseja continuar e finalizar o teste?`;
}

/** How many answers were given, said to the child. */
export function answeredText(answered: number): string {
  if (answered === 0) return 'Não respondeste a nenhuma questão.';
  return `Respondeste a ${answered} ${answered === 1 ? 'questão' : 'questões'}.`;
}

/** "Tempo alargado: 30 minutos" where the time is not the usual one; null where it is. */
export function extendedTimeText(timeLimit: number): string | null {
  return timeLimit === USUAL_TIME ? null : `Tempo alargado: ${Math.round(timeLimit / 60)} minutos`;
}

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
      text: dollars(withoutLetter(whole, index)),
      html: markup === undefined ? undefined : withoutLetter(markup, index),
      whole,
    };
  });
}

/** Text without mathematics as it is shown: `\$` is a dollar sign. */
export const dollars = (text: string) => text.replace(/\\\$/g, '$');

const SIGNS: Record<string, string> = {
  times: ' vezes ',
  cdot: ' vezes ',
  div: ' a dividir por ',
  sqrt: ' raiz quadrada de ',
  le: ' menor ou igual a ',
  ge: ' maior ou igual a ',
  leq: ' menor ou igual a ',
  geq: ' maior ou igual a ',
  ne: ' diferente de ',
  neq: ' diferente de ',
  lt: ' menor que ',
  gt: ' maior que ',
  pi: ' pi ',
};

/** Text as the phone reads it aloud: fractions and signs in words, blanks to fill in as "espaço". */
export function spoken(text: string): string {
  const words = text.replace(/\\\$|\$((?:\\.|[^$\\])+)\$/g, (sign, formula?: string) =>
    formula === undefined
      ? sign.slice(1)
      : formula
          .replace(/\\d?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, ' $1 sobre $2 ')
          .replace(/\^\s*\{?2\}?/g, ' ao quadrado ')
          .replace(/\^\s*\{?3\}?/g, ' ao cubo ')
          .replace(/\\([a-z]+)/g, (_, name: string) => SIGNS[name] ?? ' ')
          .replace(/\\[,;: ]/g, '')
          .replace(/</g, ' menor que ')
          .replace(/>/g, ' maior que ')
          .replace(/[{}\\]/g, ''),
  );
  return words.replace(/_{2,}/g, ' espaço ').replace(/\s+/g, ' ').trim();
}
