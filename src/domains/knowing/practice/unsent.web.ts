// Records in local storage whether this device has practice to send. Pages of other devices load no code for sending.

/** Event on the window, dispatched when the server has accepted reviews: replies read before are then out of date. */
export const PRACTICE_SENT = 'practice-sent';

const NAME = 'treino-por-enviar';

export function hasUnsentPractice(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}

export function keepHasUnsentPractice(unsent: boolean): void {
  try {
    if (unsent) localStorage.setItem(NAME, '1');
    else localStorage.removeItem(NAME);
  } catch {
    // Storage is blocked: reviews are sent from the practice page only.
  }
}
