// Whether practice waits to be sent, noted where it can be read at once, so that pages without any fetch no code for it.

/** Told on the window when the server has taken reviews: what was read before is out of date. */
export const PRACTICE_SENT = 'practice-sent';

const NAME = 'treino-por-enviar';

export function hasUnsentPractice(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}

export function noteUnsentPractice(unsent: boolean): void {
  try {
    if (unsent) localStorage.setItem(NAME, '1');
    else localStorage.removeItem(NAME);
  } catch {
    // Forbidden storage: what waits is sent from the practice page itself.
  }
}
