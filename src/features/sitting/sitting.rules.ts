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

/** "Tempo alargado: 30 minutos" where a child has more seconds than the test's minutes; null where it has not. */
export function extendedTimeText(timeLimit: number, duration: number): string | null {
  return timeLimit === duration * 60 ? null : `Tempo alargado: ${Math.round(timeLimit / 60)} minutos`;
}

/** A test that is being taken, as far as the way back to it needs. */
export interface RunningTest {
  testId: number;
  childId: number;
  /** Of the child. */
  name: string;
  /** Milliseconds since 1970, by the clock that counts. */
  deadline: number;
}

/** The test that a person should go back to, the one with the least time left, and its minutes; null when none runs. */
export function runningTest(tests: readonly RunningTest[], now: number): { test: RunningTest; minutes: number } | null {
  const [test] = tests.filter(({ deadline }) => deadline > now).sort((one, other) => one.deadline - other.deadline);
  return test ? { test, minutes: Math.ceil((test.deadline - now) / 60_000) } : null;
}

/** Milliseconds after coming to the last question during which a tap on the button that finishes is one too many. */
const SECOND_TAP_MS = 500;

/** Whether a tap on *Finalizar* is meant: not the second half of a double tap on *Próxima*. */
export const meansToFinish = (sinceMove: number): boolean => sinceMove >= SECOND_TAP_MS;
