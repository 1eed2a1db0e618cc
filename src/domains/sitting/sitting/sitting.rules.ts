/**
 * Milliseconds to add to the device's clock to get the server's.
 *
 * The server's time was read at an unknown moment between sending the request and receiving the reply. This function assumes the midpoint, so
 * the error is at most half the round trip. A phone whose clock is a day off simply has an offset of a day.
 */
export function clockOffset(serverTime: number, receivedAt: number, roundTrip: number): number {
  return serverTime + roundTrip / 2 - receivedAt;
}

/**
 * Returns whether the server's clock as computed by the device is wrong, given the `Date` header of a reply.
 *
 * The header has whole seconds and may be as old as the call took, so only a larger difference is significant: the phone slept without its
 * timer running, or its clock was changed between two visits.
 */
export function hasDrifted(believed: number, header: number, roundTrip: number): boolean {
  return believed < header - 2000 || believed > header + 3000 + roundTrip;
}

/** What a device has stored of the clock of a sitting. */
export interface StoredClock {
  /** The server's time when the device last stored it. */
  seenAt: number;
  /** Milliseconds to add to the device's clock to get the server's. */
  clockOffset: number;
  /** In ISO 8601, and seconds from the start to it. */
  sitting: { deadline: string; timeLimit: number };
}

/**
 * Returns the server's time when a sitting is opened on this device, as far as the device can know it.
 *
 * The device's clock may have been set while the page was closed. Set back, it is not believed. Set forward, it cannot be told from time
 * that has passed: it is believed unless the test would then be over, because only the server, or time that a page has counted, ends a
 * test. Never is more time left than the whole test has.
 *
 * @param wall the device's clock.
 */
export function timeOnOpening({ seenAt, clockOffset, sitting }: StoredClock, wall: number): number {
  const end = Date.parse(sitting.deadline);
  const byWall = wall + clockOffset;
  const isBelieved = byWall > seenAt && (byWall < end || seenAt >= end);
  return Math.max(isBelieved ? byWall : seenAt, end - sitting.timeLimit * 1000);
}

/** Returns whether a sitting is over by the device's clock, but not by the last time that the device has stored. */
export const isEndDoubted = (stored: StoredClock, wall: number): boolean =>
  wall + stored.clockOffset >= Date.parse(stored.sitting.deadline) &&
  timeOnOpening(stored, wall) < Date.parse(stored.sitting.deadline);

/** Remaining whole seconds, at least zero; the last second is shown until it has passed. */
export function secondsLeft(deadline: number, serverNow: number): number {
  return Math.max(0, Math.ceil((deadline - serverNow) / 1000));
}

/** Index of the first question without an answer after `from`, continuing at the beginning. @returns null when all are answered. */
export function nextUnanswered(answered: readonly boolean[], from = -1): number | null {
  for (let step = 1; step <= answered.length; step++) {
    const index = (from + step) % answered.length;
    if (!answered[index]) return index;
  }
  return null;
}

/** A choice made on this screen. */
export interface OwnChoice {
  letter: string;
  /** Undefined until the device has stored the choice. */
  sequence?: number;
}

/**
 * Returns the letters to show, by question, from what the device had stored when it was read: a choice of this screen that was stored later
 * takes precedence.
 */
export function lettersToShow(
  { choices, lastSequence }: { choices: Readonly<Record<number, { selectedAnswer: string }>>; lastSequence: number },
  own: ReadonlyMap<number, OwnChoice>,
): Record<number, string> {
  const stored = Object.entries(choices).map(([questionId, { selectedAnswer }]) => [questionId, selectedAnswer]);
  const later = [...own].filter(([, { sequence }]) => sequence === undefined || sequence > lastSequence);
  return Object.fromEntries([...stored, ...later.map(([questionId, { letter }]) => [questionId, letter])]);
}

/** The specification's question before finishing with unanswered questions. */
export function confirmationText(unanswered: number): string {
  return `Você não respondeu ${unanswered} ${unanswered === 1 ? 'questão' : 'questões'}. Deseja continuar e finalizar o teste?`;
}

/** Tells the child how many questions were answered. */
export function answeredText(answered: number): string {
  if (answered === 0) return 'Não respondeste a nenhuma pergunta.';
  return `Respondeste a ${answered} ${answered === 1 ? 'pergunta' : 'perguntas'}.`;
}

/** Tells the child what became of answers that the server did not accept, or undefined if there are none. */
export function refusedText(refused: number): string | undefined {
  if (refused === 0) return undefined;
  return refused === 1
    ? 'Uma resposta chegou depois de o teste terminar e não conta.'
    : `${refused} respostas chegaram depois de o teste terminar e não contam.`;
}

/** "Tempo alargado: 30 minutos" if the child has more time than the test's duration; otherwise null. */
export function extendedTimeText(timeLimit: number, duration: number): string | null {
  return timeLimit === duration * 60 ? null : `Tempo alargado: ${Math.round(timeLimit / 60)} minutos`;
}

/** A tap on the finish button within this time (milliseconds) after reaching the last question is ignored. */
const SECOND_TAP_MS = 500;

/** Returns whether a tap on *Finalizar* is intended, and not the second half of a double tap on *Próxima*. */
export const meansToFinish = (sinceMove: number): boolean => sinceMove >= SECOND_TAP_MS;
